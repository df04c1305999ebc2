"""The totals of statistics are what counting all rows gives, whatever becomes of the games; on both engines."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from statistics import median
from threading import Thread
from types import SimpleNamespace
from typing import Any
from unittest.mock import ANY

import pytest

from domain.ruleset import Outcome
from projections import statistics
from projections.documents.rulesets import Spread, Statistics
from service.identity import hiding
from service.log.migrations import MIGRATIONS
from service.store import Statement, Store

RULESETS = ("age-of-war", "romans")
LOBBY = """INSERT INTO lobby (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint)
    VALUES (?, '', 'public', '', '[]', 1, '[]', 1, 1, '')"""
LISTED = "INSERT INTO listed (game, imported, kind, cell, span, created_at) VALUES (?, 0, '', '', 0, 1)"


class Games:
    """Games as the projection is given them, and what reading all of their rows gives."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store, self.rng = store, random.Random(seed)
        self.games: dict[str, Any] = {}
        self.hidden: dict[str, int] = {}

    def begin(self) -> None:
        game = f"{len(self.games):032x}"
        self.store.append("", [], [Statement(LOBBY, (game,)), Statement(LISTED, (game,))])
        self.games[game], self.hidden[game] = (self.rng.choice(RULESETS), self.rng.randrange(2, 5)), 0
        self.go_on(game)

    def go_on(self, game: str) -> None:
        """To anything: a game that was over may be played on, or have been won by another, after a ruling."""
        ruleset, seats, *_ = self.games[game]
        status = self.rng.choice(("waiting", "playing", "finished", "finished", "abandoned"))
        outcome = None
        if status == "finished":
            winners = tuple(sorted(self.rng.sample(range(1, seats + 1), self.rng.randrange(seats))))
            outcome = Outcome(winners, (), {}, self.rng.choice(("castles", "points", "void")))
        length = self.rng.choice((1, 63, 64, 65, self.rng.randrange(400)))
        self.games[game] = (ruleset, seats, status, outcome, length, length // 2)

    def statements(self, game: str) -> list[Statement]:
        ruleset, seats, status, outcome, events, actions = self.games[game]
        setup = SimpleNamespace(game=game, ruleset=ruleset, seats=seats, clock=None)
        table = SimpleNamespace(setup=setup, status=status, outcome=outcome, version=events, action=actions)
        rows = statistics.rows_for(SimpleNamespace(table=table, unlisted=False))  # type: ignore[arg-type]
        return [Statement(*sql) for sql in (*statistics.HOLD, *rows)]

    def write(self, *games: str) -> None:
        self.store.append("", [], [sql for game in games for sql in self.statements(game)])

    def anything(self) -> None:
        game, mark = self.rng.choice(list(self.games)), self.rng.random()
        if mark < 0.1:
            hiding.hide(self.store, game)
            self.hidden[game] = max(1, self.hidden[game])
        elif mark < 0.2:
            hiding.show(self.store, game)
            self.hidden[game] = 2 if self.hidden[game] == 2 else 0
        elif mark < 0.23:
            hiding.delete(self.store, game)
            self.hidden[game] = 2
        else:
            self.go_on(game)
            self.write(game)

    def counted(self, ruleset: str) -> Statistics:
        shown = [it for game, it in self.games.items() if it[0] == ruleset and not self.hidden[game]]
        over = [it for it in shown if it[2] == "finished"]
        return Statistics(
            ruleset=ruleset,
            games=dict(Counter(it[2] for it in shown)),
            events=spread([it[4] for it in over]),
            actions=spread([it[5] for it in over]),
            end_reasons=dict(Counter(it[3].reason for it in over)),
            ends=ANY,  # words, not counted
            wins_by_seat={
                str(seat): number
                for seat, number in sorted(Counter(seat for it in over for seat in it[3].winners).items())
            },
            time_per_move=(),
        )


def spread(values: list[int]) -> Spread | None:
    return Spread(min=min(values), median=median(values), max=max(values)) if values else None


@pytest.fixture
def migrated(opened: Callable[[], Store]) -> Store:
    store = opened()
    store.migrate(MIGRATIONS)
    return store


def check(games: Games) -> None:
    for ruleset in RULESETS:
        assert statistics.document(games.store.query, ruleset) == games.counted(ruleset)
    status, seats = statistics.by_status(games.store.query)
    shown = [it for game, it in games.games.items() if not games.hidden[game]]
    assert status == Counter(it[2] for it in shown)
    assert seats == sum((Counter({it[2]: it[1]}) for it in shown), Counter())


def test_totals_are_what_counting_gives(migrated: Store) -> None:
    games = Games(migrated, 1)
    for round_ in range(12):
        for _ in range(3):
            games.begin()
            games.write(list(games.games)[-1])
        for _ in range(round_):
            games.anything()
        check(games)


def test_a_rebuild_gives_the_same_and_counts_nothing_twice(migrated: Store) -> None:
    games = Games(migrated, 2)
    for _ in range(10):
        games.begin()
    games.write(*games.games)
    games.write(*games.games)
    hiding.hide(migrated, next(iter(games.games)))
    games.hidden[next(iter(games.games))] = 1
    migrated.append("", [], [Statement(*sql) for sql in (*statistics.HOLD, *statistics.EMPTY)])
    games.write(*games.games)
    check(games)


def test_two_who_count_at_once_count_each_game_once(opened: Callable[[], Store]) -> None:
    """As when tables are made anew while the keeper follows."""
    store = opened()
    store.migrate(MIGRATIONS)
    games = Games(store, 3)
    for _ in range(6):
        games.begin()
    other = opened()
    for _ in range(8):
        for game in games.games:
            games.go_on(game)
        rows = [sql for game in games.games for sql in games.statements(game)]
        anew = [Statement(*sql) for sql in (*statistics.HOLD, *statistics.EMPTY)]
        at_once = [
            Thread(target=store.append, args=("", [], rows)),
            Thread(target=other.append, args=("", [], [*anew, *rows])),
        ]
        for thread in at_once:
            thread.start()
        for thread in at_once:
            thread.join()
        check(games)
