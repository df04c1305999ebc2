"""The boards of a judgment: before the disputed stretch, after it, and after a ruling that took the game back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.hidden import Viewer
from domain.table.fold import fold
from domain.table.line import position_at
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import Case
from domain.table.state import Logged
from projections.document import view_of
from projections.people import Players, seats_of
from projections.sentences import LANGUAGES

GOING_BACK = ("backed-up", "replayed", "corrected")
BEFORE, AFTER, RULED = (
    "Before the disputed events",
    "After the disputed events",
    "After the ruling",
)
"""Captions, as `pl.po` has them."""


class Position(NamedTuple):
    """What a board shows of a game at a version, as one viewer sees it."""

    ruleset: str
    view: Mapping[str, Any]
    seats: Sequence[Any]
    status: str
    to_act: Sequence[int]


Draw = Callable[[Position, str], bytes]
"""Draws a position in a language ("en", "pl") as SVG: the same bytes for the same position."""


class Board(NamedTuple):
    """A drawn position. `pictures` are SVG by language."""

    caption: str
    version: int
    pictures: Mapping[str, bytes]


def boards(hearing: Hearing, case: Case, viewer: Viewer, players: Players, draw: Draw) -> Iterator[Board]:
    """In order of versions. None for a stretch before the game began."""
    for caption, version in _versions(hearing, case):
        table = fold(hearing.ruleset, hearing.log[:version])
        position = Position(
            hearing.ruleset.id,
            view_of(hearing.ruleset, table, viewer),
            msgspec.to_builtins(seats_of(hearing.ruleset, table, players)),
            table.status,
            table.to_act,
        )
        yield Board(caption, version, {lang: draw(position, lang) for lang in LANGUAGES})


def _versions(hearing: Hearing, case: Case) -> Iterator[tuple[str, int]]:
    log = hearing.log
    before = next((it for it in range(case.first - 1, 0, -1) if position_at(log, it)), None)
    if before is not None:
        yield BEFORE, before
    last = _end_of_action(log, case.last)
    if position_at(log, last):
        yield AFTER, last
    ruling = hearing.desk.ruling_of(case)
    if ruling is not None and ruling.final is not None and ruling.said.kind in GOING_BACK:
        yield RULED, _end_of_action(log, ruling.final)


def _end_of_action(log: Sequence[Logged], version: int) -> int:
    action = log[version - 1].action
    return max(it.version for it in log[version - 1 :] if it.action == action)
