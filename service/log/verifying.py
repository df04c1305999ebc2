"""Level L4 of verification: every event of an audit file follows from the rules of the pinned edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from domain.ledger.editions import edition_hash
from domain.ledger.seal import Undisclosed
from domain.rulesets import registry
from domain.table.reading import read_log, signed_actions
from domain.table.redecide import NotByTheRules, foreign_revisions, redecided
from domain.table.state import Logged, Table
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
