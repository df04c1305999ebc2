"""Looking for games by who plays, when, and how it ended. Private games and names that were taken away answer to nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from projections.lobby import Wanted
from service.commands import hiding
from service.log import repository
from service.queries import reading
from tests.service.conftest import House
from tests.service.playing import play

T0 = 1_700_000_000_000
MINUTE = 60_000


def found(house: House, **wanted: Any) -> list[str]:
    listed, cursor = [], None
    while True:
        page, cursor = reading.lobby(house.repository, Wanted(**wanted), 2, cursor)
        listed += [game["id"] for game in orjson.loads(page)["games"]]
        if cursor is None:
            return listed


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    time = [T0]
    monkeypatch.setattr(repository, "now", lambda: time[0])
    return time


def test_by_who_plays(house: House) -> None:
    game, organiser = house.create()
    house.sit(game, organiser, {"name": "Zoë"})
    other, _ = house.seated()
    private, _ = house.seated(visibility="private")
    assert found(house, player="Zoe\N{COMBINING DIAERESIS}".encode().decode()) == []
    assert found(house, player="Zoë") == [game]
    assert found(house, player="zoë") == []
    assert found(house, player="P1") == [other]
    assert private not in found(house)


def test_a_name_that_was_taken_away_finds_nothing(house: House) -> None:
    game, _ = house.seated()
    hiding.hide_names(house.kronika.store, hiding.seated_at(game, 1))
    assert found(house, player="P1") == []
    assert found(house, player="P2") == [game]
    hiding.hide(house.kronika.store, game)
    assert found(house, player="P2") == []


def test_by_whether_a_bot_plays(house: House) -> None:
    from service.commands import seating

    people, _ = house.seated()
    game, organiser = house.create()
    seating.join(seating.Join(game, organiser, {"name": "Robot", "bot": "random"}), house.context)
    assert (found(house, bot=True), found(house, bot=False)) == ([game], [people])


def test_by_how_it_ended(house: House) -> None:
    game, tokens = house.seated(ruleset="nagaraja")
    house.seated(ruleset="nagaraja")
    play(house, game, tokens, random.Random(1))
    reason = house.document(game)["outcome"]["reason"]
    assert found(house, outcome=reason) == [game]
    assert found(house, outcome=reason[:-1]) == found(house, outcome="winners") == []


def test_by_when_the_last_event_came(house: House, clock: list[int]) -> None:
    games = []
    for _ in range(3):
        games.append(house.seated()[0])
        clock[0] += MINUTE
    assert found(house, since=T0 + MINUTE) == [games[2], games[1]]
    assert found(house, until=T0 + MINUTE) == [games[0]]
    assert found(house, since=T0 + MINUTE, until=T0 + 2 * MINUTE) == [games[1]]


def test_pages_keep_to_what_is_asked_for(house: House, clock: list[int]) -> None:
    wanted = []
    for n in range(7):
        game, _ = house.seated()
        wanted += [game] if n % 2 else []
        if not n % 2:
            hiding.hide(house.kronika.store, game)
        clock[0] += 1
    assert found(house, player="P1", ruleset="age-of-war", status="playing") == wanted[::-1]
