"""A database is made where no service has been before, and nowhere else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from service.log.head_journal import SignedHead
from service.log.key_pool import start_run
from service.operation.app import compose, open_head_journal, prepare
from service.store import StoreUnreachable
from service.system.settings import Settings
from tests.service.conftest import settings_in
from tests.store.conftest import postgres_url, server

__all__ = ["postgres_url", "server"]

HEAD = SignedHead(7, b"r" * 32)


def refusal(settings: Settings) -> str:
    with pytest.raises(StoreUnreachable) as caught:
        prepare(settings)
    return str(caught.value)


def files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_a_first_start_makes_all_that_is_needed(tmp_path: Path) -> None:
    prepare(settings_in(tmp_path))
    assert files(tmp_path) >= {"kronika.db", "heads.db", "signing.key", "secret.key"}
    compose(settings_in(tmp_path)).close()


@pytest.mark.parametrize("known", ["signing.key", "heads.db"])
@pytest.mark.parametrize("empty", [False, True])
def test_where_a_service_has_been_its_database_is_waited_for(tmp_path: Path, known: str, empty: bool) -> None:
    (tmp_path / known).write_bytes(bytes(32))
    if empty:
        (tmp_path / "kronika.db").touch()
    before = files(tmp_path)
    sentence = refusal(settings_in(tmp_path))
    assert str(tmp_path / "kronika.db") in sentence
    assert str(tmp_path / known) in sentence
    assert files(tmp_path) == before


@pytest.mark.parametrize("empty", [False, True])
def test_entries_that_lie_beside_a_missing_database_stay(tmp_path: Path, empty: bool) -> None:
    """SQLite would delete them, and the keys may be in another folder."""
    database, wal = tmp_path / "kronika.db", tmp_path / "kronika.db-wal"
    wal.write_bytes(b"the last entries")
    if empty:
        database.touch()
    settings = Settings(data=tmp_path / "elsewhere", database=f"sqlite:///{database}")
    assert str(wal) in refusal(settings)
    assert wal.read_bytes() == b"the last entries"
    assert database.exists() == empty


def test_a_first_start_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    (tmp_path / "kronika.db").touch()
    (tmp_path / "secret.key").write_bytes(bytes(32))
    prepare(settings_in(tmp_path))
    assert (tmp_path / "secret.key").read_bytes() == bytes(32)


def test_heads_are_made_once(tmp_path: Path) -> None:
    """A machine that joins others begins without; where a service was started they are missing."""
    settings = settings_in(tmp_path)
    prepare(settings)
    (tmp_path / "heads.db").unlink()
    compose(settings).close()
    start_run(tmp_path)
    (tmp_path / "heads.db").unlink()
    for start in (prepare, compose):
        with pytest.raises(StoreUnreachable, match=r"There is no database .*heads\.db"):
            start(settings)
    assert not (tmp_path / "heads.db").exists()


def test_heads_beside_which_others_lie_are_not_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "heads.db-wal").write_bytes(b"the last heads")
    with pytest.raises(StoreUnreachable, match=r"heads\.db-wal is there"):
        open_head_journal(settings_in(tmp_path))
    assert (tmp_path / "heads.db-wal").read_bytes() == b"the last heads"


def emptied(settings: Settings) -> None:
    prepare(settings)
    with closing(open_head_journal(settings)) as heads:
        heads.record("a", HEAD)
    start_run(settings.data)


def test_a_postgresql_without_tables_is_not_begun_anew(tmp_path: Path, postgres_url: str) -> None:
    settings = Settings(data=tmp_path, database=postgres_url)
    emptied(settings)
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("DROP SCHEMA public CASCADE")
        admin.execute("CREATE SCHEMA public")
        assert "has no tables" in refusal(settings)
        assert admin.execute("SELECT to_regclass('stored_events')").fetchone() == (None,)


def test_an_sqlite_file_without_tables_is_not_begun_anew(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    emptied(settings)
    (tmp_path / "kronika.db").unlink()
    with closing(sqlite3.connect(tmp_path / "kronika.db")) as other:
        other.execute("PRAGMA application_id = 1263685454")
    assert "has no tables" in refusal(settings)
