"""Files of games that were played, as long as a log may be, for what it costs to take them in."""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.games import service
from domain.hidden import AUDITOR
from domain.table import decisions
from domain.table.fold import Fold
from domain.table.undo import frontier
from service.log.audit import game_file
from service.log.loaded import LoadedGame
from service.operation.app import Kronika
from service.tables.seating import Join, join
from tests import same_draws

SEATS = {"age-of-war": 6, "nagaraja": 2, "romans": 4, "touche": 3}
ACTIONS = 100


def long_game(ruleset: str, again: int) -> bytes:
    """The file of a game in which each action is taken back and done again so often, or followed by as many breaks.

    Its dice, shuffles and actions are the same whatever `again` is, so its length alone differs.
    """
    with service() as kronika:
        loaded, rng = _seated(kronika, ruleset), random.Random(7)
        for _ in range(ACTIONS):
            if loaded.table.status == "playing":
                loaded = _step(kronika, loaded, rng, again)
        if loaded.table.status == "playing":
            loaded = _commit(kronika, loaded, decisions.abandon)
        return game_file(kronika.repository, loaded, AUDITOR)


def _seated(kronika: Kronika, ruleset: str) -> LoadedGame:
    game, _ = same_draws.create(kronika, ruleset, SEATS[ruleset], "long")
    for seat in range(1, SEATS[ruleset] + 1):
        join(Join(game, None, {"name": f"Player {seat}"}), kronika.context)
    return kronika.repository.get(game)


def _step(kronika: Kronika, loaded: LoadedGame, rng: random.Random, again: int) -> LoadedGame:
    seat = rng.choice(loaded.table.to_act)
    action = rng.choice(loaded.ruleset.legal_actions(loaded.table.game, seat))

    def act(loaded: LoadedGame) -> LoadedGame:
        draws = loaded.keys.draws(loaded.table)
        done = decisions.act(loaded.ruleset, loaded.table, seat, action, draws)
        return kronika.repository.commit(loaded, done)

    loaded = act(loaded)
    for _ in range(again):
        if free := frontier(loaded.table, seat).free:
            undone = decisions.request_undo(loaded.ruleset, loaded.table, seat, free[0])
            loaded = act(kronika.repository.commit(loaded, undone))
        elif loaded.table.status == "playing":
            loaded = _commit(kronika, loaded, decisions.suspend)
            loaded = _commit(kronika, loaded, decisions.resume)
    return loaded


def _commit(kronika: Kronika, loaded: LoadedGame, decide: Callable[..., Fold]) -> LoadedGame:
    return kronika.repository.commit(loaded, decide(loaded.ruleset, loaded.table))
