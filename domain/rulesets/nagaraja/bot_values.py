"""What the greedy player thinks temples, cards, sticks and the tile of the round are worth, in victory points."""

from __future__ import annotations

from math import comb, exp

from domain.ruleset import Action
from domain.rulesets.nagaraja.actions import PlaceTile, PlaceTrap
from domain.rulesets.nagaraja.components import NAGA, Box, is_cursed, other, worth
from domain.rulesets.nagaraja.effects.changes import event_of
from domain.rulesets.nagaraja.evolve import EVOLVE
from domain.rulesets.nagaraja.names import PLACES, number
from domain.rulesets.nagaraja.paths import (
    BEYOND,
    Live,
    amulets_reached,
    live_paths,
    path_ends,
    places_touched,
)
from domain.rulesets.nagaraja.state import Player, Spaces, State, points, total_fate, with_player
from domain.rulesets.nagaraja.temple import turned, with_tile

TILE = 4.0
"""The tile of a round."""
LOST = 40.0
"""The curse complete."""
WON = 40.0
"""Enough points in sight."""
CURSED = 0.9
"""Uneasiness about cursed relics face up, by the square of their number."""
AMULET = 1.8
OPEN_END = 0.25
"""A live path that ends at an empty space."""
SURE = 0.6
"""How steeply the hope to win the tile rises with the fate points ahead."""


def stick_hope(box: Box, colour: str) -> float:
    """Fate points of a thrown stick on average."""
    faces = box.sticks[colour].faces
    return sum(int(face) for face in faces if face != NAGA) / len(faces)


def mean_fate(box: Box, card: str) -> float:
    return sum(number * stick_hope(box, colour) for colour, number in box.card[card].sticks.items())


def mean_nagas(box: Box, card: str) -> float:
    share = {colour: sticks.faces.count(NAGA) / len(sticks.faces) for colour, sticks in box.sticks.items()}
    return sum(number * share[colour] for colour, number in box.card[card].sticks.items())


def card_worth(box: Box, card: str) -> float:
    return 0.4 * mean_fate(box, card) + 0.6 * mean_nagas(box, card)


def stakes(state: State, seat: int, change: float, rival: float) -> float:
    """The tile, times the hope to win it with so many fate points more; a tie goes to the guide."""
    ahead = total_fate(state.player(seat)) + change - total_fate(state.player(other(seat))) - rival
    ahead += 0.5 if state.guide == seat else -0.5
    return TILE / (1 + exp(-SURE * max(-50.0, min(50.0, ahead))))


def temple_of(seat: int, action: Action) -> int:
    """The seat whose temple an action changes."""
    return seat if isinstance(action, PlaceTile) else action.temple  # type: ignore[attr-defined]


def gain(state: State, box: Box, seat: int, action: Action, before: float) -> float:
    """What a change of a temple brings to this seat: the worth of the temple after it, less that before it."""
    temple = temple_of(seat, action)
    after = _after(state, seat, action)
    change = temple_worth(after.player(temple), box) - before
    if isinstance(action, PlaceTrap):
        change -= 0.5
    return change if temple == seat else -change


def _after(state: State, seat: int, action: Action) -> State:
    if not isinstance(action, PlaceTile):
        event = event_of(action)
        return EVOLVE[type(event)](state, event)
    assert state.offered is not None
    tile = turned(state.offered, action.turns)
    return with_player(state, seat, spaces=with_tile(state.player(seat).spaces, number(action.space), tile))


def temple_worth(player: Player, box: Box) -> float:
    """Points that the temple gives or may give, and the danger of the curse."""
    live = live_paths(box, player.spaces)
    touched = places_touched(box, player.spaces, live)
    relics = dict(zip(PLACES, (r.secret.value for r in player.relics), strict=True))
    seen = [value for place in touched if (value := relics[place]) is not None]
    unseen = _unseen(box, list(relics.values()))
    blind = len(touched) - len(seen)
    total = sum(map(worth, seen)) + (blind * sum(map(worth, unseen)) / len(unseen) if blind else 0)
    total += AMULET * len(amulets_reached(box, player.spaces, live))
    total += OPEN_END * _open_ends(box, player.spaces, live)
    amulets = points(player, box) - sum(worth(r.secret.value or "-0") for r in player.relics if r.face_up)
    won = WON if total + amulets >= box.figure("points_to_win") else 0.0
    cursed = sum(map(is_cursed, seen))
    danger = _curse(cursed, blind, unseen, len(box.relics.cursed.values))
    return total * (1 - danger) + won * (1 - danger) - LOST * danger - CURSED * cursed**2


def _unseen(box: Box, known: list[str | None]) -> list[str]:
    """The relics of the temple that could be anywhere unseen."""
    left = list(box.all_relics)
    for value in known:
        if value is not None:
            left.remove(value)
    return left


def _curse(cursed: int, blind: int, unseen: list[str], deadly: int) -> float:
    """The chance that `blind` relics out of the unseen make the cursed ones complete."""
    bad, need = sum(map(is_cursed, unseen)), deadly - cursed
    if need <= 0:
        return 1.0
    ways = sum(comb(bad, k) * comb(len(unseen) - bad, blind - k) for k in range(need, blind + 1))
    return ways / comb(len(unseen), blind)


def _open_ends(box: Box, spaces: Spaces, live: Live) -> int:
    """Live paths that lead to an empty space."""
    count = 0
    for space, path in live:
        ends = path_ends(box, spaces, space)
        for side, beyond in enumerate(BEYOND[space]):
            count += ends[side] == path and beyond is not None and spaces[beyond] is None
    return count
