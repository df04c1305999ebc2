"""Replays games by today's rules, to see whether changed rules would decide running games differently."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from domain.hidden import AUDITOR
from domain.ledger.editions import edition_hash
from domain.ledger.seal import Undisclosed
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.playthrough import Decision, decision_at
from domain.table.reading import read_log
from domain.table.redecide import NotByTheRules, redecided
from domain.table.state import Logged, Table
from projections.events import event_data
from service.log.repository import Repository

Meet = Callable[[Decision], str | None]
"""Gets each decision of a game as today's rules see it; says what about it differs from an earlier record, if anything does."""


def unrecorded(decision: Decision) -> None:
    """Nothing is compared with an earlier record."""


class RegressionResult(NamedTuple):
    """One game by today's rules. `version` is the first that would differ, if any.

    `logged` and `today` are the events of that action as `{"type","data","rules"}`, `today` empty when no action
    allowed there resembles it. `why` says what is the matter, or why the game could not be tried; `first` names the
    first event, field or clause of the two that differs.
    """

    game: str
    ruleset: str
    tried: bool
    version: int | None = None
    why: str = ""
    logged: Sequence[Mapping[str, Any]] = ()
    today: Sequence[Mapping[str, Any]] = ()
    first: str = ""

    @property
    def same(self) -> bool:
        return self.tried and self.version is None


def of_store(repository: Repository, game: str, meet: Meet = unrecorded) -> RegressionResult:
    """A game of the database, with all its secrets."""
    loaded = repository.get(game)
    log = repository.versions.log(loaded)
    return _regressed(game, loaded.ruleset, lambda: log, meet)


def of_file(file: Mapping[str, Any], meet: Meet = unrecorded) -> RegressionResult:
    """An audit file or a portable game file; a redacted one cannot be tried."""
    game, id = named(file)
    audit = file.get("audit", file)
    if not isinstance(audit.get("entries"), list) or id not in registry():
        return RegressionResult(
            game, id, False, why="this is no audit or game file of a ruleset that is here"
        )
    return _regressed(game, registry()[id], lambda: read_log(audit), meet)


def named(file: Mapping[str, Any]) -> tuple[str, str]:
    """The ids of a file's game and ruleset."""
    audit = file.get("audit", file)
    return str(audit.get("game", "?")), str(audit.get("ruleset", "?"))


def _regressed(
    game: str, ruleset: Ruleset[Any], log_of: Callable[[], Sequence[Logged]], meet: Meet
) -> RegressionResult:
    try:
        log = log_of()
        if changed := _edition_changed(ruleset, log[0].event):
            return RegressionResult(game, ruleset.id, True, 1, changed)
        for fold in redecided(ruleset, log, by_todays_rules=True):
            if (why := _met(ruleset, fold.table(), meet)) is not None:
                return RegressionResult(game, ruleset.id, True, fold.version, why)
    except NotByTheRules as broken:
        logged, today = _plain_events(broken.logged), _plain_events(broken.instead)
        first = _first_difference(logged, today)
        return RegressionResult(game, ruleset.id, True, broken.version, broken.detail, logged, today, first)
    except Undisclosed:
        return RegressionResult(game, ruleset.id, False, why="the file does not disclose every secret")
    return RegressionResult(game, ruleset.id, True)


def _met(ruleset: Ruleset[Any], table: Table, meet: Meet) -> str | None:
    if not table.in_play:
        return None
    return meet(decision_at(ruleset, table.version, table.game, table.setup.seats))


def _edition_changed(ruleset: Ruleset[Any], setup: Any) -> str:
    """What is wrong when an edition of today is not the one that a game was created with under the same id."""
    if (edition := ruleset.editions.get(setup.edition)) is None:
        return f"edition {setup.edition} is not here any more"
    if setup.edition_hash not in ("", edition_hash(edition)):
        return f"edition {setup.edition} was changed in place; a changed edition needs an id of its own"
    return ""


def _first_difference(logged: Sequence[Mapping[str, Any]], today: Sequence[Mapping[str, Any]]) -> str:
    """The first event, field or clause in which two accounts of an action differ."""
    for was, now in zip_longest(logged, today):
        if was is None or now is None or was["type"] != now["type"]:
            return f"event {_kind(was)} in the log, {_kind(now)} today"
        for field in dict.fromkeys((*was["data"], *now["data"])):
            if was["data"].get(field) != now["data"].get(field):
                return f"field {field} of {was['type']}: {was['data'].get(field)} in the log, {now['data'].get(field)} today"
        for then, cited in zip_longest(was["rules"], now["rules"]):
            if then != cited:
                return f"clause {then} of {was['type']} in the log, {cited} today"
    return ""


def _kind(event: Mapping[str, Any] | None) -> str:
    return "none" if event is None else str(event["type"])


def _plain_events(events: Sequence[Logged]) -> list[dict[str, Any]]:
    return [
        {
            "type": str(type(logged.event).__struct_config__.tag),
            "data": event_data(logged.event, AUDITOR),
            "rules": list(logged.rules),
        }
        for logged in events
    ]
