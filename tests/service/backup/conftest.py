"""A service that ships its log, and a back-up that may fail at any step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pyrage.x25519 import Identity

from service.operation.app import Kronika, compose
from service.operation.backup import job
from service.operation.backup.chains import Archive
from service.operation.backup.deltas import TABLES
from service.operation.backup.identity import STORE
from service.operation.backup.objects import BackupAway, FolderObjects, Objects
from service.operation.backup.points import Target
from service.operation.backup.restoring import Restored, restore_archive
from service.operation.backup.shipper import Shipper
from service.store import Statement, Store
from service.system.settings import Settings
from tests.service.conftest import House, house_with, settings_in
from tests.store.conftest import postgres_url, server

__all__ = ["postgres_url", "server"]


class Killed(BaseException):
    """The process ended here."""


class Faulty:
    """Objects in a folder. `fault(step, method, name)` may raise, before a step and after it; steps count from 1."""

    def __init__(self, folder: Path, fault: Callable[[int, str, str, bool], None]) -> None:
        self.place, self._objects, self._fault, self.steps = str(folder), FolderObjects(folder), fault, 0

    def __getattr__(self, method: str) -> Callable[..., Any]:
        def call(name: str = "", *data: bytes) -> Any:
            self.steps += 1
            step = self.steps
            self._fault(step, method, name, False)
            found = getattr(self._objects, method)(name, *data)
            self._fault(step, method, name, True)
            return found

        return call


class Shipped:
    """A house, and the back-up of it in a folder."""

    def __init__(self, house: House, folder: Path, identity: Identity) -> None:
        self.house, self.folder, self.identity = house, folder, identity
        self.objects: Objects = FolderObjects(folder)
        self.tokens: dict[str, dict[int, str]] = {}
        self.store = house.kronika.store
        known = {"backup-recipient": str(identity.to_public()), "backup-identity": "bm9uZQ=="}
        self.store.append("", [], [Statement(STORE, row) for row in known.items()])

    def shipper(self, objects: Objects | None = None, **more: Any) -> Shipper:
        """As a new process has it."""
        made = job.shipper(self.house.kronika, str(self.folder))
        made._objects = made._generations._objects = objects or self.objects
        for name, value in more.items():
            setattr(made, name, value)
        return made

    @property
    def archive(self) -> Archive:
        return Archive(self.objects, [self.identity])

    def segments(self) -> list[str]:
        return self.objects.names("generations/")

    def play(self, actions: int = 4) -> str:
        """A new game with so many actions."""
        game, self.tokens[game] = self.house.seated()
        for _ in range(actions):
            self.act(game)
        return game

    def act(self, game: str, house: House | None = None) -> None:
        """An action there, or in another house with the same game."""
        house = house or self.house
        token = house.turn(game, self.tokens[game])
        house.act(game, token, house.legal(game, token)[0])

    def restored(
        self,
        data: Path,
        at: Target | None = None,
        database: str | None = None,
        agreed: Callable[[Any], bool] = lambda closing: True,
    ) -> tuple[Settings, Restored]:
        settings = settings_in(data)
        if database is not None:
            settings = msgspec.structs.replace(settings, database=database)
        return settings, restore_archive(settings, self.archive, at, agreed, True)


OTHERWISE = ("alive", "ruling_words", "stored_events")
"""A time that goes on, an index, and what is compared as events."""


def rows_of(store: Store) -> dict[str, list[Any]]:
    """All that a restore brings back, whichever order an engine gives its columns."""
    found: dict[str, list[Any]] = {}
    with store.change_log(TABLES).snapshot() as now:
        for table in TABLES.keys() - set(OTHERWISE):
            columns = now.columns(table)
            rows = [dict(zip(columns, row, strict=True)) for row in now.slice(table, (), 10**6)]
            found[table] = sorted(repr(sorted(row.items())) for row in rows)
        found["events"] = list(now.events(0, 10**6))
    return found


@contextmanager
def running(settings: Settings) -> Iterator[House]:
    with closing(compose(settings)) as kronika:
        yield House(kronika)


@pytest.fixture(scope="session")
def identity() -> Identity:
    return Identity.generate()


@pytest.fixture
def shipped(tmp_path: Path, identity: Identity) -> Iterator[Shipped]:
    with house_with(settings_in(tmp_path / "one")) as house:
        yield Shipped(house, tmp_path / "backup", identity)


@pytest.fixture
def shipped_from_postgres(tmp_path: Path, identity: Identity, postgres_url: str) -> Iterator[Shipped]:
    with house_with(Settings(data=tmp_path / "one", database=postgres_url)) as house:
        yield Shipped(house, tmp_path / "backup", identity)


def away(*_: object) -> None:
    raise BackupAway("The back-up is away.")


__all__ += ["Kronika"]
