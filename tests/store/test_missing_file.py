"""An SQLite file that is moved away under an open store, and comes back."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from service.store import Store, StoreUnreachable, open_store, sqlite_paths
from service.store.sqlite import SQLiteEngine
from service.store.sqlite_file import check_there
from service.store.sqlite_paths import has_wal_entries

from .conftest import KEY, migrated
from .kit import in_the_end, rows


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kronika.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with migrated(f"sqlite:///{file}") as store:
        store.append("g", rows(1))
        yield store


def put_back_as_a_copy(file: Path) -> None:
    away = file.rename(file.with_name("away"))
    shutil.copy(away, file.with_name("copy"))
    file.with_name("copy").rename(file)


def in_another_thread(store: Store) -> list[type[Exception]]:
    """What a reader meets that has no connection yet."""
    met = list[type[Exception]]()

    def read() -> None:
        try:
            store.rows("g")
        except Exception as error:
            met.append(type(error))

    reading = threading.Thread(target=read)
    reading.start()
    reading.join()
    return met


def test_nothing_is_written_to_a_file_that_is_elsewhere(store: Store, file: Path) -> None:
    away = file.rename(file.with_name("away"))
    with pytest.raises(StoreUnreachable, match="put"):
        store.append("g", rows(2))
    assert in_another_thread(store) == [StoreUnreachable]
    with pytest.raises(StoreUnreachable):
        _ = store.identity
    assert not file.exists()
    away.rename(file)
    store.append("g", rows(2))
    assert in_another_thread(store) == []
    assert store.rows("g") == rows(1, 2)


def test_a_file_that_took_its_place_is_gone_on_with(store: Store, file: Path) -> None:
    """What is acknowledged from then on is in that file, and a process that only reads sees it."""
    other = open_store(f"sqlite:///{file}", KEY)
    followed = other.recorder.subscribe(0)
    assert len(followed.batch(20)) == 1
    before = store.identity
    put_back_as_a_copy(file)
    with pytest.raises(StoreUnreachable, match="replaced the database"):
        store.append("g", rows(2))
    in_the_end(lambda: store.append("g", rows(store.version("g") + 1)))
    assert store.rows("g") == rows(1, 2)
    assert [event.originator_version for event in in_the_end(lambda: followed.batch(20))] == [2]
    assert store.identity != before
    other.close()
    with closing(open_store(f"sqlite:///{file}", KEY)) as later:
        assert later.rows("g") == rows(1, 2)


def test_a_database_that_another_process_creates_meanwhile_is_there(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two looks at the folder the file appears, and then its `-wal`."""
    look = sqlite_paths._size

    def then_create(name: str) -> int | None:
        found = look(name)
        monkeypatch.setattr(sqlite_paths, "_size", look)
        made.enter_context(migrated(f"sqlite:///{file}")).append("g", rows(1))
        return found

    with ExitStack() as made:
        monkeypatch.setattr(sqlite_paths, "_size", then_create)
        check_there(str(file))
        assert has_wal_entries(file)


def checkpointed(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def test_who_reads_and_waits_for_nothing_reads_the_file_that_took_its_place(store: Store, file: Path) -> None:
    """What was moved from its `-wal` into it would be missing in the other, for good."""
    with closing(open_store(f"sqlite:///{file}", KEY)) as other:
        assert other.rows("g") == rows(1)
        put_back_as_a_copy(file)
        in_the_end(lambda: store.append("g", rows(2)))
        checkpointed(file)
        for one in (store, other):
            with pytest.raises(StoreUnreachable, match="replaced the database"):
                one.rows("g")
            assert one.rows("g") == rows(1, 2)
        store.append("g", rows(3))


def test_reads_go_on_while_the_file_is_away(store: Store, file: Path) -> None:
    away = file.rename(file.with_name("away"))
    assert store.rows("g") == rows(1)
    away.rename(file)
    assert store.rows("g") == rows(1)


def test_whoever_watches_for_commits_does_not_go_on_with_a_file_that_is_elsewhere(file: Path) -> None:
    """Its connection is its own: it would see nothing any more of what others commit, and tell nobody of it."""
    with (
        closing(SQLiteEngine(str(file), "FULL", create=True)) as engine,
        closing(engine.changes()) as changes,
    ):
        away = file.rename(file.with_name("moved"))
        with pytest.raises(StoreUnreachable, match="put it back"):
            changes.wait(soon=True)
        away.rename(file)
        changes.wait(soon=True)
        put_back_as_a_copy(file)
        with pytest.raises(StoreUnreachable, match="replaced the database"):
            changes.wait(soon=True)
