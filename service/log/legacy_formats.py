"""Logs of earlier formats, and what their entry 0 lacks (docs/ledger.md, section 14, describes the formats)."""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

import msgspec
import orjson

from domain.hidden import hint_may_hide
from domain.ledger import entry as ledger_entry
from domain.ruleset import Event, Ruleset
from domain.table.event_types import Types, types_of
from domain.table.line import draw_fields
from domain.table.refusals import Refusal, Refused

CURRENT_MARKS = (b'"disputes":null', b'"disputes":{')


def upgraded(data: msgspec.Raw) -> msgspec.Raw:
    """The data of entry 0 with the member that earlier formats lack: no referees, or referees under the default terms."""
    if any(mark in bytes(data) for mark in CURRENT_MARKS):
        return data
    found = orjson.loads(bytes(data))
    return msgspec.Raw(orjson.dumps({**found, "disputes": {} if found.get("disputes") else None}))


def is_current(entry: bytes) -> bool:
    """Whether this service would write entry 0 in the same bytes."""
    data = ledger_entry.decode(entry).d
    return upgraded(data) is data


def is_legacy(entry: bytes) -> bool:
    """Whether entry 0 is of a format (2 and before) whose seeds and draws were made otherwise; such logs are read-only."""
    return b'"entropy":' in bytes(ledger_entry.decode(entry).d)


def legacy_refusal() -> Refused:
    detail = (
        "The log of this game is of an earlier format, whose draws were forced otherwise than today. The game can be read, but "
        "nothing can be added to it."
    )
    return Refused(Refusal.UNREADABLE_LOG, detail)


def unreadable_event(version: int, kind: str) -> Refused:
    detail = (
        f"Event {version} of this game, of the type {kind}, cannot be read by this version of Kronika: an earlier version wrote "
        "it, or it is damaged."
    )
    return Refused(Refusal.UNREADABLE_LOG, detail, version=version)


def without_board(why: Refused) -> Refused:
    """Why the log of a legacy format cannot be replayed, and what the client can read instead."""
    detail = (
        f"{why.detail} The log is of format 2. Its checkpoint, entries, proofs, openings, audit file and game file can be read; "
        "the board cannot be shown, and nothing is added."
    )
    return Refused(why.kind, detail, **why.more)


@cache
def types_without_board(ruleset: Ruleset[Any]) -> Types:
    """Types that read events of a legacy format whose members differ from today's: only their secrets and draws."""
    own = {kind: _secrets_and_draws(cls) for kind, cls in ruleset.event_types.items()}
    return {**types_of(ruleset), **own}


def _secrets_and_draws(cls: type[Event]) -> type[Any]:
    """These members have not changed since the first layout; one that an event lacks is None."""
    hints, draws = get_type_hints(cls), draw_fields(cls)
    names = [name for name in cls.__struct_fields__ if name in draws or hint_may_hide(hints[name])]
    fields = [(name, hints[name] | None, None) for name in names]
    return msgspec.defstruct(cls.__name__, fields, bases=(Event,), frozen=True)
