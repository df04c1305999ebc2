"""`kronika disputes`: lists the cases of a service's games, for operators."""

from __future__ import annotations

import argparse
import os

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


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--status", choices=STATES, help="only cases in this state")
    parser.add_argument("--game", metavar="ID", help="only those of this game, or of this tournament's games")


def run(args: argparse.Namespace) -> int:
    kronika = compose(Settings.from_env(os.environ))
    try:
        found = _all(kronika.store.query, args)
    finally:
        kronika.close()
    grid = Table("game", "ruleset", "case", "state", "opened", "due")
    for case in found:
        grid.add_row(*_cells(case))
    Console().print(grid)
    return 0


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
    return (case.game, case.ruleset, str(case.dispute), case.state, case.opened_at, case.due_at or "")
