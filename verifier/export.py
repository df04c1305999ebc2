"""Reading an audit file: its shape, its entries and what entry 0 binds the game to."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from verifier import merkle
from verifier.report import Failed
from verifier.text import decode, decode_entry, from_b64, from_b64u

FORMAT = "kronika-audit/1"
EPOCHS = 4
_HASH = re.compile(r"[0-9a-f]{64}")


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is kind


def _number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _texts(value: Any) -> bool:
    return type(value) is list and all(type(item) is str for item in value)


Shape = dict[str, Callable[[Any], bool]]

_FILE: Shape = {
    "format": lambda value: value == FORMAT,
    "game": _is(str),
    "origin": _is(str),
    "entries": _texts,
    "disclosures": _is(list),
    "seeds": _is(list),
    "draws": _is(list),
    "checkpoint": _is(str),
    "vkey": _is(str),
    "ruleset": _is(str),
    "edition": _is(str),
}
_ENTRY: Shape = {
    "v": lambda value: type(value) is int and value == 1,
    "i": _number,
    "t": _is(str),
    "at": _number,
    "by": _is(str),
    "a": _number,
    "d": _is(dict),
    "r": _texts,
}
_SEEN: Shape = {"n": _number, "r": _is(str)}
_DISCLOSURE: Shape = {"index": _number, "path": _is(str), "disclosure": _is(str)}
_SEED: Shape = {
    "epoch": _number,
    "seat": _number,
    "seed": _is(str),
    "by": lambda value: value in ("seat", "service"),
}
_DRAW: Shape = {"epoch": _number, "slot": _number, "key": _is(str), "path": _texts}
_BOUND = ("game", "origin", "ruleset", "edition", "vkey")
_CREATED: Shape = {
    **{name: _is(str) for name in _BOUND},
    "nonce": _is(str),
    "edition_hash": lambda value: type(value) is str and _HASH.fullmatch(value) is not None,
    "rules": lambda value: _number(value) and value > 0,
    "draw_roots": lambda value: _texts(value) and len(value) == EPOCHS,
    "draw_count": lambda value: _number(value) and value > 0 and value & (value - 1) == 0,
}


@dataclass(frozen=True)
class Export:
    """An audit file that reads. `entries` are decoded, `leaves` their hashes; `roots` are those of the draw keys."""

    game: str
    origin: str
    vkey: str
    checkpoint: str
    entries: list[dict[str, Any]]
    leaves: list[bytes]
    disclosures: list[dict[str, Any]]
    seeds: list[dict[str, Any]]
    draws: list[dict[str, Any]]
    roots: list[bytes] = field(default_factory=list)
    slots: int = 0

    @property
    def game_id(self) -> bytes:
        return bytes.fromhex(self.game)


def read(audit: dict[str, Any] | bytes) -> Export:
    """The export in a file; Failed when it is not one. Bytes must be canonical JSON (one last newline is allowed)."""
    tree = _parse(audit.removesuffix(b"\n")) if isinstance(audit, bytes) else audit
    _fits(tree, _FILE, "the file")
    for name, shape in (("disclosures", _DISCLOSURE), ("seeds", _SEED), ("draws", _DRAW)):
        for item in tree[name]:
            _fits(item, shape, f"an item of {name}")
    data = [text.encode("utf-8", "surrogatepass") for text in tree["entries"]]
    entries = [_entry(i, item) for i, item in enumerate(data)]
    created = _created(tree, entries)
    return Export(
        **{name: tree[name] for name in ("game", "origin", "vkey", "checkpoint")},
        **{name: tree[name] for name in ("disclosures", "seeds", "draws")},
        entries=entries,
        leaves=[merkle.leaf(item) for item in data],
        roots=_roots(created["draw_roots"]),
        slots=created["draw_count"],
    )


def _parse(data: bytes) -> Any:
    try:
        return decode(data)
    except ValueError as error:
        raise Failed(f"the file does not read: {error}") from error


def _fits(value: Any, shape: Shape, what: str, entry: int | None = None, *, more: bool = False) -> None:
    """Exactly these members (or `more`), each of its kind."""
    if type(value) is not dict:
        raise Failed(f"{what} is no object", entry)
    for name, good in shape.items():
        if name not in value or not good(value[name]):
            raise Failed(f"{what}: the member {name!r} is missing or malformed", entry)
    if not more and value.keys() - shape.keys():
        raise Failed(f"{what} has unknown members {sorted(value.keys() - shape.keys())}", entry)


def _entry(i: int, data: bytes) -> dict[str, Any]:
    try:
        entry = decode_entry(data)
    except ValueError as error:
        raise Failed(str(error), i) from error
    seen = type(entry) is dict and "seen" in entry
    _fits(entry, _ENTRY | ({"seen": _is(dict)} if seen else {}), "the entry", i)
    if seen:
        _fits(entry["seen"], _SEEN, "the member 'seen'", i)
    if entry["i"] != i:
        raise Failed(f"it calls itself entry {entry['i']}", i)
    return entry  # type: ignore[no-any-return]


def _created(tree: dict[str, Any], entries: list[dict[str, Any]]) -> dict[str, Any]:
    """What entry 0 binds the game to; the file must say the same."""
    if not entries or entries[0]["t"] != "game-created":
        raise Failed("the log does not begin with the game's creation", 0)
    created: dict[str, Any] = entries[0]["d"]
    _fits(created, _CREATED, "the game's creation", 0, more=True)
    for name in _BOUND:
        if created[name] != tree[name]:
            raise Failed(f"it binds the game to another {name} than the file names", 0)
    _check_origin(created)
    return created


def _check_origin(created: dict[str, Any]) -> None:
    host, _, identity = created["origin"].rpartition("/g/")
    try:
        same = uuid.UUID(identity).hex == created["game"]
    except ValueError:
        same = False
    if not host or not same:
        raise Failed("its origin is not that of its game", 0)


def _roots(texts: list[str]) -> list[bytes]:
    try:
        return [from_b64(text, 32) for text in texts]
    except ValueError as error:
        raise Failed(f"draw roots: {error}", 0) from error


def hash_of(text: str, what: str, entry: int | None = None) -> bytes:
    """32 bytes of base64url in the file; Failed otherwise."""
    try:
        return from_b64u(text, 32)
    except ValueError as error:
        raise Failed(f"{what}: {error}", entry) from error
