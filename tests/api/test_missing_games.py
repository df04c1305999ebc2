"""A game that was signed and is not in the database: every reader says so, to everybody alike, and lists are unaffected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import RESOURCES, create_app
from service.log.head_journal import SignedHead
from service.operation.app import Kronika, compose
from service.store import Statement
from service.system.settings import Settings
from tests.api.conforming import ConformingClient
from tests.api.kit import Seated, bearer
from tests.service.preparing import prepared
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]

both_engines = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
SIGNED = SignedHead(7, bytes(32))
NEEDS = {"consistency": "?from=1&to=1", "proof": "?index=0"}
"""Queries that some addresses demand."""
UNKNOWN, LOST, EXPIRED = "0" * 32, "1" * 32, "2" * 32


@pytest.fixture
def kronika(url: str, tmp_path: Path) -> Iterator[Kronika]:
    settings = Settings(database=url, data=tmp_path, limits=None)
    prepared(settings)
    service = compose(settings)
    service.head_journal.record(LOST, SIGNED)
    service.head_journal.record(EXPIRED, SIGNED)
    service.store.append("", [], [Statement("INSERT INTO expired_games VALUES (?)", (EXPIRED,))])
    yield service
    service.close()


@pytest.fixture
def client(kronika: Kronika, checked_here: None) -> FlaskClient:
    app = create_app(kronika)
    app.test_client_class = ConformingClient
    return app.test_client()


def readers() -> list[str]:
    """Every address below a game that is read."""
    return sorted(
        operation.path
        for resource in RESOURCES
        for operation in resource.operations
        if operation.method == "GET" and operation.path.startswith("/v1/games/<game:game>")
    )


def at(path: str, game: str) -> str:
    return _numbered(path.replace("<game:game>", game))


def _numbered(path: str) -> str:
    numbered = "/".join("1" if part.startswith("<") else part for part in path.split("/"))
    return numbered + NEEDS.get(numbered.rpartition("/")[2], "")


def kind(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["type"].removeprefix("/problems/")


@both_engines
def test_every_reader_says_that_it_is_missing(client: FlaskClient) -> None:
    assert len(readers()) > 20
    for path in readers():
        for game, expected in (
            (LOST, (410, "log-missing")),
            (UNKNOWN, (404, "not-found")),
            (EXPIRED, (404, "not-found")),
        ):
            assert kind(client.get(at(path, game), headers=bearer("kr_any"))) == expected, (path, game)


def test_so_do_writers_and_other_addresses(client: FlaskClient) -> None:
    for path, body in (("actions", {"type": "roll"}), ("seats", {"name": "Ada"}), ("forks", {"version": 1})):
        answer = client.post(f"/v1/games/{LOST}/{path}", json=body, headers=bearer("kr_any"))
        assert kind(answer) == (410, "log-missing"), path
    assert kind(client.get(f"/oembed?url=/games/{LOST}")) == (410, "log-missing")
    assert client.get(f"/games/{LOST}").status_code == 200, "the page says it"


def test_the_answer_is_the_same_whoever_asks_and_tells_nothing_of_the_game(client: FlaskClient) -> None:
    """Else it would tell those who have an id alone what kind of game it was, or which tokens it had."""
    game = Seated.at(client)
    tokens = (None, "kr_any", game.tokens[1], game.organiser)
    answers = [client.get(f"/v1/games/{LOST}", headers=bearer(one) if one else {}) for one in tokens]
    said = [{**answer.json, "request_id": ""} for answer in answers]
    assert all(one == said[0] for one in said)
    assert set(said[0]) == {"type", "title", "status", "detail", "request_id"}


def test_it_is_said_in_polish_too(client: FlaskClient) -> None:
    answer = client.get(f"/v1/games/{LOST}", headers={"Accept-Language": "pl"}).json
    assert answer["detail"].startswith("Serwis podpisał")


def test_lists_are_unaffected(client: FlaskClient) -> None:
    game = Seated.at(client)
    assert [one["id"] for one in client.get("/v1/games").json["games"]] == [game.id]
    assert client.get("/v1/stream", method="HEAD").status_code == 200
