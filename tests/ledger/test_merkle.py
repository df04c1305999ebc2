"""Roots and proofs against the recursive definitions of RFC 9162, written out here as they stand there."""

from hashlib import sha256

import pytest

from domain.ledger.merkle import (
    EMPTY_ROOT,
    Frontier,
    consistency_path,
    inclusion_path,
    leaf_hash,
    levels,
    path_root,
    tree_root,
    verify_consistency,
)
from tests.soaking import sampled

CT_ENTRIES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
CT_ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
CT_CONSISTENCY_2_TO_5 = (
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
)
LEAVES = [leaf_hash(bytes((n,))) for n in range(64)]


def rfc_split(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def rfc_mth(leaves: list[bytes]) -> bytes:
    """Section 2.1.1, over leaf hashes."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = rfc_split(len(leaves))
    return sha256(b"\x01" + rfc_mth(leaves[:k]) + rfc_mth(leaves[k:])).digest()


def rfc_path(m: int, leaves: list[bytes]) -> list[bytes]:
    """Section 2.1.3.1."""
    if len(leaves) == 1:
        return []
    k = rfc_split(len(leaves))
    if m < k:
        return [*rfc_path(m, leaves[:k]), rfc_mth(leaves[k:])]
    return [*rfc_path(m - k, leaves[k:]), rfc_mth(leaves[:k])]


def rfc_subproof(m: int, leaves: list[bytes], whole: bool) -> list[bytes]:
    """Section 2.1.4.1."""
    if m == len(leaves):
        return [] if whole else [rfc_mth(leaves)]
    k = rfc_split(len(leaves))
    if m <= k:
        return [*rfc_subproof(m, leaves[:k], whole), rfc_mth(leaves[k:])]
    return [*rfc_subproof(m - k, leaves[k:], False), rfc_mth(leaves[:k])]


def test_certificate_transparency_reference_roots():
    leaves = [leaf_hash(entry) for entry in CT_ENTRIES]
    for size, root in enumerate(CT_ROOTS):
        assert tree_root(leaves[:size]).hex() == root
        assert Frontier().extend(leaves[:size]).root().hex() == root


def test_certificate_transparency_reference_consistency():
    leaves = [leaf_hash(entry) for entry in CT_ENTRIES[:5]]
    assert [node.hex() for node in consistency_path(leaves, 2)] == list(CT_CONSISTENCY_2_TO_5)


@pytest.mark.parametrize("size", range(65))
def test_frontier_and_root_equal_the_definition(size: int):
    frontier = Frontier().extend(LEAVES[:size])
    assert frontier.root() == tree_root(LEAVES[:size]) == rfc_mth(LEAVES[:size])
    assert frontier.size == size
    assert len(frontier.peaks) == size.bit_count()


def test_the_empty_tree_has_the_hash_of_nothing():
    assert Frontier().root() == EMPTY_ROOT == sha256(b"").digest()


@pytest.mark.parametrize("size", sampled(range(1, 65), 4))
def test_every_inclusion_path_is_the_rfc_one_and_proves_only_its_leaf(size: int):
    leaves, root = LEAVES[:size], rfc_mth(LEAVES[:size])
    for index in range(size):
        path = inclusion_path(leaves, index)
        assert path == rfc_path(index, leaves)
        proven = [i for i in range(size) if path_root(leaves[index], i, size, path) == root]
        assert proven == [index]


@pytest.mark.parametrize("size", sampled(range(1, 65), 4))
def test_every_consistency_path_is_the_rfc_one_and_proves_only_its_sizes(size: int):
    leaves, root = LEAVES[:size], rfc_mth(LEAVES[:size])
    for old in range(1, size + 1):
        path, old_root = consistency_path(leaves, old), rfc_mth(leaves[:old])
        assert path == ([] if old == size else rfc_subproof(old, leaves, True))
        assert verify_consistency(old, size, old_root, root, path)
        assert not verify_consistency(old, size, LEAVES[63 - old], root, path)
        assert not verify_consistency(old, size, old_root, root, [*path, root])
        for i in range(len(path)):
            assert not verify_consistency(old, size, old_root, root, path[:i] + path[i + 1 :])


def test_proofs_with_a_node_too_many_too_few_or_changed_fail():
    for size in (1, 2, 3, 7, 8, 33):
        leaves, root = LEAVES[:size], rfc_mth(LEAVES[:size])
        for index in range(size):
            path = inclusion_path(leaves, index)
            assert path_root(leaves[index], index, size, [*path, root]) != root
            for i in range(len(path)):
                changed = [*path[:i], bytes(32), *path[i + 1 :]]
                assert path_root(leaves[index], index, size, changed) != root
                assert path_root(leaves[index], index, size, path[:i] + path[i + 1 :]) != root


def test_positions_outside_the_tree_have_no_proof():
    assert path_root(LEAVES[0], 1, 1, []) != LEAVES[0]
    assert path_root(LEAVES[0], -1, 1, []) != LEAVES[0]
    with pytest.raises(IndexError):
        inclusion_path(LEAVES[:3], 3)
    with pytest.raises(IndexError):
        consistency_path(LEAVES[:3], 4)
    assert not verify_consistency(3, 2, LEAVES[0], LEAVES[1], [LEAVES[2]])


def test_every_log_continues_the_empty_one():
    assert consistency_path(LEAVES[:3], 0) == []
    assert verify_consistency(0, 3, EMPTY_ROOT, rfc_mth(LEAVES[:3]), [])
    assert not verify_consistency(0, 3, LEAVES[0], rfc_mth(LEAVES[:3]), [])
    assert not verify_consistency(0, 3, EMPTY_ROOT, rfc_mth(LEAVES[:3]), [LEAVES[0]])


def test_levels_end_in_the_root():
    assert levels(LEAVES[:5])[-1] == [rfc_mth(LEAVES[:5])]
