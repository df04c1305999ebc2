"""Level L4 of verification: every event of an audit file follows from the rules of the pinned edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.hidden import Hidden, Opened, map_hidden, secrets_in
from domain.ledger import canonical, entry
from domain.ledger.audit import disclosures_by_index
from domain.ledger.editions import edition_hash
from domain.ledger.seal import Secrets, Undisclosed, read_event, secrets_from
from domain.ledger.signed_actions import PATH, read_disclosure
from domain.ruleset import Event
from domain.rulesets import registry
from domain.table.redecide import NotByTheRules, foreign_revisions, redecided
from domain.table.state import Logged, Table
from service.log.mapper import Types, types_of
from verifier import FAILED, NOT_AVAILABLE, PASSED, Level

NAME = "L4"
AUDITORS = "the auditor's audit file discloses every secret; this one does not"


class Judged(NamedTuple):
    """What the rules say of a log; if it passes, also its events with their knowers, and the table at the end."""

    level: Level
    log: Sequence[Logged] = ()
    table: Table | None = None


def rules_level(audit: Mapping[str, Any], progress: Callable[[int], object] = int) -> Level:
    """Replay an audit file that has passed L0 through its ruleset. `progress` is called with the version reached."""
    return judged(audit, progress).level


def judged(audit: Mapping[str, Any], progress: Callable[[int], object] = int) -> Judged:
    """See `rules_level`."""
    ruleset = registry().get(audit["ruleset"])
    if ruleset is None or audit["edition"] not in ruleset.editions:
        missing = f"{audit['ruleset']}, edition {audit['edition']}"
        return Judged(Level(NAME, NOT_AVAILABLE, f"this Kronika does not have {missing}"))
    recorded: list[Logged] = []
    try:
        log = read_log(audit)
        if log[0].event.edition_hash != edition_hash(ruleset.edition(audit["edition"])):  # type: ignore[attr-defined]
            detail = "the edition's data are not those that the game began with"
            return Judged(Level(NAME, FAILED, detail, 0))
        for fold in redecided(ruleset, log, signed=signed_actions(audit)):
            recorded += fold.recorded
            progress(fold.version)
    except Undisclosed:
        return Judged(Level(NAME, NOT_AVAILABLE, AUDITORS))
    except NotByTheRules as broken:
        return Judged(Level(NAME, FAILED, broken.detail, broken.version - 1))
    if foreign := foreign_revisions(ruleset, log):
        needed = " and ".join(map(str, foreign))
        detail = (
            f"needs revision {needed} of the rules of {ruleset.name['en']}; this is revision {ruleset.rules}"
        )
        return Judged(Level(NAME, NOT_AVAILABLE, detail))
    detail = f"{len(log)} events follow from the rules of {ruleset.name['en']}"
    return Judged(Level(NAME, PASSED, detail), recorded, fold.table())


def read_log(audit: Mapping[str, Any]) -> list[Logged]:
    """The events of an audit file with all their secrets; `Undisclosed` when one is missing.

    `NotByTheRules` for what is no event of the file's ruleset.
    """
    opened = disclosures_by_index(audit["disclosures"])
    types = types_of(registry()[audit["ruleset"]])
    log = []
    for index, text in enumerate(audit["entries"]):
        canonical.decode(text.encode(), sealed=True)
        found = entry.decode(text.encode())
        event = _read(types, index, found, secrets_from(opened[index]))
        log.append(Logged(index + 1, event, found.by, found.a, found.r, found.sig, found.seen))
    return _with_opened_values(log)


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


def _with_opened_values(log: list[Logged]) -> list[Logged]:
    """What was opened to a few seats only is known from the place where it was committed."""
    found = [it for logged in log for _, it in secrets_in(logged.event)]
    values = {it.ref: it.value for it in found if isinstance(it, Hidden)}

    def filled(path: str, it: Any) -> Any:
        return replace(it, value=values.get(it.ref)) if isinstance(it, Opened) and it.value is None else it

    return [replace(logged, event=map_hidden(logged.event, filled)) for logged in log]
