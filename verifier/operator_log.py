"""The operator's log: what the operator of a service did, as entries of a log of its own (docs/ledger.md, section 18)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from . import merkle
from .known import Known, Older
from .note import Checkpoint, read_note
from .problems import Failed, NotAvailable
from .report import FAILED, NOT_AVAILABLE, PASSED, Level, Report
from .shapes import Shape, fits, is_a, number, one_of, texts
from .text import decode_entry, decode_file

FORMAT = "kronika-operator/1"
_NAMED = b'"format":"kronika-operator/1",'
"""Near the end of every such file, because its members are sorted; texts in a file have no bare quotation marks."""
_ORIGIN = re.compile(r"[!-*,-~]+/operator")
_FILE: Shape = {
    "format": one_of([FORMAT]),
    "origin": lambda value: type(value) is str and _ORIGIN.fullmatch(value) is not None,
    "vkey": is_a(str),
    "entries": texts,
    "checkpoint": is_a(str),
}
_ENTRY: Shape = {
    "v": number(1, 1),
    "i": number(),
    "t": is_a(str),
    "at": number(),
    "by": one_of(["operator"]),
    "d": is_a(dict),
}
_ACT: Shape = {"subject": is_a(str), "reason": is_a(str), "details": is_a(dict)}


@dataclass(frozen=True)
class OperatorReport(Report):
    """The report of an operator's log. There are no draws in it, so it has no verdict."""

    def words(self) -> list[str]:
        return []


@dataclass(frozen=True)
class OperatorLog:
    """A well-formed file."""

    origin: str
    vkey: str
    checkpoint: str
    leaves: list[bytes]

    def continues(self, older: Checkpoint) -> bool:
        return older.size <= len(self.leaves) and merkle.root(self.leaves[: older.size]) == older.root


def is_operator_log(file: Any) -> bool:
    """Whether a file claims to be an operator's log."""
    return isinstance(file, bytes) and _NAMED in file[-2_000:]


def operator_report(data: bytes, known: Known) -> OperatorReport:
    """The levels of an operator's log; never raises on a bad file."""
    try:
        log = _read(data)
        detail = _check(log, known.vkey)
    except (Failed, RecursionError, UnicodeError) as error:
        why, entry = (
            (error.why, error.entry) if isinstance(error, Failed) else ("the file does not read", None)
        )
        first = Level("L0", FAILED, why, entry)
        return OperatorReport((first, Level("L1", NOT_AVAILABLE, "L0 has failed, so this is not judged")))
    levels = (Level("L0", PASSED, detail), _continued(log, known.older))
    return OperatorReport(levels, log.origin, len(log.leaves), log.vkey)


def _read(data: bytes) -> OperatorLog:
    try:
        tree = decode_file(data.removesuffix(b"\n"))
    except ValueError as error:
        raise Failed(f"the file does not read: {error}") from error
    fits(tree, _FILE, "the file")
    entries = [text.encode() for text in tree["entries"]]
    for i, entry in enumerate(entries):
        _check_entry(i, entry)
    return OperatorLog(tree["origin"], tree["vkey"], tree["checkpoint"], [merkle.leaf(it) for it in entries])


def _check_entry(i: int, data: bytes) -> None:
    try:
        entry = decode_entry(data)
    except ValueError as error:
        raise Failed(str(error), i) from error
    fits(entry, _ENTRY, "the entry", i)
    fits(entry["d"], _ACT, "the act", i)
    if entry["i"] != i:
        raise Failed(f"it calls itself entry {entry['i']}", i)


def _check(log: OperatorLog, vkey: str | None) -> str:
    if vkey is not None and vkey != log.vkey:
        raise Failed("the file's verifier key is not the one that you trust")
    head = read_note(log.checkpoint, log.vkey)
    if head.origin != log.origin:
        raise Failed(f"the checkpoint is that of {head.origin}")
    if head.size != len(log.leaves):
        raise Failed(f"the checkpoint is over {head.size} entries, and the file has {len(log.leaves)}")
    if not log.continues(head):
        raise Failed("the entries are not those that the checkpoint signs")
    return f"{len(log.leaves)} acts under one signed head"


def _continued(log: OperatorLog, older: Older) -> Level:
    try:
        return Level("L1", PASSED, _check_older(log, older))
    except Failed as failed:
        return Level("L1", FAILED, failed.why)
    except NotAvailable as missing:
        return Level("L1", NOT_AVAILABLE, str(missing))


def _check_older(log: OperatorLog, older: Older) -> str:
    if older is None:
        raise NotAvailable("give an older export or checkpoint of the same log")
    head = read_note(_note(older), log.vkey)
    if not log.continues(head):
        raise Failed(
            f"it was rewritten: the {head.size} entries of the older checkpoint are not its first ones"
        )
    return f"the log continues the older one of {head.size} entries"


def _note(older: Older) -> str:
    data = older.encode() if isinstance(older, str) else older
    if isinstance(data, bytes) and is_operator_log(data):
        data = decode_file(data.removesuffix(b"\n"))
    if isinstance(data, dict):
        return str(data.get("checkpoint"))
    return (data or b"").decode("utf-8", "replace")
