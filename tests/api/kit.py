"""A table with two players, as a third-party client would set it up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.http.long_responses import LongResponses
from conformance.kit import Sitting, mixed
from domain.rulesets import registry
from tests import same_draws

LONG_KEY = "8Zx0cV-vQ2mTq7Lr1NfWdg"
"""An Idempotency-Key as long as one has to be where a token is minted."""


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


class Seated:
    """A game of Age of War with the tokens of its organiser and its seats."""

    def __init__(self, client: FlaskClient, id: str, organiser: str, tokens: dict[int, str]) -> None:
        self.client, self.id, self.organiser, self.tokens = client, id, organiser, tokens

    @classmethod
    def at(
        cls,
        client: FlaskClient,
        names: tuple[str, str] = ("Ada", "Bo"),
        draws: str | None = None,
        prepare: Callable[[Any], object] = lambda game: None,
        **more: Any,
    ) -> Seated:
        """With a word for its draws, of which there is one such game, they are the same in every run.

        `prepare` is called with the table before anybody sits down.
        """
        new = {"ruleset": "age-of-war", "seats": 2, **more}
        if draws is None:
            made = client.post("/v1/games", json=new).json
            game = cls(client, made["id"], made["organiser_token"], {})
        else:
            kronika = client.application.extensions["kronika"]
            game = cls(client, *same_draws.create(kronika, draws=draws, **new), {})
        prepare(game)
        for name in names:
            entrant = {"name": name}
            if more.get("visibility") == "private":
                invited = client.post(f"{game.url}/invitations", json={}, headers=bearer(game.organiser))
                entrant["invitation"] = invited.json["code"]
            taken = client.post(f"{game.url}/seats", json=entrant).json
            game.tokens[taken["seat"]] = taken["token"]
        return game

    @property
    def url(self) -> str:
        return f"/v1/games/{self.id}"

    def get(self, path: str = "", seat: int | None = None, **headers: str) -> TestResponse:
        opened = bearer(self.tokens[seat]) if seat else {}
        return self.client.get(self.url + path, headers={**opened, **dashed(headers)})

    def post(self, path: str, seat: int | None = None, json: Any = None, **headers: str) -> TestResponse:
        opened = bearer(self.tokens[seat]) if seat else {}
        return self.client.post(self.url + path, json=json, headers={**opened, **dashed(headers)})

    def to_act(self) -> int:
        found: int = self.get().json["to_act"][0]
        return found

    def legal(self, seat: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("/legal-actions", seat).json["actions"]
        return found

    def act(self, **headers: str) -> TestResponse:
        """The first legal action of whoever is to act."""
        seat = self.to_act()
        return self.post("/actions", seat, self.legal(seat)[0], **headers)

    def act_refused(self, seat: int = 1, action: Any = None, **headers: str) -> TestResponse:
        """An attempt to act that must not be logged."""
        before = self.get().json["version"]
        answer = self.post("/actions", seat, action or {"type": "roll"}, **headers)
        assert answer.status_code >= 400
        assert self.get().json["version"] == before
        return answer


def dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@cache
def sittings(ruleset: str) -> tuple[Sitting, ...]:
    """A game of a ruleset at each of its tables, played for a while in process."""
    rules = registry()[ruleset]
    met = [Sitting(rules, seats, options, "api") for seats, options in rules.setups()]
    for sitting in met:
        for _ in sitting.play(mixed, random.Random(7), limit=150):
            pass
    return tuple(met)


@cache
def actions_met(ruleset: str) -> tuple[dict[str, Any], ...]:
    """One legal action of every kind that comes up in the first steps."""
    rules, met = registry()[ruleset], {}
    seats, options = rules.setups()[-1]
    sitting = Sitting(rules, seats, options, "api")
    for table in sitting.play(mixed, random.Random(7), limit=100):
        for action in sitting.legal(table.to_act[0]):
            met.setdefault(type(action), msgspec.to_builtins(action))
    return tuple(met.values())


@contextmanager
def no_free_places(app: Flask) -> Iterator[None]:
    """All places for long responses are taken, by as many clients."""
    places: LongResponses = app.extensions["long_responses"]
    with ExitStack() as taken:
        while places.free:
            taken.callback(places.take(f"client {places.free}"))
        yield
