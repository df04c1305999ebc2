"""What people see of a game of Nagaraja, made from state that holds only what the viewer may know."""

from __future__ import annotations

from typing import Any

from domain.hidden import Hidden
from domain.rulesets.nagaraja import effects
from domain.rulesets.nagaraja.components import SEATS, Box
from domain.rulesets.nagaraja.paths import PLACES, live_paths
from domain.rulesets.nagaraja.state import Player, State, Tile, nagas, points, total_fate, trap_in


def view(state: State, box: Box) -> dict[str, Any]:
    """The table. Unknown cards, relics and amulets are null; the discards are counted, never listed (naga.4)."""
    return {
        "round": state.round,
        "stage": state.stage,
        "seat": state.seat,
        "guide": state.guide,
        "offered": state.offered and _tile(state.offered),
        "trap": _trap(state),
        "piles": {
            "tiles": len(state.tiles),
            "amulets": len(state.amulets),
            "deck": len(state.deck),
            "discards": len(state.discards),
        },
        "sticks": state.supply,
        "used": _values(state.used),
        "drawn": _values(state.drawn),
        "played_amulets": list(state.played),
        "effect": state.effect and _effect(state, box),
        "players": [_player(state, box, seat) for seat in SEATS],
    }


def _values(secrets: tuple[Hidden[str], ...]) -> list[str | None]:
    return [secret.value for secret in secrets]


def _tile(tile: Tile) -> dict[str, Any]:
    return {"kind": tile.kind, "turns": tile.turns, "amulet": tile.amulet is not None}


def _trap(state: State) -> dict[str, int] | None:
    """Where the trap lies; null while it lies beside the tiles."""
    for seat in SEATS:
        if (space := trap_in(state.player(seat).spaces)) is not None:
            return {"seat": seat, "space": space}
    return None


def _effect(state: State, box: Box) -> dict[str, Any]:
    effect = state.effect
    assert effect is not None
    return {
        "card": effect.card,
        "seat": effect.owner,
        "chooser": effects.chooser(state, box),
        "step": effect.step,
        "target": effect.target or None,
        "looked_at": list(effect.places),
        "named": list(effect.sticks),
        "cards": _values(effect.cards),
    }


def _player(state: State, box: Box, seat: int) -> dict[str, Any]:
    """`points` counts the amulets that the viewer knows; cards laid face down still stand among the hand."""
    player = state.player(seat)
    return {
        "seat": seat,
        "points": points(player, box),
        "hand": _values(player.hand),
        "laid": [place.value for place in player.laid],
        "sticks": list(player.sticks),
        "fate_points": total_fate(player),
        "nagas": len(nagas(player)),
        "passed": player.passed,
        "amulets": _values(player.amulets),
        "temple": _temple(player, box),
    }


def _temple(player: Player, box: Box) -> dict[str, Any]:
    live = live_paths(box, player.spaces)
    hidden = zip(PLACES, player.relics, strict=False)  # at the very start there are none yet
    return {
        "spaces": [tile and _tile(tile) for tile in player.spaces],
        "live": sorted({space for space, _ in live}),
        "relics": {place: {"relic": relic.secret.value, "face_up": relic.face_up} for place, relic in hidden},
    }
