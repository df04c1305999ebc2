"""Sentences for what changes a temple."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.components import is_cursed, worth
from domain.rulesets.nagaraja.phrases import relic_named
from domain.sentence import Seat, Sentence, Term, say


def _placed(event: t.TilePlaced) -> Sentence:
    values: dict[str, Any] = {"seat": Seat(event.seat), "tile": event.kind, "space": event.space}
    turned = say("turned by {n} degrees", n=90 * event.turns) if event.turns else say("as it is printed")
    if event.trap_removed:
        return say(
            "{seat} places the tile {tile} on {space}, {turned}; the trap makes way.", turned=turned, **values
        )
    return say("{seat} places the tile {tile} on {space}, {turned}.", turned=turned, **values)


def _moved(event: t.TileMoved) -> Sentence:
    values: dict[str, Any] = {"seat": Seat(event.seat), "space": event.space, "to": event.to}
    if not event.turns:
        return say("The tile on {space} in the temple of {seat} moves to {to} as it lies.", **values)
    return say(
        "The tile on {space} in the temple of {seat} moves to {to}, turned by {n} degrees.",
        n=90 * event.turns,
        **values,
    )


def _path(one: str, many: str) -> Callable[[Any], Sentence]:
    return lambda event: say(
        one, plural=many, count=len(event.spaces), seat=Seat(event.seat), spaces=event.spaces
    )


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
        "The tile on {space} in the temple of {seat} is turned by {n} degrees.",
        seat=Seat(event.seat),
        space=event.space,
        n=90 * event.turns,
    )


def naming_seat(text: str, *names: str) -> Callable[[Any], Sentence]:
    """A sentence about the seat with these fields of the event as they are."""
    return lambda event: say(text, seat=Seat(event.seat), **{name: getattr(event, name) for name in names})


def _peeked(event: t.RelicsPeeked) -> Sentence:
    values: dict[str, Any] = {"seat": Seat(event.seat), "places": event.places}
    own = event.temple == event.seat
    if not own:
        values["temple"] = Seat(event.temple)
    if any(relic.value is None for relic in event.relics):
        return say(PEEKED_AT[own], **values)
    seen = tuple(relic_named(relic.value) for relic in event.relics if relic.value)
    return say(SEEN[own], seen=seen, **values)


PEEKED_AT = (
    "{seat} looks at {places} in the temple of {temple}.",
    "{seat} looks at {places} in their own temple.",
)
SEEN = (
    "{seat} looks at {places} in the temple of {temple}: {seen}.",
    "{seat} looks at {places} in their own temple: {seen}.",
)


def _uncovered(event: t.RelicUncovered) -> Sentence:
    relic = event.relic.value or ""
    values: dict[str, Any] = {
        "n": worth(relic),
        "place": event.place,
        "seat": Seat(event.seat),
        "points": event.points,
    }
    if is_cursed(relic):
        return say(
            "In the temple of {seat} a path uncovers a cursed relic worth {n} at {place}: "
            "points face up {points}, cursed relics {cursed}.",
            cursed=event.cursed,
            **values,
        )
    return say(
        "In the temple of {seat} a path uncovers a sacred relic worth {n} at {place}: points face up {points}.",
        **values,
    )


def _amulet_taken(event: t.AmuletTaken) -> Sentence:
    values: dict[str, Any] = {"seat": Seat(event.seat), "space": event.space}
    if event.amulet.value is None:
        return say("{seat} takes the amulet from {space}.", **values)
    return say("{seat} takes the amulet {amulet} from {space}.", amulet=event.amulet.value, **values)


TEMPLES: dict[type, Callable[[Any], Sentence]] = {
    t.RelicsHidden: naming_seat("The relics of {seat} are hidden."),
    t.AmuletTaken: _amulet_taken,
    t.RelicUncovered: _uncovered,
    t.RelicsPeeked: _peeked,
    t.TilePlaced: _placed,
    t.TileRotated: _rotated,
    t.TilesSwapped: naming_seat(
        "The tiles on {first} and {second} in the temple of {seat} trade places.", "first", "second"
    ),
    t.TileMoved: _moved,
    t.LineSlid: _slid,
    t.TrapPlaced: naming_seat("The trap is put on {space} in the temple of {seat}.", "space"),
    t.PathJoined: _path(
        "In the temple of {seat} a path from an entrance now leads over {spaces}.",
        "In the temple of {seat} paths from an entrance now lead over {spaces}.",
    ),
    t.PathBroken: _path(
        "In the temple of {seat} no path from an entrance leads over {spaces} any more.",
        "In the temple of {seat} no paths from an entrance lead over {spaces} any more.",
    ),
    t.RelicsSwapped: naming_seat(
        "The relics at {first} and {second} in the temple of {seat} trade places.", "first", "second"
    ),
    t.RelicsLeft: naming_seat("{seat} swaps nothing."),
    t.RelicCovered: naming_seat(
        "The relic at {place} in the temple of {seat} is covered: points face up {points}.", "place", "points"
    ),
}
