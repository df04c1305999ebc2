"""How likely each player is to win between two rounds: figures of each for a learnt value function."""

from __future__ import annotations

from pathlib import Path

from domain.by_seat import BySeat, by_seat
from domain.rulesets.nagaraja.components import SEATS, Box, is_cursed, worth
from domain.rulesets.nagaraja.game import known
from domain.rulesets.nagaraja.paths import BEYOND, HIDING, Net, amulets_reached, net
from domain.rulesets.nagaraja.state import (
    Player,
    Spaces,
    State,
    cursed_face_up,
    points,
    room_tiles,
    trap_in,
)
from domain.value import Row, Value

NAMES = (
    "points",
    "points squared",
    "points by tiles",
    "open ends",
    "one cursed relic up",
    "two cursed relics up",
    "sacred relics near",
    "cursed relics near",
    "cursed relics near, one up",
    "cursed relics near, two up",
    "room tiles",
    "trap",
    "amulets near",
    "cards in hand",
    "fate in hand",
    "Nagas in hand",
    "amulets of Nagas",
    "amulets of fate points",
    "amulets of cards",
    "guide",
)
AT_EDGE = tuple(
    tuple(n for n, (edge, _) in enumerate(HIDING.values()) if edge == space) for space in range(len(BEYOND))
)
"""The hiding places at each space."""
VALUE = Value(Path(__file__).parent, NAMES)


def outlook(state: State, box: Box) -> BySeat[float]:
    return by_seat(VALUE.shares(rows(state, box)))


def rows(state: State, box: Box) -> list[Row]:
    return [_row(state, box, seat) for seat in SEATS]


def _row(state: State, box: Box, seat: int) -> Row:
    player = state.player(seat)
    spaces, it = player.spaces, net(box, player.spaces)
    needed, full = box.figure("points_to_win"), box.figure("tiles_to_fill")
    share, tiles, cursed = (
        points(player, box) / needed,
        len(room_tiles(spaces)) / full,
        cursed_face_up(player),
    )
    near = _near(player, it)
    sacred = sum(worth(relic) for relic in near if not is_cursed(relic)) / needed
    curses = sum(map(is_cursed, near))
    return (
        share,
        share**2,
        share * tiles,
        len(it.open_ends) / 10,
        cursed == 1,
        cursed == 2,
        sacred,
        curses / 3,
        (cursed == 1) * curses / 3,
        (cursed == 2) * curses / 3,
        tiles,
        trap_in(spaces) is not None,
        _amulets_near(box, spaces, it),
        *_hand(player, box),
        *_amulets(player, box),
        state.guide == seat,
    )


def _near(player: Player, it: Net) -> list[str]:
    """The relics that one more tile may turn up."""
    places = (place for space in set(it.open_ends) for place in AT_EDGE[space] if place not in it.touched)
    return known(player.relics[place].secret for place in places)


def _amulets_near(box: Box, spaces: Spaces, it: Net) -> int:
    """Amulets in the temple that no path has reached yet."""
    lying = sum(tile is not None and tile.amulet is not None for tile in spaces)
    return lying - len(amulets_reached(box, spaces, it.live))


def _hand(player: Player, box: Box) -> tuple[float, ...]:
    cards = known(player.hand)
    fate, nagas = sum(box.card_fate[c] for c in cards), sum(box.card_nagas[c] for c in cards)
    return len(player.hand) / 10, fate / 10, nagas / 10


def _amulets(player: Player, box: Box) -> list[int]:
    does = [box.amulet[amulet].do for amulet in known(player.amulets)]
    return [does.count(use) for use in ("naga", "fate-points", "draw-cards")]
