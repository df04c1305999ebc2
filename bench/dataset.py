"""Events per second of `kronika dataset`, by table and by what is verified, against deciding everything again.

Of processor time, with the reading of lines and the writing of rows; by turns, on games of all rulesets.
"""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import orjson

from bench.games import service
from bench.size import size
from bench.timing import medians
from domain.rulesets import registry
from engine.dataset.tables import TABLES, Verify
from engine.dataset.writing import FORMATS, batched
from projections.lobby import GameFilter
from service.operation.app import Kronika
from service.queries.exporting import export_all
from tests.service.conftest import House
from tests.service.playing import fewest_seats, play

GAMES = size(3, 1)
"""Games of each ruleset."""


def exported(kronika: Kronika) -> list[bytes]:
    """Lines of an export."""
    house = House(kronika)
    for number in range(GAMES):
        for ruleset in registry():
            game, tokens = house.seated(ruleset=ruleset, seats=fewest_seats(ruleset))
            play(house, game, tokens, random.Random(number))
    return [*export_all(kronika.repository, GameFilter(status="finished"))]


def lines_of(lines: list[bytes], table: str, verify: Verify, format: str = "jsonl") -> None:
    """The table of these lines."""
    rows = (row for line in lines for row in TABLES[table].rows(orjson.loads(line), verify))
    FORMATS[format](TABLES[table].row, batched(rows), io.BytesIO())


def main() -> list[str]:
    with service() as kronika:
        lines = exported(kronika)
    files: list[dict[str, Any]] = [orjson.loads(line) for line in lines]
    events = sum(len(file["audit"]["entries"]) for file in files)
    works: list[Callable[[], object]] = [
        partial(lines_of, lines, table, verify)
        for table in ("games", "events", "clocks")
        for verify in (Verify.NOTHING, Verify.HEAD, Verify.RULES)
    ]
    works += [
        partial(lines_of, lines, "decisions", Verify.RULES),
        partial(lines_of, lines, "events", Verify.HEAD, "parquet"),
        lambda: [orjson.dumps(orjson.loads(line)) for line in lines],
    ]
    rates = [events / it for it in medians(*works, runs=5, clock=time.process_time)]
    return page(len(lines), events, rates)


def page(games: int, events: int, rates: list[float]) -> list[str]:
    rows = [
        f"| {table} | "
        + " | ".join(f"{rates[3 * n + m]:,.0f}" for m in range(3))
        + f" | {rates[3 * n + 1] / rates[3 * n + 2]:.0f} |"
        for n, table in enumerate(("games", "events", "clocks"))
    ]
    decisions, parquet, parsing = rates[-3:]
    return [
        "| table | `nothing` | `head` | `rules` | `head` by `rules` |",
        "|---|---|---|---|---|",
        *rows,
        f"| decisions | | | {decisions:,.0f} | |",
        "",
        f"{games} games of all rulesets with {events:,} events. Events as Parquet, `head`: {parquet:,.0f}. Parsing the lines and "
        f"writing them again as JSON: {parsing:,.0f}.",
    ]
