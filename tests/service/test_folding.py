"""The past of a game told from a fold that was kept is, to the byte, what its log tells when it is folded from entry 0."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from msgspec.json import encode

from domain.hidden import AUDITOR, Viewer
from domain.rulesets import registry
from domain.table import decisions, seating
from domain.table import events as t
from domain.table.fold import Fold
from domain.table.line import position_at
from domain.table.referee import events as e
from domain.table.state import TABLE
from domain.table.undo import frontier
from projections.document import game_document
from service.commands import forking
from service.log.folding import EVERY, Folder
from service.log.loaded import LoadedGame, load_game
from service.log.repository import Repository
from service.store import Statement
from tests.rulesets.kit import mixed
from tests.service.conftest import House, said
from tests.service.playing import fewest_seats

every_ruleset = pytest.mark.parametrize("ruleset", list(registry()))


def begun(house: House, ruleset: str) -> str:
    return house.seated(seats=fewest_seats(ruleset), ruleset=ruleset, undo="free")[0]


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
    folding.log = repository.log(loaded)
    folding.begin_action(TABLE)
    folding.record(e.DisputeOpened(ruling, 1, 2, (), "back-up", "", 1))
    folding.record(e.Ruled(ruling, ruling, 1, "backed-up", (), "", e.Remedy(to_version=to_version)))
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
    log = repository.log(repository.get(game))
    return [it.version for it in log[first - 1 : -1] if position_at(log, it.version)]


def with_rulings(house: House, ruleset: str) -> Iterator[str]:
    """A game that goes on between one thing and the next: undo, rulings, a seat given away, a halt; its id each time."""
    game, repository, rng = begun(house, ruleset), house.repository, random.Random(7)
    for ruling, far in ((1, False), (2, True), (3, False)):
        start = repository.get(game).version
        played(repository, game, rng, 14)
        yield game
        organised(repository, game, given_away)
        organised(repository, game, lambda it: decisions.suspend(it.ruleset, it.table))
        ruled_back(repository, game, rng.choice(positions(repository, game, 1 if far else start)), ruling)
        yield game
        organised(repository, game, lambda it: decisions.resume(it.ruleset, it.table))
    played(repository, game, rng, 20)
    yield game


def an_analysis(house: House, ruleset: str) -> Iterator[str]:
    """One that somebody walks about in, from line to line."""
    game, repository, rng = begun(house, ruleset), house.repository, random.Random(8)
    played(repository, game, rng, 8)
    at = positions(repository, game, 1)[-1]
    fork = str(said(forking.fork(forking.Fork(game, None, at), house.context))["id"])
    for _ in range(6):
        played(repository, fork, rng, 6)
        loaded = repository.get(fork)
        there, log = rng.choice(positions(repository, fork, 1)), repository.log(loaded)
        repository.commit(loaded, decisions.go_to_line(loaded.ruleset, loaded.table, log, there))
        yield fork


def folded_anew(repository: Repository, game: str, version: int) -> LoadedGame:
    store = repository.store
    entries, secrets = store.entries(game, 0, version), store.secrets(game, 0, version)
    return load_game(entries, secrets, repository._players_at(game, version))


@every_ruleset
@pytest.mark.parametrize("every", [1, 4, 32])
@pytest.mark.parametrize("course", [with_rulings, an_analysis])
def test_it_folds_to_the_same_from_wherever_it_goes_on(
    house: House, ruleset: str, every: int, course: Callable[[House, str], Iterator[str]]
) -> None:
    """In any order, while the log grows, with enough room and with hardly any."""
    rng = random.Random(every)
    folders = [Folder(house.kronika.store, every), Folder(house.kronika.store, every, most=3)]
    for game in course(house, ruleset):
        last = house.repository.get(game).version
        for version in rng.sample(range(1, last + 1), min(20, last)):
            anew = folded_anew(house.repository, game, version)
            for folder in folders:
                begun, fold, at = folder.fold(game, version)
                assert (fold.table(), at, begun.ctx) == (anew.table, anew.at, anew.ctx), version
    assert len(folders[1]) <= 3
    assert len(folders[0]) > 3 or every == 32


@every_ruleset
def test_documents_of_every_version_are_the_same_bytes(house: House, ruleset: str) -> None:
    """For every kind of viewer, warm and cold."""
    *_, game = with_rulings(house, ruleset)
    repository = house.repository
    for version in range(1, repository.get(game).version + 1, 3):
        there = repository.get_at(game, version)
        anew = folded_anew(repository, game, version)
        for viewer in (None, AUDITOR, *range(1, fewest_seats(ruleset) + 1)):
            assert document(there, viewer) == document(anew, viewer)


def document(loaded: LoadedGame, viewer: Viewer) -> bytes:
    told = game_document(
        loaded.ruleset,
        loaded.table,
        loaded.players,
        viewer,
        role="",
        imported=loaded.imported,
        imported_at=None,
        at=loaded.at,
    )
    return encode(told)


def test_of_a_log_that_was_brought_back_nothing_is_kept(house: House) -> None:
    """A standby that lacks the last events has taken over: it may go on otherwise."""
    game, repository = begun(house, "age-of-war"), house.repository
    played(repository, game, random.Random(1), 200)
    repository.get_at(game, None)
    assert len(repository.folder) >= 200 // EVERY
    lost = Statement("DELETE FROM stored_events WHERE originator_version > 100")
    house.kronika.store.append("", [], [lost])
    assert repository.get(game).table == folded_anew(repository, game, 100).table
    assert len(repository.folder) == 100 // EVERY
