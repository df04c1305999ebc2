"""The order of changed rows: nothing that a writer commits is missing in it, and nothing is kept that nobody will read."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing

import psycopg
import pytest

from service.log.followed_tables import CACHES, FOLLOWED
from service.log.migrations import MIGRATIONS
from service.store import NOT_FOLLOWED, STORES_OWN, ChangeLog, Mark, Statement, Store, open_store

from .conftest import KEY
from .kit import rows

SHADOWS = ("ruling_words_", "sqlite_")
TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
    "postgresql": "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()",
}


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    made = opened()
    made.migrate(MIGRATIONS)
    return made


@pytest.fixture
def changes(store: Store) -> ChangeLog:
    return store.change_log(FOLLOWED)


def run(store: Store, *statements: tuple[str, tuple[object, ...]]) -> None:
    store.append("", [], [Statement(*it) for it in statements])


def due(game: str, at: int) -> tuple[str, tuple[object, ...]]:
    return "INSERT INTO due (game, at) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET at = excluded.at", (
        game,
        at,
    )


def changed(log: ChangeLog, after: Mark) -> dict[str, list[tuple[object, ...]]]:
    with log.snapshot() as now:
        return dict(now.changed(after.place, 1000).keys)


def kept(store: Store) -> int:
    return int(store.query("SELECT count(*) FROM changes")[0][0])


def test_every_table_is_in_exactly_one_list(store: Store, url: str) -> None:
    existing = [name for (name,) in store.query(TABLES[url.split(":")[0]]) if not name.startswith(SHADOWS)]
    lists = [*FOLLOWED, *CACHES, *STORES_OWN, *NOT_FOLLOWED]
    assert sorted(name.removeprefix("notification_") for name in existing) == sorted(lists)


def test_each_key_is_the_primary_key_of_its_table(sqlite_url: str) -> None:
    with closing(open_store(sqlite_url, KEY, create=True)) as store:
        store.migrate(MIGRATIONS)
        for name, table in {**FOLLOWED, **STORES_OWN}.items():
            columns = store.query("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (name,))
            if name not in ("stored_events", "ruling_words"):
                assert tuple(column for (column,) in columns) == tuple(table.key), name


def test_insertions_updates_and_deletions_are_changes_of_the_same_transaction(
    store: Store, changes: ChangeLog
) -> None:
    run(store, due("before", 1))
    since = changes.register("copy")
    run(store, due("a", 1), due("b", 1))
    run(store, due("a", 2), ("INSERT INTO away (game, seat, bot) VALUES ('a', 2, 'random')", ()))
    run(store, ("DELETE FROM due WHERE game IN ('b', 'before')", ()))
    found = changed(changes, since)
    assert (sorted(found.pop("due")), found) == ([("a",), ("b",), ("before",)], {"away": [("a", 2)]})
    with changes.snapshot() as now:
        assert list(now.rows("due", [("a",), ("b",)])) == [("a", 2)]
        assert now.columns("away") == ["game", "seat", "bot"]
    with pytest.raises(Exception, match="nowhere"):
        run(store, due("c", 1), ("DELETE FROM nowhere", ()))
    assert ("c",) not in changed(changes, since)["due"]


def test_a_row_whose_key_changes_is_gone_under_the_old_one(store: Store, changes: ChangeLog) -> None:
    run(store, due("old", 1))
    since = changes.register("copy")
    run(store, ("UPDATE due SET game = 'new'", ()))
    assert sorted(changed(changes, since)["due"]) == [("new",), ("old",)]


def test_events_have_positions_and_only_their_end_is_a_change(store: Store, changes: ChangeLog) -> None:
    since = changes.register("copy")
    store.append("g", rows(1, 2, secrets=b"hidden"))
    with changes.snapshot() as now:
        first, second = now.events(since.position, 10)
        assert (first.game, first.version, second.state) == ("g", 1, b"entry 2")
        assert b"hidden" not in (first.secrets or b"hidden")
        assert now.mark.position == second.position
        assert now.changed(since.place, 10).keys == {}
    store.append("h", rows(1))
    store.remove(Statement("SELECT 'g'"))
    assert changed(changes, since) == {
        "event_secrets": [("g", 1), ("g", 2)],
        "stored_events": [("g", 1), ("g", 2)],
    }


def test_words_change_with_their_ruling(store: Store, changes: ChangeLog) -> None:
    run(store, ("INSERT INTO ruling_words (rowid, words) VALUES (7, 'a die fell')", ()))
    since = changes.register("copy")
    run(
        store,
        (
            "INSERT INTO rulings VALUES (7, 'g-1', 1, 'g', 1, 1, 'touche', 'result', '[]', 'x', 1, 'g', 1, 'h', 0, 0, "
            "NULL, NULL, NULL)",
            (),
        ),
    )
    assert changed(changes, since) == {"rulings": [(7,)], "ruling_words": [(7,)]}
    with changes.snapshot() as now:
        assert list(now.rows("ruling_words", [(7,)])) == [(7, "a die fell")]


def test_nothing_is_recorded_without_a_follower(store: Store, changes: ChangeLog) -> None:
    run(store, due("a", 1))
    assert kept(store) == 0
    changes.register("copy")
    run(store, due("b", 1))
    assert kept(store) == 1
    changes.unregister("copy")
    run(store, due("c", 1))
    assert kept(store) == 0


def test_what_the_slowest_follower_has_read_is_cut_off_and_places_are_never_used_again(
    store: Store, changes: ChangeLog
) -> None:
    changes.register("slow")
    run(store, due("a", 1))
    quick = changes.register("quick")
    run(store, due("b", 1))
    with changes.snapshot() as now:
        changes.has_read("quick", now.mark)
    assert kept(store) == 2
    changes.has_read("slow", quick)
    assert kept(store) == 1
    with changes.snapshot() as now:
        changes.has_read("slow", now.mark)
        last = now.mark
    assert kept(store) == 0
    assert changes.register("slow") == changes.followers()["quick"] == last
    run(store, due("c", 1))
    assert changed(changes, last) == {"due": [("c",)]}


def test_changes_are_read_piece_by_piece(store: Store, changes: ChangeLog) -> None:
    since = changes.register("copy")
    for game in "abc":
        run(store, due(game, 1))
    found, place = [], since.place
    with changes.snapshot() as now:
        while place < now.mark.place:
            piece = now.changed(place, 2)
            found.append(list(piece.keys["due"]))
            place = piece.upto
    assert found == [[("a",), ("b",)], [("c",)]]


def test_a_table_is_read_in_slices_of_its_key(store: Store, changes: ChangeLog) -> None:
    run(
        store,
        *(("INSERT INTO away (game, seat, bot) VALUES (?, ?, 'x')", (g, s)) for g in "ab" for s in (1, 2)),
    )
    with changes.snapshot() as now:
        first = now.slice("away", (), 3)
        assert first == [("a", 1, "x"), ("a", 2, "x"), ("b", 1, "x")]
        assert now.slice("away", now.key("away", first[-1]), 3) == [("b", 2, "x")]


def test_who_takes_a_place_and_commits_later_is_waited_for(postgres_url: str) -> None:
    with closing(open_store(postgres_url, KEY)) as store:
        store.migrate(MIGRATIONS)
        changes = store.change_log(FOLLOWED)
        since = changes.register("copy")
        with psycopg.connect(postgres_url) as slow:
            slow.execute("INSERT INTO due (game, at) VALUES ('slow', 1)")
            run(store, due("quick", 1))
            assert changed(changes, since) == {}
            slow.commit()
        assert changed(changes, since) == {"due": [("slow",), ("quick",)]}


def test_who_writes_while_a_follower_registers_is_recorded_or_ended_before(postgres_url: str) -> None:
    with closing(open_store(postgres_url, KEY)) as store:
        store.migrate(MIGRATIONS)
        changes = store.change_log(FOLLOWED)
        with psycopg.connect(postgres_url) as early:
            early.execute("INSERT INTO due (game, at) VALUES ('early', 1)")
            registering = threading.Thread(target=changes.register, args=("copy",))
            registering.start()
            with psycopg.connect(postgres_url, autocommit=True) as admin:
                waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'due'::regclass"
                while not admin.execute(waits).fetchall():
                    pass
            assert changes.followers() == {"copy": Mark(0, -1)}
            early.commit()
            registering.join()
        with changes.snapshot() as now:
            assert now.slice("due", (), 9) == [("early", 1)]
