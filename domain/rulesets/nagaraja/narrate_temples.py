"""Sentences for what changes a temple."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.rulesets.nagaraja import events_temples as t
from domain.sentence import Seat, Sentence, Term, say


def _placed(event: t.TilePlaced) -> Sentence:
    values: dict[str, Any] = {"seat": Seat(event.seat), "tile": event.kind, "space": event.space}
    if event.trap_removed:
        return say("{seat} places the tile {tile} on space {space}; the trap makes way.", **values)
    return say("{seat} places the tile {tile} on space {space}.", **values)


def _slid(event: t.LineSlid) -> Sentence:
    values: dict[str, Any] = {
        "seat": Seat(event.seat),
        "line": event.line,
        "direction": Term(event.direction),
    }
    if event.direction in ("left", "right"):
        return say("Row {line} in the temple of {seat} slides {direction}.", **values)
    return say("Column {line} in the temple of {seat} slides {direction}.", **values)


def _rotated(event: t.TileRotated) -> Sentence:
    return say(
        "The tile on space {space} in the temple of {seat} is turned by {n} degrees.",
        seat=Seat(event.seat),
        space=event.space,
        n=90 * event.turns,
    )


def of_seat(text: str, *names: str) -> Callable[[Any], Sentence]:
    """A sentence about the seat with these fields of the event as they are."""
    return lambda event: say(text, seat=Seat(event.seat), **{name: getattr(event, name) for name in names})


TEMPLES: dict[type, Callable[[Any], Sentence]] = {
    t.TilePlaced: _placed,
    t.TileRotated: _rotated,
    t.TilesSwapped: of_seat(
        "The tiles on spaces {first} and {second} in the temple of {seat} trade places.", "first", "second"
    ),
    t.TileMoved: of_seat(
        "The tile on space {space} in the temple of {seat} moves to space {to}.", "space", "to"
    ),
    t.LineSlid: _slid,
    t.TrapPlaced: of_seat("The trap is put on space {space} in the temple of {seat}.", "space"),
    t.PathJoined: of_seat(
        "In the temple of {seat} paths from an entrance now lead over spaces {spaces}.", "spaces"
    ),
    t.RelicsSwapped: of_seat(
        "The relics at {first} and {second} in the temple of {seat} trade places.", "first", "second"
    ),
    t.RelicsLeft: of_seat("{seat} swaps nothing."),
    t.RelicCovered: of_seat("The relic at {place} in the temple of {seat} is covered.", "place"),
}
