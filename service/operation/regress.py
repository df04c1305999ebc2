"""Replays games by today's rules, to see whether changed rules would decide running games differently."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from domain.hidden import AUDITOR
from domain.ledger.seal import Undisclosed
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.reading import read_log
from domain.table.redecide import NotByTheRules, redecided
from domain.table.state import Logged
from projections.events import event_data
from service.log.repository import Repository


class RegressionResult(NamedTuple):
    """One game by today's rules. `version` is the first that would differ, if any.

    `logged` and `today` are the events of that action as `{"type","data","rules"}`; `today` is empty if the action would not
    be allowed. `why` describes the difference, or why the game could not be replayed.
    """

    game: str
    ruleset: str
    tried: bool
    version: int | None = None
    why: str = ""
    logged: Sequence[Mapping[str, Any]] = ()
    today: Sequence[Mapping[str, Any]] = ()

    @property
    def same(self) -> bool:
        return self.tried and self.version is None


def of_store(repository: Repository, game: str) -> RegressionResult:
    """A game of the database, with all its secrets."""
    loaded = repository.get(game)
    log = repository.versions.log(loaded)
    return _regressed(game, loaded.ruleset, lambda: log)


def of_file(file: Mapping[str, Any]) -> RegressionResult:
    """An audit file or a portable game file; a redacted one cannot be tried."""
    audit = file.get("audit", file)
    game, id = str(audit.get("game", "?")), str(audit.get("ruleset", "?"))
    if not isinstance(audit.get("entries"), list) or id not in registry():
        return RegressionResult(
            game, id, False, why="this is not an audit or game file of a ruleset that this service has"
        )
    return _regressed(game, registry()[id], lambda: read_log(audit))


def _regressed(game: str, ruleset: Ruleset[Any], log_of: Callable[[], Sequence[Logged]]) -> RegressionResult:
    try:
        for _ in redecided(ruleset, log_of(), by_todays_rules=True):
            pass
    except NotByTheRules as broken:
        logged, today = _plain_events(broken.logged), _plain_events(broken.instead)
        return RegressionResult(game, ruleset.id, True, broken.version, broken.detail, logged, today)
    except Undisclosed:
        return RegressionResult(game, ruleset.id, False, why="the file does not disclose every secret")
    return RegressionResult(game, ruleset.id, True)


def _plain_events(events: Sequence[Logged]) -> list[dict[str, Any]]:
    return [
        {
            "type": str(type(logged.event).__struct_config__.tag),
            "data": event_data(logged.event, AUDITOR),
            "rules": list(logged.rules),
        }
        for logged in events
    ]
