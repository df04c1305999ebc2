"""How fast `kronika move` copies, from SQLite to PostgreSQL and back.

`python -m bench.moving [GAMES]` prints the table of bench/moving.md. A played game is multiplied in the database: rows and
sizes are those of games, their signatures are not, so games are not checked.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from bench.games import play_to, seated
from bench.processes import cpu_seconds
from bench.size import size
from service.operation.app import compose, prepare
from service.operation.moving import Move
from service.system.settings import Settings
from tests.postgresql import postgresql

GAMES = size(5_000, 20)
COPIES = """INSERT INTO {table} ({columns}) SELECT {values} FROM {table} JOIN copies WHERE {game} = ?"""
TABLES = {
    "stored_events": "originator_id",
    "event_secrets": "game_id",
    "lobby": "game",
    "listed": "game",
    "players": "game",
}


def main(games: int = GAMES) -> list[str]:
    with tempfile.TemporaryDirectory() as folder, postgresql() as server:
        here, there, back = f"sqlite:///{folder}/kronika.db", server.get_uri(), f"sqlite:///{folder}/back.db"
        settings = Settings(data=Path(folder), database=here, limits=None)
        _make(settings, games)
        head = "| way | events | seconds | events/s | us an event: ours | the server's | pause, s |"
        ways = (("SQLite to PostgreSQL", here, there), ("PostgreSQL to SQLite", there, back))
        return [
            head,
            "|---|---|---|---|---|---|---|",
            *(_row(settings, server.get_pid(), *way) for way in ways),
        ]


def _make(settings: Settings, games: int) -> None:
    prepare(settings)
    with closing(compose(settings)) as kronika:
        game = seated(kronika, "age-of-war", 4)
        play_to(kronika, game, 100, 1)
    with closing(sqlite3.connect(settings.database.removeprefix("sqlite:///"))) as database, database:
        database.execute("CREATE TEMP TABLE copies (id TEXT)")
        names = random.Random(1).sample(range(16**12), games)
        database.executemany(
            "INSERT INTO copies VALUES (?)", [(f"{name:012x}-{game[13:]}",) for name in names]
        )
        for table, column in TABLES.items():
            columns = [name for (name,) in database.execute(f"SELECT name FROM pragma_table_info('{table}')")]
            columns = [name for name in columns if name != "rowid"]
            values = ["copies.id" if name == column else f"{table}.{name}" for name in columns]
            sql = COPIES.format(
                table=table, columns=", ".join(columns), values=", ".join(values), game=f"{table}.{column}"
            )
            database.execute(sql, (game,))


def _row(settings: Settings, server: int, way: str, source: str, target: str) -> str:
    done: Counter[str] = Counter()
    move = Move(settings, source, target, lambda what, rows, total: done.update({what: rows}))
    began = time.perf_counter(), time.process_time(), cpu_seconds(server)
    move.run(False, _unchecked)
    took, ours = time.perf_counter() - began[0], time.process_time() - began[1]
    theirs, events = cpu_seconds(server) - began[2], done["copying stored_events"]
    each = f"{1e6 * ours / events:.1f} | {1e6 * theirs / events:.1f}"
    return f"| {way} | {events} | {took:.1f} | {events / took:.0f} | {each} | {move.paused:.2f} |"


def _unchecked(kronika: Any, games: Any, events: int) -> Iterator[None]:
    return iter([None] * len(games))


if __name__ == "__main__":
    print("\n".join(main(*map(int, sys.argv[1:]))))
