"""`kronika move`: moves the database to another one, which may be of the other engine."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from functools import partial

from rich.progress import Progress

from cli import Sorry, end_tidily
from cli.cores import each, processes_for, progress
from cli.fsck import damage_of
from cli.problems import print_damages
from service.operation.app import Kronika, compose
from service.operation.integrity import Damage
from service.operation.moving import Move, NotMoved
from service.system.settings import Settings

HELP = "Move the database into an empty one, from SQLite to PostgreSQL or back; keys and data folder stay."
DONE = """Moved; writers waited for {:.1f} s, and get 503 since. Every game has the same head in both databases.
The source is out of use: set KRONIKA_DATABASE to the new address, and restart the service."""
INCOMPLETE = "{} games lack signed entries, as before: see `kronika reconcile`"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="its address, as in KRONIKA_DATABASE")
    parser.add_argument(
        "target", metavar="TO", help="the address of an empty database, or of a file that does not exist"
    )
    parser.add_argument(
        "--follow", action="store_true", help="while the service runs, with a short pause at the end"
    )
    parser.add_argument(
        "--cancel", action="store_true", help="give up an unfinished move; the target can be deleted then"
    )


def run(args: argparse.Namespace) -> int:
    end_tidily()
    settings = Settings.from_env(os.environ)
    bar = progress(visible=True)
    move = Move(settings, args.source, args.target, partial(_report, bar))
    try:
        if args.cancel:
            move.cancel()
            return 0
        damages = move.run(args.follow, partial(_damages, move))
    except NotMoved as error:
        raise Sorry(str(error)) from error
    finally:
        if bar.tasks:
            bar.stop()
    print(DONE.format(move.paused))
    if move.incomplete:
        print(INCOMPLETE.format(move.incomplete))
    return print_damages(damages)


def _report(bar: Progress, what: str, done: int, total: int | None) -> None:
    bar.start()
    task = next((one.id for one in bar.tasks if one.description == what and not one.finished), None)
    bar.advance(bar.add_task(what, total=total) if task is None else task, done)


def _damages(move: Move, kronika: Kronika, games: Sequence[str], events: int) -> Iterator[Damage | None]:
    opened = partial(compose, move.settings_of(1), slow_reads=True, in_place=False)
    return each(damage_of, games, kronika, processes_for(events), opened)
