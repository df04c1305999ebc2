"""The log of an audit file by what its signed head proves. Nothing is decided again, so this is fast.

The head proves that the service with the key in the file wrote exactly these entries, in this order, and committed to these
hidden values. That the entries follow the rules is for `engine.logs.read` to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec
import orjson

from domain.ledger import entry
from domain.ledger.entry import Entry
from domain.ledger.merkle import leaf_hash, tree_root
from domain.ledger.note import BadNote, parse_checkpoint, verify
from domain.ledger.opening import Opening, for_events, is_closed, plain
from domain.ledger.seal import Undisclosed
from domain.ruleset import Ruleset
from domain.table.event_types import types_of
from domain.table.fold import fold
from domain.table.redecide import STUMBLES
from domain.table.state import Logged
from engine.game import Game
from engine.logs import BadFile, audit_in, ruleset_of

BOUND = ("game", "origin", "vkey", "ruleset", "edition")
"""What entry 0 and the file both say."""


def entries_of(file: Any, check: bool = True) -> list[Entry]:
    """The entries of a game file or audit file, decoded. `check`: whether the signed head has to be one over these entries.

    `BadFile` if it is not, or if this is no such file.
    """
    audit = audit_in(file)
    try:
        data = [text.encode() for text in audit["entries"]]
        if check:
            _check_head(audit, data)
        entries = [entry.decode(it) for it in data]
        _check_bound(audit, entries)
    except (BadNote, msgspec.MsgspecError, AttributeError, KeyError, TypeError, IndexError) as error:
        raise BadFile(f"This is no game file that holds together: {_reason(error)}.") from error
    return entries


def _reason(error: Exception) -> str:
    return f"it has no {error}" if isinstance(error, KeyError) else str(error)


def _check_head(audit: Mapping[str, Any], data: Sequence[bytes]) -> None:
    head = parse_checkpoint(verify(audit["checkpoint"], audit["vkey"]))
    if (head.origin, head.size) != (audit["origin"], len(data)):
        raise BadNote("its signed head is over another log")
    if head.root != tree_root([leaf_hash(it) for it in data]):
        raise BadNote("its entries are not those whose head was signed")


def _check_bound(audit: Mapping[str, Any], entries: Sequence[Entry]) -> None:
    created = msgspec.json.decode(entries[0].d)
    for name in BOUND:
        if audit[name] != created.get(name):
            raise BadNote(f"it names another {name} than its first entry")
    if any(it.i != n for n, it in enumerate(entries)):
        raise BadNote("its entries are not numbered in order")


def data_of(file: Any, entries: Sequence[Entry]) -> Iterator[bytes]:
    """The data of each entry as JSON, with the values that it hides; `BadFile` where one is missing or another was committed."""
    with _opened():
        opening = Opening(audit_in(file)["disclosures"], plain)
        for it in entries:
            d = bytes(it.d)
            yield orjson.dumps(opening.data(it.i, d)) if is_closed(d) else d


@contextmanager
def _opened() -> Iterator[None]:
    try:
        yield
    except Undisclosed:
        detail = "The file does not disclose every secret; that of a game that is over does."
        raise BadFile(detail) from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadFile(f"Its disclosures do not open its entries: {error}.") from error


def read_proven(file: Any, check: bool = True) -> Game:
    """The game of a file whose secrets are all disclosed, as `entries_of` reads it; `BadFile` if its events cannot be folded."""
    entries, audit = entries_of(file, check), audit_in(file)
    ruleset = ruleset_of(audit["ruleset"], audit["edition"])
    with _opened():
        opening = Opening(audit["disclosures"], for_events)
        log = tuple(_logged(ruleset, it, opening) for it in entries)
    try:
        return Game(ruleset, fold(ruleset, log), log)
    except STUMBLES as error:
        raise BadFile(f"These events cannot have followed each other: {_reason(error)}.") from error


def _logged(ruleset: Ruleset[Any], it: Entry, opening: Opening) -> Logged:
    cls, d = types_of(ruleset)[it.t], bytes(it.d)
    if is_closed(d):
        event = msgspec.convert(opening.data(it.i, d), cls, str_keys=True, strict=not _is_wide(cls))
    else:
        event = _decoder(cls).decode(d)
    return Logged(it.i + 1, event, it.by, it.a, it.r, it.sig, it.seen, it.at)


@cache
def _is_wide(cls: Any) -> bool:
    return getattr(cls, "wide", False)


@cache
def _decoder(cls: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cls, strict=not _is_wide(cls))
