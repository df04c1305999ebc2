"""What a game takes on disk, on both engines: whole games between greedy bots, each action with an idempotency key."""

from __future__ import annotations

import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import orjson
import psycopg

from bench.size import size
from domain.knowledge import known
from domain.rulesets import registry
from service.log.async_projections import ASYNC_PROJECTIONS
from service.log.snapshotter import Snapshotter
from service.log.table_projection import TableProjection
from service.operation.app import Kronika, compose, prepare
from service.play.acting import Act, act
from service.system.settings import Settings
from service.tables.creating import Create, create
from service.tables.seating import Join, join
from tests.postgresql import Database, postgresql

GAMES = size(8, 1)
"""Of each ruleset, with each number of seats in turn."""
PARTS = {
    "events": ("stored_events",),
    "hidden values": ("event_secrets",),
    "idempotency keys": ("idempotency",),
    "snapshots": ("folded_games", "folds"),
}
SQLITE = (
    "SELECT m.tbl_name, sum(d.pgsize) FROM dbstat AS d JOIN sqlite_master AS m ON m.name = d.name GROUP BY 1"
)
POSTGRES = """SELECT relname, pg_total_relation_size(oid) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"""
Sizes = dict[str, int]


class Played(NamedTuple):
    """The games of one ruleset, and what they added to the database."""

    events: int
    actions: int
    grown: Sizes


def main() -> list[str]:
    return [line for engine in ("SQLite", "PostgreSQL") for line in _section(engine)]


def _section(engine: str) -> Iterator[str]:
    yield from ("", f"### {engine}", "")
    head = [
        "",
        "events",
        "actions",
        "kB a game",
        "bytes an action",
        "bytes an event",
        *(f"{part}, kB" for part in PARTS),
    ]
    yield "| " + " | ".join([*head, "all else, kB", "heads.db and log, kB"]) + " |"
    yield "|" + "---|" * (len(head) + 2)
    with (
        tempfile.TemporaryDirectory(dir=Path("/dev/shm")) as folder,
        _measured(engine, Path(folder)) as (kronika, measure),
    ):
        _played(kronika, next(iter(registry())), measure)  # the first rows take whole pages of every table
        for ruleset in registry():
            outside = _outside(kronika)
            yield _row(ruleset, _played(kronika, ruleset, measure), _outside(kronika) - outside)


def _row(name: str, played: Played, outside: int) -> str:
    total = sum(played.grown.values())
    parts = {part: sum(played.grown.get(table, 0) for table in tables) for part, tables in PARTS.items()}
    figures = [
        f"{played.events / GAMES:.0f}",
        f"{played.actions / GAMES:.0f}",
        f"{total / GAMES / 1000:.0f}",
        f"{total / played.actions:.0f}",
        f"{total / played.events:.0f}",
        *(
            f"{amount / GAMES / 1000:.1f}"
            for amount in (*parts.values(), total - sum(parts.values()), outside)
        ),
    ]
    return f"| {name} | " + " | ".join(figures) + " |"


def _played(kronika: Kronika, ruleset: str, measure: Callable[[], Sizes]) -> Played:
    before = measure()
    games = [_game(kronika, ruleset, n) for n in range(GAMES)]
    for projection in ASYNC_PROJECTIONS:
        TableProjection(kronika.repository, projection).catch_up()
    while kronika.sequencer().sequence():
        pass
    for game, _ in games:
        Snapshotter(kronika.store).snapshot(game)
    after = measure()
    events = sum(kronika.store.version(game) for game, _ in games)
    return Played(
        events, sum(n for _, n in games), {name: after[name] - before.get(name, 0) for name in after}
    )


def _game(kronika: Kronika, ruleset: str, n: int) -> tuple[str, int]:
    """A whole game; its id, and how many actions it had."""
    rng, seats = random.Random(n), [seats for seats in registry()[ruleset].traits.seats if seats > 1]
    taken = seats[n % len(seats)]
    new = {"ruleset": ruleset, "seats": taken, "options": {}}
    game = str(orjson.loads(create(Create(new), kronika.context).body)["id"])
    tokens = {}
    for seat in range(1, taken + 1):
        tokens[seat] = orjson.loads(join(Join(game, None, {"name": f"Player {seat}"}), kronika.context).body)[
            "token"
        ]
    actions = 0
    while (loaded := kronika.repository.get(game)).table.status == "playing":
        seat = loaded.table.to_act[0]
        state = known(loaded.ruleset, loaded.table.game, seat)
        move = loaded.ruleset.greedy(state, seat, loaded.ruleset.legal_actions(state, seat), rng.randrange)
        key = f"{rng.getrandbits(128):032x}"
        act(Act(game, tokens[seat], dict(msgspec.to_builtins(move)), None, key), kronika.context)
        actions += 1
    return game, actions


@contextmanager
def _measured(engine: str, folder: Path) -> Iterator[tuple[Kronika, Callable[[], Sizes]]]:
    if engine == "SQLite":
        path = folder / "kronika.db"
        with closing(_service(f"sqlite:///{path}", folder)) as kronika:
            yield kronika, lambda: _in_sqlite(path)
        return
    with postgresql() as server:
        url = Database(server).url
        with closing(_service(url, folder)) as kronika:
            yield kronika, lambda: _in_postgresql(url)


def _service(url: str, folder: Path) -> Kronika:
    settings = Settings(database=url, data=folder, limits=None)
    prepare(settings)
    return compose(settings)


def _in_sqlite(path: Path) -> Sizes:
    """By table with its indexes, after a checkpoint of the write-ahead log; in a copy, because `dbstat` reads every page."""
    copy = path.with_name("copy.db")
    with closing(sqlite3.connect(path)) as live, closing(sqlite3.connect(copy)) as there:
        live.backup(there)
        found = {str(name): int(amount) for name, amount in there.execute(SQLITE)}
    copy.unlink()
    return found


def _in_postgresql(url: str) -> Sizes:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM")
        return {str(name): int(amount) for name, amount in connection.execute(POSTGRES)}


def _outside(kronika: Kronika) -> int:
    """Of the files beside the database that must stay."""
    data = kronika.settings.data
    files = [data / "heads.db", *(path for path in (data / "log").rglob("*") if path.is_file())]
    return sum(file.stat().st_size for file in files)


if __name__ == "__main__":
    print("\n".join(main()))
