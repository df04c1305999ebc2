"""Logs of earlier formats, and what their entry 0 lacks (docs/ledger.md, section 14, describes the formats)."""

from __future__ import annotations

import msgspec
import orjson

from domain.ledger import entry as ledger_entry
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
