"""Logs from before the closed tables: what their entry 0 lacks (docs/ledger.md, section 14, has the formats)."""

from __future__ import annotations

import msgspec
import orjson

from domain.ledger import entry as ledger_entry
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
