"""Places in the order of the lobby: nobody waits for another one's commit, and yet who follows misses nothing."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any

import psycopg
import pytest

from service.store import Conflict, OrderedStatement, Statement, Store, open_store, postgres_append
from service.store.postgres_append import EXCLUSIVE_KEY, PLACES_KEY
from tests.running import until

from .conftest import KEY, migrated
from .kit import SIDE_TABLES, rows

PATIENCE = 120.0
NEXT = "UPDATE lobby SET version = 1 + (SELECT max(version) FROM lobby) WHERE game_id = ?"
DRAWN = "UPDATE lobby SET version = kronika_place(1) WHERE game_id = ?"
SEATED = "INSERT INTO lobby (game_id, version) VALUES (?, 0) ON CONFLICT (game_id) DO NOTHING"
FOUND = "SELECT version, game_id FROM lobby WHERE version > ? AND version <= ? ORDER BY version"
OPEN = "SELECT kronika_place(2)"
WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
HELD = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
WRITTEN = "SELECT pg_logical_emit_message(true, 'held', '')"
HERE = "FROM pg_locks WHERE locktype = 'advisory' AND classid = %s"
TURNS, GAMES = 12, 6

End = Callable[[Any], object]


def placed(game: str, alone: bool = False) -> list[Statement]:
    return [Statement(SEATED, (game,)), OrderedStatement(NEXT, (game,), (DRAWN, (game,)), alone)]


def place(store: Store, game: str) -> int:
    return int(store.query("SELECT version FROM lobby WHERE game_id = ?", (game,))[0][0])


def news(store: Store, after: int) -> list[tuple[int, str]]:
    return store.query(FOUND, (after, store.places_settled()))


@pytest.fixture
def postgres(postgres_url: str) -> Iterator[Store]:
    with migrated(postgres_url) as store:
        yield store


def ended(connection: psycopg.Connection) -> None:
    """As of a process that was killed."""
    with psycopg.connect(connection.info.dsn, autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(%s)", (connection.info.backend_pid,))
        while admin.execute(f"SELECT 1 {HERE}", (PLACES_KEY,)).fetchall():
            time.sleep(0.01)


@pytest.mark.parametrize("end", [psycopg.Connection.commit, psycopg.Connection.rollback, ended])
def test_a_place_that_is_not_committed_holds_followers_back_and_no_writer(
    postgres: Store, postgres_url: str, end: End
) -> None:
    postgres.append("g", rows(1), placed("g"))
    before = place(postgres, "g")
    assert news(postgres, 0) == [(before, "g")]
    slow = psycopg.connect(postgres_url)
    slow.execute(OPEN)
    for game in ("g", "h"):
        postgres.append(game, rows(2 if game == "g" else 1), placed(game))
    assert (news(postgres, before), postgres.places_settled()) == ([], before)
    assert (place(postgres, "g"), place(postgres, "h")) == (before + 3, before + 4)
    end(slow)
    assert news(postgres, before) == [(before + 3, "g"), (before + 4, "h")]
    slow.close()


def test_who_takes_places_alone_is_settled_when_he_has_ended(postgres: Store, postgres_url: str) -> None:
    """He waits for those who have one, and those who come later take theirs after him."""
    other = open_store(postgres_url, KEY)
    with psycopg.connect(postgres_url) as slow, ThreadPoolExecutor(2) as pool:
        slow.execute(OPEN)
        alone = pool.submit(postgres.append, "alone", [], placed("alone", alone=True))
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            until_somebody_waits(admin)
        later = pool.submit(other.append, "later", rows(1), placed("later"))
        assert news(postgres, 0) == []
        slow.commit()
        alone.result(PATIENCE)
        assert place(postgres, "alone") <= open_settled(postgres_url)
        later.result(PATIENCE)
    assert [game for _, game in news(postgres, 0)] == ["alone", "later"]
    other.close()


def until_somebody_waits(admin: psycopg.Connection) -> None:
    until(lambda: admin.execute(WAITING).fetchall(), "somebody who waits")


@pytest.mark.soak
def test_commits_of_several_processes_go_to_the_disk_side_by_side(
    postgres: Store, postgres_url: str, server: Any
) -> None:
    """A standby that never answers keeps them where the disk would, for as long as it takes to look."""
    with (
        closing(open_store(postgres_url, KEY)) as other,
        psycopg.connect(server.get_uri(), autocommit=True) as admin,
        psycopg.connect(server.get_uri(), autocommit=True) as first,
        ThreadPoolExecutor(3) as pool,
    ):
        other.append("before", rows(1))
        admin.execute("SET synchronous_commit = local")
        waits_for(admin, "nobody")
        try:
            await_held(admin, first, pool)
            both = [pool.submit(s.append, g, rows(1), placed(g)) for s, g in ((postgres, "g"), (other, "h"))]
            until(lambda: len(admin.execute(f"{HELD} AND query = 'COMMIT'").fetchall()) == 2, "both")
        finally:
            waits_for(admin, "")
        for done in both:
            done.result(PATIENCE)
    assert sorted(game for _, game in news(postgres, 0)) == ["g", "h"]


def await_held(admin: psycopg.Connection, other: psycopg.Connection, pool: ThreadPoolExecutor) -> None:
    """Until commits wait: for a while after the server has read that they are to, they go on as before."""
    held = threading.Event()

    def commit() -> None:
        while not held.is_set():
            other.execute(WRITTEN)

    pool.submit(commit)
    try:
        until(lambda: admin.execute(HELD).fetchall(), "a commit that is held")
    finally:
        held.set()


def waits_for(admin: psycopg.Connection, standby: str) -> None:
    admin.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standby}'")
    admin.execute("SELECT pg_reload_conf()")
    while admin.execute("SHOW synchronous_standby_names").fetchone() != (standby,):
        time.sleep(0.01)


def test_a_commit_without_a_notification_is_still_a_commit(
    postgres: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with postgres.recorder.subscribe(0) as followed:
        postgres.append("g", rows(1))
        monkeypatch.setattr(postgres_append, "NOTIFY", "SELECT 1 / 0")
        postgres.append("g", rows(2))
        assert [event.originator_version for event in islice(followed, 2)] == [1, 2]
    with pytest.raises(Conflict):
        postgres.append("g", rows(2))


def open_settled(url: str) -> int:
    """As a process finds it that knows nothing from before."""
    fresh = open_store(url, KEY, create=True)
    found = fresh.places_settled()
    fresh.close()
    return found


def test_what_is_settled_never_goes_back_in_a_process(postgres: Store, postgres_url: str) -> None:
    """Who takes a place may say so after others have ended who came later."""
    for version in range(1, 6):
        postgres.append("g", rows(version), placed("g"))
    settled = postgres.places_settled()
    assert settled == place(postgres, "g") > 2
    with psycopg.connect(postgres_url) as late:
        late.execute("SELECT pg_advisory_xact_lock_shared(%s)", (EXCLUSIVE_KEY,))
        late.execute("SELECT pg_advisory_xact_lock_shared(%s, 2)", (PLACES_KEY,))
        assert (postgres.places_settled(), open_settled(postgres_url)) == (settled, 2)


@pytest.mark.soak
def test_in_a_crowd_a_follower_meets_every_last_place_once(
    store: Store, opened: Callable[[], Store], url: str
) -> None:
    """Each game has one place at a time, which goes up; some who take one are slow to commit, and some give up."""
    stores, over, met = [store, opened()], threading.Event(), list[tuple[int, str]]()

    def write(number: int) -> None:
        for version in range(1, TURNS + 1):
            game = f"g{number}"
            stores[number % 2].append(game, rows(version), placed(game, alone=version % 5 == 0))

    def dawdle(number: int) -> None:
        chance = random.Random(number)
        with psycopg.connect(url) as connection:
            for turn in range(TURNS):
                insert = "INSERT INTO lobby (game_id, version) VALUES (%s, kronika_place(1))"
                connection.execute(insert, (f"slow{number}-{turn}",))
                time.sleep(chance.choice((0, 0.003, 0.02)))
                chance.choice((connection.commit, connection.commit, connection.rollback))()

    def follow() -> None:
        after, own, last = 0, opened(), False
        while not last:
            last = over.is_set()
            found = news(own, after)
            met.extend(found)
            after = found[-1][0] if found else after

    with ThreadPoolExecutor(GAMES + 3) as pool:
        following = pool.submit(follow)
        slow = [pool.submit(dawdle, number) for number in range(2) if url.startswith("postgres")]
        for done in chain([pool.submit(write, number) for number in range(GAMES)], slow):
            done.result(PATIENCE)
        over.set()
        following.result(PATIENCE)
    at = [position for position, _ in met]
    assert all(earlier < later for earlier, later in pairwise(at))
    there = {game: position for position, game in store.query("SELECT version, game_id FROM lobby")}
    assert {game: position for position, game in met} == there
    assert len(there) >= GAMES


def test_places_go_on_behind_those_of_a_back_up(
    postgres: Store, postgres_url: str, server: Any, tmp_path: Path
) -> None:
    postgres.append("g", rows(1), placed("g"))
    with psycopg.connect(postgres_url) as gives_up:
        gives_up.execute("SELECT kronika_place(40)")
        gives_up.rollback()
    postgres.append("h", rows(1), placed("h"))
    postgres.copy_out(tmp_path)
    name = "behind_a_back_up"
    with psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        restored = open_store(server.get_uri(database=name), KEY)
        restored.copy_in(tmp_path, SIDE_TABLES)
        restored.append("g", rows(2), placed("g"))
        assert news(restored, 0) == [(place(postgres, "h"), "h"), (place(postgres, "h") + 1, "g")]
        restored.close()
        admin.execute(f"DROP DATABASE {name}")
