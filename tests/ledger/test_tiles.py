"""Trees in tiles (c2sp.org/tlog-tiles) against the trees that `domain.ledger.merkle` computes from all leaves."""

from __future__ import annotations

from itertools import accumulate

import pytest

from domain.ledger import merkle
from domain.ledger.tile_edge import BadTile, TileEdge
from domain.ledger.tiles import (
    ENTRIES,
    HEIGHT,
    Tile,
    TileTree,
    from_bundle,
    levels_of,
    parse_tile,
    tile_at,
    tiles_of,
    to_bundle,
)

MOST = 600
LARGE = (65_535, 65_536, 65_537, 65_793)
LEAVES = [b"leaf %d" % number for number in range(max(LARGE))]
HASHES = [merkle.leaf_hash(one) for one in LEAVES]
ROOTS = [
    frontier.root()
    for frontier in accumulate(HASHES[:MOST], merkle.Frontier.append, initial=merkle.Frontier())
]
LEVELS = merkle.levels(HASHES)[::HEIGHT]


def read(tile: Tile) -> bytes:
    """Any tile of any tree of these leaves."""
    begin, end = tile.index * 256, tile.index * 256 + tile.width
    return to_bundle(LEAVES[begin:end]) if tile.level == ENTRIES else b"".join(LEVELS[tile.level][begin:end])


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 0), "tile/0/000"),
        (Tile(0, 1_234_067), "tile/0/x001/x234/067"),
        (Tile(3, 1_000, 5), "tile/3/x001/000.p/5"),
        (Tile(ENTRIES, 67, 255), "tile/entries/067.p/255"),
        (Tile(63, 999), "tile/63/999"),
    ],
)
def test_tiles_have_the_names_of_the_format(tile: Tile, path: str) -> None:
    assert tile.path == path
    assert parse_tile(path) == tile


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/0", "tile/0/0000", "tile/00/000", "tile/0/x000/067", "tile/0/001/067", "tile/0/067.p/0", "tile/0/067.p/256",
        "tile/0/067.p/05", "tile/0/067.p/", "tile/0/067.p", "tile/entry/067", "tile/-1/067", "tile/0/067\n", "tile/0/٠٠٠",
        "tile/0/../000", "tile/100/000", "tile/0/x01/000", "tile/0/x001",
    ],
)  # fmt: skip
def test_nothing_else_is_the_name_of_a_tile(path: str) -> None:
    assert parse_tile(path) is None


def test_a_tree_that_grows_writes_the_tiles_that_it_has() -> None:
    for step in (1, 7, MOST):
        edge, files = TileEdge(), dict[Tile, bytes]()
        for begin in range(0, MOST, step):
            files |= edge.append(LEAVES[begin : min(MOST, begin + step)])
            assert files.keys() >= set(tiles_of(edge.size))
            assert edge.frontier().root() == ROOTS[edge.size]
        assert files == {tile: read(tile) for tile in files}


def test_a_tree_has_the_tiles_that_it_needs_and_no_others() -> None:
    for size in (0, 1, 255, 256, 257, 511, 512, MOST):
        tiles = set(tiles_of(size))
        assert tiles == {tile for tile, _ in TileEdge().append(LEAVES[:size])}
        assert all(tile_at(tile.level, tile.index, size) == tile for tile in tiles)
        assert {tile.level for tile in tiles} == (set(levels_of(size)) if size else set())
    assert tile_at(0, 1, 256) is None
    assert tile_at(1, 0, 255) is None


def test_roots_are_those_of_the_leaves() -> None:
    assert [TileTree(size, read).root() for size in range(MOST + 1)] == ROOTS


def test_leaves_of_every_size_have_proofs() -> None:
    for size in range(1, MOST + 1):
        tree = TileTree(size, read)
        for index in {0, size // 2, size - 1, min(255, size - 1), min(256, size - 1)}:
            assert merkle.path_root(HASHES[index], index, size, tree.inclusion(index)) == ROOTS[size]


def test_every_size_continues_smaller_ones() -> None:
    for size in range(MOST + 1):
        tree = TileTree(size, read)
        for old in {0, size, size // 2, size // 3, max(0, size - 1), min(size, 256), min(size, 255)}:
            assert merkle.verify_consistency(old, size, ROOTS[old], ROOTS[size], tree.consistency(old))


def test_proofs_are_those_of_the_leaves_themselves() -> None:
    for size in (1, 2, 7, 255, 256, 257, 300, MOST):
        tree = TileTree(size, read)
        for index in {*range(0, size, 37), size - 1}:
            assert tree.inclusion(index) == merkle.inclusion_path(HASHES[:size], index)
            assert tree.consistency(index) == merkle.consistency_path(HASHES[:size], index)


@pytest.mark.parametrize("size", LARGE)
def test_trees_around_a_third_level(size: int) -> None:
    tree, root = TileTree(size, read), merkle.tree_root(HASHES[:size])
    assert tree.root() == root
    for index in {0, 255, 256, 65_534, size - 1}:
        assert merkle.path_root(HASHES[index], index, size, tree.inclusion(index)) == root
    for old in {1, 255, 256, 600, 65_535, size}:
        old_root = merkle.tree_root(HASHES[:old])
        assert merkle.verify_consistency(old, size, old_root, root, tree.consistency(old))


def test_a_proof_from_a_million_leaves_takes_few_tiles() -> None:
    needed: list[Tile] = []

    def zeros(tile: Tile) -> bytes:
        needed.append(tile)
        return bytes(32 * tile.width)

    TileTree(1_000_000, zeros).inclusion(500_000)
    assert len(needed) <= 6
    assert len(set(needed)) == len(needed)


def test_trees_have_no_proofs_of_what_is_not_in_them() -> None:
    tree = TileTree(5, read)
    for impossible in (lambda: tree.inclusion(5), lambda: tree.inclusion(-1), lambda: tree.consistency(6)):
        with pytest.raises(IndexError):
            impossible()


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 600, 65_536, 65_537])
def test_an_edge_is_read_back_and_grows_on(size: int) -> None:
    edge = TileEdge.read(size, read)
    assert edge.frontier() == merkle.Frontier().extend(HASHES[:size])
    assert all(data == read(tile) for tile, data in edge.append(LEAVES[size : size + 3]))


def test_an_edge_is_not_read_from_tiles_of_other_widths() -> None:
    for broken in (b"", bytes(31), bytes(33), bytes(64)):
        with pytest.raises(BadTile, match=r"tile/0/000\.p/1"):
            TileEdge.read(1, lambda tile, data=broken: to_bundle([b"x"]) if tile.level == ENTRIES else data)


def test_bundles_hold_leaves_of_all_lengths() -> None:
    entries = [b"", b"a", bytes(65_535)]
    assert from_bundle(to_bundle(entries)) == entries
    assert to_bundle([b"ab"]) == b"\x00\x02ab"
    for cut in (b"\x00", b"\x00\x02a", b"\x00\x01ab"):
        with pytest.raises(ValueError, match="middle of a leaf"):
            from_bundle(cut)
