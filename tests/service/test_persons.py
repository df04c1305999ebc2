"""Persons who leave and come back: bots go on after a process was killed, tournaments count, and organisers are told no."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from domain.table.asking import Agree, Resign
from domain.table.refusals import Refused
from service.log.verifying import rules_level
from service.operation.app import compose
from service.play import bots
from service.play.bots import Bots
from service.play.persons import Say, say
from service.queries import auditing
from service.tables import suspension
from tests.running import PATIENCE
from tests.service.conftest import House, house_with, settings_in
from tests.service.test_games import refused
from tests.service.test_tournaments import document, entered, games
from verifier import FAILED, PASSED, verify


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def resign(house: House, game: str, token: str) -> None:
    say(Say(game, token, Resign), house.context)


def left_by_a_killed_process(folder: Path, patch: pytest.MonkeyPatch) -> str:
    """A game in which the bot of an away seat is to act, and no process knows of it any more."""
    with patch.context() as killed, house_with(settings_in(folder)) as house:
        killed.setattr(Bots, "wake", lambda self, game: None)
        game, tokens = house.seated(seats=3)
        resign(house, game, house.turn(game, tokens))
        return game


def test_a_bot_goes_on_for_an_away_seat_after_its_process_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = left_by_a_killed_process(tmp_path, monkeypatch)
    with closing(compose(settings_in(tmp_path))) as kronika:
        version = kronika.store.version(game)
        assert kronika.bots.waiting() == {game}
        kronika.resume()
        until(lambda: kronika.store.version(game) > version)
        assert kronika.repository.versions.log(kronika.repository.get(game))[version].actor.startswith("bot:")


def test_another_process_sees_that_the_bot_of_an_away_seat_is_overdue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = left_by_a_killed_process(tmp_path, monkeypatch)
    monkeypatch.setattr(bots, "OVERDUE", 0)
    with closing(compose(settings_in(tmp_path))) as kronika:
        version = kronika.store.version(game)
        kronika.run_due_work()
        until(lambda: kronika.store.version(game) > version)


def test_no_bot_is_looked_for_once_a_game_is_over(house: House) -> None:
    game, tokens = house.seated(seats=3)
    for seat in (1, 2):
        resign(house, game, tokens[seat])
    assert house.kronika.store.query("SELECT seat, bot FROM away ORDER BY seat") == [
        (1, "greedy"),
        (2, "greedy"),
    ]
    say(Say(game, tokens[3], Agree, "abandon"), house.context)
    assert house.document(game)["status"] == "abandoned"
    assert house.kronika.store.query("SELECT seat FROM away") == []
    assert house.kronika.bots.waiting() == set()


def test_an_away_seat_is_last_in_the_standings_and_a_resignation_counts(house: House) -> None:
    id, _, tokens = entered(house, games=2)
    first = games(house, id)[0]
    resign(house, first, tokens[1])
    until(lambda: len(games(house, id)) == 2)
    [played, *_] = document(house, id)["games"]
    assert played["status"] == "finished"
    with refused("illegal-action"):
        say(Say(games(house, id)[1], tokens[2], Agree, "abandon"), house.context)


def test_a_seat_ends_no_suspension_of_an_organiser_who_may_suspend(house: House) -> None:
    game, organiser = house.create(seats=2)
    tokens = [house.sit(game, organiser, {"name": f"P{n}"}) for n in (1, 2)]
    suspension.change_status(suspension.ChangeStatus(game, organiser, "suspend"), house.context)
    with pytest.raises(Refused, match="theirs to end"):
        suspension.change_status(suspension.ChangeStatus(game, tokens[0], "resume"), house.context)


def test_what_bots_did_for_who_left_passes_all_levels(house: House) -> None:
    game, tokens = house.seated(seats=3)
    for seat in (1, 2, 3):
        resign(house, game, tokens[seat])
    until(lambda: house.document(game)["status"] == "finished")
    assert house.document(game)["outcome"]["details"]["away"] == [1, 2, 3]
    whole = auditing.audit(house.repository, game, None)
    report = verify(whole)
    assert [it.name for it in report.levels if it.status == FAILED] == []
    assert rules_level(orjson.loads(whole), report).status == PASSED
    assert report.account == house.document(game)["account"]
