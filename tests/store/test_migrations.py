"""Layouts are numbered: each migration runs once, as a whole; what is older or newer than we know is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from service.store import Migration, Store, StoreUnusable, open_store, sqlite_file

from .conftest import KEY
from .kit import LOBBY, SIDE_TABLES, in_lobby, rows
from .test_unusable import refusal

BEFORE_NUMBERS = """CREATE TABLE store_meta (name TEXT PRIMARY KEY, value BYTEA NOT NULL);
    CREATE TABLE event_secrets (game_id TEXT NOT NULL, version BIGINT NOT NULL, sealed BYTEA NOT NULL)"""
"""Enough of the layout of 0.1 to be known for it."""


def test_migrations_run_once_and_keep_what_is_there(opened: Callable[[], Store]) -> None:
    store = opened()
    store.migrate([LOBBY])
    store.append("g", rows(1), [in_lobby("g", 1)])
    assert store.layout.number() == 1
    store.migrate(SIDE_TABLES)
    store.migrate(SIDE_TABLES)
    assert store.layout.number() == 2
    assert store.query("SELECT number, name FROM migrations ORDER BY number") == [
        (1, "a lobby"),
        (2, "answers"),
    ]
    assert store.query("SELECT version FROM lobby") == [(1,)]
    assert store.rows("g") == rows(1)


def test_a_migration_that_fails_leaves_nothing_behind(opened: Callable[[], Store]) -> None:
    store = opened()
    store.migrate([LOBBY])
    broken = Migration(
        2, "broken", ("CREATE TABLE half (name TEXT)", "ALTER TABLE nowhere ADD COLUMN name TEXT")
    )
    with pytest.raises(Exception, match="nowhere"):
        store.migrate([LOBBY, broken])
    assert store.layout.number() == 1
    store.migrate([LOBBY, Migration(2, "mended", ("CREATE TABLE half (name TEXT)",))])
    assert store.query("SELECT * FROM half") == []


def test_a_newer_layout_is_refused(opened: Callable[[], Store]) -> None:
    opened().migrate(SIDE_TABLES)
    store = opened()
    for act in (lambda: store.migrate([LOBBY]), lambda: store.layout.check([LOBBY])):
        assert "layout 2, which a newer version of Kronika made; this one knows layouts up to 1" in refusal(
            act
        )
    assert store.layout.number() == 2


def test_an_older_layout_has_to_be_migrated_before_it_is_used(opened: Callable[[], Store]) -> None:
    store = opened()
    assert "migrate it first" in refusal(lambda: store.layout.check(SIDE_TABLES))
    store.migrate([LOBBY])
    assert "has layout 1, and this version needs 2" in refusal(lambda: store.layout.check(SIDE_TABLES))
    store.migrate(SIDE_TABLES)
    store.layout.check(SIDE_TABLES)


def test_an_sqlite_file_from_before_layouts_had_numbers_is_refused_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with sqlite3.connect(file) as old:
        old.executescript(
            f"PRAGMA application_id = {int.from_bytes(b'KRON', 'big')}; PRAGMA user_version = 1"
        )
        old.executescript(BEFORE_NUMBERS)
    old.close()
    before = file.read_bytes()
    assert "from before its layouts were numbered" in refusal(
        lambda: open_store(f"sqlite:///{file}", KEY, create=True)
    )
    assert file.read_bytes() == before


def test_a_postgresql_database_from_before_layouts_had_numbers_is_refused(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as old:
        old.execute(BEFORE_NUMBERS)  # type: ignore[arg-type]
    with pytest.raises(StoreUnusable, match="from before its layouts were numbered"):
        open_store(postgres_url, KEY)
    with psycopg.connect(postgres_url) as still:
        assert still.execute("SELECT to_regclass('migrations')").fetchone() == (None,)


def test_a_new_file_that_another_process_is_opening_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kronika.db"
    with (
        closing(open_store(f"sqlite:///{path}", bytes(32), create=True)) as store,
        closing(sqlite3.connect(path, isolation_level=None)) as opening,
    ):
        opening.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(sqlite_file, "sleep", lambda _: opening.execute("ROLLBACK"))
        store.migrate()
        assert not opening.in_transaction
        assert opening.execute("PRAGMA journal_mode").fetchone() == ("wal",)
