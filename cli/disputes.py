"""`kronika disputes`: lists the cases of a service's games, for operators."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence

from msgspec import to_builtins
from rich.console import Console
from rich.table import Table

from projections import case_lists
from projections.documents.disputes import STATES, CaseSummary
from projections.paging import Query
from service.app import compose
from service.system.settings import Settings

HELP = "List the cases of public and private games, newest first."
MOST = 100
"""Cases per query."""
PIPED = 400
"""Characters of a line that nobody's terminal limits; enough for all columns."""
COLUMNS = ("ruleset", "case", "state", "opener", "wants", "referee", "opened", "due")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--status", choices=STATES, help="only cases in this state")
    parser.add_argument("--game", metavar="ID", help="only those of this game, or of this tournament's games")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(args: argparse.Namespace) -> int:
    kronika = compose(Settings.from_env(os.environ))
    try:
        found = _all(kronika.store.query, args)
    finally:
        kronika.close()
    if args.json:
        print(json.dumps({"disputes": to_builtins(found)}, ensure_ascii=False))
    else:
        _print(found)
    return 0


def _print(found: Sequence[CaseSummary]) -> None:
    """Ids are never cut short; in a pipe nothing is."""
    console = Console()
    grid = Table()
    grid.add_column("game", no_wrap=True, min_width=32)
    for name in COLUMNS:
        grid.add_column(name)
    for case in found:
        grid.add_row(*_cells(case))
    (console if console.is_terminal else Console(width=PIPED)).print(grid)


def _all(query: Query, args: argparse.Namespace) -> list[CaseSummary]:
    found: list[CaseSummary] = []
    cursor = None
    while True:
        page = case_lists.page(query, args.game, args.status, MOST, cursor, everywhere=True)
        found += page.disputes
        cursor = page.next
        if cursor is None:
            return found


def _cells(case: CaseSummary) -> tuple[str, ...]:
    referee = "" if case.referee is None else str(case.referee)
    about = (case.ruleset, str(case.dispute), case.state, case.opener, case.wants, referee)
    return (case.game, *about, case.opened_at, case.due_at or "")
