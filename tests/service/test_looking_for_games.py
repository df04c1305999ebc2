"""Looking for games by who plays, when, and how it ended. Private games and names that were taken away answer to nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from projections import lobby_backfill, long_games
from projections.lobby import GameFilter
from service.identity import hiding
from service.log.shared_time import SharedTime
from service.log.table_projection import TableProjection
from service.queries import lobby
from service.store import Statement
from service.tables import seating, suspension
from tests.service.conftest import House
from tests.service.playing import play

T0 = 1_700_000_000_000
MINUTE = 60_000


def found(house: House, **wanted: Any) -> list[str]:
    listed, cursor = [], None
    while True:
        page, cursor = lobby.page(house.repository, GameFilter(**wanted), 2, cursor)
        listed += [game["id"] for game in orjson.loads(page)["games"]]
        if cursor is None:
            return listed


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    time = [T0]
    monkeypatch.setattr(SharedTime, "now", lambda _: time[0])
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
    hiding.hide_names(house.kronika.store, hiding.names_at_seat(game, 1))
    assert found(house, player="P1") == []
    assert found(house, player="P2") == [game]
    hiding.hide(house.kronika.store, game)
    assert found(house, player="P2") == []


def test_by_whether_a_bot_plays(house: House) -> None:
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


LISTED = "SELECT game, imported, kind, cell, span, created_at, changed FROM listed ORDER BY game"
BESIDE_NAMES = "SELECT game, seat, name, cell, span, created_at, changed FROM players ORDER BY game, seat"


def test_what_the_lobby_is_looked_through_by_follows_its_games(house: House, clock: list[int]) -> None:
    """Whatever happens to a game, its rows are those that are made anew from its log and from what the operator did."""
    store = house.kronika.store
    finished, tokens = house.seated(ruleset="nagaraja")
    hidden, shown, renamed, left = (house.seated()[0] for _ in range(4))
    private, _ = house.seated(visibility="private")
    robot, organiser = house.create()
    seating.join(seating.Join(robot, organiser, {"name": "Robot", "bot": "random"}), house.context)
    clock[0] += 5 * 60 * MINUTE
    play(house, finished, tokens, random.Random(1))
    hiding.hide(store, hidden)
    hiding.hide(store, shown)
    hiding.show(store, shown)
    hiding.hide_names(store, hiding.names_at_seat(renamed, 1))
    abandoned, organiser = house.create()
    clock[0] += 100 * 60 * MINUTE
    suspension.change_status(suspension.ChangeStatus(abandoned, organiser, "abandon"), house.context)
    kinds = {game: (kind, cell, span) for game, _, kind, cell, span, *_ in store.query(LISTED)}
    assert kinds == {
        finished: ("0/nagaraja/finished/0/" + house.document(finished)["outcome"]["reason"],) * 2 + (2,),
        hidden: ("0/age-of-war/playing/0/", None, 0),
        **dict.fromkeys((shown, renamed, left), ("0/age-of-war/playing/0/",) * 2 + (0,)),
        robot: ("0/age-of-war/waiting/1/",) * 2 + (0,),
        abandoned: ("0/age-of-war/abandoned/0/",) * 2 + (10,),
    }
    changed = {game: changed for game, *_, changed in store.query(LISTED) if changed}
    assert set(changed) == {finished, abandoned}
    assert all(0 <= clock[0] - at < 101 * 60 * MINUTE + long_games.STRETCH for at in changed.values())
    assert {cell for game, *_, cell, _, _, _ in store.query(BESIDE_NAMES) if game == private} == {None}
    kept = store.query(LISTED), store.query(BESIDE_NAMES)
    spoilt = (
        "UPDATE listed SET kind = '', cell = '', span = 9, changed = 1",
        "UPDATE players SET cell = '', span = 9, changed = 1",
    )
    store.append("", [], [Statement(f"{sql} WHERE created_at IS NOT NULL") for sql in spoilt])
    TableProjection(house.repository, lobby_backfill).rebuild()
    assert (store.query(LISTED), store.query(BESIDE_NAMES)) == kept
