"""What is neither made nor lost: cards, relics, tiles, amulets and sticks, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from domain.rulesets.nagaraja.components import SEATS, Box, colour_of
from domain.rulesets.nagaraja.game import known
from domain.rulesets.nagaraja.state import State, room_tiles, trap_in


def conserved(state: State, box: Box) -> Mapping[str, int]:
    """Counts from unredacted state. What has not been shuffled yet is still in the box."""
    tiles = list(_tiles(state)) or box.all_tiles
    cards = list(_cards(state)) or box.all_cards
    amulets = list(_amulets(state)) or box.all_amulets
    relics = [f"{relic} of {seat}" for seat in SEATS for relic in _relics(state, seat) or box.all_relics]
    return Counter([*tiles, *cards, *amulets, *relics, *_traps(state)]) + _sticks(state)


def _cards(state: State) -> Iterator[str]:
    looked_at = state.effect.cards if state.effect else ()
    for pile in (state.deck, state.discards, state.used, state.drawn, looked_at):
        yield from known(pile)
    for player in state.players:
        yield from known(player.hand)


def _relics(state: State, seat: int) -> list[str]:
    return known(relic.secret for relic in state.player(seat).relics)


def _tiles(state: State) -> Iterator[str]:
    yield from known(state.tiles)
    if state.offered is not None:
        yield state.offered.kind
    for player in state.players:
        yield from (tile.kind for space in room_tiles(player.spaces) if (tile := player.spaces[space]))


def _traps(state: State) -> list[str]:
    """One, in a temple or beside the tiles."""
    return ["trap"] * max(1, sum(trap_in(player.spaces) is not None for player in state.players))


def _amulets(state: State) -> Iterator[str]:
    yield from state.played
    yield from known(state.amulets)
    tiles = [state.offered, *(tile for player in state.players for tile in player.spaces)]
    yield from known(tile.amulet for tile in tiles if tile and tile.amulet)
    for player in state.players:
        yield from known(player.amulets)


def _sticks(state: State) -> Counter[str]:
    lying = Counter(colour_of(stick) for player in state.players for stick in player.sticks)
    return Counter(state.supply) + lying
