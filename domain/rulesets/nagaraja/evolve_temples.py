"""How events change temples: tiles, the trap, relics and amulets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.hidden import EVERYBODY
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.components import SEATS, TRAP
from domain.rulesets.nagaraja.names import PLACES, number
from domain.rulesets.nagaraja.state import Relic, Spaces, State, Tile, trap_in, with_player
from domain.rulesets.nagaraja.temple import moved, relics_swapped, rotated, slid, swapped, turned, with_tile


def relics_hidden(state: State, event: t.RelicsHidden) -> State:
    return with_player(state, event.seat, relics=tuple(Relic(secret) for secret in event.draw.order))


def tile_placed(state: State, event: t.TilePlaced) -> State:
    assert state.offered is not None
    tile = turned(state.offered, event.turns)
    spaces = with_tile(state.player(event.seat).spaces, number(event.space), tile)
    return replace(with_player(state, event.seat, spaces=spaces), offered=None)


def without_trap(spaces: Spaces) -> Spaces:
    return spaces if (space := trap_in(spaces)) is None else with_tile(spaces, space, None)


REBUILDING: dict[type, Callable[[Spaces, Any], Spaces]] = {
    t.TileRotated: lambda spaces, event: rotated(spaces, number(event.space), event.turns),
    t.TilesSwapped: lambda spaces, event: swapped(spaces, number(event.first), number(event.second)),
    t.TileMoved: lambda spaces, event: moved(spaces, number(event.space), number(event.to), event.turns),
    t.LineSlid: lambda spaces, event: slid(spaces, event.line, event.direction),
    t.TrapPlaced: lambda spaces, event: with_tile(without_trap(spaces), number(event.space), Tile(TRAP)),
}
"""What an event, or the action of the same figures, makes of the spaces of its temple."""


def rebuilt(state: State, event: Any) -> State:
    spaces = REBUILDING[type(event)](state.player(event.seat).spaces, event)
    return with_player(state, event.seat, spaces=spaces)


def trap_placed(state: State, event: t.TrapPlaced) -> State:
    """The trap leaves wherever it lay, in either temple."""
    for seat in SEATS:
        state = with_player(state, seat, spaces=without_trap(state.player(seat).spaces))
    return rebuilt(state, event)


def relics_peeked(state: State, event: t.RelicsPeeked) -> State:
    relics = tuple(
        replace(relic, secret=relic.secret.shown_to(event.seat)) if place in event.places else relic
        for place, relic in zip(PLACES, state.player(event.temple).relics, strict=True)
    )
    assert state.effect is not None
    effect = replace(state.effect, target=event.temple, places=event.places)
    return replace(with_player(state, event.temple, relics=relics), effect=effect)


def swap_relics(state: State, event: t.RelicsSwapped) -> State:
    relics = relics_swapped(state.player(event.seat).relics, event.first, event.second)
    return with_player(state, event.seat, relics=relics)


def relic_uncovered(state: State, event: t.RelicUncovered) -> State:
    at = PLACES.index(event.place)
    relic = state.player(event.seat).relics[at]
    return _relic(state, event.seat, at, Relic(relic.secret.shown_to(EVERYBODY), face_up=True))


def relic_covered(state: State, event: t.RelicCovered) -> State:
    at = PLACES.index(event.place)
    relic = state.player(event.seat).relics[at]
    return _relic(state, event.seat, at, replace(relic, face_up=False))


def _relic(state: State, seat: int, at: int, relic: Relic) -> State:
    relics = state.player(seat).relics
    return with_player(state, seat, relics=(*relics[:at], relic, *relics[at + 1 :]))


def amulet_taken(state: State, event: t.AmuletTaken) -> State:
    player = state.player(event.seat)
    space = number(event.space)
    tile = player.spaces[space]
    assert tile is not None
    assert tile.amulet is not None
    return with_player(
        state,
        event.seat,
        spaces=with_tile(player.spaces, space, replace(tile, amulet=None)),
        amulets=(*player.amulets, tile.amulet.shown_to(event.seat)),
    )


TEMPLES: dict[type, Callable[[State, Any], State]] = {
    t.RelicsHidden: relics_hidden,
    t.TilePlaced: tile_placed,
    **dict.fromkeys(REBUILDING, rebuilt),
    t.TrapPlaced: trap_placed,
    t.PathJoined: lambda state, event: state,
    t.PathBroken: lambda state, event: state,
    t.RelicsSwapped: swap_relics,
    t.RelicsPeeked: relics_peeked,
    t.RelicsLeft: lambda state, event: state,
    t.RelicUncovered: relic_uncovered,
    t.RelicCovered: relic_covered,
    t.AmuletTaken: amulet_taken,
}
