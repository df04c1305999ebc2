"""Every answer says what time it is here, so that clients can show clocks; no body does."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.http.problem_kinds import Fault
from api.http.problems import raw_problem
from api.not_ready import NotReadyApp
from service.system.clock import CLOCK, NS, now
from tests.api.kit import Seated, bearer

FIXED = 1_900_000_000_000


@pytest.fixture
def game(client: FlaskClient) -> Seated:
    return Seated.at(client, clock={"bank": 900, "increment": 10})


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/v1/games",
        "/v1/clocks",
        "/nowhere",
        "/v1/games/nothing",
        "/docs",
        "/health/live",
        "/openapi.json",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_every_answer_has_the_time_of_its_sending(client: FlaskClient, method: str, path: str) -> None:
    before = now()
    answer = client.open(path, method=method)
    assert before <= int(answer.headers["Kronika-Now"]) <= now()
    assert "Kronika-Now" in answer.headers["Access-Control-Expose-Headers"].split(", ")


def test_what_is_refused_or_unchanged_has_it_too(game: Seated) -> None:
    held = game.get().headers["ETag"]
    answers = game.get(If_None_Match=held), game.post("/actions", 1, {"type": "nonsense"}), game.act()
    assert [it.status_code for it in answers] == [304, 422, 201]
    assert all(re.fullmatch("[0-9]{13}", it.headers["Kronika-Now"]) for it in answers)


def test_what_is_no_request_hears_it_too() -> None:
    assert re.search(rb"\r\nKronika-Now: [0-9]{13}\r\n", raw_problem(Fault.BAD_REQUEST))


def test_a_worker_that_is_not_ready_knows_the_time() -> None:
    assert re.fullmatch("[0-9]{13}", NotReadyApp()._app.test_client().get("/").headers["Kronika-Now"])


def test_bodies_and_their_etags_are_the_same_at_any_time(
    app: Flask, game: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those that are held compressed: they are sent with the time of their sending."""
    game.act()
    paths = ("", "/replay", "/legal-actions", "/events")
    before = {path: game.get(path, 1) for path in paths}
    monkeypatch.setattr(CLOCK, "now", lambda: FIXED * NS)
    for path, first in before.items():
        again = game.get(path, 1)
        assert (again.data, again.headers.get("ETag")) == (first.data, first.headers.get("ETag"))
        assert again.headers["Kronika-Now"] == str(FIXED)


@pytest.mark.parametrize("path", ["/stream", "/stream?after=3"])
def test_a_stream_begins_with_it(game: Seated, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CLOCK, "now", lambda: FIXED * NS)
    game.client.post(f"{game.url}/abandonment", headers=bearer(game.organiser))
    with game.client.get(game.url + path) as answer:
        assert next(answer.response) == b": now %d\nretry: 2000\n" % FIXED
