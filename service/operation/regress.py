"""Would a game go the same under today's rules? What to ask before new rules decide games that are running."""

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


class Regressed(NamedTuple):
    """One game under today's rules. `version` is the first that would be otherwise, None when none would.

    `logged` and `today` are the events of that action as `{"type","data","rules"}`, `today` empty when no action
    allowed there resembles it. `why` says what is the matter, or why the game could not be tried.
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


def of_store(repository: Repository, game: str) -> Regressed:
    """A game of the database, with all its secrets."""
    loaded = repository.get(game)
    log = repository.versions.log(loaded)
    return _regressed(game, loaded.ruleset, lambda: log)


def of_file(file: Mapping[str, Any]) -> Regressed:
    """An audit file or a portable game file; a redacted one cannot be tried."""
    audit = file.get("audit", file)
    game, id = str(audit.get("game", "?")), str(audit.get("ruleset", "?"))
    if not isinstance(audit.get("entries"), list) or id not in registry():
        return Regressed(game, id, False, why="this is no audit or game file of a ruleset that is here")
    return _regressed(game, registry()[id], lambda: read_log(audit))


def _regressed(game: str, ruleset: Ruleset[Any], log_of: Callable[[], Sequence[Logged]]) -> Regressed:
    try:
        for _ in redecided(ruleset, log_of(), by_todays_rules=True):
            pass
    except NotByTheRules as broken:
        logged, today = _shown(broken.logged), _shown(broken.instead)
        return Regressed(game, ruleset.id, True, broken.version, broken.detail, logged, today)
    except Undisclosed:
        return Regressed(game, ruleset.id, False, why="the file does not disclose every secret")
    return Regressed(game, ruleset.id, True)


def _shown(events: Sequence[Logged]) -> list[dict[str, Any]]:
    return [
        {
            "type": str(type(logged.event).__struct_config__.tag),
            "data": event_data(logged.event, AUDITOR),
            "rules": list(logged.rules),
        }
        for logged in events
    ]
