"""Games in which everything happens that changes what counts of a log."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pytest

from conformance.kit import mixed
from domain.rulesets import registry
from domain.table import decisions, seating
from domain.table import events as t
from domain.table.actors import TABLE
from domain.table.fold import Fold
from domain.table.line import position_at
from domain.table.referee import events as e
from domain.table.undo import frontier
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.tables import forking
from tests.service.conftest import House, said
from tests.service.playing import fewest_seats


class Course(NamedTuple):
    """A game that goes on between one look at it and the next, and who may look."""

    game: str
    tokens: Sequence[str | None]


def begun(house: House, ruleset: str, draws: str = "") -> Course:
    """With the same draws in every run: by others a game may end before all of this has happened in it."""
    game, tokens = house.seated(seats=fewest_seats(ruleset), ruleset=ruleset, undo="free", draws=draws)
    return Course(game, (None, *tokens.values()))


def acted(repository: Repository, game: str, rng: random.Random) -> None:
    """A random action, and one in three taken back where that may be."""
    loaded = repository.get(game)
    table, rules = loaded.table, loaded.ruleset
    seat = rng.choice(table.to_act)
    back = frontier(table, seat).free
    if back and rng.random() < 0.3:
        repository.commit(loaded, decisions.request_undo(rules, table, seat, rng.choice(back)))
        return
    action = mixed(rules, table.game, seat, rules.legal_actions(table.game, seat), rng)
    repository.commit(loaded, decisions.act(rules, table, seat, action, loaded.keys.draws(table)))


def played(repository: Repository, game: str, rng: random.Random, actions: int) -> None:
    for _ in range(actions):
        if repository.get(game).table.to_act:
            acted(repository, game, rng)


def ruled_back(repository: Repository, game: str, to_version: int, ruling: int) -> None:
    """A case from its opening to its ruling's becoming final: far back, past dice and cards."""
    loaded = repository.get(game)
    folding = Fold(loaded.ruleset, loaded.table)
    folding.log = repository.versions.log(loaded)
    folding.begin_action(TABLE)
    folding.record(e.DisputeOpened(ruling, 1, 2, (), "back-up", "", 1))
    folding.record(e.Ruled(ruling, ruling, 1, "backed-up", (), "", 1, e.Remedy(to_version=to_version)))
    folding.record(e.RulingFinal(ruling, ruling))
    folding.record(t.Rewound(to_version, ruling=ruling, rng="fresh"))
    repository.commit(loaded, folding)


def organised(repository: Repository, game: str, step: Callable[[LoadedGame], Fold]) -> None:
    loaded = repository.get(game)
    repository.commit(loaded, step(loaded))


def given_away(loaded: LoadedGame) -> Fold:
    return seating.reassign_seat(loaded.ruleset, loaded.table, t.SeatReassigned(1, "A" * 43))


def positions(repository: Repository, game: str, first: int) -> list[int]:
    """Versions from `first` on that the game can go back to."""
    log = repository.versions.log(repository.get(game))
    return [it.version for it in log[first - 1 : -1] if position_at(log, it.version)]


def with_rulings(house: House, ruleset: str) -> Iterator[Course]:
    """Undo, rulings, a seat given away, a halt."""
    course, repository, rng = begun(house, ruleset), house.repository, random.Random(7)
    game = course.game
    for ruling, far in ((1, False), (2, True), (3, False)):
        start = repository.get(game).version
        played(repository, game, rng, 14)
        yield course
        organised(repository, game, given_away)
        organised(repository, game, lambda it: decisions.suspend(it.ruleset, it.table))
        yield course
        ruled_back(repository, game, rng.choice(positions(repository, game, 1 if far else start)), ruling)
        yield course
        organised(repository, game, lambda it: decisions.resume(it.ruleset, it.table))
    played(repository, game, rng, 20)
    yield course


def an_analysis(house: House, ruleset: str) -> Iterator[Course]:
    """One that somebody walks about in, from line to line."""
    game, repository, rng = begun(house, ruleset).game, house.repository, random.Random(8)
    played(repository, game, rng, 8)
    at = positions(repository, game, 1)[-1]
    made = said(forking.fork(forking.Fork(game, None, at), house.context))
    fork = made["id"]
    for _ in range(6):
        played(repository, fork, rng, 6)
        yield Course(fork, (made["token"],))
        loaded = repository.get(fork)
        there, log = rng.choice(positions(repository, fork, 1)), repository.versions.log(loaded)
        repository.commit(loaded, decisions.go_to_line(loaded.ruleset, loaded.table, log, there))
        yield Course(fork, (made["token"],))


COURSES = (with_rulings, an_analysis)
Played = Callable[[House, str], Iterator[Course]]


def every_course(*everyday: tuple[Played, str]) -> pytest.MarkDecorator:
    """Both courses of every ruleset; all but these in the soak only."""
    cases = [(course, ruleset) for ruleset in registry() for course in COURSES]
    marked = [pytest.param(*case, marks=() if case in everyday else pytest.mark.soak) for case in cases]
    return pytest.mark.parametrize(("course", "ruleset"), marked)
