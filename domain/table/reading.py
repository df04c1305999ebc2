"""Reading the log in an audit file: its events with all their secrets, and what seats signed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.hidden import Hidden, Opened, map_hidden, secrets_in
from domain.ledger import canonical, entry
from domain.ledger.audit import disclosures_by_index
from domain.ledger.seal import Secrets, read_event, reseal, secrets_from
from domain.ledger.signed_actions import PATH, read_disclosure
from domain.ruleset import Event
from domain.rulesets import registry
from domain.table.event_types import Types, types_of
from domain.table.events import GameCreated
from domain.table.logged_draws import check_form
from domain.table.redecide import NotByTheRules
from domain.table.referee.events import Remedy, Ruled
from domain.table.referee.remedies import has_its_members
from domain.table.state import Logged


def read_log(audit: Mapping[str, Any]) -> list[Logged]:
    """The events of an audit file with all their secrets; `Undisclosed` when one is missing.

    `NotByTheRules` for what is no event of the file's ruleset, and for one that would be written in other bytes.
    """
    opened = disclosures_by_index(audit["disclosures"])
    types = types_of(registry()[audit["ruleset"]])
    log, data, slots = list[Logged](), list[bytes](), 0
    for index, text in enumerate(audit["entries"]):
        canonical.decode(text.encode(), sealed=True)
        found = entry.decode(text.encode())
        event = _read(types, index, found, secrets_from(opened[index]))
        slots = event.draw_count if isinstance(event, GameCreated) else slots
        _check_form(event, index, slots)
        log.append(Logged(index + 1, event, found.by, found.a, found.r, found.sig, found.seen, found.at))
        data.append(bytes(found.d))
    log = _with_opened_values(log)
    for logged, d in zip(log, data, strict=True):
        _check_written_so(logged, d, opened[logged.version - 1])
    return log


def signed_actions(audit: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """What seats signed, as far as the file discloses it, by the version of the first event."""
    rows = [row for row in audit["disclosures"] if row["path"] == PATH]
    return {row["index"] + 1: read_disclosure(row["disclosure"]) for row in rows}


def _read(types: Types, index: int, found: entry.Entry, secrets: Secrets) -> Event:
    if found.t not in types:
        raise NotByTheRules(index + 1, f"the ruleset has no event {found.t!r}")
    try:
        return read_event(types[found.t], index, found.d, secrets)
    except msgspec.ValidationError as error:
        raise NotByTheRules(index + 1, f"this is no {found.t}: {error}") from error


def _check_form(event: Event, index: int, slots: int) -> None:
    """What the types of draws, openings and remedies leave open."""
    try:
        check_form(event, slots)
    except ValueError as error:
        raise NotByTheRules(index + 1, str(error)) from error
    openings = (it for _, it in secrets_in(event) if isinstance(it, Opened))
    if any(it.to != tuple(sorted({*it.to})) for it in openings):
        raise NotByTheRules(index + 1, "it opens something to seats that do not ascend")
    if isinstance(event, Ruled) and not _has_its_remedy(event):
        raise NotByTheRules(index + 1, "its remedy is not one of its kind")


def _has_its_remedy(ruled: Ruled) -> bool:
    return has_its_members(ruled.kind, ruled.remedy or Remedy()) and ruled.remedy != Remedy()


def _check_written_so(logged: Logged, d: bytes, disclosures: Mapping[str, str]) -> None:
    """A reader of structs passes over what they do not have; two readers of one entry must not find two things in it."""
    of_values = {path: text for path, text in disclosures.items() if path != PATH}
    try:
        same = reseal(logged.event, logged.version - 1, of_values) == d
    except ValueError as error:
        raise NotByTheRules(logged.version, f"its data cannot be written so: {error}") from error
    if not same:
        kind = type(logged.event).__struct_config__.tag
        raise NotByTheRules(logged.version, f"its data are not written as those of a {kind} are")


def _with_opened_values(log: list[Logged]) -> list[Logged]:
    """What was opened to a few seats only is known from the place where it was committed."""
    found = [it for logged in log for _, it in secrets_in(logged.event)]
    values = {it.ref: it.value for it in found if isinstance(it, Hidden)}

    def filled(path: str, it: Any) -> Any:
        return replace(it, value=values.get(it.ref)) if isinstance(it, Opened) and it.value is None else it

    return [replace(logged, event=map_hidden(logged.event, filled)) for logged in log]
