"""A tournament whose next game nobody has begun is found by its news, and by that alone; news that was looked at is gone."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from domain.ledger.log_leaf import tournament_end_leaf, tournament_log_id
from service.identity.access import load_tournament
from service.identity.hiding import delete
from service.log.transparency.queue import queued
from service.store import Conflict, Duplicate, Statement, StoreUnusable
from service.tables import entering, planning, suspension, tournaments
from service.tables.planning import NEWS
from tests.service.conftest import House
from tests.service.leaves import all_leaves, sequence
from tests.service.playing import play
from tests.service.test_planning import reveal, seated
from tests.service.test_tournaments import create, enter, entered, games

TELL = "INSERT INTO tournament_news (tournament, what) VALUES (?, 'more')"


def die(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on whoever should begin a game has died before it."""
    for module in (planning, entering, tournaments):
        monkeypatch.setattr(module, "advance", lambda *_: False)


@pytest.fixture(params=["seats", "seeds", "a game"])
def left(house: House, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> tuple[str, int]:
    """A tournament whose next game nobody has begun, and how many games it should have."""
    if request.param == "a game":
        id, _, by_seat = entered(house)
        house.kronika.run_due_work()
        die(monkeypatch)
        play(house, games(house, id)[0], by_seat, random.Random(1))
    elif request.param == "seeds":
        id, _, chairs, tokens = seated(house)
        house.kronika.run_due_work()
        die(monkeypatch)
        for token, chair in zip(tokens, chairs, strict=True):
            reveal(house, id, token, *chair.opening(chairs))
    else:
        die(monkeypatch)
        id, *_ = entered(house)
    monkeypatch.undo()
    return id, 2 if request.param == "a game" else 1


def begun(house: House, id: str) -> int:
    [(count,)] = house.kronika.store.query(
        "SELECT count(*) FROM tournament_games WHERE tournament = ?", (id,)
    )
    return int(count)


def test_who_looks_after_it_begins_what_is_due_and_looks_no_more(
    house: House, left: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    id, wanted = left
    assert begun(house, id) == wanted - 1
    house.kronika.run_due_work()
    assert begun(house, id) == wanted
    assert house.kronika.store.query(NEWS) == []
    monkeypatch.setattr(planning, "load_tournament", None)  # nobody needs to know of any tournament
    house.kronika.run_due_work()


def test_what_comes_while_it_is_looked_at_is_looked_at_next(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, _ = create(house)
    enter(house, id, None, {"name": "P1"})
    store = house.kronika.store

    def meanwhile(*asked: Any) -> bool:
        store.append("", [], [Statement(TELL, (id,))])
        return True

    monkeypatch.setattr(planning, "advance", meanwhile)
    house.kronika.run_due_work()
    assert store.query(NEWS) == [(id, "more")]


@pytest.mark.parametrize(
    "trouble", [StoreUnusable("The disk is full."), Duplicate(), Conflict("Somebody did.")]
)
def test_what_could_not_be_begun_is_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    die(monkeypatch)
    id, *_ = entered(house)
    before = house.kronika.store.query(NEWS)
    monkeypatch.undo()

    def fails(*_: Any) -> None:
        raise trouble

    monkeypatch.setattr(house.repository, "begin", fails)
    house.kronika.run_due_work()
    assert house.kronika.store.query(NEWS) == before != []
    monkeypatch.undo()
    house.kronika.run_due_work()
    assert begun(house, id) == 1


def test_a_deleted_tournament_begins_no_game_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    die(monkeypatch)
    id, *_ = entered(house)
    monkeypatch.undo()
    house.kronika.store.append("", [], [Statement("UPDATE tournaments SET hidden = 2 WHERE id = ?", (id,))])
    house.kronika.run_due_work()
    assert begun(house, id) == 0
    assert house.kronika.store.query(NEWS) == []


def leaves_of(house: House, id: str) -> list[str]:
    """What the log of logs tells of a tournament and its games, in order."""
    of = tournament_log_id(load_tournament(house.kronika.store, id).ctx)
    told = [leaf for leaf in all_leaves(house.kronika) if of in (leaf["id"], leaf.get("of"))]
    return [f"{leaf['k']} {leaf['why']}" if "why" in leaf else leaf["k"] for leaf in told]


def test_the_log_of_logs_is_told_that_a_tournament_was_deleted(house: House) -> None:
    id, *_ = entered(house)
    delete(house.kronika.store, id)
    for _ in range(2):
        house.kronika.run_due_work()
    assert leaves_of(house, id) == ["tournament", "tournament-seats", "game", "tournament-end abandoned"]
    game, _ = house.create()
    delete(house.kronika.store, game)
    house.kronika.run_due_work()
    assert house.kronika.store.query(NEWS) == []


def test_after_its_end_was_told_a_tournament_begins_no_game(house: House) -> None:
    """As where a ruling took back the last game, and its organiser abandoned it: the log has no leaf after the end."""
    id, organiser, _ = entered(house, games=1)
    tournament = load_tournament(house.kronika.store, id)
    assert tournament.log is not None
    end = tournament_end_leaf(tournament_log_id(tournament.ctx), "finished")
    house.kronika.store.append("", [], [queued(end, tournament.log)])
    sequence(house.kronika)
    suspension.change_status(
        suspension.ChangeStatus(games(house, id)[0], organiser, "abandon"), house.context
    )
    house.kronika.run_due_work()
    assert begun(house, id) == 1
    assert leaves_of(house, id)[-2:] == ["game", "tournament-end finished"]


def test_a_tournament_whose_log_is_lost_begins_no_game(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    die(monkeypatch)
    id, *_ = entered(house)
    sequence(house.kronika)
    monkeypatch.undo()
    shutil.move(tmp_path / "log", tmp_path / "away")
    house.kronika.run_due_work()
    assert begun(house, id) == 0
    assert house.kronika.store.query(NEWS) != [], "it is tried again: the files may come back"
    house.repository.logs.start("second", house.kronika.signer)
    house.kronika.run_due_work()
    assert (begun(house, id), house.kronika.store.query(NEWS)) == (0, [])
