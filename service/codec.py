"""Between what the domain records and the rows that the store keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from domain.ledger import entry as ledger_entry
from domain.ledger.seal import read_event, seal_event
from domain.ruleset import Event, Ruleset
from domain.table.events import TABLE_EVENTS
from domain.table.state import Logged
from service.store import Row

Types = Mapping[str, type[Event]]
TABLE_TYPES: Types = {str(cls.__struct_config__.tag): cls for cls in TABLE_EVENTS}


def types_of(ruleset: Ruleset[Any]) -> Types:
    return {**TABLE_TYPES, **ruleset.event_types}


def to_row(logged: Logged, at: int, k_salt: bytes) -> Row:
    """The canonical entry of an event, and beside it the secrets that it does not show. `at` in milliseconds."""
    index = logged.version - 1
    data, secrets = seal_event(logged.event, index, k_salt)
    kind = str(type(logged.event).__struct_config__.tag)
    body = ledger_entry.encode(index, kind, at, logged.actor, logged.action, data, logged.rules)
    return Row(logged.version, kind, body, orjson.dumps(secrets) if secrets else b"")


def from_row(row: Row, types: Types) -> Logged:
    """The event of a row again, exactly."""
    return dated(row, types)[0]


def dated(row: Row, types: Types) -> tuple[Logged, int]:
    """The event of a row, and when it was committed in milliseconds since the epoch."""
    found = ledger_entry.decode(row.entry)
    secrets = orjson.loads(row.secrets) if row.secrets else {}
    event = read_event(types[found.t], found.i, found.d, secrets)
    return Logged(row.version, event, found.by, found.a, found.r), found.at


def from_rows(rows: Iterable[Row], types: Types) -> list[Logged]:
    return [from_row(row, types) for row in rows]


def time_of(row: Row) -> int:
    """When an event was committed."""
    return ledger_entry.decode(row.entry).at
