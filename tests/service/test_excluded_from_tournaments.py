"""Whom a ruling excludes does not play in the games of the tournament that begin afterwards: a bot does, from their start."""

from __future__ import annotations

from typing import Any

from domain.table.absence.events import SeatExcluded
from domain.table.events import GameStarted
from domain.table.redecide import redecided
from domain.table.referee.ruling import Said, Sanction
from domain.table.state import Logged
from service.play.clocks.arrival import arrived
from tests.service.conftest import House
from tests.service.test_ruled_tournaments import CITED, rule
from tests.service.test_tournaments import entered, games


def out(*seats: int, kind: Any = "void") -> Said:
    penalties = [Sanction(seat, "exclusion", "referee.conduct.help") for seat in seats]
    return Said(kind, CITED, "h", None, penalties)


def log_of(house: House, game: str) -> list[Logged]:
    repository = house.repository
    return repository.versions.log(repository.get(game))


def after_start(house: House, game: str) -> list[Logged]:
    """What stands after the action that started a game."""
    log = log_of(house, game)
    start = next(it.action for it in log if isinstance(it.event, GameStarted))
    return [it for it in log if it.action > start]


def test_excluded_seats_are_written_right_after_the_start_of_the_next_game_and_bots_play_them(
    house: House,
) -> None:
    id, _, _ = entered(house, games=2)
    first = games(house, id)[0]
    rule(house, first, out(2, 1))
    _, second = games(house, id)
    written = after_start(house, second)[:2]
    assert [it.event for it in written] == [SeatExcluded(seat, "greedy", first, 1) for seat in (1, 2)]
    assert len({it.action for it in written}) == 2
    loaded = house.repository.get(second)
    assert loaded.table.absence.away == {1: "greedy", 2: "greedy"}
    assert loaded.table.seats.people == (1, 2)
    assert sum(len(it.recorded) for it in redecided(loaded.ruleset, log_of(house, second))) >= loaded.version


def test_a_ruling_that_is_final_after_the_start_is_for_later_games(house: House) -> None:
    id, _, _ = entered(house, games=3)
    first = games(house, id)[0]
    rule(house, first, Said("void", CITED, "h"))
    second = games(house, id)[1]
    assert after_start(house, second) == []
    rule(house, second, out(1, kind="void"))
    third = games(house, id)[2]
    assert [it.event for it in after_start(house, third)[:1]] == [SeatExcluded(1, "greedy", second, 1)]


def test_what_a_process_did_not_get_to_after_a_start_stands_before_the_next_command(
    house: House, monkeypatch: Any
) -> None:
    id, _, _ = entered(house, games=2)
    monkeypatch.setattr("service.tables.planning.follow", lambda *of: None)
    rule(house, games(house, id)[0], out(1))
    second = games(house, id)[1]
    assert after_start(house, second) == []
    arrived(house.repository, house.repository.get(second), house.repository.now())
    assert isinstance(after_start(house, second)[0].event, SeatExcluded)
