"""The rules of a turn of Touché: what each action makes happen, until the next seat can act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.by_seat import of_seat
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
    members,
    needed_of,
    open_kinds,
    out_of_cards,
    patterns_with,
    points,
)
from domain.rulesets.touche.terms import named_patterns

SET_COMPLETED: Final = "set-completed"
NO_PLACE_LEFT: Final = "no-place-left"
STALLED: Final = "stalled"
STALLED_CIRCLES = 3


def lay_card(play: Play[State], action: LayCard) -> None:
    """Lay a card, put a pawn on the board, crown what it completes (touche.turn.2, touche.done.2)."""
    check_lay(play.state, action)
    _lay(play, action.card)
    bit = play.state.board.bit[action.field]
    _place(play, action, bit)
    state = play.state
    patterns = counting(state, bit)
    if not patterns:
        _finish_turn(play)
        return
    play.record(e.PatternCompleted(state.seat, colour(state, state.side), patterns), *_why_complete(patterns))
    if len(patterns) == 1:
        _crown(play, patterns[0])


DESCRIBED_BY = {
    "square": "touche.pattern.1",
    "straight": "touche.pattern.2",
    "t": "touche.pattern.3",
    "cross": "touche.pattern.4",
}


def _why_complete(patterns: Sequence[Pattern]) -> list[str]:
    """What makes each a pattern, a table's own ones too (touche.set.2); of several the player chooses one."""
    kinds = list(dict.fromkeys(DESCRIBED_BY.get(pattern.kind, "touche.set.2") for pattern in patterns))
    return [*kinds, "touche.done.1"] if len(patterns) == 1 else ["touche.done.2", *kinds]


def _lay(play: Play[State], face: str) -> None:
    """The card goes face up on the player's own used pile; of equal cards the one that was drawn first."""
    state = play.state
    card = next(card for card in of_seat(state.hands, state.seat) if card.value == face)
    play.record(e.CardLaid(state.seat, card.open_to()), "touche.turn.2")


def _place(play: Play[State], action: LayCard, bit: Bits) -> None:
    """Put a pawn on the field, in the place of another side's when a joker is laid (touche.turn.3, touche.joker.1)."""
    state = play.state
    own = colour(state, state.side)
    replaced = [side for side, pawns in enumerate(state.pawns) if pawns & bit]
    vain = in_vain(state, bit)
    rules = [*why_there(state, action.card, bit), *(["touche.done.3"] if vain else [])]
    if replaced:
        other = colour(state, replaced[0])
        play.record(e.PawnReplaced(state.seat, own, action.field, other, vain), *rules)
    else:
        play.record(e.PawnPlaced(state.seat, own, action.field, vain), *rules)


def why_there(state: State, card: str, bit: Bits) -> list[str]:
    """What opens the field to the card; the field is free unless the pawn takes another's place."""
    free = [] if bit & state.taken else ["touche.turn.3"]
    if bit & state.board.free:
        return ["touche.free.1", *free]
    return ["touche.joker.1" if card == JOKER else "touche.turn.2", *free]


def counting(state: State, bit: Bits) -> tuple[Pattern, ...]:
    """Patterns that the side's pawns make through the field, one put there included, and that count for it (touche.done.1)."""
    return tuple(patterns_with(state, open_kinds(state, state.side), state.pawns[state.side] | bit, bit))


def in_vain(state: State, bit: Bits) -> tuple[Pattern, ...]:
    """Patterns through the field that do not count for the side, and so change nothing (touche.done.3)."""
    counting = open_kinds(state, state.side)
    others = [kind for kind in state.places if kind not in counting]
    return tuple(patterns_with(state, others, state.pawns[state.side] | bit, bit))


def crown_pattern(play: Play[State], action: CrownPattern) -> None:
    """The player says which of several completed patterns counts (touche.done.2)."""
    chosen, completed = Pattern(action.kind, action.fields), play.state.completed
    if not completed:
        words = "One of several patterns is chosen when one pawn completes them; completed now: {n}."
        raise IllegalAction("touche.done.2", words, n=len(completed))
    if chosen not in completed:
        raise IllegalAction(
            "touche.done.2",
            "Name one of the patterns that your pawn has just completed: {patterns}.",
            patterns=named_patterns(completed),
        )
    _crown(play, chosen)


def _crown(play: Play[State], pattern: Pattern) -> None:
    """Crown a pattern; then the game is won, or the board is cleared and the player begins the next round."""
    state = play.state
    seat, side = state.seat, state.side
    play.record(crowning(state, pattern), "touche.done.1", "touche.pattern.5", "touche.tournament.1")
    if not open_kinds(play.state, side):
        _end(play, SET_COMPLETED, "touche.end.1")
        return
    _clear(play, seat, "touche.done.1", "touche.done.4")
    if not can_go_on(play.state):
        _end(play, NO_PLACE_LEFT, "touche.end.2")
        return
    draw_up(play, seat)
    _pass_on(play, seat, "touche.done.4")


def crowning(state: State, pattern: Pattern) -> e.PatternCrowned:
    """The event when the side on turn crowns a pattern (touche.done.1, touche.tournament.1)."""
    kind, side = pattern.kind, state.side
    return e.PatternCrowned(
        state.seat,
        colour(state, side),
        kind,
        pattern.fields,
        made(state, side, kind) + 1,
        needed_of(state, side, kind),
        state.options.points.get(kind, 0),
    )


def _clear(play: Play[State], next_seat: int, *rules: str) -> None:
    """All uncrowned pawns leave the board, and a new round begins."""
    play.record(e.BoardCleared(uncrowned(play.state), play.state.round + 1, next_seat), *rules)


def uncrowned(state: State) -> tuple[int, ...]:
    """How many pawns each side has on the board without a crown."""
    return tuple(bits.bit_count() for bits in state.pawns)


def exchange_dead(play: Play[State], action: ExchangeDead) -> None:
    """Lay dead cards, draw as many, place nothing (touche.dead.1)."""
    check_exchange(play.state, action.cards)
    state = play.state
    left, laid = list(of_seat(state.hands, state.seat)), []
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
    if (legal := legal_in_turn(state)) != [Pass()]:
        raise IllegalAction(
            "touche.stall.1",
            "Only a player who can neither lay a card nor exchange dead ones passes; you have one way to do so.",
            plural="Only a player who can neither lay a card nor exchange dead ones passes; you have {n} ways to do so.",
            count=len(legal),
            n=len(legal),
        )
    play.record(e.TurnPassed(state.seat, len(of_seat(state.hands, state.seat))), "touche.stall.1")
    _pass_on(play, left_of(state, state.seat))


def _finish_turn(play: Play[State]) -> None:
    draw_up(play, play.state.seat)
    _pass_on(play, left_of(play.state, play.state.seat))


def _pass_on(play: Play[State], seat: int, rule: str = "touche.turn.1") -> None:
    """The turn goes to `seat`, and on from there past players who have no card and can draw none (touche.turn.2)."""
    _end_turn(play, seat, rule)
    while not play.state.ended and not of_seat(play.state.hands, play.state.seat):
        seat = play.state.seat
        draw_up(play, seat)
        if not of_seat(play.state.hands, seat):
            play.record(e.TurnPassed(seat, 0), "touche.turn.2")
            _end_turn(play, left_of(play.state, seat), "touche.turn.1")


def _end_turn(play: Play[State], next_seat: int, rule: str) -> None:
    """After three full circles without a new pawn the board is cleared (touche.stall.1)."""
    state = play.state
    play.record(e.TurnEnded(state.seat, next_seat), rule)
    idle, limit = play.state.idle, state.options.stalled_rounds
    if idle < STALLED_CIRCLES * state.seats:
        return
    play.record(e.RoundStalled(idle, state.stalls + 1, limit), "touche.stall.1", "touche.stall.2")
    if play.state.stalls == limit:
        _end(play, STALLED, "touche.stall.2")
    elif limit == 0 and out_of_cards(play.state):
        _end(play, NO_PLACE_LEFT, "touche.end.2")
    else:
        _clear(play, next_seat, "touche.stall.1")


def _end(play: Play[State], reason: e.EndReason, rule: str) -> None:
    play.record(ending(play.state, reason), rule, "touche.tournament.1")


def ending(state: State, reason: e.EndReason) -> e.GameEnded:
    """The whole set wins; otherwise most patterns, or it is a draw (touche.end.1, touche.end.2, touche.stall.2)."""
    sides = range(state.sides)
    winner = winning_side(state)
    return e.GameEnded(
        reason,
        None if winner is None else colour(state, winner),
        tuple(colour(state, side) for side in sides),
        tuple(members(state, side) for side in sides),
        tuple(sum(c.side == side for c in state.crowned) for side in sides),
        tuple(points(state, side) for side in sides),
    )


def winning_side(state: State) -> int | None:
    """The side with its whole set, else the one with most patterns, None for a draw."""
    sides = range(state.sides)
    whole = [side for side in sides if not open_kinds(state, side)]
    if whole:
        return whole[0]
    counts = [sum(c.side == side for c in state.crowned) for side in sides]
    return counts.index(max(counts)) if counts.count(max(counts)) == 1 else None
