"""The key tree, the seats' seeds, and the stream of a slot (RFC 5869), each against its definition."""

import hmac
from collections.abc import Sequence
from hashlib import sha256

import pytest

from domain.draws import STREAM_BYTES, DrawsUsedUp, Keyed, KeyedDraws, Words, draw_info
from domain.ledger import keys
from domain.ledger.keys import BLOCK, KeyTree, mix
from domain.ledger.merkle import leaf_hash, path_root, tree_root

MASTER, GAME = bytes(range(32)), bytes(range(100, 116))


def u32(n: int) -> bytes:
    return n.to_bytes(4, "big")


def leaves_by_definition(epoch: int, slots: int) -> list[bytes]:
    labels = [b"gamelog/v1/draw-key\n" + GAME + u32(epoch) + u32(n) for n in range(slots)]
    return [leaf_hash(label + hmac.new(MASTER, label, sha256).digest()) for label in labels]


def proves(
    root: bytes, slots: int, game: bytes, epoch: int, slot: int, key: bytes, path: Sequence[bytes]
) -> bool:
    """Whether the path shows that the root committed this key for this slot."""
    leaf = leaf_hash(b"gamelog/v1/draw-key\n" + game + u32(epoch) + u32(slot) + key)
    return path_root(leaf, slot, slots, path) == root


@pytest.mark.parametrize("slots", [1, 2, 32, 64, 128, 512])
def test_roots_and_paths(slots: int):
    tree = KeyTree(MASTER, GAME, slots)
    roots = tree.roots()
    assert roots == tuple(tree_root(leaves_by_definition(e, slots)) for e in range(4))
    for epoch in (0, 3, 1):
        for slot in {0, 1 % slots, slots // 2, slots - 1}:
            key, path = tree.key(epoch, slot), tree.path(epoch, slot)
            assert proves(roots[epoch], slots, GAME, epoch, slot, key, path)
            assert not proves(roots[epoch], slots, GAME, epoch, slot, bytes(32), path)
            assert not proves(roots[epoch - 1], slots, GAME, epoch, slot, key, path)
            assert not proves(roots[epoch], slots, bytes(16), epoch, slot, key, path)


@pytest.mark.parametrize("slots", [32, 128, 512])
def test_who_knows_the_tops_hashes_one_block_for_a_path(slots: int, monkeypatch: pytest.MonkeyPatch):
    whole = KeyTree(MASTER, GAME, slots)
    assert whole.tops is None
    root = whole.roots()[0]
    tree = KeyTree(MASTER, GAME, slots, whole.tops)
    hashed: list[bytes] = []
    monkeypatch.setattr(keys, "leaf_hash", lambda leaf: hashed.append(leaf) or leaf_hash(leaf))
    path = tree.path(0, 7)
    assert len(hashed) == min(BLOCK, slots)
    assert proves(root, slots, GAME, 0, 7, whole.key(0, 7), path)
    assert tree.tops == whole.tops
    assert tree.roots() == whole.roots()


def test_tops_of_another_size_count_for_nothing():
    """As an earlier or a later version may have stored them."""
    tree = KeyTree(MASTER, GAME, 512, bytes(64))
    assert tree.roots() == KeyTree(MASTER, GAME, 512).roots()


def test_a_path_proves_no_other_slot():
    tree = KeyTree(MASTER, GAME, 128)
    root = tree.roots()[0]
    key, path = tree.key(0, 77), tree.path(0, 77)
    proven = [n for n in range(128) if proves(root, 128, GAME, 0, n, key, path)]
    assert proven == [77]


def test_a_keyed_digest_is_an_hmac():
    """With keys shorter than a block, of a block, and longer; again and again by the same."""
    for length in (0, 1, 32, 63, 64, 65, 200):
        key, message = bytes(range(length)), bytes(range(100))
        keyed = Keyed(key)
        for size in (100, 0, 55, 56):
            assert keyed.digest(message[:size]) == hmac.digest(key, message[:size], "sha256")


def test_the_tree_gives_the_keys_that_the_draws_use():
    draws = KeyedDraws(MASTER, GAME, lambda epoch: bytes(32), 64)
    assert KeyTree(MASTER, GAME, 64).key(2, 9) == draws.key(2, 9)


@pytest.mark.parametrize(("master", "slots"), [(MASTER, 0), (MASTER, 3), (MASTER[:31], 4)])
def test_what_is_no_key_tree(master: bytes, slots: int):
    with pytest.raises(ValueError):
        KeyTree(master, GAME, slots)


@pytest.mark.parametrize(("epoch", "slot"), [(4, 0), (-1, 0), (0, 64), (0, -1)])
def test_there_is_no_key_beyond_the_committed_ones(epoch: int, slot: int):
    with pytest.raises(IndexError):
        KeyTree(MASTER, GAME, 64).key(epoch, slot)


def test_the_mix_takes_seats_in_ascending_order():
    root, one, two = bytes(32), b"1" * 32, b"2" * 32
    expected = sha256(
        b"gamelog/v1/mix\n" + GAME + u32(3) + root + b"\x02" + b"\x01" + one + b"\x02" + two
    ).digest()
    assert mix(GAME, 3, root, {2: two, 1: one}) == mix(GAME, 3, root, {1: one, 2: two}) == expected
    with pytest.raises(ValueError):
        mix(GAME, 3, root, {1: b"short"})


def read_stream(words: Words, size: int) -> bytes:
    return b"".join(words.below(1 << 64).to_bytes(8, "big") for _ in range(size // 8))


def test_rfc_5869_case_a1():
    words = Words(
        key=bytes.fromhex("0b" * 22),
        mix=bytes.fromhex("000102030405060708090a0b0c"),
        info=bytes.fromhex("f0f1f2f3f4f5f6f7f8f9"),
    )
    okm = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    assert read_stream(words, 40).hex() == okm[:80]


def test_a_stream_ends_after_8160_bytes():
    words = Words(bytes(32), bytes(32), draw_info(GAME, 0, 0))
    stream = read_stream(words, STREAM_BYTES)
    assert len({stream[i : i + 32] for i in range(0, STREAM_BYTES, 32)}) == 255
    with pytest.raises(DrawsUsedUp):
        words.below(2)


def test_a_throw_of_nothing_reads_nothing():
    words, again = (Words(bytes(32), bytes(32), draw_info(GAME, 0, 0)) for _ in range(2))
    assert words.below(6) == again.below(6)
    assert words.roll(()) == ()
    assert words.roll((6, 6)) == again.roll((6, 6))
