"""While two releases share a database, migrations only add: what removes something waits until the older one is gone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from service.log import releases
from service.log.migrations import MIGRATIONS
from service.store import Migration, Statement, Store
from service.store.postgres_append import POSTGRES_ONLY, own_sql
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import opened, postgres_url, server, sqlite_url

__all__ = ["opened", "postgres_url", "server", "sqlite_url", "url"]

FIRST = 40
"""The first migration that an older release may meet."""
ADDS = re.compile(
    r"CREATE (VIRTUAL )?TABLE|CREATE INDEX|CREATE TRIGGER|CREATE FUNCTION|CREATE SEQUENCE|INSERT INTO|UPDATE|SELECT"
    r"|ALTER TABLE \w+ ADD COLUMN (?!.*\bNOT NULL\b(?!.*\bDEFAULT\b))(?!.*\bUNIQUE\b)"
)
TAKES = re.compile(r"\bDROP\b|\bRENAME\b|\bALTER COLUMN\b|\bOR REPLACE\b|\bADD CONSTRAINT\b|\bUNIQUE INDEX\b")
CREATED = re.compile(r"CREATE (?:VIRTUAL )?TABLE (\w+)")
OF_TABLE = re.compile(r"(?:ALTER TABLE|DELETE FROM|INDEX \w+ ON) (\w+)")


def objections(migration: Migration) -> list[str]:
    """Its statements, on either engine, that a release from before it could not work with. Its own tables are its own."""
    texts = [variant(text).strip() for text in migration.statements for variant in (own_sql, on_sqlite)]
    own = {name for sql in texts for name in CREATED.findall(sql)}
    return [
        sql
        for sql in texts
        if sql and not set(OF_TABLE.findall(sql)) & own and (not ADDS.match(sql) or TAKES.search(sql))
    ]


def on_sqlite(text: str) -> str:
    return POSTGRES_ONLY.sub("", text)


def test_new_migrations_only_add_or_wait() -> None:
    adding = [m for m in MIGRATIONS if m.number >= FIRST and not m.removes]
    assert not [found for m in adding for found in objections(m)], "CONTRIBUTING, *changing the database*"


@pytest.mark.parametrize(
    "sql",
    [
        "ALTER TABLE lobby DROP COLUMN seats",
        "ALTER TABLE lobby RENAME COLUMN seats TO chairs",
        "ALTER TABLE lobby RENAME TO hall",
        "ALTER TABLE lobby ADD COLUMN mood TEXT NOT NULL",
        "DROP TABLE lobby",
        "DROP INDEX lobby_by_age",
        "DELETE FROM lobby",
        "CREATE UNIQUE INDEX lobby_once ON lobby (seats)",
        "/*! ALTER TABLE lobby ALTER COLUMN seats SET NOT NULL */",
        "/*! CREATE OR REPLACE FUNCTION kronika_append(game text) RETURNS void LANGUAGE sql AS $$ SELECT 1 $$ */",
        "/*! SELECT 1 -- */ DROP TABLE lobby",
    ],
)
def test_what_an_older_release_could_not_work_with_is_noticed(sql: str) -> None:
    assert objections(Migration(99, "of a test", (sql,)))


def test_what_it_does_not_see_is_not() -> None:
    added = (
        "ALTER TABLE lobby ADD COLUMN mood TEXT",
        "ALTER TABLE lobby ADD COLUMN mood TEXT NOT NULL DEFAULT 'good'",
        "CREATE INDEX lobby_by_mood ON lobby (mood)",
        "CREATE TABLE moods (mood TEXT NOT NULL)",
        "CREATE UNIQUE INDEX moods_once ON moods (mood)",
        "/*! ALTER TABLE moods ALTER COLUMN mood TYPE VARCHAR */",
    )
    assert not objections(Migration(99, "of a test", added))


@pytest.fixture
def store(opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch) -> Store:
    """Of the layout of the release before one that removes a table, and then adds one."""
    made = opened()
    made.migrate(MIGRATIONS)
    last = MIGRATIONS[-1].number
    newer = (
        *MIGRATIONS,
        Migration(last + 1, "removes", ("DROP TABLE away",), removes=True),
        Migration(last + 2, "adds", ("CREATE TABLE moods (game TEXT PRIMARY KEY)",)),
    )
    monkeypatch.setattr(releases, "MIGRATIONS", newer)
    monkeypatch.setattr(releases, "OWN", last + 2)
    return made


def hears_of(store: Store, layout: int, at: int) -> None:
    store.append("", [], [Statement(releases.ALIVE, (f"{releases.PREFIX}{layout}", str(at)))])


def has(store: Store, table: str) -> bool:
    return store._engine.has_table(table)


def test_what_removes_waits_until_no_older_release_is_heard_of(store: Store) -> None:
    hears_of(store, MIGRATIONS[-1].number, 1_000)
    releases.migrate(store, store.layout.number(), 2_000)
    assert has(store, "away")
    assert has(store, "moods"), "what comes after it does not wait"
    store.layout.check(releases.MIGRATIONS)
    hears_of(store, releases.OWN, 3_000)
    releases.finish(store, 1_000 + releases.SILENCE - 1)
    assert has(store, "away")
    releases.finish(store, 1_000 + releases.SILENCE)
    assert not has(store, "away")
    store.layout.check(releases.MIGRATIONS)
    assert not store.layout.left(releases.MIGRATIONS)


def test_without_an_older_release_nothing_waits(store: Store) -> None:
    hears_of(store, releases.OWN, 1_000)
    releases.migrate(store, store.layout.number(), 1_001)
    assert not has(store, "away")
