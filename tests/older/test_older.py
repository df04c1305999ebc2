"""Databases of earlier versions: what can be gone on with is, what cannot be says so, and nothing answers 500."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.http.shared_counters import Counts
from service.app import Kronika, compose, prepare
from service.log.legacy_games import legacy_games
from service.operation.integrity import every_game, find_damage
from tests.older.opened import NAMES, laid_out
from tests.store.conftest import postgres_url, server
from verifier import verify

__all__ = ["postgres_url", "server"]

CLOSED = "layout-1-format-2"
"""Its draws were forced otherwise than today."""
PATHS = ("", "/replay", "/audit", "/events", "/ledger/entries", "/export", "/legal-actions")
EVENTS = 3


class Older(NamedTuple):
    name: str
    kronika: Kronika
    client: FlaskClient
    games: dict[str, Any]

    @property
    def format(self) -> str:
        return self.name.rpartition("-")[2]

    def playing(self) -> list[dict[str, Any]]:
        return [game["playing"] for game in self.games.values()]

    def all(self) -> list[str]:
        return [id for game in self.games.values() for id in (game["finished"], game["playing"]["id"])]

    def act(self, game: dict[str, Any], key: str) -> Any:
        """What becomes of the first action that is legal."""
        path = f"/v1/games/{game['id']}"
        seat = self.client.get(path).json["to_act"][0]
        bearer = {"Authorization": f"Bearer {game['tokens'][str(seat)]}"}
        legal = self.client.get(f"{path}/legal-actions", headers=bearer).json["actions"]
        return self.client.post(f"{path}/actions", json=legal[0], headers={**bearer, "Idempotency-Key": key})


@pytest.fixture(
    params=[(name, engine) for name in NAMES for engine in ("sqlite", "postgresql")], ids="/".join
)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Older]:
    name, engine = request.param
    url = request.getfixturevalue("postgres_url") if engine == "postgresql" else None
    settings, games = laid_out(name, engine, tmp_path, url)
    prepare(settings)
    with closing(compose(settings)) as kronika:
        yield Older(name, kronika, create_app(kronika, Counts(), ()).test_client(), games)


def test_a_database_of_an_earlier_version(older: Older) -> None:
    assert older.kronika.ready() == []
    read_whole(older)
    gone_on_with(older)
    verified(older)
    found = (
        find_damage(older.kronika.store, older.kronika.signer, id) for id in every_game(older.kronika.store)
    )
    assert [one for one in found if one is not None] == []


def read_whole(older: Older) -> None:
    """Each game is, or says which event cannot be read; all that is of a format that goes on is."""
    for id in older.all():
        for path in PATHS:
            answer = older.client.get(f"/v1/games/{id}{path}")
            if older.name == CLOSED and answer.status_code == 409:
                assert answer.json["type"] == "/problems/unreadable-log"
                assert answer.json["version"] > 1
            else:
                assert answer.status_code == 200, (id, path, answer.json)


def gone_on_with(older: Older) -> None:
    """By the format of entry 0; a game that is closed keeps the log that it has."""
    for n, game in enumerate(older.playing()):
        before = older.kronika.store.version(game["id"])
        readable = older.client.get(f"/v1/games/{game['id']}").status_code == 200
        if older.name != CLOSED:
            assert [older.act(game, f"key-{n}-{time}").status_code for time in range(EVENTS)] == [
                201
            ] * EVENTS
            assert older.kronika.store.version(game["id"]) > before
        elif readable:
            answer = older.act(game, f"key-{n}")
            assert (answer.status_code, answer.json["type"]) == (409, "/problems/unreadable-log")
            assert older.kronika.store.version(game["id"]) == before
    assert legacy_games(older.kronika.store) == (len(older.all()) if older.name == CLOSED else 0)


def verified(older: Older) -> None:
    audits = [older.client.get(f"/v1/games/{id}/audit") for id in older.all()]
    reports = [verify(audit.json) for audit in audits if audit.status_code == 200]
    assert len(reports) >= len(older.games) / 2
    for report in reports:
        found = {level.name: (level.status, level.detail) for level in report.levels}
        assert (found["L0"][0], found["L2"][0]) == ("passed", "passed"), found
        assert found["L3"] == ("not available", f"format {older.format}, before the closed tables")


def test_what_an_old_entry_lacks_has_the_default_of_its_time(older: Older) -> None:
    """Nobody could ask a referee before there were any."""
    terms = {
        older.kronika.repository.get(game["id"]).table.setup.disputes is None for game in older.playing()[:1]
    }
    assert terms == {older.name == CLOSED}
