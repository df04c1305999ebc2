"""`kronika analyse`: what the decisions of a finished game in a file were worth."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import inf
from pathlib import Path

import msgspec
from msgspec import UNSET
from rich.console import Console
from rich.progress import Progress

from cli import Sorry
from engine import BadFile, Game, read
from engine.analysis import LOOKS, PLAYOUTS, analyse
from projections.documents.analyses import Analysis, Moment
from projections.sentences import LANGUAGES, Teller
from service.clock import spending

HELP = "Print each side's chance to win before every decision of an exported game, and what would have been better."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game file or an audit file, of a game that is over")
    parser.add_argument(
        "--playouts", type=int, default=PLAYOUTS, help="for each chance (default %(default)s)"
    )
    parser.add_argument("--looks", type=int, default=LOOKS, help="of the search (default %(default)s)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=inf,
        help="end after about so long, with fewer playouts, larger errors and fewer searches (default: take all it takes)",
    )
    parser.add_argument("--seed", type=int, default=0, help="the same one gives the same analysis")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")


def run(args: argparse.Namespace) -> int:
    if args.playouts < 1 or args.looks < 1:
        raise Sorry("at least one playout and one look are needed.")
    if not args.seconds > 0:
        raise Sorry("some seconds are needed.")
    game = _read(Path(args.file))
    with Progress(console=Console(stderr=True), disable=args.json) as progress:
        task = progress.add_task("analysing", total=1.0)
        found = analyse(
            game,
            args.playouts,
            args.looks,
            args.seed,
            lambda done: progress.update(task, completed=done),
            spending(args.seconds),
        )
    print(msgspec.json.encode(found).decode() if args.json else "\n".join(lines(game, found, args.lang)))
    return 0


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
BETTER = {"en": "better: {action}", "pl": "lepiej: {action}"}


def lines(game: Game, found: Analysis, lang: str) -> Iterator[str]:
    """One a decision, below a title."""
    teller = Teller(game.ruleset, lang, {seat: f"#{seat}" for seat in range(1, game.seats + 1)})
    yield TITLE[lang]
    for moment in found.moments:
        yield "  ".join(_parts(game, moment, lang, teller))


def _parts(game: Game, moment: Moment, lang: str, teller: Teller) -> Iterator[str]:
    yield f"{moment.version:>6}"
    yield f"#{moment.seat}"
    for shares in (moment.chances, moment.seen):
        yield " ".join(f"{100 * share:3.0f}" for share in shares.values())
    yield f"±{100 * moment.error:.0f} %"
    if moment.turning:
        yield TURNED[lang]
    if moment.best is not UNSET:
        action = msgspec.convert(moment.best, game.ruleset.action_types[moment.best["type"]])
        yield BETTER[lang].format(action=teller.tell(game.ruleset.describe(action)))
