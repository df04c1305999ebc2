"""`kronika analyse`: values the decisions of a finished game, from a file or from the service."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict
from rich.console import Console
from rich.progress import Progress

from cli import Sorry
from domain.table.refusals import Refused
from engine import BadFile, Game, read
from engine.analysis import LOOKS, PLAYOUTS, analyse
from projections.documents.analyses import Analysis, Moment
from projections.sentences import LANGUAGES
from service.analyses.commands import analyse_again
from service.log.analysis_queue import PENDING, document, row_of
from service.operation.app import compose
from service.system.clock import time_spent
from service.system.settings import Settings

HELP = (
    "Print each side's chance to win before every decision of an exported game, and better choices; or have the background "
    "worker analyse a game of the database again."
)
USUAL = 100.0
"""Seconds."""
OnProgress = Callable[[float], object]
POLL_SECONDS = 0.5
"""Seconds between two queries of the analysis's progress."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a game file or an audit file, of a game that is over"
    )
    parser.add_argument(
        "--game",
        metavar="ID",
        help="instead of FILE: a game of the service, whose analysis is computed again and stored",
    )
    parser.add_argument(
        "--playouts",
        type=int,
        help=f"for each chance: as many whatever time it takes (default: as there is time for, at most {PLAYOUTS})",
    )
    parser.add_argument("--looks", type=int, default=LOOKS, help="of the search (default %(default)s)")
    parser.add_argument(
        "--seconds",
        type=float,
        help=f"end after about this long (default: {USUAL:.0f}, with --playouts no limit)",
    )
    parser.add_argument("--seed", type=int, default=0, help="the same one gives the same analysis")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")


def run(args: argparse.Namespace) -> int:
    if (args.file is None) == (args.game is None):
        raise Sorry("name a FILE, or a --game of the service.")
    if args.seconds is None:
        args.seconds = inf if args.playouts is not None else USUAL
    args.playouts = PLAYOUTS if args.playouts is None else args.playouts
    if args.playouts < 1 or args.looks < 1:
        raise Sorry("at least one playout and one look are needed.")
    if not args.seconds > 0:
        raise Sorry("some seconds are needed.")
    with Progress(console=Console(stderr=True), disable=args.json) as progress:
        task = progress.add_task("analysing", total=1.0)
        made = _of_the_service if args.game else _of_a_file
        found = made(args, lambda done: progress.update(task, completed=done))
    print(msgspec.json.encode(found).decode() if args.json else "\n".join(lines(found, args.lang)))
    return 0


def _of_a_file(args: argparse.Namespace, progress: OnProgress) -> Analysis:
    game = _read(Path(args.file))
    return analyse(game, args.playouts, args.looks, args.seed, progress, time_spent(args.seconds))


def _of_the_service(args: argparse.Namespace, progress: OnProgress) -> Analysis:
    """The background worker makes the analysis, as for requests over HTTP; it is stored even if this command is interrupted."""
    kronika = compose(Settings.from_env(os.environ))
    try:
        repository = kronika.repository
        analyse_again(repository, args.game)
        while (row := row_of(kronika.store, args.game)) is not None and row.status in PENDING:
            progress(row.progress)
            time.sleep(POLL_SECONDS)
        if row is None or row.status != "done":
            raise Sorry("the analysis failed; the log of the background worker says why.")
        loaded = repository.get(args.game)
        return document(kronika.store, loaded, row)
    except Refused as refused:
        raise Sorry(f"{args.game}: {refused.detail}") from refused
    finally:
        kronika.close()


def _read(path: Path) -> Game:
    try:
        return read(path)
    except (OSError, BadFile) as error:
        raise Sorry(f"{path}: {error}") from error


TITLE = {
    "en": "version  seat  chances  as the seat saw it",
    "pl": "wersja  miejsce  szanse  jak to widziało miejsce",
}
TURNED = {"en": "turning point", "pl": "punkt zwrotny"}
ALTERNATIVES = {
    "en": "Decisions searched for better actions: {searched} of {decisions}. With another choice: {found}."
    " Tested: {compared}. Better beyond doubt: {better}.",
    "pl": "Decyzje, dla których szukano lepszych ruchów: {searched} z {decisions}. Z innym wyborem: {found}."
    " Sprawdzono: {compared}. Na pewno lepsze: {better}.",
}
BETTER = {
    "en": "better: {action} (+{gain:.0f} ± {error:.0f} %)",
    "pl": "lepiej: {action} (+{gain:.0f} ± {error:.0f} %)",
}


def lines(found: Analysis, lang: str) -> Iterator[str]:
    """One line per decision, below a title; in the end what came of the search for better ones."""
    yield TITLE[lang]
    for moment in found.moments:
        yield "  ".join(_parts(moment, lang))
    if found.alternatives is not UNSET:
        searched = sum(moment.searched for moment in found.moments)
        yield ALTERNATIVES[lang].format(
            searched=searched, decisions=found.decisions, **asdict(found.alternatives)
        )


def _parts(moment: Moment, lang: str) -> Iterator[str]:
    yield f"{moment.version:>6}"
    yield f"#{moment.seat}"
    for shares in (moment.chances, moment.seen):
        yield " ".join(f"{100 * share:3.0f}" for share in shares.values())
    yield f"±{100 * moment.error:.0f} %"
    if moment.turning:
        yield TURNED[lang]
    if moment.better is not UNSET:
        better = moment.better
        yield BETTER[lang].format(
            action=getattr(better.label, lang), gain=100 * better.gain, error=100 * better.error
        )
