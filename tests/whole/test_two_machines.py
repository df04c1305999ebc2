"""Two machines on one PostgreSQL: one loses its power, and nothing is lost, done twice, or left undone."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
import pytest

from tests.load import Follower, ask, check, playing
from tests.running import until
from tests.store.conftest import postgres_url, server
from tests.whole.site import Machine, Site, site

__all__ = ["postgres_url", "server"]

BOTS_GAMES = 6
NOT_NOW = (httpx.HTTPError, json.JSONDecodeError, KeyError)
"""What asking a service that cannot be asked at the moment ends in."""


@pytest.fixture
def two(tmp_path: Path, postgres_url: str) -> Iterator[Site]:
    with site(tmp_path, KRONIKA_DATABASE=postgres_url) as made:
        yield made


def survives(
    at: Site, ends: Callable[[Machine], None], order: Sequence[Machine], between: float = 1.5
) -> None:
    """Games are under way while machines end in this order and come back: what was acknowledged is there, once."""
    with playing(at) as crew:
        for machine in order:
            time.sleep(between)
            ends(machine)
            time.sleep(between)
            machine.start()
    check(at, crew)


def test_either_machine_may_be_killed_under_load(two: Site) -> None:
    survives(two, Machine.kill, random.sample(two.machines, 2))


def test_a_rolling_restart_under_load(two: Site) -> None:
    survives(two, Machine.stop, two.machines)


@pytest.mark.soak
def test_machines_are_killed_under_load_again_and_again(two: Site) -> None:
    survives(two, Machine.kill, random.choices(two.machines, k=30), between=3)


def bots_game(at: Site) -> str:
    """A game that bots alone play, of which this machine plays the beginning."""
    key = uuid.uuid4().hex
    made = ask(at, "/v1/games", {"ruleset": "age-of-war", "seats": 2}, key=f"g-{key}")
    for seat in (1, 2):
        bot = {"name": f"Bot {seat}", "seat": seat, "bot": "random"}
        ask(at, f"/v1/games/{made['id']}/seats", bot, made["organiser_token"], f"{seat}-{key}")
    return str(made["id"])


def finished(url: str) -> int:
    counted = httpx.get(f"{url}/v1/rulesets/age-of-war/statistics").json()["games"]
    return int(counted.get("finished", 0))


def test_what_a_dead_machine_left_undone_the_other_one_takes_up(two: Site) -> None:
    """Its bots, its keeper's tables, and the streams that it was sending."""
    first, second = two.machines
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
    until(lambda: finished(url) == BOTS_GAMES, "the statistics count them", *NOT_NOW)


def over(url: str, game: str) -> dict[str, int] | None:
    document = httpx.get(f"{url}/v1/games/{game}", timeout=30).json()
    return document if document["status"] == "finished" else None
