"""Bots that take their time: the keeper plays them, in the games that wait and in those that are written."""

from __future__ import annotations

import time
from itertools import count, takewhile
from typing import Any

import pytest

from projections.people import THINKING_BOTS
from service.play import bots
from service.system.settings import BadSetting, Settings
from service.tables import seating
from tests.service.conftest import House, following


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


@pytest.mark.soak
def test_the_keeper_plays_them_and_no_other_process_does(house: House) -> None:
    waiting = seated(house, "search", "search")
    before = house.repository.get(waiting).version
    house.kronika.bots.play(waiting)
    assert house.repository.get(waiting).version == before
    with following(house, bots.ThinkingBots(house.repository, house.kronika.bots, 1).follow):
        await_actions(house, waiting, 4)
        mixed = seated(house, "greedy", "search")
        await_actions(house, mixed, 18)
    actors = {logged.actor for logged in house.repository.versions.log(house.repository.get(mixed))}
    assert {"seat:1", "seat:2"} <= actors


class Looked(Exception):
    """Thrown by a search that has counted its looks."""


def test_a_move_takes_the_time_that_is_set(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a millisecond whenever it is asked."""
    game, clock = seated(house, "search", "search"), count()

    def looking(*given: Any) -> None:
        raise Looked(sum(1 for _ in takewhile(given[-1], count())))

    monkeypatch.setattr(bots, "now", lambda: next(clock))
    monkeypatch.setattr(bots, "search", looking)
    with pytest.raises(Looked, match=r"^24$"):
        bots.Bots(house.repository, kinds=THINKING_BOTS, time=25).play(game)


def test_the_time_of_a_move_is_a_setting() -> None:
    assert Settings.from_env({}).bot_time == 1_000
    assert Settings.from_env({"KRONIKA_BOT_TIME": "250"}).bot_time == 250
    with pytest.raises(BadSetting, match="KRONIKA_BOT_TIME"):
        Settings.from_env({"KRONIKA_BOT_TIME": "0"})
