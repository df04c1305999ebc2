"""A table that somebody locks on PostgreSQL, as VACUUM FULL does: nobody waits for it without an end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager

import psycopg
import pytest

from service.store import (
    Migration,
    Store,
    StoreUnusable,
    Trouble,
    open_store,
    postgres,
    postgres_connections,
    postgres_link,
    write_queue,
)

from .conftest import KEY
from .kit import PATIENCE, in_the_end, rows
from .test_unusable import trouble

LOCK = "LOCK TABLE {} IN ACCESS EXCLUSIVE MODE"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_link, "READ_LOCK_SECONDS", 0.3)
    monkeypatch.setattr(postgres_link, "READ_SECONDS", 1.0)
    monkeypatch.setattr(postgres_connections, "MIGRATION_LOCK_SECONDS", 0.3)
    monkeypatch.setattr(postgres, "MIGRATION_SECONDS", 0.3)


@pytest.fixture(params=["sessions", "a pool of transactions"])
def store(
    request: pytest.FixtureRequest, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Store]:
    """Of an address whose connections are its own, and of one whose connections others use in between."""
    direct = None if request.param == "sessions" else postgres_url
    with closing(open_store(postgres_url, KEY, direct)) as made:
        made.migrate()
        made.append("g", rows(1))
        monkeypatch.setattr(write_queue, "QUEUE_SECONDS", 0.3)
        yield made


@contextmanager
def locked(url: str, table: str) -> Iterator[None]:
    with psycopg.connect(url) as other:
        other.execute(LOCK.format(table))
        yield


def test_reads_and_writes_of_a_locked_table_are_refused_and_go_on_afterwards(
    store: Store, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them at once than there are connections. A lock is waited for less long than a read may take."""
    monkeypatch.setattr(postgres_link, "READ_SECONDS", 2 * PATIENCE)
    followed = store.recorder.subscribe(0)
    assert len(followed.batch(20)) == 1
    acts: list[Callable[[], object]] = [
        lambda: store.rows("g"),
        lambda: store.append("g", rows(2)),
        lambda: store.version("g"),
        store.head,
    ] * 3
    with ThreadPoolExecutor(len(acts)) as crowd, locked(postgres_url, "stored_events"):
        asked = [crowd.submit(trouble, act) for act in acts]
        assert not wait(asked, PATIENCE).not_done
        assert {answer.result() for answer in asked} == {Trouble.LOCKED}
    in_the_end(lambda: store.append("g", rows(2)))
    assert store.rows("g") == rows(1, 2)
    assert [event.originator_version for event in in_the_end(lambda: followed.batch(20))] == [2]


def test_a_read_that_takes_too_long_is_refused(store: Store) -> None:
    assert trouble(lambda: store.query("SELECT pg_sleep(?)", (PATIENCE,))) is Trouble.LOCKED


def test_limits_of_reads_are_not_those_of_writes(store: Store, postgres_url: str) -> None:
    """A commit's wait for a standby would end with them, and the commit count as done without it."""
    writing = store._engine._connections.pools.writing.datastore  # type: ignore[attr-defined]
    with writing.get_connection() as connection:
        found = connection.execute("SELECT current_setting('statement_timeout') AS limit").fetchone()
    assert found == {"limit": "0"}


@pytest.mark.parametrize("pooled", [False, True])
def test_work_on_all_games_may_take_any_time(postgres_url: str, pooled: bool) -> None:
    direct = postgres_url if pooled else None
    with closing(open_store(postgres_url, KEY, direct, slow_reads=True)) as store:
        store.migrate()
        assert store.query("SELECT pg_sleep(1.5)") != []


@pytest.mark.parametrize(
    "how", ["LOCK TABLE stored_events IN ACCESS SHARE MODE", "SELECT pg_advisory_lock(1263685454)"]
)
def test_a_migration_does_not_wait_without_an_end(store: Store, postgres_url: str, how: str) -> None:
    """While it waits for a table nobody writes; another one at work is waited for, too."""
    step = Migration(1, "alters", ("ALTER TABLE stored_events ADD COLUMN odd BIGINT",))
    with ThreadPoolExecutor(1) as beside, psycopg.connect(postgres_url) as other:
        other.execute(how)
        migrating = beside.submit(store.migrate, [step])
        assert isinstance(migrating.exception(PATIENCE), StoreUnusable)
    store.migrate([step])
