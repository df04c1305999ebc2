"""The past of a game told from a fold that was kept is, to the byte, what its log tells when it is folded from entry 0."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from msgspec.json import encode

from domain.hidden import AUDITOR, Viewer
from domain.rulesets import registry
from projections.document import game_document
from service.log.loaded import LoadedGame, load_game
from service.log.replayer import INTERVAL, Replayer
from service.log.repository import Repository
from service.store import Statement
from tests.service.conftest import House
from tests.service.courses import Course, an_analysis, begun, every_course, played, with_rulings
from tests.service.playing import fewest_seats
from tests.soaking import soaked


def folded_anew(repository: Repository, game: str, version: int) -> LoadedGame:
    store = repository.store
    entries, secrets = store.entries(game, 0, version), store.secrets(game, 0, version)
    return load_game(entries, secrets, repository.versions.players_at(game, version))


@pytest.mark.parametrize("every", soaked([1, 4, 32], rare=[1, 32]))
@every_course((with_rulings, "touche"), (an_analysis, "nagaraja"))
def test_it_folds_to_the_same_from_wherever_it_goes_on(
    house: House, ruleset: str, every: int, course: Callable[[House, str], Iterator[Course]]
) -> None:
    """In any order, while the log grows, with enough room and with hardly any."""
    rng = random.Random(every)
    replayers = [Replayer(house.kronika.store, every), Replayer(house.kronika.store, every, most=3)]
    for game, _ in course(house, ruleset):
        last = house.repository.get(game).version
        for version in rng.sample(range(1, last + 1), min(20, last)):
            anew = folded_anew(house.repository, game, version)
            for replayer in replayers:
                start, fold, at = replayer.replay(game, version)
                assert (fold.table(), at, start.ctx) == (anew.table, anew.at, anew.ctx), version
    assert len(replayers[1]) <= 3
    assert len(replayers[0]) > 3 or every == 32


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("nagaraja", "touche")))
def test_documents_of_every_version_are_the_same_bytes(house: House, ruleset: str) -> None:
    """For every kind of viewer, warm and cold."""
    *_, (game, _) = with_rulings(house, ruleset)
    repository = house.repository
    for version in range(1, repository.get(game).version + 1, 3):
        there = repository.versions.load(game, version)
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
    game, repository = begun(house, "age-of-war").game, house.repository
    played(repository, game, random.Random(1), 200)
    repository.versions.load(game, None)
    assert len(repository.versions.replayer) >= 200 // INTERVAL
    lost = Statement("DELETE FROM stored_events WHERE originator_version > 100")
    house.kronika.store.append("", [], [lost])
    assert repository.get(game).table == folded_anew(repository, game, 100).table
    assert len(repository.versions.replayer) == 100 // INTERVAL
