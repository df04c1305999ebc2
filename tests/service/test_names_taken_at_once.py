"""Two take names that look alike at the same moment, on both engines: one of them is let in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from service.disputes import acceptances, appointments, places
from service.play.idempotency import CommandResponse
from service.play.runner import Reply
from service.tables import entering, seating, tournaments
from tests.service.conftest import House, said
from tests.service.test_games import refused
from tests.service.test_rematching import houses, postgres_url, server, sqlite_url, url

__all__ = ["houses", "postgres_url", "server", "sqlite_url", "url"]
Act = Callable[[House, str, str], Any]


class Place:
    """A game or a tournament of two seats, with codes for two referees."""

    def __init__(self, house: House, kind: str) -> None:
        self.kind = kind
        if kind == "game":
            self.id, self.organiser = house.create()
        else:
            terms = {"ruleset": "age-of-war", "seats": 2, "games": 1}
            made = tournaments.create_tournament(tournaments.CreateTournament(terms), house.context).document
            self.id, self.organiser = made.id, made.organiser_token
        self.codes = [self._code(house), self._code(house)]

    def _code(self, house: House) -> str:
        command = appointments.Appoint(self.id, self.organiser)
        if self.kind == "game":
            return str(said(appointments.appoint(command, house.context))["code"])
        return places.appoint(places.TOURNAMENT, command, house.context).document.code

    def sit(self, house: House, name: str, seat: int) -> Reply | CommandResponse[Any]:
        entrant = {"name": name, "seat": seat}
        if self.kind == "game":
            return seating.join(seating.Join(self.id, None, entrant), house.context)
        return entering.enter(entering.Enter(self.id, None, entrant), house.context)

    def referee(self, house: House, name: str, which: int) -> Reply | CommandResponse[Any]:
        command = appointments.Accept(self.id, None, self.codes[which - 1], name)
        if self.kind == "game":
            return appointments.accept(command, house.context)
        return places.accept(places.TOURNAMENT, command, house.context)

    def names(self, house: House) -> list[tuple[object, ...]]:
        sql = """SELECT name FROM players WHERE game = ? UNION ALL SELECT name FROM tournament_seats WHERE tournament = ?
            UNION ALL SELECT name FROM referees WHERE place = ? AND name IS NOT NULL"""
        return list(house.kronika.store.query(sql, (self.id,) * 3))


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Something happens once, after the names were read and before one is written."""
    pending = [happens]
    for module, name in (
        (seating, "check_seat_name"),
        (entering, "check_seat_name"),
        (acceptances, "check_referee_name"),
    ):
        checked = getattr(module, name)

        def check(*told: object, checked: Callable[..., None] = checked) -> None:
            checked(*told)
            if pending:
                pending.pop()()

        monkeypatch.setattr(module, name, check)


FIRST: dict[str, Callable[[Place, House], object]] = {
    "seat": lambda place, house: place.sit(house, "Ada", 1),
    "referee": lambda place, house: place.referee(house, "Ada", 1),
}
SECOND: dict[str, Callable[[Place, House], object]] = {
    "seat": lambda place, house: place.sit(house, "\u0410DA", 2),
    "referee": lambda place, house: place.referee(house, "\u0410DA", 2),
}


ON_SQLITE = {
    ("game", "seat", "seat"),
    ("game", "referee", "seat"),
    ("tournament", "seat", "referee"),
    ("tournament", "referee", "referee"),
}
ON_POSTGRESQL = {("game", "seat", "seat"), ("tournament", "referee", "seat")}
EVERYDAY = {*(("sqlite", *case) for case in ON_SQLITE), *(("postgresql", *case) for case in ON_POSTGRESQL)}
CASES = product(("sqlite", "postgresql"), ("game", "tournament"), FIRST, SECOND)


@pytest.mark.parametrize(
    ("url", "kind", "first", "second"),
    [pytest.param(*case, marks=() if case in EVERYDAY else pytest.mark.soak) for case in CASES],
    indirect=["url"],
)
def test_one_of_two_is_let_in(
    houses: list[House], monkeypatch: pytest.MonkeyPatch, kind: str, first: str, second: str
) -> None:
    (one, other), place = houses, Place(houses[0], kind)
    meanwhile(monkeypatch, lambda: FIRST[first](place, other))
    with refused("gone-elsewhere" if first == second else "forbidden"):
        SECOND[second](place, one)
    assert place.names(one) == [("Ada",)]
