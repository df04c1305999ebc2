"""The tables, and how a line of a file becomes rows of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

import msgspec

from domain.table.refusals import Refused
from domain.table.state import OVER
from engine.dataset.clocks import clock_rows
from engine.dataset.decisions import decision_rows
from engine.game import Game
from engine.game_files import players_in
from engine.logs import BadFile, read
from engine.proven import data_of, entries_of, read_proven
from projections.dataset import (
    ClockRow,
    DecisionRow,
    EventRow,
    GameRow,
    RefusalRow,
    TournamentRow,
    event_row,
    game_row,
)
from projections.documents import Document
from projections.people import rfc3339

File = Mapping[str, Any]


class Verify(StrEnum):
    """What is checked of a file: nothing, that its signed head is over its entries, or everything, by deciding them again."""

    NOTHING = "nothing"
    HEAD = "head"
    RULES = "rules"


class Table(NamedTuple):
    """`rows` makes rows of the type `row` of a file; `BadFile` for one that is none, or fails what is to be verified."""

    row: type[Document]
    rows: Callable[[File, Verify], Iterator[Any]]


def game_of(file: File, verify: Verify) -> Game:
    """The game that is over in a file."""
    game = read(file) if verify is Verify.RULES else read_proven(file, verify is Verify.HEAD)
    if game.table.status not in OVER:
        raise BadFile("This game is not over.")
    return game


def _games(file: File, verify: Verify) -> Iterator[GameRow]:
    game = game_of(file, verify)
    try:
        players = players_in(file)
    except Refused as error:
        raise BadFile(f"Its players cannot be read: {error.detail}") from error
    began, ended = game.history[0].at, game.history[-1].at
    yield game_row(game.table.setup.game, game.table, players, began, ended)


def _events(file: File, verify: Verify) -> Iterator[EventRow]:
    """Without deciding anything again even the ruleset is not needed: entries have all that a row says."""
    if verify is Verify.RULES:
        game = read(file)
        yield from (event_row(game.table.setup.game, logged) for logged in game.history)
        return
    entries = entries_of(file, verify is Verify.HEAD)
    game_id = str(file.get("audit", file)["game"])
    for it, data in zip(entries, data_of(file, entries), strict=True):
        yield EventRow(
            game=game_id,
            version=it.i + 1,
            action=it.a,
            actor=it.by,
            type=it.t,
            at=rfc3339(it.at),
            rules=it.r,
            data=data.decode(),
        )


def _decisions(file: File, verify: Verify) -> Iterator[DecisionRow]:
    """Always decided again: a log does not say which legal action led to its events."""
    return decision_rows(game_of(file, Verify.RULES))


def _clocks(file: File, verify: Verify) -> Iterator[ClockRow]:
    return clock_rows(game_of(file, verify))


def _as_they_are(row: type[Any], file: File, verify: Verify) -> Iterator[Any]:
    """The service writes these rows itself."""
    try:
        yield msgspec.convert(file, row)
    except msgspec.ValidationError as error:
        raise BadFile(f"This is no row of the table: {error}.") from error


TABLES: Mapping[str, Table] = {
    "games": Table(GameRow, _games),
    "events": Table(EventRow, _events),
    "decisions": Table(DecisionRow, _decisions),
    "clocks": Table(ClockRow, _clocks),
    "refusals": Table(RefusalRow, partial(_as_they_are, RefusalRow)),
    "tournaments": Table(TournamentRow, partial(_as_they_are, TournamentRow)),
}
