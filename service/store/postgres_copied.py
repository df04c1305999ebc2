"""The part of the PostgreSQL engine that copies it, fills it and moves it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from .changes_tables import Tables
from .engine import Load, Read
from .postgres_copy import copy_in, copy_out
from .postgres_link import one_line
from .postgres_loading import LED, MARK, MOVED, UNMARK, PostgresLoad, continue_after, stop_writers
from .postgres_triggers import COLUMNS_OF, record_changes, snapshot
from .types import Statement, StoreUnusable, Trouble


class CopiedEngine(ABC):
    """See `Engine`."""

    name: str

    @abstractmethod
    def read(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    def connect(self) -> psycopg.Connection[Any]: ...

    @abstractmethod
    def _run(self, statements: Iterable[Statement]) -> None: ...

    @abstractmethod
    def _translating(self) -> AbstractContextManager[None]: ...

    def columns(self, table: str) -> list[str]:
        return [name for (name,) in self.read(COLUMNS_OF, (table,))]

    def record_changes(self, tables: Tables) -> None:
        with self._translating():
            record_changes(tables, self.read, self._run)

    @contextmanager
    def snapshot(self) -> Iterator[tuple[Read, int, int]]:
        with self._translating_driver(), self.connect() as connection, snapshot(connection) as view:
            yield view

    @contextmanager
    def loading(self) -> Iterator[PostgresLoad]:
        with self._translating_driver(), self.connect() as connection, connection.transaction():
            yield PostgresLoad(connection)

    def continue_after(self, load: Load, position: int, place: int) -> None:
        continue_after(load, position, place)

    @contextmanager
    def stop_writers(self) -> Iterator[None]:
        with self._translating_driver(), self.connect() as connection, stop_writers(connection):
            yield

    def is_led(self) -> bool:
        return bool(self.read(LED)[0][0])

    def moved(self) -> str | None:
        return next((bytes(text).decode() for (text,) in self.read(MOVED)), None)

    def check_not_moved(self) -> None:
        """Writes to the tables of games are refused by triggers; a probe writes elsewhere."""
        if self.moved() is not None:
            raise StoreUnusable(f"{self.name} was moved to another one.", Trouble.READ_ONLY)

    def mark_moved(self, to: str | None) -> None:
        statement = Statement(UNMARK) if to is None else Statement(MARK, (to.encode(),))
        self._run([statement])

    def copy_out(self, folder: Path) -> None:
        with self._translating_driver():
            copy_out(self.connect(), folder)

    def copy_in(self, folder: Path) -> None:
        with self._translating_driver():
            copy_in(self.connect(), folder)

    @contextmanager
    def _translating_driver(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise StoreUnusable(f"PostgreSQL cannot be used: {one_line(error)}.") from error
