"""Converts events of a log to JSON objects, with hidden values in the clear, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.ledger.entry import Seen, Sig
from domain.table.event_types import Types
from domain.table.state import Logged


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """`data` are the fields of the event of this `type`; all other fields are as in `Logged`."""

    version: int
    type: str
    actor: str
    action: int
    data: dict[str, Any]
    rules: tuple[str, ...] = ()
    sig: Sig | None = None
    seen: Seen | None = None
    at: int = 0


def written(it: Logged) -> dict[str, Any]:
    """An event of a log as a JSON object."""
    members: dict[str, Any] = msgspec.to_builtins(it, str_keys=True)
    data = members.pop("event")
    entry: dict[str, Any] = msgspec.to_builtins(
        msgspec.convert({**members, "type": data.pop("type"), "data": data}, Entry)
    )
    return entry


def logged(entry: Mapping[str, Any], types: Types) -> Logged:
    """The event from its JSON object; LookupError or `msgspec.ValidationError` for unknown types or bad fields."""
    it = msgspec.convert(entry, Entry)
    event = msgspec.convert({**it.data, "type": it.type}, types[it.type])
    return Logged(it.version, event, it.actor, it.action, it.rules, it.sig, it.seen, it.at)
