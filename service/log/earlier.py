"""Logs from before the closed tables: what their entry 0 lacks (docs/ledger.md, section 14, has the formats)."""

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

AS_TODAY = (b'"disputes":null', b'"disputes":{')


def completed(data: msgspec.Raw) -> msgspec.Raw:
    """The data of entry 0 with what its format lacks: nobody could ask a referee, or under the terms that are usual."""
    if any(part in bytes(data) for part in AS_TODAY):
        return data
    found = orjson.loads(bytes(data))
    return msgspec.Raw(orjson.dumps({**found, "disputes": {} if found.get("disputes") else None}))


def is_as_today(entry: bytes) -> bool:
    """Whether entry 0 would be written in the same bytes today, but for what was added."""
    data = ledger_entry.decode(entry).d
    return completed(data) is data


def is_closed(entry: bytes) -> bool:
    """Whether entry 0 is of a format (2 and before) in which seeds were given and draws forced otherwise than today."""
    return b'"entropy":' in bytes(ledger_entry.decode(entry).d)


def closed() -> Refused:
    detail = (
        "The log of this game is of a format in which draws were forced otherwise than today; the game can be read, and nothing "
        "is added to it."
    )
    return Refused(Refusal.UNREADABLE_LOG, detail)


def unreadable(version: int, kind: str) -> Refused:
    detail = (
        f"Event {version} of this game, of the type {kind}, cannot be read by this version of Kronika: an earlier one wrote it, "
        "or it is damaged."
    )
    return Refused(Refusal.UNREADABLE_LOG, detail, version=version)


def without_board(why: Refused) -> Refused:
    """Why a game of a closed format cannot be folded, and what of it can be read all the same."""
    detail = (
        f"{why.detail} The log is of format 2. Its checkpoint, entries, proofs, openings, audit file and game file can be read; "
        "the board cannot be shown, and nothing is added."
    )
    return Refused(why.kind, detail, **why.more)


@cache
def types_without_board(ruleset: Ruleset[Any]) -> Types:
    """How to read events of a closed format whose members differ from today's: the ruleset's have only secrets and draws."""
    own = {kind: _secrets_and_draws(cls) for kind, cls in ruleset.event_types.items()}
    return {**types_of(ruleset), **own}


def _secrets_and_draws(cls: type[Event]) -> type[Any]:
    """These members have not changed since the first layout; one that an event lacks is None."""
    hints, draws = get_type_hints(cls), draw_fields(cls)
    kept = [name for name in cls.__struct_fields__ if name in draws or hint_may_hide(hints[name])]
    fields = [(name, hints[name] | None, None) for name in kept]
    return msgspec.defstruct(cls.__name__, fields, bases=(Event,), frozen=True)
