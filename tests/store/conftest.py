"""Every test that asks for `url` or `store` runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from service.store import Store, open_store, postgres_link

from .kit import SIDE_TABLES, Workers

KEY = bytes(range(32))
PATIENCE = 30
"""Seconds for a connection."""


@pytest.fixture(scope="session")
def server(shared_postgresql: object) -> object:
    """The PostgreSQL server, also for files that import this fixture: each test has a database of its own."""
    return shared_postgresql


@contextmanager
def new_database(server: Any) -> Iterator[str]:
    """The address of a database of its own, which goes afterwards."""
    name = f"k{uuid4().hex}"
    with psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    yield server.get_uri(database=name)
    with psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def postgres_url(server, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Of an empty database. On a crowded machine a connection to it takes a while; tests whose servers go away have others."""
    monkeypatch.setattr(postgres_link, "POOL_SECONDS", float(PATIENCE))
    monkeypatch.setitem(postgres_link.LINK, "connect_timeout", PATIENCE)
    with new_database(server) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'kronika.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """A database that does not exist yet, or is empty."""
    return request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def daily_sqlite_url(request: pytest.FixtureRequest) -> str:
    """For what the store's own tests have tried on both: PostgreSQL in the soak only. Imported under the name `url`."""
    return request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")


@pytest.fixture
def opened(url: str) -> Iterator[Callable[[], Store]]:
    """Opens the same database again and again, as other processes would."""
    stores: list[Store] = []

    def again() -> Store:
        stores.append(open_store(url, KEY, create=True))
        return stores[-1]

    yield again
    for store in stores:
        store.close()


@contextmanager
def migrated(url: str) -> Iterator[Store]:
    """A store that is ready for use."""
    with closing(open_store(url, KEY, create=True)) as made:
        made.migrate(SIDE_TABLES)
        yield made


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    made = opened()
    made.migrate(SIDE_TABLES)
    return made


@contextmanager
def workers_on(url: str) -> Iterator[Workers]:
    """Other processes on the same database."""
    crew = Workers(url, KEY)
    try:
        yield crew
    finally:
        crew.end()


@pytest.fixture
def workers(url: str) -> Iterator[Workers]:
    with workers_on(url) as crew:
        yield crew
