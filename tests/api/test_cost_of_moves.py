"""What each move of a game costs who makes it, who plays on and who looks on: two questions and 10 kB at most.

A page asks two: it sends the move, and asks what is new; who hears of the move asks what is new. Dice and shuffles are the same
each time.
"""

from __future__ import annotations

import gzip
import random
import re
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.rulesets import registry
from service.operation.app import Kronika
from tests.api.kit import Seated
from tests.same_draws import create
from tests.soaking import soaked

GZIP = {"Accept_Encoding": "gzip"}
MOST = 10_000
SHUFFLED = 13_000
"""A whole deck's commitments: when it is shuffled anew, once in a long while, and nothing makes them shorter."""
BEGINNING = 20
PREFERRED = "fill-line|lay-card|place-warrior|seal-orders"
"""Actions that bring a random game on."""


def told(answer: TestResponse) -> Any:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return orjson.loads(gzip.decompress(answer.data) if packed else answer.data)


class Costs:
    def __init__(self, client: FlaskClient, kronika: Kronika, ruleset: str) -> None:
        id, organiser = create(kronika, ruleset, 2)
        self.game, self.rng = Seated(client, id, organiser, {}), random.Random(5)
        for seat in (1, 2):
            entrant = {"name": f"Player {seat}", "seat": seat}
            self.game.tokens[seat] = self.game.post("/seats", json=entrant).json["token"]
        self.held = dict.fromkeys((None, 1, 2), self.game.get().json["version"])

    def news(self, seat: int | None) -> tuple[int, Any]:
        """What has come for a seat, or who looks on: bytes, and what it says."""
        after = self.held[seat]
        answer = self.game.get(f"/news?lang=pl&after={after}&audit={after}", seat, **GZIP)
        news = told(answer)
        self.held[seat] = news["version"]
        return len(answer.data), news

    def move(self) -> dict[str, int]:
        """A random move of whoever is to act; what it costs everybody, by who he is, {} when it ended the game."""
        seat = self.game.to_act()
        legal = self.game.legal(seat)
        wanted = [action for action in legal if re.search(PREFERRED, action["type"])]
        done = self.game.post("/actions", seat, self.rng.choice(wanted or legal), **GZIP)
        assert done.status_code == 201
        found = {who: self.news(who) for who in self.held}
        if found[None][1]["document"]["status"] == "finished":
            return {}
        most = SHUFFLED if any(shuffled(news["events"]) for _, news in found.values()) else MOST
        costs = {who: size + (len(done.data) if who == seat else 0) for who, (size, _) in found.items()}
        assert all(cost <= most for cost in costs.values()), costs
        return costs


def shuffled(events: list[dict[str, Any]]) -> bool:
    return any(
        isinstance(value, dict) and "order" in value for event in events for value in event["data"].values()
    )


@pytest.fixture(params=soaked(registry(), rare=("age-of-war", "nagaraja", "touche")))
def costs(request: pytest.FixtureRequest, client: FlaskClient, kronika: Kronika) -> Costs:
    return Costs(client, kronika, request.param)


def test_a_move_costs_little(costs: Costs) -> None:
    for _ in range(BEGINNING):
        assert costs.move()


@pytest.mark.soak
def test_every_move_of_a_whole_game_costs_little(costs: Costs) -> None:
    while costs.move():
        pass
