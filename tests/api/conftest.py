"""One service on an empty SQLite file, its web application, and a player for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.pictures import painter
from api.pictures.painter import Painter
from api.resources import boards
from service.accounts.notices import vapid
from service.operation.app import Kronika, compose
from service.store import probe
from service.system.settings import Settings
from tests.api.conforming import ConformingClient
from tests.api.kit import Seated
from tests.few_draws import quick_keys
from tests.service.in_process import analysed_here, checked_here
from tests.service.preparing import prepared

__all__ = ["analysed_here", "checked_here", "quick_keys"]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is slow, as all is on a crowded machine, is not said to take no writes."""
    monkeypatch.setattr(probe, "WAIT_SECONDS", 120.0)


@pytest.fixture(scope="module")
def kronika(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kronika]:
    folder: Path = tmp_path_factory.mktemp("kronika")
    settings = Settings(database=f"sqlite:///{folder / 'kronika.db'}", data=folder, limits=None)
    prepared(settings)
    service = compose(settings)
    yield service
    service.close()


@pytest.fixture(scope="session")
def shared_painter() -> Iterator[Painter]:
    """One painter for all applications, because its process takes seconds to start: on a crowded machine, many."""
    with pytest.MonkeyPatch.context() as patched, closing(Painter()) as shared:
        patched.setattr(painter, "PATIENCE", 240.0)
        yield shared


@pytest.fixture
def undrawn(shared_painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace pictures by bytes of similar length, because drawing takes a second each and the test ignores the content."""
    monkeypatch.setattr(shared_painter, "_drawn", lambda line: b"a picture" * 10_000)


@pytest.fixture
def pushing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Push messages are offered, as at an address of the Internet."""
    monkeypatch.setattr(vapid, "is_offered", lambda _: True)


@pytest.fixture(autouse=True)
def undrawn_boards(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bundles without pictures, but in tests that ask for `drawn`: drawing takes up to a second a board."""
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(boards, "drawing", lambda: None)


@pytest.fixture
def drawn() -> None:
    """Bundles with the pictures of their boards."""


@pytest.fixture(scope="module")
def app(kronika: Kronika, shared_painter: Painter) -> Flask:
    made = create_app(kronika)
    made.test_client_class = ConformingClient
    made.extensions["painter"] = shared_painter
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def game(client: FlaskClient) -> Seated:
    """A public game of Age of War for two, begun."""
    return Seated.at(client)


@pytest.fixture
def private_game(client: FlaskClient) -> Seated:
    return Seated.at(client, visibility="private")
