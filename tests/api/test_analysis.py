"""Analyses of games over HTTP: who may ask, what everybody gets, how far it has come."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.streaming import long_poll
from engine.analysis import PLAYOUTS, USUAL
from service.analyses.analyser import Analyser, Bounds
from service.log.analysis_queue import (
    MAX_QUEUED,
    AnalysisRun,
    record_progress,
    start_run,
)
from service.operation.app import Kronika
from service.operation.database_metrics import database_metrics
from service.store import Statement
from tests.api.kit import Seated, bearer
from tests.running import serving, until

QUICK = Bounds(playouts=2, looks=1, least=3600.0, most=3600.0)
"""So little that a slow machine does all of it: no analysis here is cut short by the time that it takes."""
WAITING = (
    "INSERT INTO game_analyses (game, version, status, progress, asked_at) VALUES (?, 1, 'queued', 0, 1)"
)


def played(client: FlaskClient, actions: int = 4, **more: Any) -> Seated:
    """A game that ends after a few actions, because its organiser abandons it."""
    game, rng = Seated.at(client, **more), random.Random(4)
    for _ in range(actions):
        seat = game.to_act() if more.get("visibility") != "private" else game.get("", 1).json["to_act"][0]
        assert game.post("/actions", seat, rng.choice(game.legal(seat))).status_code == 201
    return game


def over(client: FlaskClient, actions: int = 4, **more: Any) -> Seated:
    game = played(client, actions, **more)
    assert client.post(f"{game.url}/abandonment", headers=bearer(game.organiser)).status_code == 200
    return game


pytestmark = pytest.mark.usefixtures("analysed_here")


def make(kronika: Kronika) -> None:
    while Analyser(kronika.repository, QUICK).make_next():
        pass


@pytest.fixture(autouse=True)
def empty(kronika: Kronika) -> None:
    kronika.store.append("", [], [Statement("DELETE FROM game_analyses")])


def is_refused(answer: TestResponse, status: int, kind: str) -> dict[str, Any]:
    assert (answer.status_code, answer.json["type"]) == (status, f"/problems/{kind}")
    found: dict[str, Any] = answer.json
    return found


def test_a_game_that_is_over_is_analysed_for_whoever_asks(client: FlaskClient, kronika: Kronika) -> None:
    game, before = over(client, 40), Counter(database_metrics(kronika.repository).analyses_ended)
    is_refused(game.get("/analysis"), 404, "not-found")
    asked = game.post("/analysis")
    assert database_metrics(kronika.repository).analyses == {"queued": 1}
    assert (asked.status_code, asked.json["status"], asked.json["progress"]) == (202, "queued", 0)
    again = game.post("/analysis", 1)
    assert (again.status_code, again.json) == (202, asked.json)
    waiting = game.get("/analysis")
    assert waiting.json == asked.json
    make(kronika)
    now = database_metrics(kronika.repository)
    assert (now.analyses, Counter(now.analyses_ended) - before) == ({}, {"done": 1})
    done = game.get("/analysis")
    assert done.json["status"] == "done"
    assert done.json["version"] == game.get().json["version"]
    for moment in done.json["moments"]:
        legal = game.get(f"/states/{moment['version']}", moment["seat"]).json["to_act"]
        assert moment["seat"] in legal
        assert 0.99 <= sum(moment["chances"].values()) <= 2, "some playouts have two winners"
        assert (moment["playouts"], moment["searched"]) == (2, True)
        assert moment["chances"] == moment["seen"], "nothing is hidden in this game"
    assert len(done.json["moments"]) > 1
    repeated = game.post("/analysis", 2)
    assert (repeated.status_code, repeated.json) == (200, done.json)


def test_everybody_is_told_the_same_and_caches_know_it(client: FlaskClient, kronika: Kronika) -> None:
    game = over(client)
    game.post("/analysis")
    told = [game.get("/analysis")]
    run = AnalysisRun(game.id, told[0].json["version"], "here")
    start_run(kronika.store, run)
    told.append(game.get("/analysis"))
    record_progress(kronika.store, run, 0.25)
    told.append(game.get("/analysis"))
    make(kronika)
    told.append(game.get("/analysis"))
    assert [(it.json["status"], it.json["progress"]) for it in told] == [
        ("queued", 0),
        ("running", 0),
        ("running", 0.25),
        ("done", 1),
    ]
    assert len({it.headers["ETag"] for it in told}) == 4
    assert all(it.headers["ETag"].startswith(f'"{game.get().json["version"]}-') for it in told)
    done = told[-1]
    assert done.headers["Cache-Control"] == "private, no-cache"
    held = game.get("/analysis", If_None_Match=done.headers["ETag"])
    assert (held.status_code, held.data) == (304, b"")
    assert game.get("/analysis", If_None_Match=told[0].headers["ETag"]).status_code == 200
    for token in (*game.tokens.values(), game.organiser):
        answer = client.get(f"{game.url}/analysis", headers=bearer(token))
        assert answer.data == done.data
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert answer.headers["ETag"] != done.headers["ETag"]


def test_nothing_is_told_of_a_game_that_goes_on(client: FlaskClient, kronika: Kronika) -> None:
    game = played(client)
    for seat in (None, 1):
        for answer in (game.post("/analysis", seat), game.get("/analysis", seat)):
            problem = is_refused(answer, 409, "illegal-action")
            assert problem["rule"] == "table.analysis"
    assert kronika.store.query("SELECT 1 FROM game_analyses") == []


def test_of_a_private_game_strangers_are_told_nothing(client: FlaskClient, kronika: Kronika) -> None:
    game, before = over(client, visibility="private"), database_metrics(kronika.repository).analyses_ended
    assert game.post("/analysis", 1).status_code == 202
    assert database_metrics(kronika.repository).analyses == {}
    make(kronika)
    for answer in (game.post("/analysis"), game.get("/analysis")):
        is_refused(answer, 404, "not-found")
    is_refused(client.get(f"{game.url}/analysis", headers=bearer("A" * 43)), 404, "not-found")
    assert game.get("/analysis", 2).json["status"] == "done"
    assert database_metrics(kronika.repository).analyses_ended == before


def test_an_analysis_is_analysed_for_its_analyst(client: FlaskClient, kronika: Kronika) -> None:
    game = played(client)
    forked = game.post("/forks", 1, {"version": game.get().json["version"]}).json
    url, analyst = f"/v1/games/{forked['id']}", bearer(forked["token"])
    legal = client.get(f"{url}/legal-actions", headers=analyst).json["actions"]
    assert client.post(f"{url}/actions", json=legal[-1], headers=analyst).status_code == 201
    is_refused(client.post(f"{url}/analysis"), 404, "not-found")
    assert client.post(f"{url}/analysis", headers=analyst).status_code == 202
    make(kronika)
    first = client.get(f"{url}/analysis", headers=analyst).json
    assert (first["status"], len(first["moments"])) == ("done", int(len(legal) > 1))
    for _ in range(2):
        legal = client.get(f"{url}/legal-actions", headers=analyst).json["actions"]
        client.post(f"{url}/actions", json=legal[0], headers=analyst)
    assert client.get(f"{url}/analysis", headers=analyst).json == first
    asked = client.post(f"{url}/analysis", headers=analyst)
    assert (asked.status_code, asked.json["moments"]) == (202, [])
    assert asked.json["version"] > first["version"]


def test_when_the_queue_is_full_it_says_when_to_come_again(client: FlaskClient, kronika: Kronika) -> None:
    game = over(client)
    full = [Statement(WAITING, (f"{n:032x}",)) for n in range(MAX_QUEUED)]
    kronika.store.append("", [], full)
    refused = game.post("/analysis")
    is_refused(refused, 503, "queue-full")
    assert refused.headers["Retry-After"] == "60"
    is_refused(game.get("/analysis"), 404, "not-found")


def blocks(response: TestResponse) -> list[dict[str, str]]:
    """The messages of a stream that ends, field by field."""
    assert response.status_code == 200
    parts = b"".join(response.response).decode().split("\n\n")
    lines = [[line.split(": ", 1) for line in part.splitlines() if ": " in line] for part in parts]
    return [dict(found) for found in lines if any(name == "data" for name, _ in found)]


def test_the_stream_tells_how_far_it_has_come_to_those_who_ask(client: FlaskClient, kronika: Kronika) -> None:
    """Whoever comes back is told anew, until it is done."""
    game = over(client)
    version = game.get().json["version"]
    asked = f"/stream?after={version}&analysis=true"
    assert game.get(asked).status_code == 204
    game.post("/analysis")
    run = AnalysisRun(game.id, version, "here")
    assert game.get(f"/stream?after={version}").status_code == 204, "others are told nothing of it"
    told = blocks(game.get(f"/stream?after={version - 1}&analysis=true"))
    assert [(it.get("id"), it["event"]) for it in told] == [
        (str(version), "game-abandoned"),
        (None, "analysis"),
    ]
    start_run(kronika.store, run)
    told += blocks(game.get(asked))
    record_progress(kronika.store, run, 0.5)
    told += blocks(game.get(asked))
    news = [orjson.loads(it["data"]) for it in told[1:]]
    assert [(it["status"], it["progress"]) for it in news] == [
        ("queued", 0),
        ("running", 0),
        ("running", 0.5),
    ]
    assert all((it["game"], it["version"]) == (game.id, version) for it in news)
    make(kronika)
    assert game.get(asked).status_code == 204


def test_the_stream_of_a_game_that_goes_on_tells_no_analysis(
    client: FlaskClient, kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if there were one: as of a game that was over, and goes on because of a ruling."""
    game = played(client)
    kronika.store.append("", [], [Statement(WAITING, (game.id,))])
    monkeypatch.setattr(long_poll, "WAIT_SECONDS", 0.0)
    version = game.get().json["version"]
    assert len(blocks(game.get("/stream?analysis=true"))) == version
    assert blocks(game.get(f"/stream?after={version}&analysis=true")) == []


@pytest.mark.soak
def test_the_keeper_of_a_server_makes_it(tmp_path: Path) -> None:
    """A whole server: asked, followed by the stream, and a game of a hidden kind at that."""
    with serving(tmp_path) as server, httpx.Client(base_url=f"{server.url}/v1", timeout=60) as http:
        new = {"ruleset": "romans", "seats": 2}
        made = http.post("/games", json=new).json()
        organiser, url = bearer(made["organiser_token"]), f"/games/{made['id']}"
        for name in ("A", "B"):
            http.post(f"{url}/seats", json={"name": name, "bot": "greedy"}, headers=organiser)
        until(lambda: http.get(url).json()["version"] > 20, "some events")
        http.post(f"{url}/abandonment", headers=organiser)
        status = http.get(url).json()["status"]
        assert status in ("abandoned", "finished")
        fork = http.post(f"{url}/forks", json={"version": 12}).json()
        url, token = f"/games/{fork['id']}", bearer(fork["token"])
        for _ in range(3):
            legal = http.get(f"{url}/legal-actions", params={"seat": 1}, headers=token).json()
            act = http.post(
                f"{url}/actions", json=legal["actions"][0], params={"seat": legal["seat"]}, headers=token
            )
            assert act.status_code in (201, 409)
        assert http.post(f"{url}/analysis", headers=token).status_code == 202
        done = until(
            lambda: (it := http.get(f"{url}/analysis", headers=token).json())["status"] == "done" and it
        )
        assert done["hurried"] is False
        assert all(USUAL <= moment["playouts"] <= PLAYOUTS for moment in done["moments"])
