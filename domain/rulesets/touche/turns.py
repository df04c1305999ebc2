"""The rules of a turn of Touché: what each action makes happen, until the next seat can act."""

from __future__ import annotations

from domain.play import IllegalAction, Play
from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import CrownPattern, ExchangeDead, LayCard, Pass
from domain.rulesets.touche.cards import draw_cards, draw_up
from domain.rulesets.touche.components import JOKER, Bits
from domain.rulesets.touche.lays import check_exchange, check_lay, legal_in_turn
from domain.rulesets.touche.state import (
    Pattern,
    State,
    can_go_on,
    colour,
    left_of,
    made,
    open_kinds,
    patterns_at,
    points,
)

SET_COMPLETED, NO_PLACE_LEFT, STALEMATE = "set-completed", "no-place-left", "stalemate"
STALLED_CIRCLES = 3
STALLED_ROUNDS = 10
"""Stalled rounds running after which nobody is expected to complete a pattern any more."""


def lay_card(play: Play[State], action: LayCard) -> None:
    """Lay a card, put a pawn on the board, crown what it completes (touche.turn.2, touche.done.2)."""
    check_lay(play.state, action)
    _lay(play, action.card)
    bit = play.state.board.bit[action.field]
    _place(play, action, bit)
    state = play.state
    patterns = tuple(patterns_at(state, state.side, open_kinds(state, state.side), bit))
    if not patterns:
        _finish_turn(play)
        return
    kinds = dict.fromkeys(f"touche.pattern.{_CLAUSE.get(p.kind, 5)}" for p in patterns)
    choice = ["touche.done.2"] if len(patterns) > 1 else []
    play.record(
        e.PatternCompleted(state.seat, colour(state, state.side), patterns), *kinds, "touche.done.1", *choice
    )
    if len(patterns) == 1:
        _crown(play, patterns[0])


_CLAUSE = {"square": 1, "straight": 2, "t": 3, "cross": 4}


def _lay(play: Play[State], face: str) -> None:
    """The card goes face up on the player's own used pile; of equal cards the one that was drawn first."""
    state = play.state
    card = next(card for card in state.hands[state.seat - 1] if card.value == face)
    play.record(e.CardLaid(state.seat, card.open_to()), "touche.turn.2")


def _place(play: Play[State], action: LayCard, bit: Bits) -> None:
    """Put a pawn on the field, in the place of another side's when a joker is laid (touche.turn.3, touche.joker.1)."""
    state = play.state
    own = colour(state, state.side)
    replaced = [side for side, pawns in enumerate(state.pawns) if pawns & bit]
    rules = [*_why_there(state, action, bit), *_in_vain(state, bit)]
    if replaced:
        play.record(
            e.PawnReplaced(state.seat, own, action.field, colour(state, replaced[0])),
            "touche.joker.1",
            *rules,
        )
    else:
        play.record(e.PawnPlaced(state.seat, own, action.field), "touche.turn.3", *rules)


def _why_there(state: State, action: LayCard, bit: Bits) -> list[str]:
    if bit & state.board.free:
        return ["touche.free.1"]
    return ["touche.joker.1"] if action.card == JOKER and not bit & state.taken else []


def _in_vain(state: State, bit: Bits) -> list[str]:
    """Patterns that do not count for the side change nothing (touche.done.3)."""
    counting = open_kinds(state, state.side)
    others = [kind for kind in state.places if kind not in counting]
    pawns = state.pawns[state.side] | bit
    vain = any(p & pawns == p for kind in others for p in state.places[kind].through[bit])
    return ["touche.done.3"] if vain else []


def crown_pattern(play: Play[State], action: CrownPattern) -> None:
    """The player says which of several completed patterns counts (touche.done.2)."""
    pattern = Pattern(action.kind, action.fields)
    if pattern not in play.state.completed:
        raise IllegalAction(
            "touche.done.2", "Name one of the patterns that your pawn has just completed, as it is listed."
        )
    _crown(play, pattern)


def _crown(play: Play[State], pattern: Pattern) -> None:
    """Crown a pattern; then the game is won, or the board is cleared and the player begins the next round."""
    state = play.state
    seat, side = state.seat, state.side
    needed = next(need.count for need in state.goals[side] if need.kind == pattern.kind)
    crowned = e.PatternCrowned(
        seat,
        colour(state, side),
        pattern.kind,
        pattern.fields,
        made(state, side, pattern.kind) + 1,
        needed,
        state.options.points.get(pattern.kind, 0),
    )
    play.record(crowned, "touche.done.1", "touche.pattern.5", "touche.tournament.1")
    if not open_kinds(play.state, side):
        _end(play, SET_COMPLETED, "touche.end.1")
        return
    _clear(play, seat, "touche.done.1", "touche.done.4")
    if not can_go_on(play.state):
        _end(play, NO_PLACE_LEFT, "touche.end.2")
        return
    draw_up(play, seat)
    _pass_on(play, seat, "touche.done.4")


def _clear(play: Play[State], next_seat: int, *rules: str) -> None:
    """All uncrowned pawns leave the board, and a new round begins."""
    state = play.state
    pawns = tuple(bits.bit_count() for bits in state.pawns)
    play.record(e.BoardCleared(pawns, state.round + 1, next_seat), *rules)


def exchange_dead(play: Play[State], action: ExchangeDead) -> None:
    """Lay dead cards, draw as many, place nothing (touche.dead.1)."""
    check_exchange(play.state, action.cards)
    state = play.state
    left, laid = list(state.hands[state.seat - 1]), []
    for face in action.cards:
        card = next(card for card in left if card.value == face)
        left.remove(card)
        laid.append(card.open_to())
    play.record(e.CardsExchanged(state.seat, tuple(laid)), "touche.dead.1")
    draw_cards(play, state.seat, len(laid), "touche.dead.1")
    _pass_on(play, left_of(state, state.seat))


def pass_turn(play: Play[State]) -> None:
    """Only a player who can do nothing passes (touche.stall.1)."""
    state = play.state
    if legal_in_turn(state) != [Pass()]:
        raise IllegalAction(
            "touche.stall.1", "Lay a card or exchange dead ones; only who can do neither passes."
        )
    play.record(e.TurnPassed(state.seat), "touche.stall.1")
    _pass_on(play, left_of(state, state.seat))


def _finish_turn(play: Play[State]) -> None:
    draw_up(play, play.state.seat)
    _pass_on(play, left_of(play.state, play.state.seat))


def _pass_on(play: Play[State], seat: int, rule: str = "touche.turn.1") -> None:
    """The turn goes to `seat`, and on from there past players who have no card and can draw none (touche.turn.2)."""
    _end_turn(play, seat, rule)
    while not play.state.ended and not play.state.hands[play.state.seat - 1]:
        seat = play.state.seat
        draw_up(play, seat)
        if not play.state.hands[seat - 1]:
            play.record(e.TurnPassed(seat), "touche.turn.2")
            _end_turn(play, left_of(play.state, seat), "touche.turn.1")


def _end_turn(play: Play[State], next_seat: int, rule: str) -> None:
    """After three full circles without a new pawn the board is cleared; again and again, the game ends (touche.stall.1)."""
    state = play.state
    play.record(e.TurnEnded(state.seat, next_seat), rule)
    if play.state.idle < STALLED_CIRCLES * state.seats:
        return
    play.record(e.RoundStalled(play.state.idle, state.stalls + 1), "touche.stall.1")
    if play.state.stalls == STALLED_ROUNDS:
        _end(play, STALEMATE, "touche.stall.1", "touche.end.2")
    else:
        _clear(play, next_seat, "touche.stall.1")


def _end(play: Play[State], reason: str, *rules: str) -> None:
    """The whole set wins; otherwise most patterns, or it is a draw (touche.end.1, touche.end.2)."""
    state = play.state
    sides = range(state.sides)
    winner = winning_side(state)
    play.record(
        e.GameEnded(
            reason,
            None if winner is None else colour(state, winner),
            tuple(colour(state, side) for side in sides),
            tuple(sum(c.side == side for c in state.crowned) for side in sides),
            tuple(points(state, side) for side in sides),
        ),
        *rules,
        "touche.tournament.1",
    )


def winning_side(state: State) -> int | None:
    """The side with its whole set, else the one with most patterns, None for a draw (touche.end.1, touche.end.2)."""
    sides = range(state.sides)
    whole = [side for side in sides if not open_kinds(state, side)]
    if whole:
        return whole[0]
    counts = [sum(c.side == side for c in state.crowned) for side in sides]
    return counts.index(max(counts)) if counts.count(max(counts)) == 1 else None
