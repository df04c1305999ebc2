"""Who is connected to a game: what is counted as one viewer, for how long, and who may read it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.streaming import attendance
from api.streaming.attendance import PUBLISH_SECONDS, SILENCE_SECONDS, Attendances
from api.streaming.connected import Connected
from service.identity import hiding
from tests.api.kit import Seated, bearer

NOBODY = {"watching": 0, "present": []}
Workers = tuple[Attendances, Attendances]


class Clock:
    """Time passes when a test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(attendance, "monotonic", clock)
    return clock


@pytest.fixture
def workers(client: FlaskClient, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workers:
    """The one that answers, and another."""
    pids = iter((1, 2))
    monkeypatch.setattr(attendance, "getpid", lambda: next(pids))
    first, other = Attendances(tmp_path), Attendances(tmp_path)
    client.application.extensions["attendances"] = first
    return first, other


@pytest.fixture
def seen(workers: Workers, clock: Clock) -> Callable[..., None]:
    """Some time later, this is who is connected to the workers."""

    def see(*connected: list[Connected], after: float = PUBLISH_SECONDS) -> None:
        clock.now += after
        for worker, there in zip(workers, connected, strict=True):
            worker.publish(there)

    return see


def seat(game: Seated, number: int, connections: int = 1) -> Connected:
    return Connected(game.id, f"seat:{number}", game.tokens[number], connections)


def audience(game: Seated) -> object:
    return game.get("/audience").json


def test_a_viewer_is_a_person_with_a_token_or_a_connection_without_one(
    client: FlaskClient, seen: Callable[..., None]
) -> None:
    game = Seated.at(client)
    assert audience(game) == NOBODY
    spectators = Connected(game.id, "spectator", None, 3)
    referee, analyst = (Connected(game.id, role, role, 20) for role in ("referee:1", "organiser"))
    seen([seat(game, 2, 50), spectators, referee], [seat(game, 2), spectators, referee, analyst])
    assert audience(game) == {"watching": 3 + 3 + 1 + 1, "present": [2]}
    watchers = Connected(game.id, "watcher", "the token of a link", 5)
    seen([watchers], [seat(game, 1)])
    assert audience(game) == {"watching": 5, "present": [1, 2]}


def test_a_seat_is_present_until_its_silence_is_over(client: FlaskClient, seen: Callable[..., None]) -> None:
    game = Seated.at(client)
    watching = Connected(game.id, "spectator", None, 1)
    seen([seat(game, 1), watching], [])
    seen([], [], after=SILENCE_SECONDS - 0.1)
    assert audience(game) == {"watching": 0, "present": [1]}
    seen([], [seat(game, 1)])
    seen([], [], after=SILENCE_SECONDS - 0.1)
    assert audience(game) == {"watching": 0, "present": [1]}, "it has come back by another worker"
    seen([], [])
    assert audience(game) == NOBODY


def test_who_may_not_see_a_game_reads_nothing_of_its_audience(
    client: FlaskClient, seen: Callable[..., None]
) -> None:
    game, other = Seated.at(client, visibility="private"), Seated.at(client)
    seen([seat(game, 1)], [])
    assert audience(other) == NOBODY
    for headers in ({}, bearer(other.tokens[1]), bearer("kr_" + "A" * 43)):
        told, of_game = (client.get(game.url + path, headers=headers) for path in ("/audience", ""))
        assert (told.status_code, told.json["type"]) == (404, "/problems/not-found")
        assert told.json["detail"] == of_game.json["detail"]
    mine = game.get("/audience", 2)
    assert mine.json == {"watching": 0, "present": [1]}
    assert mine.headers["Cache-Control"] == "private, no-store"
    assert other.get("/audience").headers["Cache-Control"] == "public, max-age=2"


def test_the_most_watched_games_that_everybody_may_see(
    client: FlaskClient, seen: Callable[..., None]
) -> None:
    game, busy, empty, removed = (Seated.at(client) for _ in range(4))
    private = Seated.at(client, visibility="private")
    hiding.hide(client.application.extensions["kronika"].store, removed.id)
    watching = [
        Connected(one.id, "spectator", None, count) for one, count in ((game, 1), (busy, 3), (removed, 9))
    ]
    referee = Connected(private.id, "referee:1", "the token of a referee", 1)
    seen([*watching, referee], [watching[0], seat(empty, 1)])
    told = client.get("/v1/audience")
    assert told.json == {"watching": 5, "games": {busy.id: 3, game.id: 2}}
    assert told.headers["Cache-Control"] == "public, max-age=2"


def test_without_space_nobody_is_counted_rather_than_those_who_have_left(
    client: FlaskClient, workers: Workers, seen: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Seated.at(client)
    seen([], [Connected(game.id, "spectator", None, 3)])
    with monkeypatch.context() as full:
        full.setattr(Path, "write_bytes", _no_space)
        seen([], [Connected(game.id, "spectator", None, 2)])
        assert audience(game) == NOBODY
    seen([], [Connected(game.id, "spectator", None, 2)])
    assert audience(game) == {"watching": 2, "present": []}


def _no_space(*_: object) -> int:
    raise OSError(28, "No space left on device")
