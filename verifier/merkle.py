"""Tree heads and audit paths of RFC 9162, section 2.1."""

from __future__ import annotations

from hashlib import sha256


def leaf(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


Stack = list[tuple[int, bytes]]
"""The heads of complete subtrees from left to right, each with its height."""


def _push(stack: Stack, hashed: bytes) -> None:
    height = 0
    while stack and stack[-1][0] == height:
        hashed, height = node(stack.pop()[1], hashed), height + 1
    stack.append((height, hashed))


def _joined(stack: Stack) -> bytes:
    if not stack:
        return sha256(b"").digest()
    head = stack[-1][1]
    for _, left in stack[-2::-1]:
        head = node(left, head)
    return head


def root(leaves: list[bytes]) -> bytes:
    """The head over leaf hashes."""
    stack: Stack = []
    for hashed in leaves:
        _push(stack, hashed)
    return _joined(stack)


def heads(leaves: list[bytes]) -> list[bytes]:
    """The heads over the first 0, 1, 2 .. leaf hashes."""
    stack: Stack = []
    grown = [_joined(stack)]
    for hashed in leaves:
        _push(stack, hashed)
        grown.append(_joined(stack))
    return grown


def path_sides(index: int, size: int) -> list[bool]:
    """For each node of the inclusion path of leaf `index` of `size`, from the bottom up: whether it is on the left."""
    if size <= 1:
        return []
    split = 1 << (size - 1).bit_length() - 1
    if index < split:
        return [*path_sides(index, split), False]
    return [*path_sides(index - split, size - split), True]


def root_from(hashed: bytes, index: int, size: int, path: list[bytes]) -> bytes:
    """The head computed from a leaf hash and its inclusion path in a tree of `size` leaves (RFC 9162, section 2.1.3)."""
    for left, sibling in zip(path_sides(index, size), path, strict=True):
        hashed = node(sibling, hashed) if left else node(hashed, sibling)
    return hashed
