"""No request, and nothing that the keeper does now and then, passes all rows of a table that grows with the store."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from service.log.async_projections import ASYNC_PROJECTIONS
from service.log.table_projection import TableProjection
from service.operation.app import compose, prepare
from service.operation.cleaning import clean
from service.store import sqlite_append, sqlite_connections, sqlite_file
from service.system.settings import Settings
from tests.api.test_links import (
    Remembering,
    at_analysis,
    at_the_desk,
    at_the_table,
    in_meetings,
    in_tournaments,
)

ALL = (
    "/metrics",
    "/health/ready",
    "/v1/games",
    "/v1/games/export",
    "/v1/rulesets/touche/statistics",
    "/oembed",
)
OTHERS = re.compile(r"BEGIN|COMMIT|ROLLBACK|PRAGMA|SAVEPOINT|RELEASE|--")
PASSES = re.compile(r"SCAN (?!CONSTANT|\w+ VIRTUAL TABLE INDEX 0:=)(\w+)")
"""Full-text tables find a row by its number in a step of this name too."""
SMALL = {
    *("alive", "analyses_ended", "clean_ups", "logs", "migrations", "proved_tournaments", "sqlite_master"),
    *("tournament_news", "closed_games", "blocks", "games_paused", "backup_state"),
}
"""They do not grow: `alive` has one row, `logs` one for each time an operator started a log of logs, and the keeper takes away
what it has looked at of `tournament_news`, and of `proved_tournaments` what no longer waits for seeds. `closed_games` has the
games that lack signed entries after a loss, `blocks` whom the operator has blocked, `games_paused` and
`backup_state` have a row or two."""
EXCUSED = (
    ("stored_events", "ORDER BY rowid DESC LIMIT 1"),
    ("cases", "LIMIT"),  # in the order of an index, until the page is full
    ("tournaments", "LIMIT"),
    ("rulings", "LIMIT"),  # the same, or until 10,000 are counted
    ("lobby", "bot = 1"),  # an index of nothing but games that are being played with bots
    ("game_analyses", "status IN ('queued', 'running') AND"),  # one of nothing but those that wait
    (
        "hooks",
        "(hooks.account IS NOT NULL AND NOT EXISTS",
    ),  # once an hour: those of tokens and accounts that have ended
    ("hook_cursors", "due_at IS NULL AND gap_from IS NULL"),  # the same: those without notices
    ("notice_counts", "SELECT recipient, n FROM notice_counts WHERE n >"),  # the same: one row a recipient
)


def asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every statement, with its values."""
    said, real = set[str](), sqlite_file.connect

    def connect(path: str, synchronous: str, kind: type[sqlite3.Connection]) -> sqlite3.Connection:
        connection = real(path, synchronous, kind)
        connection.set_trace_callback(said.add)
        return connection

    settings = prepared(folder, f"sqlite:///{folder}/kronika.db")
    for module in (sqlite_append, sqlite_connections):
        monkeypatch.setattr(module, "connect", connect)
    ask_everything(settings)
    return said


def prepared(folder: Path, database: str) -> Settings:
    settings = Settings(database=database, data=folder, limits=None)
    prepare(settings)
    return settings


def ask_everything(settings: Settings) -> None:
    """Every kind of request, and all that the keeper does."""
    with closing(compose(settings)) as kronika:
        app = create_app(kronika)
        walker, client = Remembering(app), FlaskClient(app)
        walker.seen = {}
        for walk in (at_the_table, at_analysis, at_the_desk, in_tournaments, in_meetings):
            walk(walker)
        for path in ALL:
            client.get(path).get_data()
        for projection in ASYNC_PROJECTIONS:
            TableProjection(kronika.repository, projection).catch_up()
        kronika.sequencer().sequence()
        while kronika.leaf_lists().make():
            pass
        kronika.resume()
        kronika.run_due_work()
        kronika.clocks().look()
        clean(kronika.store)


def test_nothing_is_found_by_passing_all_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements = asked(tmp_path, monkeypatch)
    assert len(statements) > 400
    with closing(sqlite3.connect(tmp_path / "kronika.db")) as database:
        found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in found} - SMALL
        passed = {
            (table, step, sql)
            for sql in statements
            if not OTHERS.match(sql)
            for *_, step in database.execute(f"EXPLAIN QUERY PLAN {sql}")
            for table in PASSES.findall(step)
            if table in tables and not any(table == of and text in sql for of, text in EXCUSED)
        }
    assert not passed
