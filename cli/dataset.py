"""`kronika dataset`: exported games as rows, for dataframes."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from msgspec.json import encode
from rich.console import Console
from rich.progress import track

from cli import Sorry
from domain.table.refusals import Refused
from domain.table.state import OVER
from engine.game import Game
from projections.dataset import EventRow, GameRow, event_row, game_row
from service.queries.game_files import ReadGame, read_game

HELP = "Turn exported games into rows, one JSON object a line: games (or their events) for dataframes."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="portable games, one a line; - reads standard input")
    parser.add_argument("--events", action="store_true", help="a row for each event in place of each game")


def run(args: argparse.Namespace) -> int:
    for row in rows(args.file, args.events):
        sys.stdout.buffer.write(encode(row) + b"\n")
    return 0


def rows(name: str, events: bool) -> Iterator[Any]:
    """A row for each game of the file, or for each event of each game."""
    for number, line in enumerate(_lines(name), 1):
        try:
            read = read_game(_object(line))
        except (Refused, ValueError) as error:
            raise Sorry(f"{name}, line {number}: {error}") from error
        yield from _events(read.game) if events else [_row(read, name, number)]


def _events(game: Game) -> Iterator[EventRow]:
    return (event_row(game.table.setup.game, logged) for logged in game.history)


def _lines(name: str) -> Iterable[bytes]:
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            yield from track(file, "reading", console=Console(stderr=True))
    except OSError as error:
        raise Sorry(f"{name} cannot be read: {error}") from error


def _object(line: bytes) -> dict[str, Any]:
    read = json.loads(line)
    if not isinstance(read, dict):
        raise ValueError("this is no game file")
    return read


def _row(read: ReadGame, name: str, number: int) -> GameRow:
    table, history = read.game.table, read.game.history
    if table.status not in OVER:
        raise Sorry(f"{name}, line {number}: this game is not over.")
    return game_row(table.setup.game, table, read.players, history[0].at, history[-1].at)
