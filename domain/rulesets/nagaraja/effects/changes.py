"""Choices that change a temple: each is recorded as an event with the same figures, and all that follows is worked out."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import astuple

from domain.ruleset import Action, Event
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.effects.step import Doing
from domain.rulesets.nagaraja.exploring import change_temple
from domain.rulesets.nagaraja.game import Game

CHANGES: Mapping[type[Action], type[Event]] = {
    a.SwapRelics: t.RelicsSwapped,
    a.RotateTile: t.TileRotated,
    a.SwapTiles: t.TilesSwapped,
    a.MoveTile: t.TileMoved,
    a.SlideLine: t.LineSlid,
    a.PlaceTrap: t.TrapPlaced,
}


def event_of(action: Action) -> Event:
    """What happens when this is chosen; the temple of the action is the seat of the event."""
    return CHANGES[type(action)](*astuple(action))


def change(game: Game, doing: Doing, action: Action) -> bool:
    """Relics take the face state of their new places, amulets move with their tiles (naga.3, move.1)."""
    change_temple(game, event_of(action), "naga.3", "move.1")
    return True
