"""Maps between the events that the domain records and the rows of the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
import orjson

from domain.hidden import may_hide
from domain.ledger import entry as ledger_entry
from domain.ledger.seal import read_event, seal_event
from domain.ledger.signed_actions import PATH
from domain.ruleset import Ruleset
from domain.table.event_types import Types, types_of
from domain.table.events import CLOSED_TABLES, GameCreated
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged
from service.log import legacy_formats
from service.store import Row

CREATED = "game-created"


def to_row(logged: Logged, at: int, k_salt: bytes, disclosure: str | None = None) -> Row:
    """The canonical entry of an event, and its hidden values, which the entry does not contain. `at` in milliseconds.

    `disclosure` is that of a signed action whose first entry this is.
    """
    index = logged.version - 1
    data, secrets = seal_event(logged.event, index, k_salt)
    kind = str(type(logged.event).__struct_config__.tag)
    body = ledger_entry.encode(
        index, kind, at, logged.actor, logged.action, data, logged.rules, logged.seen, logged.sig
    )
    if disclosure is not None:
        secrets[PATH] = [disclosure]
    return Row(logged.version, kind, body, orjson.dumps(secrets) if secrets else b"")


def from_row(row: Row, types: Types) -> Logged:
    """The exact event of a row."""
    return dated(row, types)[0]


def dated(row: Row, types: Types) -> tuple[Logged, int]:
    """The event of a row, and when it was committed in milliseconds since the epoch.

    The first row has the game's keys in place of secrets.
    """
    found = ledger_entry.decode(row.entry)
    secrets = orjson.loads(row.secrets) if row.secrets and row.version > 1 else {}
    data = legacy_formats.upgraded(found.d) if found.t == CREATED else found.d
    try:
        event = read_event(types[found.t], found.i, data, secrets)
    except (KeyError, msgspec.ValidationError) as error:
        raise legacy_formats.unreadable_event(row.version, found.t) from error
    logged = Logged(row.version, event, found.by, found.a, found.r, found.sig, found.seen, found.at)
    return logged, found.at


class RequiredRevision(msgspec.Struct):
    """The part of entry 0 that says which revision of the event tables its log needs."""

    table: int | None = None


def created(entry: bytes) -> tuple[GameCreated, int]:
    """The game's creation event in entry 0, and when it was committed in milliseconds since the epoch.

    `Refused` newer-log for the log of a newer service, which may hold unknown events.
    """
    needed = msgspec.json.decode(ledger_entry.decode(entry).d, type=RequiredRevision).table
    if needed is not None and needed > CLOSED_TABLES:
        detail = (
            f"The log of this game needs a newer Kronika: it is written by revision {needed} of the tables of events, and "
            f"this service knows them up to revision {CLOSED_TABLES}."
        )
        raise Refused(Refusal.NEWER_LOG, detail)
    first, at = dated(Row(1, "game-created", entry), {"game-created": GameCreated})
    assert isinstance(first.event, GameCreated)
    return first.event, at


def from_rows(rows: Iterable[Row], types: Types) -> list[Logged]:
    return [from_row(row, types) for row in rows]


class FoldableEntry(msgspec.Struct, gc=False):
    """The part of an entry that folding needs."""

    t: str
    at: int
    by: str
    a: int
    d: msgspec.Raw


_lean = msgspec.json.Decoder(FoldableEntry).decode


@cache
def _decoders(ruleset: Ruleset[Any]) -> Mapping[str, Callable[[msgspec.Raw], Any] | None]:
    """The decoder of each event type's data; None if secrets have to be merged in."""
    plain = {kind: not may_hide(cls) for kind, cls in types_of(ruleset).items()}
    return {k: msgspec.json.Decoder(c).decode if plain[k] else None for k, c in types_of(ruleset).items()}


def foldable(
    entries: Iterable[bytes], secrets: Mapping[int, bytes], ruleset: Ruleset[Any], after: int = 0
) -> list[Logged]:
    """The events of entries without their clauses: all that folding needs, as fast as possible.

    `secrets` by version; `after` is the version before the first entry.
    """
    decoders, log = _decoders(ruleset), []
    for version, entry in enumerate(entries, after + 1):
        lean = _lean(entry)
        if lean.t == CREATED:
            lean.d = legacy_formats.upgraded(lean.d)
        try:
            decode = decoders[lean.t]
            event = _sealed(version, lean, secrets, ruleset) if decode is None else decode(lean.d)
        except (KeyError, msgspec.ValidationError) as error:
            raise legacy_formats.unreadable_event(version, lean.t) from error
        log.append(Logged(version, event, lean.by, lean.a, at=lean.at))
    return log


def _sealed(version: int, lean: FoldableEntry, secrets: Mapping[int, bytes], ruleset: Ruleset[Any]) -> Any:
    own = version > 1 and version in secrets  # the first entry has the game's keys in place of secrets
    packed = orjson.loads(secrets[version]) if own else {}
    return read_event(types_of(ruleset)[lean.t], version - 1, lean.d, packed)


def time_of(entry: bytes) -> int:
    """When an event was committed, in milliseconds since the epoch."""
    return ledger_entry.decode(entry).at
