"""Raw commits by sqlite3: what the disk gives, beside the actions of `bench.http`."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from bench.rounds import SECONDS


def commits(folder: Path) -> float:
    """Commits a second of one row each, WAL with FULL, one connection."""
    raw = _raw(folder / "raw.db")
    raw.execute("CREATE TABLE log (id INTEGER PRIMARY KEY, body BLOB)")
    return _rate(raw, cycle([[("INSERT INTO log (body) VALUES (?)", (b"x" * 300,))]]))


def commits_of_actions(database: Path, folder: Path) -> float:
    """The same with an action's rows in the service's tables: its event, and the game's row in the lobby."""
    raw = _raw(folder / "again.db")
    raw.execute("ATTACH ? AS served", (str(database),))
    schema = "SELECT sql FROM served.sqlite_master WHERE tbl_name IN ('stored_events', 'lobby') AND sql IS NOT NULL"
    for (ddl,) in raw.execute(schema).fetchall():
        raw.execute(ddl)
    raw.execute("INSERT INTO lobby SELECT * FROM served.lobby")
    columns = "originator_id, originator_version, topic, state"
    events = raw.execute(f"SELECT {columns} FROM served.stored_events ORDER BY rowid").fetchall()
    insert = f"INSERT INTO stored_events ({columns}) VALUES (?, ?, ?, ?)"
    update = (
        "UPDATE lobby SET version = ?, updated_at = version, checkpoint = checkpoint || '' WHERE game = ?"
    )
    return _rate(raw, iter([[(insert, event), (update, event[1::-1])] for event in events]))


def _raw(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _rate(raw: sqlite3.Connection, commits: Iterator[list[tuple[str, tuple[Any, ...]]]]) -> float:
    count, began = 0, time.perf_counter()
    stop = began + SECONDS / 2
    for statements in commits:
        raw.execute("BEGIN IMMEDIATE")
        for sql, params in statements:
            raw.execute(sql, params)
        raw.execute("COMMIT")
        count += 1
        if time.perf_counter() > stop:
            break
    return count / (time.perf_counter() - began)
