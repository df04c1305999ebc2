"""Two machines on one PostgreSQL: one loses its power, and nothing is lost, done twice, or left undone."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import httpx
import pytest

from tests.load import Follower, ask, check, go_on, playing
from tests.running import until
from tests.store.conftest import new_database, server
from tests.whole.site import Machine, Site, site

__all__ = ["server"]

BOTS_GAMES = 3
BETWEEN = 40
"""Events that are acknowledged between two things that befall machines, so that both happen under load."""
PAUSE = 0.05
"""Seconds between two actions of a player: what was acknowledged is verified afterwards, event by event."""
NOT_NOW = (httpx.HTTPError, json.JSONDecodeError, KeyError)
"""What asking a service that cannot be asked at the moment ends in."""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, server: Any) -> Iterator[Site]:
    """Both at work; whoever ends one starts it again, but for the last test."""
    folder = tmp_path_factory.mktemp("two")
    with new_database(server) as url, site(folder, KRONIKA_DATABASE=url) as made:
        yield made


def survives(
    at: Site, ends: Callable[[Machine], None], order: Sequence[Machine], between: int = BETWEEN
) -> None:
    """Games are under way while machines end in this order and come back: what was acknowledged is there, once."""
    with playing(at, pause=PAUSE) as crew:
        for machine in order:
            go_on(crew, between)
            ends(machine)
            go_on(crew, between)
            machine.start()
    check(at, crew)


@pytest.mark.soak
def test_either_machine_may_be_killed_under_load(two: Site) -> None:
    survives(two, Machine.kill, random.sample(two.machines, 2))


@pytest.mark.soak
def test_a_rolling_restart_under_load(two: Site) -> None:
    survives(two, Machine.stop, two.machines)


@pytest.mark.soak
def test_machines_are_killed_under_load_again_and_again(two: Site) -> None:
    survives(two, Machine.kill, random.choices(two.machines, k=30), between=5 * BETWEEN)


def bots_game(at: Site) -> str:
    """A game that bots alone play, of which this machine plays the beginning."""
    key = uuid.uuid4().hex
    made = ask(at, "/v1/games", {"ruleset": "age-of-war", "seats": 2}, key=f"g-{key}")
    for seat in (1, 2):
        bot = {"name": f"Bot {seat}", "seat": seat, "bot": "random"}
        ask(at, f"/v1/games/{made['id']}/seats", bot, made["organiser_token"], f"{seat}-{key}")
    return str(made["id"])


def finished(url: str) -> int:
    counted = httpx.get(f"{url}/v1/rulesets/age-of-war/statistics", timeout=60).json()["games"]
    return int(counted.get("finished", 0))


@pytest.mark.soak
def test_what_a_dead_machine_left_undone_the_other_one_takes_up(two: Site) -> None:
    """Its bots, its keeper's tables, and the streams that it was sending."""
    first, second = two.machines
    before = finished(Site([second]).url)
    alone = Site([first])
    games = [bots_game(alone) for _ in range(BOTS_GAMES)]
    followers = [Follower(two, game) for game in games]
    for follower in followers:
        follower.start()
    first.kill()
    url = Site([second]).url
    for game, follower in zip(games, followers, strict=True):
        document = until(lambda id=game: over(url, id), "the bots' game is over", *NOT_NOW)
        until(
            lambda it=follower, v=document["version"]: it.versions[-1:] == [v],
            "the stream tells the end",
            *NOT_NOW,
        )
        follower.ended.set()
        assert follower.versions == list(range(1, document["version"] + 1))
    until(lambda: finished(url) == before + BOTS_GAMES, "the statistics count them", *NOT_NOW)


def over(url: str, game: str) -> dict[str, int] | None:
    document = httpx.get(f"{url}/v1/games/{game}", timeout=60).json()
    return document if document["status"] == "finished" else None
