"""A store as large as wanted: a few dozen games that were played, copied under other ids by the database itself.

What is listed, counted and looked up is as if all had been played. The copies' logs are those of the games that they were
copied from, so `kronika fsck` finds that they are no logs of their own.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from itertools import cycle, islice

import orjson

from bench.games import act_once, play_to, seated
from service.log.async_projections import ASYNC_PROJECTIONS
from service.log.table_projection import TableProjection
from service.operation.app import Kronika
from service.tables.creating import Create, create
from service.tables.seating import Join, join

PLAYED = 50
STEP = 300_000
"""Milliseconds from one copy of all games to the next: 100,000 games are begun within a week."""
RULESETS = ("age-of-war", "romans", "nagaraja", "touche")
ENDING = ("nagaraja", "touche")
"""The others take thousands of actions when they are played at random."""
LENGTHS = (12, 30, 30, 30, 50, 10_000)
"""Events that a game is played for; of those that are soon over, one in six is played to its end."""
BY_GAME = {
    "stored_events": "originator_id",
    "lobby": "game",
    "listed": "game",
    "players": "game",
    "tokens": "game",
    "standings": "game",
    "statistics": "game",
}
"""Tables with a column that names the game."""


def play_some(kronika: Kronika) -> None:
    """Games of every ruleset, at most stages that there are."""
    rng = random.Random(5)
    for ruleset, length in islice(cycle((r, n) for n in LENGTHS for r in RULESETS), PLAYED):
        if rng.random() < 0.1:
            waiting(kronika, ruleset, bot=ruleset in ENDING)
            continue
        loaded = play_to(kronika, seated(kronika, ruleset, 2), min(length, LENGTHS[-2]), rng.randrange(1000))
        while length == LENGTHS[-1] and ruleset in ENDING and loaded.table.status == "playing":
            loaded = act_once(kronika.repository, loaded, rng)
    for projection in ASYNC_PROJECTIONS:
        TableProjection(kronika.repository, projection).catch_up()


def waiting(kronika: Kronika, ruleset: str, bot: bool) -> None:
    made = orjson.loads(create(Create({"ruleset": ruleset, "seats": 2}), kronika.context).body)
    if bot:
        join(Join(made["id"], made["organiser_token"], {"name": "Robot", "bot": "random"}), kronika.context)


def enlarge(path: str, heads: str, games: int) -> tuple[int, int]:
    """Copy all games of an SQLite store, and their heads, until there are about so many; gives games and events."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("ATTACH ? AS heads", (heads,))
        for sql in ("PRAGMA synchronous = OFF", "PRAGMA cache_size = -200000", "BEGIN"):
            database.execute(sql)
        (played,) = database.execute("SELECT count(*) FROM lobby").fetchone()
        database.execute("CREATE TEMP TABLE base AS SELECT game FROM lobby")
        database.execute("CREATE TEMP TABLE nth (number INTEGER PRIMARY KEY)")
        database.executemany("INSERT INTO nth VALUES (?)", [(n,) for n in range(1, games // played)])
        for table, column in {**BY_GAME, "heads.heads": "game"}.items():
            schema, name = table.split(".") if "." in table else ("main", table)
            columns = [row[1] for row in database.execute(f"PRAGMA {schema}.table_info({name})")]
            database.execute(_copying(table, column, columns))
        database.execute("UPDATE statistics_totals SET amount = amount * ?", (max(1, games // played),))
        database.execute("UPDATE tracking SET notification_id = (SELECT max(rowid) FROM stored_events)")
        database.execute("COMMIT")
        return tuple(
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("lobby", "stored_events")
        )


def _copying(table: str, column: str, columns: list[str]) -> str:
    """The n-th copy of a game has an id of its own, and was made later."""
    told = {
        "rowid": "NULL",
        column: f"printf('%08x', number) || substr({column}, 9)",
        "hash": "printf('%08x', number) || hash",
        "position": "position + number * (SELECT max(position) FROM lobby)",
        "created_at": f"created_at + number * {STEP}",
        "updated_at": f"updated_at + number * {STEP}",
    }
    taken = ", ".join(told.get(name, name) for name in columns)
    return f"""INSERT INTO {table} ({", ".join(columns)}) SELECT {taken} FROM {table}, nth
        WHERE {column} IN (SELECT game FROM base)"""
