"""How each event changes the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.by_seat import BySeat, by_seat, of_seat, with_seat
from domain.hidden import public
from domain.rulesets.touche import events as e
from domain.rulesets.touche.components import Bits
from domain.rulesets.touche.state import Cards, Crowned, State, from_the_left


def _with_pawns(pawns: tuple[Bits, ...], side: int, fields: Bits) -> tuple[Bits, ...]:
    return (*pawns[:side], fields, *pawns[side + 1 :])


def _side(state: State, colour: str) -> int:
    return state.box.pawns.colours.index(colour)


def dealer_drawn(state: State, event: e.DealerDrawn) -> State:
    return state if event.dealer is None else replace(state, dealer=event.dealer)


def set_chosen(state: State, event: e.SetChosen) -> State:
    chosen = [_side(state, colour) for colour in event.colours]
    goals = (event.goal if side in chosen else goal for side, goal in enumerate(state.goals))
    return replace(state, goals=tuple(goals))


def _dealt_round(state: State, cards: Cards) -> BySeat[Cards]:
    """Cards dealt one at a time from the dealer's left, by seat."""
    dealt = {seat: cards[n :: state.seats] for n, seat in enumerate(from_the_left(state))}
    return by_seat(dealt[seat] for seat in sorted(dealt))


def cards_dealt(state: State, event: e.CardsDealt) -> State:
    return replace(state, pack=(), stacks=_dealt_round(state, event.draw.order), seat=event.first)


def _laid(state: State, seat: int, refs: set[str], faces: tuple[str, ...]) -> dict[str, Any]:
    hand = tuple(card for card in of_seat(state.hands, seat) if card.ref not in refs)
    used = (*of_seat(state.used, seat), *faces)
    return {"hands": with_seat(state.hands, seat, hand), "used": with_seat(state.used, seat, used)}


def card_laid(state: State, event: e.CardLaid) -> State:
    return replace(state, **_laid(state, event.seat, {event.card.ref}, (public(event.card),)))


def cards_exchanged(state: State, event: e.CardsExchanged) -> State:
    faces = tuple(public(card) for card in event.cards)
    laid = _laid(state, event.seat, {card.ref for card in event.cards}, faces)
    return replace(state, idle=state.idle + 1, **laid)


def pawn_placed(state: State, event: e.PawnPlaced) -> State:
    bit, side = state.board.bit[event.field], _side(state, event.colour)
    return replace(state, idle=0, pawns=_with_pawns(state.pawns, side, state.pawns[side] | bit))


def pawn_replaced(state: State, event: e.PawnReplaced) -> State:
    bit, side = state.board.bit[event.field], _side(state, event.colour)
    others = tuple(pawns & ~bit for pawns in state.pawns)
    return replace(state, idle=0, pawns=_with_pawns(others, side, state.pawns[side] | bit))


def card_drawn(state: State, event: e.CardDrawn) -> State:
    seat = event.seat
    top, *rest = of_seat(state.stacks, seat)
    hand = (*of_seat(state.hands, seat), top.shown_to(seat))
    return replace(
        state, stacks=with_seat(state.stacks, seat, tuple(rest)), hands=with_seat(state.hands, seat, hand)
    )


def stacks_refilled(state: State, event: e.StacksRefilled) -> State:
    dealt = event.each * state.seats
    new = _dealt_round(state, event.draw.order[:dealt])
    stacks = by_seat(old + under for old, under in zip(state.stacks, new, strict=True))
    left_over = tuple(str(card.value) for card in event.draw.order[dealt:])
    return replace(
        state, stacks=stacks, used=with_seat(by_seat(((),) * state.seats), event.dealer, left_over)
    )


def pattern_completed(state: State, event: e.PatternCompleted) -> State:
    return replace(state, completed=event.patterns)


def pattern_crowned(state: State, event: e.PatternCrowned) -> State:
    bits, side = state.board.bits(event.fields), _side(state, event.colour)
    return replace(
        state,
        pawns=_with_pawns(state.pawns, side, state.pawns[side] & ~bits),
        crowns=state.crowns | bits,
        crowned=(*state.crowned, Crowned(side, event.kind, event.fields)),
        completed=(),
        stalls=0,
    )


def board_cleared(state: State, event: e.BoardCleared) -> State:
    return replace(state, pawns=(0,) * state.sides, round=event.round, seat=event.next_seat)


def turn_passed(state: State, event: e.TurnPassed) -> State:
    return replace(state, idle=state.idle + 1)


def turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, seat=event.next_seat, turn=state.turn + 1)


def round_stalled(state: State, event: e.RoundStalled) -> State:
    return replace(state, idle=0, stalls=event.running)


def game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, ended=event.reason)


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    e.DealerDrawn: dealer_drawn,
    e.SetChosen: set_chosen,
    e.CardsDealt: cards_dealt,
    e.CardLaid: card_laid,
    e.PawnPlaced: pawn_placed,
    e.PawnReplaced: pawn_replaced,
    e.CardDrawn: card_drawn,
    e.CardsExchanged: cards_exchanged,
    e.StacksRefilled: stacks_refilled,
    e.PatternCompleted: pattern_completed,
    e.PatternCrowned: pattern_crowned,
    e.BoardCleared: board_cleared,
    e.TurnPassed: turn_passed,
    e.TurnEnded: turn_ended,
    e.RoundStalled: round_stalled,
    e.GameEnded: game_ended,
}
