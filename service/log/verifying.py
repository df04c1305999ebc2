"""Level L4 of verification: every event of an audit file follows from the rules of the pinned edition."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.contract.package import Package
from domain.ledger.seal import Undisclosed
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.created import check_created, lacks_code
from domain.table.foreign import Stretch, foreign, undecided
from domain.table.logged_draws import made_in
from domain.table.reading import read_log, signed_actions
from domain.table.redecide import NotByTheRules, Unfoldable, redecided
from domain.table.referee.appointing import TABLE
from domain.table.referee.folding import DESK_EVENTS
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged, Table
from verifier import FAILED, NOT_AVAILABLE, PASSED, Level, Report, verify

NAME = "L4"
DrawAt = tuple[int, str, int, int, str]
"""Entry, path, epoch, slot and kind of a draw, as both lists have them."""
OLD_DESK = f"the desk of games before table {TABLE} is not judged by the rules"
DESK_TYPES = frozenset(it.__struct_config__.tag for it in DESK_EVENTS)
UNDISCLOSED = "the auditor's audit file discloses every secret; this one does not"


class RulesVerdict(NamedTuple):
    """The result of replaying a log by the rules; if it passes, also its events with their knowers, and the final table."""

    level: Level
    log: Sequence[Logged] = ()
    table: Table | None = None


def rules_level(
    audit: Mapping[str, Any], report: Report | None = None, progress: Callable[[int], object] = int
) -> Level:
    """Replay an audit file that has passed L0 through its ruleset.

    `report` is the verifier's, which is run if none is given: the draws by the rules have to be those that it found.
    `progress` is called with the version reached.
    """
    return check_rules(audit, report, progress).level


def missing_rules(audit: Mapping[str, Any]) -> Level | None:
    """The result for a file whose ruleset or edition is missing here; None if both exist."""
    named, edition = audit.get("ruleset"), audit.get("edition")
    ruleset = registry().get(named) if isinstance(named, str) else None
    if ruleset is not None and edition in list(ruleset.editions):
        return None
    return Level(NAME, NOT_AVAILABLE, f"this Kronika does not have {named}, edition {edition}")


def _missing_code(audit: Mapping[str, Any]) -> Level | None:
    """The result for the file of a game that began with other code than is here."""
    found = json.loads(audit["entries"][0])["d"].get("package")
    package = None if found is None else msgspec.convert(found, Package)
    ruleset = registry().get(audit["ruleset"])
    if ruleset is not None:
        lacking = lacks_code(ruleset, package)
    else:
        lacking = f"needs {package} with the code {package.hash}" if package else ""
    return Level(NAME, NOT_AVAILABLE, lacking) if lacking else None


def check_rules(
    audit: Mapping[str, Any], report: Report | None = None, progress: Callable[[int], object] = int
) -> RulesVerdict:
    """See `rules_level`."""
    report = report or verify(dict(audit))
    if report.lacking:
        return _not_available(report.lacking)
    if missing := _missing_code(audit) or missing_rules(audit):
        return RulesVerdict(missing)
    if _has_old_desk(audit):
        return _not_available(OLD_DESK)
    ruleset = registry()[audit["ruleset"]]
    try:
        return _check_rules(ruleset, audit, report, progress)
    except Undisclosed:
        return _not_available(UNDISCLOSED)
    except Refused as error:
        if error.kind is not Refusal.RULESET_FAILED:
            raise
        return _not_available(error.detail)
    except NotByTheRules as broken:
        return RulesVerdict(Level(NAME, FAILED, broken.detail, broken.version - 1))


def _has_old_desk(audit: Mapping[str, Any]) -> bool:
    """Whether the desk of a game of an earlier table than `TABLE` has entries: their form is not read any more."""
    entries = [json.loads(text) for text in audit["entries"]]
    return (entries[0]["d"].get("table") or 0) < TABLE and any(it["t"] in DESK_TYPES for it in entries)


def _not_available(why: str) -> RulesVerdict:
    return RulesVerdict(Level(NAME, NOT_AVAILABLE, why))


def _check_rules(
    ruleset: Ruleset[Any], audit: Mapping[str, Any], report: Report, progress: Callable[[int], object]
) -> RulesVerdict:
    log = read_log(audit)
    others, recorded = undecided(ruleset, log), list[Logged]()
    try:
        check_created(ruleset, log[0])
        for fold in redecided(ruleset, log, signed=signed_actions(audit)):
            recorded += fold.recorded
            progress(fold.version)
    except Unfoldable as error:
        return _not_available(f"{_needed(ruleset, others or foreign(ruleset, log))}; {error}")
    draws = _compared(recorded, report, others)
    if others:
        return _not_available(_needed(ruleset, others))
    detail = f"{len(log)} events follow from the rules of {ruleset.name['en']}; {draws}"
    return RulesVerdict(Level(NAME, PASSED, detail), recorded, fold.table())


def _needed(ruleset: Ruleset[Any], others: Sequence[Stretch]) -> str:
    revisions = " and ".join(map(str, dict.fromkeys(it.rules for it in others)))
    ranges = "; ".join(f"entries {it.first} to {it.last} are decided by revision {it.rules}" for it in others)
    return f"needs revision {revisions} of the rules of {ruleset.name['en']}; this is revision {ruleset.rules}: {ranges}"


def _compared(recorded: Sequence[Logged], report: Report, others: Sequence[Stretch]) -> str:
    """Check that the draws by the rules are exactly those that the verifier has found; the result as text.

    Entries decided by another revision are left out. A log that failed an earlier level has no draws to compare.
    """
    made: set[DrawAt] = {it for it in made_in(recorded) if not _within(others, it.entry)}
    if not report.ok:
        return f"{len(made)} draws by the rules, none checked"
    found: set[DrawAt] = {it for it in report.draws if not _within(others, it.entry)}
    if made != found:
        entry = min(made ^ found)[0]
        raise NotByTheRules(entry + 1, "its draws by the rules are not those that L3 finds in it")
    checked = "checked" if report["L3"].status == PASSED else "found"
    return f"{len(made)} draws by the rules, the same {len(found)} {checked}"


def _within(stretches: Sequence[Stretch], entry: int) -> bool:
    return any(it.first <= entry <= it.last for it in stretches)
