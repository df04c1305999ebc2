"""Referees of a meeting: in which logs they stand, from which games they are kept, and who takes no seat there."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from domain.table.refusals import Refused
from service.disputes import appointments, places
from service.disputes.appointments import Accept, Appoint, Leave
from service.identity import hiding
from service.identity.access import authorize
from service.tables import creating, entering, seating, tournaments
from service.tables.meetings import CreateMeeting, create_meeting
from tests.service.conftest import House, said
from tests.service.test_games import refused

NAMES = ("Ala", "Ola")


class Gathering:
    """A meeting of two people at each of its tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        made = create_meeting(CreateMeeting("Open"), house.context).document
        self.id, self.organiser = made.id, made.organiser_token

    def referee(self, name: str, *tokens: str) -> str:
        """The token of a new one, who sends these tokens with the acceptance."""
        code = places.appoint(places.MEETING, Appoint(self.id, self.organiser), self.house.context)
        accept = Accept(self.id, None, code.document.code, name, tokens=tokens)
        return places.accept(places.MEETING, accept, self.house.context).document.token

    def table(self, *names: str, **more: Any) -> tuple[str, str, list[str]]:
        """Its id, its organiser's token and those of the seats."""
        terms = {"ruleset": "age-of-war", "seats": 2, "meeting": self.id, **more}
        made = said(creating.create(creating.Create(terms, None, self.organiser), self.house.context))
        game, organiser = made["id"], made["organiser_token"]
        return game, organiser, [self.house.sit(game, organiser, {"name": name}) for name in names]

    def tournament(self) -> tuple[str, list[str]]:
        """The id of its first game, and the tokens of the tournament's seats."""
        terms = {"ruleset": "age-of-war", "seats": 2, "games": 1, "meeting": self.id}
        create = tournaments.CreateTournament(terms, None, self.organiser)
        id = tournaments.create_tournament(create, self.house.context).document.id
        enter = [entering.Enter(id, None, {"name": name}) for name in NAMES]
        seats = [entering.enter(it, self.house.context).document.token for it in enter]
        [(game,)] = self.house.kronika.store.query(
            "SELECT game FROM tournament_games WHERE tournament = ?", (id,)
        )
        return game, seats


@pytest.fixture
def meeting(house: House) -> Gathering:
    return Gathering(house)


def numbers(house: House, game: str) -> list[int]:
    """The referees who are there by the game's log."""
    return [it.number for it in house.repository.get(game).table.desk.here]


def last(house: House, game: str) -> list[tuple[str, str]]:
    found = [orjson.loads(entry) for entry in house.kronika.store.entries(game)]
    return [(entry["t"], entry["by"]) for entry in found[-2:]]


TOLD = [("referee-appointed", "organiser"), ("referee-accepted", "referee:21")]


def test_they_stand_in_each_log_after_the_start_beside_those_of_the_table(
    meeting: Gathering, house: House
) -> None:
    """From 21 on, with the same number everywhere, not among the 20 of a game."""
    token = meeting.referee("Roman")
    game, organiser, _ = meeting.table("Ala")
    own = said(appointments.appoint(Appoint(game, organiser), house.context))
    assert own["referee"] == 1
    appointments.accept(Accept(game, None, own["code"], "Hela"), house.context)
    house.sit(game, organiser, {"name": "Ola"})
    assert (numbers(house, game), last(house, game)) == ([1, 21], TOLD)
    assert authorize(house.repository, game, token)[1].referee == 21
    first, _ = meeting.tournament()
    assert (numbers(house, first), last(house, first)) == ([21], TOLD)


def test_a_game_that_has_begun_is_told_of_who_accepts_and_who_leaves(
    meeting: Gathering, house: House
) -> None:
    game, *_ = meeting.table(*NAMES)
    token = meeting.referee("Roman")
    assert last(house, game) == TOLD
    meeting.referee("Hela")
    places.leave(places.MEETING, Leave(meeting.id, token, 21), house.context)
    places.leave(places.MEETING, Leave(meeting.id, meeting.organiser, 22), house.context)
    assert last(house, game) == [("referee-resigned", "referee:21"), ("referee-dismissed", "organiser")]
    with refused("unauthenticated"):
        authorize(house.repository, game, token)


def test_nobody_referees_a_deleted_table(meeting: Gathering, house: House) -> None:
    token = meeting.referee("Roman")
    game, *_ = meeting.table(*NAMES)
    hiding.delete(house.kronika.store, game)
    with refused("not-found"):
        authorize(house.repository, game, token)


def test_the_tables_organiser_dismisses_none_of_them(meeting: Gathering, house: House) -> None:
    meeting.referee("Roman")
    game, organiser, _ = meeting.table(*NAMES)
    with refused("forbidden"):
        appointments.leave(Leave(game, organiser, 21), house.context)


def test_whoever_plays_at_a_table_referees_the_others_only(meeting: Gathering, house: House) -> None:
    """Recognised by a token of a seat, of the whole tournament, of the table's organiser or referee, or by the name."""
    game, organiser, seats = meeting.table(*NAMES)
    other, *_ = meeting.table("Ewa", "Iza")
    first, entrants = meeting.tournament()
    meeting.referee("Roman", seats[0])
    meeting.referee("Hela", entrants[1])
    meeting.referee("Jan", organiser)
    meeting.referee("EWA")
    assert numbers(house, game) == [22, 24]
    assert numbers(house, first) == [21, 23, 24]
    assert numbers(house, other) == [21, 22, 23]


def test_neither_its_organiser_nor_another_of_its_referees_takes_an_appointment_up(
    meeting: Gathering,
) -> None:
    token = meeting.referee("Roman")
    for held in (meeting.organiser, token):
        with pytest.raises(Refused, match="may not referee"):
            meeting.referee("Hela", held)


def test_a_referee_of_the_meeting_takes_no_seat_and_no_appointment_at_its_tables(
    meeting: Gathering, house: House
) -> None:
    token = meeting.referee("Roman")
    game, organiser, _ = meeting.table()
    for entrant, tokens in (({"name": "Ala"}, [token]), ({"name": "ROMAN"}, [])):
        with pytest.raises(Refused, match="may not referee"):
            seating.join(seating.Join(game, None, entrant, tokens=tokens), house.context)
    code = said(appointments.appoint(Appoint(game, organiser), house.context))["code"]
    with pytest.raises(Refused, match="may not referee"):
        appointments.accept(Accept(game, None, code, "Zoe", tokens=[token]), house.context)


def test_the_meetings_organiser_organises_no_table(meeting: Gathering, house: House) -> None:
    game, *_ = meeting.table(*NAMES)
    with refused("forbidden"):
        authorize(house.repository, game, meeting.organiser)
