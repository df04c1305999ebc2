"""What strangers can tell about private games from what everybody may read: nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest

from api.streaming import long_poll
from api.telemetry.metrics import DatabaseCollector, exposition
from projections import statistics
from projections.lobby import GameFilter
from service.log.async_projections import ASYNC_PROJECTIONS
from service.log.table_projection import TableProjection
from service.queries import lobby, subscriptions
from tests.service import following
from tests.service.conftest import House
from tests.service.following import Message
from tests.service.playing import play
from tests.service.test_games import refused

WAIT = 120.0


def read_by_strangers(house: House) -> dict[str, Any]:
    """Everything public that is not one game's own, as it stands now."""
    for projection in ASYNC_PROJECTIONS:
        TableProjection(house.repository, projection).catch_up()
    query = house.kronika.store.query
    figures, _ = exposition(DatabaseCollector(house.kronika))
    return {
        "lobby": lobby.page(house.repository, GameFilter(), 50),
        "statistics": statistics.document(query, "age-of-war"),
        "position": subscriptions.lobby_head(house.repository.store),
        "metrics": figures,
    }


def told(changes: Iterator[Message]) -> tuple[int | None, dict[str, Any]]:
    happening = next(changes)
    return happening.id, happening.data


def test_a_private_game_changes_nothing_that_strangers_read(house: House) -> None:
    house.seated()
    before = read_by_strangers(house)
    game, tokens = house.seated(visibility="private")
    assert read_by_strangers(house) == before
    play(house, game, tokens, random.Random(1))
    assert house.document(game, tokens[1])["status"] == "finished"
    assert read_by_strangers(house) == before


def test_the_lobby_stream_numbers_public_events_as_if_there_were_no_others(house: House) -> None:
    public, tokens = house.seated()
    private, hidden = house.seated(visibility="private")
    with ThreadPoolExecutor(1) as pool:
        listening = pool.submit(told, following.follow_lobby(house.repository, None))
        play(house, private, hidden, random.Random(1), 5)
        began = house.document(public)["version"]
        house.act(public, house.turn(public, tokens), {"type": "roll"})
        play(house, private, hidden, random.Random(2), 5)
        position, summary = listening.result(WAIT)
    assert (position, summary["id"]) == (summary["version"], public)
    assert summary["version"] > began
    again = following.follow_lobby(house.repository, 0)
    assert told(again) == (position, summary)


def test_nobody_who_listens_to_the_lobby_is_woken_by_a_private_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_poll, "WAIT_SECONDS", 0.5)
    game, tokens = house.seated(visibility="private")
    messages = following.follow_lobby(house.repository, 0)
    with ThreadPoolExecutor(1) as pool:
        listening = pool.submit(list, messages)
        play(house, game, tokens, random.Random(1), 10)
        assert listening.result(WAIT) == []


def test_a_position_from_before_they_counted_public_events_is_refused_with_where_they_end(
    house: House,
) -> None:
    house.seated()
    with refused("beyond-the-log") as beyond:
        following.follow_lobby(house.repository, 10_000)
    assert beyond.value.more == {"version": 5}


def test_summaries_say_who_began_who_played_and_how_it_ended(house: House) -> None:
    game, organiser = house.create()
    names = ["Ada Byron", "Bo Peep"]  # no digest spells a name with a space
    tokens = {seat: house.sit(game, organiser, {"name": name}) for seat, name in enumerate(names, 1)}
    began = house.document(game)["to_act"]
    play(house, game, tokens, random.Random(1))
    summary = orjson.loads(lobby.page(house.repository, GameFilter(), 50)[0])["games"][0]
    assert [summary["first_seat"]] == began
    assert summary["outcome"] == house.document(game)["outcome"] is not None
    assert (summary["players"], summary["bot"]) == (names, False)
    assert (summary["imported"], summary["imported_at"]) == (False, None)
    kept = house.kronika.store.query("SELECT bot, first_seat FROM lobby WHERE game = ?", (game,))
    assert kept == [(0, summary["first_seat"])]
    row = house.kronika.store.query("SELECT * FROM lobby WHERE game = ?", (game,))
    assert names[0] not in str(row)  # names stand in one place only
