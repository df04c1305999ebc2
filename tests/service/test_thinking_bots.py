"""Bots that take their time: the keeper plays them, in the games that wait and in those that are written."""

from __future__ import annotations

import threading
import time

import pytest

from service import bots
from service.commands import seating
from tests.service.conftest import House


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "TIME", 1)


def seated(house: House, *kinds: str) -> str:
    game, organiser = house.create(ruleset="romans", seats=len(kinds))
    for kind in kinds:
        seating.join(seating.Join(game, organiser, {"name": kind, "bot": kind}), house.context)
    return game


def await_actions(house: House, game: str, actions: int) -> None:
    deadline = time.monotonic() + 120
    while (table := house.repository.get(game).table).action < actions and table.in_play:
        assert time.monotonic() < deadline, table
        time.sleep(0.05)


def test_the_keeper_plays_them_and_no_other_process_does(house: House) -> None:
    waiting = seated(house, "search", "search")
    before = house.repository.get(waiting).version
    house.kronika.bots.play(waiting)
    assert house.repository.get(waiting).version == before
    keeper = threading.Thread(
        target=bots.ThinkingBots(house.repository, house.kronika.bots).follow, daemon=True
    )
    keeper.start()
    await_actions(house, waiting, 4)
    mixed = seated(house, "greedy", "search")
    await_actions(house, mixed, 18)
    actors = {logged.actor for logged in house.repository.log(house.repository.get(mixed))}
    assert {"seat:1", "seat:2"} <= actors
