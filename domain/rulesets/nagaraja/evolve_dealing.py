"""How events change the state in which things are shuffled, dealt and turned up (`dealing`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.by_seat import by_seat
from domain.hidden import Hidden, public
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.state import State, Tile, with_player


def revealed(cards: Sequence[Hidden[Any]], seat: int) -> tuple[Hidden[Any], ...]:
    """The cards, known to one seat more, or to `EVERYBODY`."""
    return tuple(card.shown_to(seat) for card in cards)


def tiles_shuffled(state: State, event: e.TilesShuffled) -> State:
    return replace(state, tiles=event.draw.order)


def amulets_shuffled(state: State, event: e.AmuletsShuffled) -> State:
    return replace(state, amulets=event.draw.order)


def deck_shuffled(state: State, event: e.DeckShuffled) -> State:
    return replace(state, deck=event.draw.order, discards=())


def guide_thrown(state: State, event: e.GuideThrown) -> State:
    return replace(state, guide=event.guide)


def hands_dealt(state: State, event: e.HandsDealt) -> State:
    at = 0
    for seat, hand in enumerate(event.hands, 1):
        state = with_player(state, seat, hand=revealed(state.deck[at : at + len(hand)], seat))
        at += len(hand)
    return replace(state, deck=state.deck[at:])


def tile_turned_up(state: State, event: e.TileTurnedUp) -> State:
    amulet = state.amulets[0] if event.amulet else None
    state = replace(state, players=by_seat(replace(p, laying=True) for p in state.players))
    return replace(
        state,
        stage="choose",
        round=event.round,
        seat=event.guide,
        tiles=state.tiles[1:],
        amulets=state.amulets[1:] if event.amulet else state.amulets,
        offered=Tile(public(event.tile), amulet=amulet),
    )


DEALING: Mapping[type, Callable[[State, Any], State]] = {
    e.TilesShuffled: tiles_shuffled,
    e.AmuletsShuffled: amulets_shuffled,
    e.DeckShuffled: deck_shuffled,
    e.GuideThrown: guide_thrown,
    e.HandsDealt: hands_dealt,
    e.TileTurnedUp: tile_turned_up,
}
