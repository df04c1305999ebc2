"""Canonical JSON (RFC 8785, narrowed) and strict base64, from the standard library only."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, NoReturn

MAX_BYTES, MAX_DEPTH, MAX_KEY, MAX_INTEGER = 65_535, 16, 64, 2**53 - 1


def encode(tree: Any) -> bytes:
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def decode(data: bytes) -> Any:
    """The tree of canonical JSON bytes, of any size and depth; ValueError otherwise."""
    try:
        tree = json.loads(data.decode("utf-8"), parse_float=_refuse, parse_constant=_refuse)
        again = encode(tree)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if again != data:
        raise ValueError("not canonical JSON: encoding it again gives other bytes")
    return tree


def decode_entry(data: bytes) -> Any:
    """The same within the limits of an entry: keys, integers, depth and size."""
    if len(data) > MAX_BYTES:
        raise ValueError(f"longer than {MAX_BYTES} bytes")
    tree = decode(data)
    _check(tree, 1)
    return tree


def _check(tree: Any, depth: int) -> None:
    if isinstance(tree, int):
        if abs(tree) > MAX_INTEGER:
            raise ValueError(f"the integer {tree} has more than 53 bits")
    elif isinstance(tree, list | dict):
        if depth > MAX_DEPTH:
            raise ValueError(f"nested more than {MAX_DEPTH} deep")
        if isinstance(tree, dict):
            _check_keys(tree)
        for item in tree.values() if isinstance(tree, dict) else tree:
            _check(item, depth + 1)


def _check_keys(tree: dict[str, Any]) -> None:
    for key in tree:
        if len(key) > MAX_KEY or not key.isascii():
            raise ValueError(f"{key!r} is no ASCII key of at most {MAX_KEY} bytes")


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"the number {number} is no integer")


def same(a: Any, b: Any) -> bool:
    """Whether two JSON values are equal; in Python 1 == True, in JSON it is not."""
    return encode(a) == encode(b)


def b64u(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_b64u(text: str, size: int | None = None) -> bytes:
    """The bytes of unpadded base64url; ValueError if another text would give the same, or on another size."""
    return _decoded(text, text + "=" * (-len(text) % 4), b"-_", size, b64u)


def from_b64(text: str, size: int | None = None) -> bytes:
    """The bytes of padded standard base64, as strictly."""
    return _decoded(text, text, b"+/", size, lambda data: base64.b64encode(data).decode())


def _decoded(text: str, padded: str, alphabet: bytes, size: int | None, encoder: Any) -> bytes:
    try:
        data = base64.b64decode(padded, altchars=alphabet, validate=True)
    except binascii.Error as error:
        raise ValueError(f"{text[:60]!r} is not base64") from error
    if encoder(data) != text or (size is not None and len(data) != size):
        raise ValueError(f"{text[:60]!r} is not the base64 of {size or 'some'} bytes")
    return data
