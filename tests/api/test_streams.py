"""Streams as servers send them that cannot hold connections, in process: messages, who receives which, refusals, the cap."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, NamedTuple

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.streaming import long_poll
from service.system.settings import Settings
from tests.api.hall import BEGINNING
from tests.api.kit import Seated, bearer

WAIT = 120.0


class Message(NamedTuple):
    id: int
    event: str
    data: dict[str, Any]


def messages(response: TestResponse) -> Iterator[Message | str]:
    """Messages of a stream as a client parses them; comments and the rest as text. Who hears no more leaves his place."""
    assert response.status_code == 200, response.text
    with response:
        for part in response.response:
            assert isinstance(part, bytes)
            if BEGINNING.fullmatch(part):
                yield ":"
            else:
                assert part.endswith(b"\n\n")
                yield from map(parsed, part.decode().split("\n\n")[:-1])


def parsed(block: str) -> Message:
    fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
    return Message(int(fields["id"]), fields["event"], orjson.loads(fields["data"]))


def test_a_stream_tells_events_and_resumes(game: Seated) -> None:
    everything = game.get("/events").json["events"]
    assert {event["ruleset"] for event in everything} == {"age-of-war"}
    response = game.get("/stream")
    assert response.mimetype == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Accel-Buffering"] == "no"
    told = messages(response)
    assert list(told) == [":", *((e["version"], e["type"], e) for e in everything)]
    for resumed in (game.get("/stream", Last_Event_ID="3"), game.get("/stream?after=3")):
        assert messages_until(resumed, 1)[0].data == everything[3]
    both = game.get("/stream?after=1", Last_Event_ID="2")
    assert messages_until(both, 1)[0].id == 3
    assert game.get("/stream", Last_Event_ID="x").status_code == 422
    assert game.get("/stream?after=x").status_code == 422


def messages_until(response: TestResponse, count: int) -> list[Message]:
    told = (message for message in messages(response) if isinstance(message, Message))
    return list(islice(told, count))


def test_each_viewer_has_his_own_stream(client: FlaskClient) -> None:
    game = Seated.at(client, ruleset="romans")
    texts = set()
    for seat in (None, 1, 2):
        events = game.get("/events", seat).json["events"]
        told = messages_until(game.get("/stream", seat), len(events))
        assert [message.data for message in told] == events
        texts.add(orjson.dumps(events))
    assert len(texts) == 3


def test_refusals_are_problems_and_take_no_place(app: Flask, game: Seated, private_game: Seated) -> None:
    assert private_game.get("/stream").status_code == 404
    assert game.client.get(f"{game.url}/stream", headers=bearer("made-up")).status_code == 401
    assert game.client.get("/v1/games/0/stream").status_code == 404
    assert free_places(app) == Settings().threads // 2


def free_places(app: Flask) -> int:
    return int(app.extensions["long_responses"].free)


def test_a_quiet_stream_ends_in_time_and_another_with_the_next_event(
    game: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its client comes back for more, and a thread is free for others."""
    version = game.get().json["version"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: list(messages(game.get(f"/stream?after={version}"))))
        seat = game.get().json["to_act"][0]
        assert game.post("/actions", seat, game.legal(seat)[0]).status_code == 201
        comment, first, *_ = waiting.result(WAIT)
    assert comment == ":"
    assert isinstance(first, Message)
    assert first.id == version + 1
    monkeypatch.setattr(long_poll, "WAIT_SECONDS", 0.02)
    assert list(messages(game.get(f"/stream?after={game.get().json['version']}"))) == [":"]


def test_beyond_the_cap_streams_are_refused_until_one_ends(app: Flask, game: Seated) -> None:
    places = free_places(app)
    open_ones = [game.get("/stream") for _ in range(places)]
    refused = game.get("/stream")
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/busy")
    assert int(refused.headers["Retry-After"]) > 0
    assert game.client.get("/v1/stream").status_code == 503
    assert game.get().status_code == 200
    for stream in open_ones:
        stream.close()
    assert free_places(app) == places
    game.get("/stream").close()


def test_an_analyst_follows_his_analysis(game: Seated) -> None:
    made = game.post("/forks", None, {"version": game.get().json["version"]}).json
    url = f"/v1/games/{made['id']}/stream"
    assert game.client.get(url).status_code == 404
    told = messages_until(game.client.get(url, headers=bearer(made["token"])), 2)
    assert [message.event for message in told] == ["game-created", "forked"]


def test_a_game_that_is_over_is_told_to_its_end(game: Seated) -> None:
    organised = bearer(game.organiser)
    assert game.client.post(f"{game.url}/abandonment", headers=organised).status_code == 200
    told = [message for message in messages(game.get("/stream")) if isinstance(message, Message)]
    assert told[-1].event == "game-abandoned"
    again = game.get("/stream", Last_Event_ID=str(told[-1].id))
    assert (again.status_code, again.data) == (204, b"")


def test_the_lobby_stream_tells_of_public_games(client: FlaskClient, private_game: Seated) -> None:
    game = Seated.at(client)
    told = messages(client.get("/v1/stream?after=0"))
    listed = {g["id"]: g for g in client.get("/v1/games?limit=100").json["games"]}
    assert next(told) == ":"
    found: dict[str, Message] = {}
    while game.id not in found:
        message = next(told)
        assert isinstance(message, Message)
        assert message.event == "game"
        found[message.data["id"]] = message
    assert private_game.id not in found
    assert {id: message.data for id, message in found.items()} == {id: listed[id] for id in found}
