"""A table of PostgreSQL that somebody locks: everybody is answered, and all go on when it is free."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.postgresql import Database, postgresql
from tests.running import Server, serving, until
from tests.whole.test_staying_up import GAME, begin, recovers

LOCK = "LOCK TABLE stored_events IN ACCESS EXCLUSIVE MODE"


@pytest.mark.soak
def test_a_locked_table_holds_nobody_up(tmp_path: Path) -> None:
    with postgresql() as running:
        database = Database(running)
        with serving(tmp_path, KRONIKA_DATABASE=database.url) as server:
            made = httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60).json()["id"]
            with psycopg.connect(database.url) as other, ThreadPoolExecutor(20) as crowd:
                other.execute(LOCK)
                paths = [f"/v1/games/{made}/ledger/entries", "/health/ready"]
                readers = [crowd.submit(answer, server, path) for path in 3 * paths]
                writers = [crowd.submit(begin, server) for _ in range(2)]
                assert httpx.get(f"{server.url}/health/live", timeout=60).status_code == 200
                found = [asked.result() for asked in readers]
                assert {one.status_code for one in found} == {503}
                assert all(int(one.headers["Retry-After"]) > 0 for one in found)
                assert {writer.result() for writer in writers} == {503}
            recovers(server, made)
            before = statistics(server)
            assert begin(server) == 201
            until(lambda: statistics(server) != before, "the keeper follows again")
        assert "Traceback" not in (tmp_path / "server.log").read_text()


def answer(server: Server, path: str) -> httpx.Response:
    return httpx.get(server.url + path, timeout=60)


def statistics(server: Server) -> object:
    return httpx.get(f"{server.url}/v1/rulesets/{GAME['ruleset']}/statistics", timeout=60).json()
