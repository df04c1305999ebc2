"""The JSON of the ledger: RFC 8785, narrowed until fast encoders and slow ones cannot disagree.

Keys are ASCII and at most 64 bytes, numbers are integers of at most 53 bits, arrays and objects nest at most
16 deep, a document has at most 65,535 bytes. Within this profile sorted keys alone give RFC 8785.
"""

from typing import Any

import orjson

MAX_BYTES = 65_535
MAX_DEPTH = 16
MAX_KEY = 64
MAX_INTEGER = 2**53 - 1
RESERVED = frozenset(("_sd", "..."))
"""Keys that only sealing may write (RFC 9901)."""


class NotCanonical(ValueError):
    """The data or the bytes are outside the profile; the message says where and why."""


def encode(tree: Any, *, sealed: bool = False) -> bytes:
    """The canonical bytes of a JSON-able tree. `sealed` data may hold the reserved keys."""
    check(tree, sealed=sealed)
    return dumps(tree)


def dumps(tree: Any) -> bytes:
    """The canonical bytes of a tree that `check` has passed."""
    try:
        data = orjson.dumps(tree, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise NotCanonical(str(error)) from error
    if len(data) > MAX_BYTES:
        raise NotCanonical(f"{len(data)} bytes; at most {MAX_BYTES} are allowed")
    return data


def decode(data: bytes, *, sealed: bool = False) -> Any:
    """The tree of canonical bytes. Re-encodes and compares, which rejects white space and duplicate keys."""
    try:
        tree = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise NotCanonical(str(error)) from error
    if encode(tree, sealed=sealed) != data:
        raise NotCanonical("not in canonical form")
    return tree


def spelled(tree: Any) -> Any:
    """The tree with integers beyond the profile as decimal strings."""
    if type(tree) is dict:
        return {key: spelled(item) for key, item in tree.items()}
    if type(tree) is tuple or type(tree) is list:
        return [spelled(item) for item in tree]
    return str(tree) if type(tree) is int and abs(tree) > MAX_INTEGER else tree


def check(tree: Any, depth: int = 1, *, sealed: bool = False) -> None:
    """Refuse anything outside the profile. `depth` is that of the tree itself in its document.

    Plain (unsealed) data must not look like sealed data: no reserved keys, no object with both "of" and "to".
    """
    kind = type(tree)
    if kind is int:
        if not -MAX_INTEGER <= tree <= MAX_INTEGER:
            raise NotCanonical(f"{tree} has more than 53 bits")
    elif kind is dict:
        _check_object(tree, depth, sealed)
    elif kind is tuple or kind is list:
        _check_depth(depth)
        for item in tree:
            check(item, depth + 1, sealed=sealed)
    elif kind is not str and kind is not bool and tree is not None:
        raise NotCanonical(f"{kind.__name__} {tree!r} has no canonical form")


def _check_object(tree: dict[Any, Any], depth: int, sealed: bool) -> None:
    _check_depth(depth)
    if not sealed and (not RESERVED.isdisjoint(tree) or ("of" in tree and "to" in tree)):
        raise NotCanonical(f"the keys {sorted(tree)} are reserved for sealed values")
    for key, item in tree.items():
        if type(key) is not str or len(key) > MAX_KEY or not key.isascii():
            raise NotCanonical(f"{key!r} is no ASCII key of at most {MAX_KEY} bytes")
        check(item, depth + 1, sealed=sealed)


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise NotCanonical(f"nested more than {MAX_DEPTH} deep")
