"""Every filter of the lobby finds what reading all rows finds, page by page, and never reads all rows; on both engines."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from typing import Any

import psycopg
import pytest

from projections import lobby
from projections.lobby import GameFilter
from service.log.migrations import MIGRATIONS
from service.play import bots
from service.store import Statement, Store
from service.store.postgres_append import translated
from tests.soaking import sampled

from .looking import PLAYER, ROW, T0, by_pages, by_reading_all, listed_anew, one_by_one, outcome

HOUR = 3_600_000
LASTED = (0, 1, HOUR // 10, HOUR // 2, 3 * HOUR, 10 * HOUR, 90 * HOUR, 900 * HOUR, 3000 * HOUR)
GAMES = 200
SPARE = (None,) * 5


def filled(rng: random.Random) -> Iterator[Statement]:
    """A lobby as it may have stood in the layout before, with everything that is not to be found among it."""
    for n in range(GAMES):
        at = T0 + rng.randrange(400) * HOUR // rng.choice((1, 60))
        status = rng.choice(("waiting", "playing", "finished", "finished", "abandoned"))
        reason = rng.choice(("castles", "points", "x")) if status == "finished" else None
        ruleset = rng.choice(("age-of-war", "romans", "romans"))
        visibility = rng.choice(("public", "public", "public", "private"))
        marks = (rng.randrange(2), int(rng.random() < 0.2), rng.choice((0, 0, 0, 1, 2)))
        game = f"{rng.randrange(16**8):08x}{n:024x}"
        yield Statement(
            ROW, (game, ruleset, visibility, status, at, at + rng.choice(LASTED), outcome(reason), *marks)
        )
        for seat in range(1, rng.randrange(1, 4)):
            yield Statement(PLAYER, (game, seat, rng.choice(("Ada", "Ada", "Bob", "Cy"))))


def questions() -> Iterator[GameFilter]:
    """Every set of filters, with values that are common, rare, and of no game."""
    rng = random.Random(2)
    times = [None, *(T0 + hours * HOUR for hours in (-9, 3, 50, 200, 399, 9000))]
    for asked in product((0, 1), repeat=8):
        values: tuple[Any, ...] = (
            rng.choice(("playing", "finished", "suspended")),
            rng.choice(("romans", "age-of-war", "touche", "")),
            rng.choice(("Ada", "Cy", "Nobody")),
            rng.choice(times),
            rng.choice(times),
            rng.random() < 0.5,
            rng.choice(("castles", "x", "none")),
            True,
        )
        given = [value if one else None for value, one in zip(values, asked, strict=True)]
        yield GameFilter(*given[:7], imported=bool(given[7]))


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    made = opened()
    made.migrate(MIGRATIONS[:15])
    made.append("", [], list(filled(random.Random(1))))
    made.migrate(MIGRATIONS)
    return made


@pytest.mark.parametrize("url", sampled(["sqlite", "postgresql"], 2), indirect=True)
def test_every_filter_finds_what_reading_all_rows_finds(store: Store) -> None:
    several = 0
    for wanted in questions():
        expected = by_reading_all(store, wanted)
        several += len(expected) > 7
        assert by_pages(store, wanted, 7) == expected, wanted
        if len(expected) < 20:
            assert one_by_one(store, wanted) == expected[::-1], wanted
    assert several > 20


def test_what_an_older_layout_held_is_listed_as_if_it_were_made_anew(store: Store) -> None:
    tables = ("SELECT * FROM listed ORDER BY game", "SELECT * FROM players ORDER BY game, seat")
    kept = [store.query(sql) for sql in tables]
    rows = store.query("SELECT game, imported, kind FROM listed")
    anew = [statement for row in rows for statement in listed_anew(*row)]
    [(spans,)] = store.query("SELECT count(DISTINCT span) FROM listed WHERE changed > 0")
    store.append("", [], [Statement("UPDATE listed SET span = 99, changed = 1"), *anew])
    assert [store.query(sql) for sql in tables] == kept
    assert spans > 2


def asked_of(store: Store) -> dict[str, tuple[object, ...]]:
    """Every statement that a page or a step of an export is read with."""
    statements: dict[str, tuple[object, ...]] = {}

    def noting(sql: str, params: tuple[object, ...]) -> list[tuple[Any, ...]]:
        statements[sql] = params
        return store.query(sql, params)

    for wanted in questions():
        page = lobby.page(noting, wanted, 2, None)
        lobby.page(noting, wanted, 2, page.next)
        lobby.next_after(wanted, noting, (T0, ""))
    return statements


def test_sqlite_answers_every_page_by_indexes(sqlite_url: str) -> None:
    from service.store import open_store
    from tests.store.conftest import KEY

    with closing(open_store(sqlite_url, KEY, create=True)) as store:
        store.migrate(MIGRATIONS[:15])
        store.append("", [], list(filled(random.Random(1))))
        store.migrate(MIGRATIONS)
        with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as database:
            for sql, params in asked_of(store).items():
                for *_, step in database.execute(f"EXPLAIN QUERY PLAN {sql}", params):
                    read = step.removeprefix("SCAN ").split()[0]
                    assert not (step.startswith("SCAN") and read in TABLES), (step, sql)
            for sql in (bots.SEATED, bots.SEATED + bots.WRITTEN):
                assert "USING INDEX lobby_bots_at_play" in first_step(database, sql)
            for sql in (bots.FOR_AWAY, bots.FOR_AWAY + bots.WRITTEN):
                assert not first_step(database, sql).startswith("SCAN lobby")


def first_step(database: sqlite3.Connection, query: str) -> str:
    """What SQLite does first for a query for games with bots of one kind."""
    sql = query.format(kinds="?")
    [first, *_] = database.execute(f"EXPLAIN QUERY PLAN {sql}", (1,) * sql.count("?"))
    return str(first[-1])


TABLES = ("listed", "lobby", "players")


def test_postgresql_has_an_index_for_every_page(postgres_url: str) -> None:
    from service.store import open_store
    from tests.store.conftest import KEY

    with closing(open_store(postgres_url, KEY)) as store:
        store.migrate(MIGRATIONS[:15])
        store.append("", [], list(filled(random.Random(1))))
        store.migrate(MIGRATIONS)
        with psycopg.connect(postgres_url) as database:
            database.execute("SET enable_seqscan = off")
            for sql, params in asked_of(store).items():
                plan = database.execute(f"EXPLAIN {translated(sql)}", params).fetchall()
                assert not any("Seq Scan" in step for (step,) in plan), (plan, sql)
