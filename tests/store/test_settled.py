"""Writers of different games do not wait for each other on PostgreSQL, and yet followers miss nothing and never go back."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path

import psycopg
import pytest

from service.store import (
    Conflict,
    Duplicate,
    Notification,
    Statement,
    Store,
    StoreUnusable,
    open_store,
    postgres,
)
from service.store.postgres_append import LOCK_KEY, translated_query

from .conftest import KEY, migrated
from .kit import answered, in_lobby, in_the_end, rows
from .test_append import everything
from .test_following import looks_by
from .test_groups import appending, together

PATIENCE = 120.0
NOT_LONG = 20.0
HELD_OPEN = "SELECT kronika_append(%s, %s, ARRAY['dice-rolled', 'dice-rolled'], ARRAY['a'::bytea, 'b'])"
WRITERS, SECONDS, LEAST = 8, 2.0, 8


@pytest.fixture
def store(postgres_url: str) -> Iterator[Store]:
    with migrated(postgres_url) as store:
        yield store


def test_only_the_notifier_asks_the_server_what_is_settled(
    store: Store, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Followers look at what it has found, however old that may be, and miss nothing."""
    monkeypatch.setattr(postgres, "LATELY_SECONDS", PATIENCE)
    asking, read_settled = set[str](), postgres.PostgresEngine._read_settled

    def noted(engine: postgres.PostgresEngine, settled: str) -> int:
        asking.add(threading.current_thread().name)
        return read_settled(engine, settled)

    with (
        closing(open_store(postgres_url, KEY)) as other,
        store.recorder.subscribe(store.head()) as followed,
    ):
        monkeypatch.setattr(postgres.PostgresEngine, "_read_settled", noted)
        for version in range(1, 6):
            other.append("g", rows(version))
            assert [event.originator_version for event in followed.batch(NOT_LONG)] == [version]
    assert asking == {"store-notifier"}


def test_one_read_brings_an_event_to_all_followers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = looks_by(monkeypatch, store.recorder, "_select")
    with store.recorder.subscribe(0) as one, store.recorder.subscribe(0) as other:
        store.append("g", rows(1))
        found = [followed.batch(PATIENCE) for followed in (one, other)]
    assert [[event.originator_id for event in batch] for batch in found] == [["g"], ["g"]]
    assert len(reads) == 1


def test_a_follower_behind_the_others_misses_nothing(store: Store) -> None:
    """The first begins where the newest events are; the other has to read what came before by itself."""
    for version in range(1, 4):
        store.append("g", rows(version))
    end = store.head()
    with store.recorder.subscribe(end) as ahead, store.recorder.subscribe(0) as behind:
        assert ahead.batch(0) == []
        assert [event.originator_version for event in behind.batch(PATIENCE)] == [1, 2, 3]
        store.append("g", rows(4))
        for followed in (ahead, behind):
            assert [event.originator_version for event in followed.batch(PATIENCE)] == [4]


def test_a_list_of_any_length_is_one_statement(store: Store) -> None:
    sql = "SELECT originator_id FROM stored_events WHERE topic <> '?' AND originator_id IN ({}) AND originator_id NOT IN (?, ?)"
    for game in "abc":
        store.append(game, rows(1))
    texts = set()
    for listed in ("a", "ab", "abc"):
        asked, params = sql.format(", ".join("?" * len(listed))), (*listed, "c", "d")
        assert {game for (game,) in store.query(asked, params)} == set(listed) - {"c"}
        texts.add(translated_query(asked, params)[0])
    assert len(texts) == 1


def documented() -> str:
    """The query that shows an operator who is waited for."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "faults.md").read_text()
    return page[page.index("SELECT pid, granted FROM pg_locks") :].split("`")[0]


@pytest.mark.parametrize("ends", ["commit", "rollback"])
def test_what_may_still_come_before_holds_followers_back_and_nobody_else(
    store: Store, postgres_url: str, ends: str
) -> None:
    store.append("first", rows(1))
    before = store.head()
    with psycopg.connect(postgres_url) as slow, store.recorder.subscribe(before) as followed:
        slow.execute(HELD_OPEN, ("slow", 1))
        store.append("fast", rows(1))
        assert store.wait_for("fast", 0, PATIENCE) == 1
        assert followed.batch(0.3) == store.changed(before) == []
        assert store.recorder.select_notifications(before + 1, 9) == []
        assert store.query(documented()) == [(slow.info.backend_pid, True)]
        assert (store.head(), store.wait_for_any(before, 0.1)) == (before, before)
        getattr(slow, ends)()
        expected = ["slow", "slow", "fast"] if ends == "commit" else ["fast"]
        assert [event.originator_id for event in followed.batch(PATIENCE)] == expected
    assert [game for _, game in store.changed(before)] == list(dict.fromkeys(expected))
    assert store.head() == store.changed(before)[-1][0]


def test_who_ends_while_others_are_open_is_told_up_to_the_first_of_them(
    store: Store, postgres_url: str
) -> None:
    connections = [psycopg.connect(postgres_url) for _ in range(3)]
    for number, connection in enumerate(connections):
        connection.execute(HELD_OPEN, (f"g{number}", 1))
    told = []
    with store.recorder.subscribe(0) as followed:
        for number in (1, 0, 2):
            connections[number].commit()
            patience = 0.2 if number == 1 else PATIENCE  # nothing is settled by the first end
            told.append([event.originator_id for event in followed.batch(patience)])
    assert told == [[], ["g0", "g0", "g1", "g1"], ["g2", "g2"]]
    for connection in connections:
        connection.close()


@pytest.mark.soak
def test_in_a_crowd_of_slow_and_quick_writers_a_follower_meets_everything_once(
    store: Store, postgres_url: str
) -> None:
    """Transactions stay open for a while, one in four is given up; several follow meanwhile, with stores of their own."""
    over, met = threading.Event(), [list[Notification]() for _ in range(3)]
    ends = time.monotonic() + SECONDS

    def goes_on(version: int) -> bool:
        """However slow the machine, each writes something."""
        return time.monotonic() < ends or version <= LEAST

    def follow(seen: list[Notification]) -> None:
        own = open_store(postgres_url, KEY)
        with own.recorder.subscribe(0) as followed:
            while not over.is_set() or own.head() > (seen[-1].id if seen else 0):
                seen += followed.batch(0.05)
        own.close()

    def write_slowly(game: str) -> None:
        chance, version = random.Random(game), 1
        with psycopg.connect(postgres_url) as connection:
            while goes_on(version):
                connection.execute(HELD_OPEN, (game, version))
                time.sleep(chance.choice((0, 0.002, 0.02, 0.1)))
                if chance.random() < 0.75:
                    connection.commit()
                    version += 2
                else:
                    connection.rollback()

    def write_quickly(game: str) -> None:
        version = 1
        while goes_on(version):
            store.append(game, rows(version))
            version += 1

    with ThreadPoolExecutor(3) as following, ThreadPoolExecutor(WRITERS) as writing:
        followers = [following.submit(follow, seen) for seen in met]
        slow = [writing.submit(write_slowly, f"slow-{n}") for n in range(WRITERS - 2)]
        quick = [writing.submit(write_quickly, f"quick-{n}") for n in range(2)]
        for done in (*slow, *quick):
            done.result(PATIENCE)
        over.set()
        for done in followers:
            done.result(PATIENCE)
    everything = store.query("SELECT notification_id FROM stored_events ORDER BY notification_id")
    for seen in met:
        assert [(event.id,) for event in seen] == everything
    assert len(everything) > 50


def test_transactions_of_others_hold_nobody_up(store: Store, server, postgres_url: str) -> None:
    """A back-up, a reader, somebody's own writing, in this database and in another one."""
    with psycopg.connect(postgres_url) as here, psycopg.connect(server.get_uri()) as elsewhere:
        here.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        here.execute("CREATE TABLE theirs (n bigint)")
        here.execute("SELECT count(*) FROM stored_events")
        elsewhere.execute("SELECT pg_current_xact_id(), pg_advisory_xact_lock_shared(%s, 0)", (LOCK_KEY,))
        with store.recorder.subscribe(0) as followed:
            for version in range(1, 4):
                store.append("g", rows(version))
                assert len(followed.batch(PATIENCE)) == 1


def test_the_end_of_the_log_never_goes_back(store: Store, postgres_url: str) -> None:
    """A writer may say that it has begun after others have ended who began later."""
    store.append("g", rows(1, 5))
    head = store.head()
    with psycopg.connect(postgres_url) as late:
        late.execute("SELECT pg_advisory_xact_lock_shared(%s, 2)", (LOCK_KEY,))
        assert store.head() == head
        assert store.changed(0) == [(head, "g")]


def test_a_writer_of_one_game_waits_for_one_of_the_same_game_only(store: Store, postgres_url: str) -> None:
    with ThreadPoolExecutor(1) as pool, psycopg.connect(postgres_url) as slow:
        slow.execute(HELD_OPEN, ("g", 1))
        late = pool.submit(store.append, "g", rows(1))
        time.sleep(0.1)
        assert not late.done()
        slow.commit()
        assert isinstance(late.exception(PATIENCE), Conflict)
    store.append("g", rows(3))


@pytest.mark.soak
def test_who_is_in_the_way_of_one_is_in_nobody_elses(store: Store, postgres_url: str) -> None:
    """In a group the others do not wait for long for the lock that one of them needs."""
    with psycopg.connect(postgres_url) as slow:
        slow.execute(HELD_OPEN, ("c", 1))
        began = time.monotonic()
        became = together(store, [appending(store, game, 1) for game in "abcd"])
        assert time.monotonic() - began < NOT_LONG
    assert [became[n] for n in (0, 1, 3)] == [None] * 3
    assert became[2] is not None


def test_groups_that_want_the_same_in_another_order_do_not_fail(store: Store, postgres_url: str) -> None:
    """Of several processes: the keys that they take are taken once, and nothing is unusable because of it."""
    stores = [store, open_store(postgres_url, KEY)]

    def write(turn: int, number: int) -> list[Exception | None]:
        keys = [f"{turn}:{key}" for key in "abcdef"][:: 1 - 2 * number]
        return together(
            stores[number],
            [
                appending(stores[number], f"{number}:{key}", 1, answered(key), in_lobby(key, 1))
                for key in keys
            ],
        )

    for turn in range(3):
        with ThreadPoolExecutor(2) as pool:
            both = list(pool.map(write, (turn, turn), (0, 1)))
        told = Counter(type(became) for group in both for became in group)
        assert set(told) <= {type(None), Duplicate, Conflict}
        assert told[type(None)] + told[Conflict] >= 6
    assert store.query("SELECT count(*), count(DISTINCT name) FROM answers")[0][0] <= 18
    stores[1].close()


@pytest.mark.soak
def test_a_group_whose_connection_ends_is_refused_as_a_whole(store: Store, postgres_url: str) -> None:
    """Nobody knows what became of it, so nobody is written once more; here it was nothing."""
    slow = "SELECT pg_sleep(5) /* in the middle */"
    acts = [appending(store, game, 1, answered(game)) for game in "abcd"]
    acts[1] = appending(store, "b", 1, Statement(slow))
    with ThreadPoolExecutor(1) as pool, psycopg.connect(postgres_url, autocommit=True) as admin:
        ended = pool.submit(end_in_the_middle, admin)
        became = together(store, acts)
        ended.result(PATIENCE)
    assert [type(error) for error in became] == [StoreUnusable] * 4
    assert in_the_end(lambda: everything(store)) == ([(0,)], [(0,)], [(0,)], [(0,)])
    assert together(store, acts[::2]) == [None] * 2


def end_in_the_middle(admin: psycopg.Connection) -> None:
    found = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE %s AND pid <> pg_backend_pid()"
    until = time.monotonic() + PATIENCE
    while not admin.execute(found, ("%in the middle%",)).fetchall():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_database_that_usually_isolates_more_is_written_as_any(store: Store, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        name = admin.info.dbname
        admin.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'")
    stores = [open_store(postgres_url, KEY) for _ in range(2)]
    count = Statement("UPDATE lobby SET version = 1 + version WHERE game_id = 'all'")
    store.append("", [], [in_lobby("all", 0)])

    def write(number: int) -> None:
        for version in range(1, 6):
            stores[number % 2].append(f"g{number}", rows(version), [count])

    with ThreadPoolExecutor(6) as pool, store.recorder.subscribe(0) as followed:
        list(pool.map(write, range(6)))
        assert len(list(islice(followed, 30))) == 30
    assert store.query("SELECT version FROM lobby") == [(30,)]
    for one in stores:
        one.close()
