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
from service.operation.app import compose
from service.system.settings import Settings

HELP = "List the cases of public and private games, newest first."
MOST = 100
"""Cases per query."""
WIDTH = 400
"""Characters of a line: enough for all columns."""
COLUMNS = ("game", "ruleset", "case", "state", "opener", "wants", "referee", "opened", "due")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--status", choices=STATES, help="only cases in this state")
    parser.add_argument("--game", metavar="ID", help="only those of this game, tournament or meeting")
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
    """Nothing is cut short, so that ids can be copied: a narrow terminal wraps the lines itself."""
    grid = Table(*COLUMNS)
    for case in found:
        grid.add_row(*_cells(case))
    Console(width=WIDTH).print(grid)


def _all(query: Query, args: argparse.Namespace) -> list[CaseSummary]:
    which = [case_lists.NOT_DELETED] if args.game is None else case_lists.at_place(args.game, everywhere=True)
    found: list[CaseSummary] = []
    cursor = None
    while True:
        page = case_lists.page(query, which, args.status, MOST, cursor)
        found += page.disputes
        cursor = page.next
        if cursor is None:
            return found


def _cells(case: CaseSummary) -> tuple[str, ...]:
    referee = "" if case.referee is None else str(case.referee)
    about = (case.ruleset, str(case.dispute), case.state, case.opener, case.wants, referee)
    return (case.game, *about, case.opened_at, case.due_at or "")
