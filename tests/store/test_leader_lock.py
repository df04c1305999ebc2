"""One process at a time holds the leader lock; the next gets it when the holder ends, however it ends."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import psycopg
import pytest

from service.store import Store, StoreUnusable, open_store

from .conftest import KEY

A_MOMENT = 0.5


def test_the_next_leader_waits_for_the_current_one(opened: Callable[[], Store]) -> None:
    with ThreadPoolExecutor() as pool:
        lock = opened().leader_lock()
        lock.check()
        next_one = pool.submit(opened().leader_lock)
        sleep(A_MOMENT)
        assert not next_one.done()
        lock.close()
        next_one.result(timeout=30).close()


def end_sessions(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as admin:
        held = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
        admin.execute(f"SELECT pg_terminate_backend(pid) FROM ({held}) AS held")


def test_a_leader_that_loses_its_session_notices(postgres_url: str) -> None:
    store = open_store(postgres_url, KEY)
    lock = store.leader_lock()
    end_sessions(postgres_url)
    with pytest.raises(StoreUnusable):
        lock.check()
    store.leader_lock().close()
    store.close()
