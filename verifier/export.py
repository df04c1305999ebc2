"""Reads audit files: their shape, their entries, and the facts that entry 0 binds the game to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import merkle
from .entries import BOUND, Entry, is_analysis, is_to_come, read_entries, terms_of
from .problems import Failed
from .promise import promised_log
from .shapes import Shape, base64s, fits, is_a, number, texts
from .tables import Terms, own_table
from .text import decode_file, from_b64, from_b64u

FORMAT = "kronika-audit/1"
GAME_FILES = ("kronika-game/1", "kronika-game/2")
"""Formats that contain an audit file as their member `audit`."""

_LISTS: dict[str, Shape] = {
    "disclosures": {"index": number(), "path": is_a(str), "disclosure": is_a(str)},
    "seeds": {"seat": number(), "seed": is_a(str)},
    "draws": {"epoch": number(), "slot": number(), "key": is_a(str), "path": texts},
    "cosignatures": {"vkey": is_a(str), "note": is_a(str)},
}
_FILE: Shape = {
    "format": lambda value: value == FORMAT,
    "entries": texts,
    "checkpoint": is_a(str),
    **{name: is_a(str) for name in BOUND},
    **{name: is_a(list) for name in _LISTS},
}
_SERVICE_LOG: Shape = {"checkpoint": is_a(str), "cosignatures": is_a(list), "leaves": is_a(list)}
_LEAF: Shape = {"index": number(), "leaf": is_a(str), "path": base64s()}


@dataclass(frozen=True)
class Export:
    """A well-formed audit file. `entries` are decoded, `leaves` are their hashes."""

    game: str
    origin: str
    vkey: str
    checkpoint: str
    entries: list[Entry]
    leaves: list[bytes]
    disclosures: list[dict[str, Any]]
    seeds: list[dict[str, Any]]
    draws: list[dict[str, Any]]
    cosignatures: list[dict[str, str]]
    service_log: dict[str, Any] | None = None
    """Its leaves in the log of logs."""

    @property
    def created(self) -> dict[str, Any]:
        """The facts that entry 0 binds the game to."""
        return self.entries[0]["d"]  # type: ignore[no-any-return]

    @cached_property
    def terms(self) -> Terms:
        """The schema of its entries."""
        return terms_of(self.entries[0])

    @cached_property
    def played(self) -> frozenset[str]:
        """The types of its ruleset; none without their table."""
        table = self.terms.table
        return frozenset(table.types.keys() - own_table(self.created["table"]).types.keys() if table else ())

    @property
    def accepting(self) -> bool:
        """Whether its table has the desk in which referees accept their appointment in the log."""
        return self.terms.table is not None and "referee-accepted" in self.terms.table.types

    @property
    def game_id(self) -> bytes:
        return bytes.fromhex(self.game)

    @property
    def seats(self) -> int:
        return int(self.created["seats"])

    @property
    def slots(self) -> int:
        """The number of draw keys per epoch."""
        return int(self.created["draw_count"])

    @property
    def analysis(self) -> bool:
        return is_analysis(self.entries)

    @cached_property
    def roots(self) -> list[bytes]:
        """The roots of the draw keys, one per epoch."""
        return [from_b64(text, 32) for text in self.created["draw_roots"]]

    @cached_property
    def heads(self) -> list[bytes]:
        """The roots of the first 0, 1, 2 .. entries."""
        return merkle.heads(self.leaves)


def read(audit: dict[str, Any] | bytes, bundled: bool = False) -> Export:
    """The export in a file; Failed if it is not one. Bytes must be canonical JSON (one final newline is allowed).

    A game file is one, except in a bundle.
    """
    file = _parse(audit.removesuffix(b"\n")) if isinstance(audit, bytes) else audit
    tree = file if bundled else audit_of(file)
    closed = not _is_to_come(tree)
    fits(tree, _FILE, "the file", None, {"service_log": is_a(dict)} if closed else None, closed)
    for name in _LISTS if closed else ("cosignatures",):
        for item in tree[name]:
            fits(item, _LISTS[name], f"an item of {name}", closed=closed)
    data = [text.encode("utf-8", "surrogatepass") for text in tree["entries"]]
    entries = read_entries(data, closed)
    for name in BOUND:
        if entries[0]["d"][name] != tree[name]:
            raise Failed(f"it binds the game to another {name} than the file names", 0)
    given = {name: tree[name] for name in ("game", "origin", "vkey", "checkpoint", *_LISTS)}
    if closed and "service_log" in tree:
        given["service_log"] = _service_log(tree["service_log"], entries[0])
    return Export(entries=entries, leaves=[merkle.leaf(item) for item in data], **given)


def _service_log(service_log: dict[str, Any], first: Entry) -> dict[str, Any]:
    if promised_log(first["d"]) is None:
        raise Failed("the file has leaves in a log of logs, and none was promised")
    fits(service_log, _SERVICE_LOG, "service_log")
    for item in service_log["cosignatures"]:
        fits(item, _LISTS["cosignatures"], "a cosignature of service_log")
    for item in service_log["leaves"]:
        fits(item, _LEAF, "a leaf of service_log")
    return service_log


def _is_to_come(tree: Any) -> bool:
    """Whether its table is unknown to this verifier: such a file and its entries may have additional members."""
    entries = tree.get("entries") if type(tree) is dict else None
    return type(entries) is list and bool(entries) and type(entries[0]) is str and is_to_come(entries[0])


def audit_of(tree: Any) -> Any:
    """The verifiable part of a game file, whose other members no log vouches for; an audit file is returned unchanged."""
    is_game = isinstance(tree, dict) and tree.get("format") in GAME_FILES
    return tree.get("audit") if is_game else tree


def _parse(data: bytes) -> Any:
    try:
        return decode_file(data)
    except ValueError as error:
        raise Failed(f"the file does not read: {error}") from error


def hash_of(text: str, what: str, entry: int | None = None) -> bytes:
    """32 bytes of base64url in the file; Failed otherwise."""
    try:
        return from_b64u(text, 32)
    except ValueError as error:
        raise Failed(f"{what}: {error}", entry) from error
