"""What a referee who was dismissed from a tournament can still do, and where."""

from __future__ import annotations

from typing import Any

import pytest

from service.disputes import appointments, places, queries
from service.identity import game_access
from service.identity.access import Caller, authorize, authorize_tournament, is_valid
from service.play.clocks import arrival
from tests.service.conftest import House
from tests.service.test_desk import Tourney, entries, referees_of
from tests.service.test_games import refused


class Killed(BaseException):
    """The process ends here."""


def killed(*_: Any) -> None:
    raise Killed


def test_a_dismissal_holds_though_the_process_is_killed_before_any_game_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tourney = Tourney(house, "age-of-war")
    desk = tourney.desk(1)
    desk.ruled("void")
    later = tourney.desk(2)
    monkeypatch.setattr(arrival, "arrived", killed)
    dismissal = appointments.Leave(tourney.id, tourney.organiser, 1)
    with pytest.raises(Killed):
        places.leave(places.TOURNAMENT, dismissal, house.context)
    for game in (desk.game, later.game):
        assert referees_of(house, game)[0].is_here
        with refused("unauthenticated"):
            authorize(house.repository, game, tourney.referee)
    with refused("unauthenticated"):
        authorize_tournament(house.kronika.store, tourney.id, tourney.referee)
    assert not is_valid(house.kronika.store, tourney.referee)


def test_a_dismissed_referee_keeps_access_only_to_games_with_an_open_case_and_may_resign(
    house: House,
) -> None:
    tourney = Tourney(house, "age-of-war")
    first = tourney.desk(1)
    first.ruled("void")
    desk = tourney.desk(2)
    desk.open()
    desk.step(desk.referees[1], "taking")
    places.leave(places.TOURNAMENT, appointments.Leave(tourney.id, tourney.organiser, 1), house.context)
    assert authorize(house.repository, desk.game, tourney.referee)[1].referee == 1
    assert [it and it.referee for it in callers_at(house, tourney.referee, desk.game, first.game)] == [
        1,
        None,
    ]
    with refused("unauthenticated"):
        authorize(house.repository, first.game, tourney.referee)
    with refused("unauthenticated"):
        queries.page(house.repository, tourney.referee, None, 20, None)
    places.leave(places.TOURNAMENT, appointments.Leave(tourney.id, tourney.referee, 1), house.context)
    assert (entries(house, desk.game)[-1], desk.state()) == (("referee-resigned", "referee:1"), "open")
    with refused("unauthenticated"):
        authorize(house.repository, desk.game, tourney.referee)


def callers_at(house: House, token: str, *games: str) -> list[Caller | None]:
    """Who a stream's viewer with this token is in each game."""
    store = house.kronika.store
    found = game_access.statuses(store, games)
    return game_access.callers_of(store, [(found[game], token) for game in games])
