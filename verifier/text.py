"""Canonical JSON (RFC 8785, narrowed) and strict base64, from the standard library only."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, NoReturn

MAX_BYTES, MAX_DEPTH, MAX_KEY, MAX_INTEGER = 65_535, 16, 64, 2**53 - 1
MAX_FILE_DEPTH = 64


_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def encode(tree: Any) -> bytes:
    return _encoder.encode(tree).encode("utf-8")


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"the number {number} is no integer")


_decoder = json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse)


def decode(data: bytes) -> Any:
    """The tree of canonical JSON bytes, of any size and depth; ValueError otherwise."""
    try:
        tree = _decoder.decode(data.decode("utf-8"))
        again = encode(tree)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if again != data:
        raise ValueError("not canonical JSON: encoding it again gives other bytes")
    return tree


def decode_entry(data: bytes) -> Any:
    """The same within the limits of an entry for keys, integers, depth and size."""
    if len(data) > MAX_BYTES:
        raise ValueError(f"longer than {MAX_BYTES} bytes")
    tree = decode(data)
    check_profile(tree)
    return tree


def decode_file(data: bytes) -> Any:
    """The same for a file, which may have any size and nest deeper."""
    tree = decode(data)
    check_profile(tree, MAX_FILE_DEPTH)
    return tree


def check_profile(tree: Any, deepest: int = MAX_DEPTH) -> None:
    """Check a tree against an entry's limits for keys, integers and depth; ValueError otherwise."""
    _check([tree], 0, deepest)


def _check(tree: Any, depth: int, deepest: int) -> None:
    """`tree` is an array or object at this depth. Scalars are checked inline, without a call each."""
    if depth > deepest:
        raise ValueError(f"nested more than {deepest} deep")
    if type(tree) is dict:
        _check_keys(tree)
    for item in tree.values() if type(tree) is dict else tree:
        kind = type(item)
        if kind is int:
            if not -MAX_INTEGER <= item <= MAX_INTEGER:
                raise ValueError(f"the integer {item} has more than 53 bits")
        elif kind is dict or kind is list:
            _check(item, depth + 1, deepest)


def _check_keys(tree: dict[str, Any]) -> None:
    for key in tree:
        if len(key) > MAX_KEY or not key.isascii():
            raise ValueError(f"{key!r} is no ASCII key of at most {MAX_KEY} bytes")


def same(a: Any, b: Any) -> bool:
    """Whether two JSON values are equal; in Python 1 == True, but not in JSON."""
    return encode(a) == encode(b)


def b64u(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_b64u(text: str, size: int | None = None) -> bytes:
    """The bytes of unpadded base64url; ValueError for a non-canonical text or another size."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise ValueError(f"{text[:60]!r} is not base64url") from error
    return _exact(data, b64u(data) == text, size)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def from_b64(text: str, size: int | None = None) -> bytes:
    """The bytes of padded standard base64, equally strict."""
    try:
        data = binascii.a2b_base64(text, strict_mode=True)
    except ValueError as error:
        raise ValueError(f"{text[:60]!r} is not base64") from error
    return _exact(data, binascii.b2a_base64(data, newline=False) == text.encode(), size)


def _exact(data: bytes, only_way: bool, size: int | None) -> bytes:
    if not only_way or (size is not None and len(data) != size):
        raise ValueError(f"not the one base64 text of {size or 'some'} bytes")
    return data
