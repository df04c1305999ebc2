"""What a change of a temple would bring, before it is chosen: where paths are open, and what they would join."""

from __future__ import annotations

from typing import Any

from domain.rulesets.nagaraja.actions import PlaceTile
from domain.rulesets.nagaraja.components import SIDES, TRAP, Box
from domain.rulesets.nagaraja.effects.changes import event_of
from domain.rulesets.nagaraja.evolve import EVOLVE
from domain.rulesets.nagaraja.exploring import spaces_of
from domain.rulesets.nagaraja.names import PLACES, Place, names, number
from domain.rulesets.nagaraja.paths import amulets_reached, live_paths, path_ends, places_touched
from domain.rulesets.nagaraja.phrases import relic_named
from domain.rulesets.nagaraja.state import Relic, Spaces, State
from domain.rulesets.nagaraja.temple import turned, with_tile
from domain.sentence import Sentence, Term, say

ENDS = {"N": Term("north"), "E": Term("east"), "S": Term("south"), "W": Term("west")}


def placed(state: State, box: Box, seat: int, action: PlaceTile) -> list[Sentence]:
    """The tile as it would lie, and what it would join."""
    assert state.offered is not None
    before, space = state.player(seat).spaces, number(action.space)
    after = with_tile(before, space, turned(state.offered, action.turns))
    return [*_openings(box, after, space), *_difference(box, before, after)]


def changed(state: State, box: Box, seat: int, action: Any) -> list[Sentence]:
    """What an effect would change in a temple."""
    event = event_of(action)
    before = state.player(action.temple).spaces
    after: Spaces = EVOLVE[type(event)](state, event).player(action.temple).spaces
    lies = [
        number(space) for name in ("first", "second", "space", "to") if (space := getattr(action, name, None))
    ]
    moved = [space for space in lies if before[space] != after[space] and after[space]]
    return [
        *(fact for space in moved for fact in _openings(box, after, space)),
        *_difference(box, before, after),
    ]


def _openings(box: Box, spaces: Spaces, space: int) -> list[Sentence]:
    """A tile path by path, each with the sides where it is open, and the path of an amulet."""
    tile = spaces[space]
    if tile is None or tile.kind == TRAP:
        return []
    ends, (name,) = path_ends(box, spaces, space), names([space])
    kind = say("tile {tile} on {space}", tile=tile.kind, space=name)
    return [
        kind,
        *(
            _path(ends, path, tile.amulet is not None and path == box.amulet_path[tile.kind])
            for path in _paths(ends)
        ),
    ]


def _paths(ends: tuple[int | None, ...]) -> list[int]:
    return sorted({path for path in ends if path is not None})


def _path(ends: tuple[int | None, ...], path: int, amulet: bool) -> Sentence:
    sides = tuple(ENDS[SIDES[side]] for side, end in enumerate(ends) if end == path)
    return (
        say("open to {sides}, with the amulet", sides=sides)
        if amulet
        else say("open to {sides}", sides=sides)
    )


def _difference(box: Box, before: Spaces, after: Spaces) -> list[Sentence]:
    was, live = live_paths(box, before), live_paths(box, after)
    joined, broken = spaces_of(live - was), spaces_of(was, but=live)
    lit, shown = places_touched(box, before, was), places_touched(box, after, live)
    shown_now = tuple(place for place in shown if place not in lit)
    hidden_now = tuple(place for place in lit if place not in shown)
    amulets = names(amulets_reached(box, after, live))
    facts = [
        (joined, say("joins to an entrance: {spaces}", spaces=joined)),
        (broken, say("cuts off: {spaces}", spaces=broken)),
        (shown_now, _counted("uncovers the relic at {spaces}", "uncovers the relics at {spaces}", shown_now)),
        (hidden_now, _counted("covers the relic at {spaces}", "covers the relics at {spaces}", hidden_now)),
        (amulets, _counted("reaches the amulet on {spaces}", "reaches the amulets on {spaces}", amulets)),
    ]
    said = [sentence for spaces, sentence in facts if spaces]
    return said or [say("no path from an entrance changes")]


def _counted(one: str, many: str, spaces: tuple[str, ...]) -> Sentence:
    return say(one, plural=many, count=len(spaces), spaces=spaces)


def relics_there(state: State, temple: int, *places: Place) -> list[Sentence]:
    """Each relic as the viewer knows it: one that they have seen they know wherever it lies."""
    relics = dict(zip(PLACES, state.player(temple).relics, strict=True))
    return [_relic(place, relics[place]) for place in places]


def _relic(place: Place, relic: Relic) -> Sentence:
    if relic.secret.value is None:
        return say("{place}: face down", place=place)
    text = "{place}: {relic}, face up" if relic.face_up else "{place}: {relic}, face down, known to you"
    return say(text, place=place, relic=relic_named(relic.secret.value))
