"""How each event changes the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.public import of_seat, public, with_seat

from . import events as e
from .state import Player, State


def prizes_shuffled(state: State, event: e.PrizesShuffled) -> State:
    return replace(state, box=(), deck=event.draw.order)


def prize_revealed(state: State, event: e.PrizeRevealed) -> State:
    return replace(state, prize=public(event.prize), deck=state.deck[1:])


def bid_placed(state: State, event: e.BidPlaced) -> State:
    return _with(state, replace(of_seat(state.players, event.seat), bid=event.bid))


def bids_revealed(state: State, event: e.BidsRevealed) -> State:
    for player, opened in zip(state.players, event.bids, strict=True):
        hand = tuple(card for card in player.hand if card != public(opened))
        state = _with(state, replace(player, hand=hand, bid=None, played=(*player.played, public(opened))))
    return state


def prize_taken(state: State, event: e.PrizeTaken) -> State:
    player = of_seat(state.players, event.seat)
    return replace(_with(state, replace(player, won=(*player.won, event.prize))), prize=None)


def prize_left(state: State, event: e.PrizeLeft) -> State:
    return replace(state, untaken=(*state.untaken, event.prize), prize=None)


def game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, over=True)


def _with(state: State, changed: Player) -> State:
    return replace(state, players=with_seat(state.players, changed.seat, changed))


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    e.PrizesShuffled: prizes_shuffled,
    e.PrizeRevealed: prize_revealed,
    e.BidPlaced: bid_placed,
    e.BidsRevealed: bids_revealed,
    e.PrizeTaken: prize_taken,
    e.PrizeLeft: prize_left,
    e.GameEnded: game_ended,
}
