"""What people see of a game of Touché: the board, the players, sentences, chapters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.rulesets.touche import events as e
from domain.rulesets.touche.components import JOKER
from domain.rulesets.touche.options import Need
from domain.rulesets.touche.state import Pattern, State, chooser, colour, held, points, side_of
from domain.sentence import Seat, Sentence, Term, say

SUITS = str.maketrans("CDHS", "♣♦♥♠")
KINDS = {"square": "square", "straight": "straight", "t": "T", "cross": "cross"}
SETS = {
    "squares": "squares",
    "ts": "Ts",
    "straights": "straights",
    "crosses": "crosses",
    "three-different": "three different patterns",
    "custom": "a set of their own",
}


def view(state: State) -> dict[str, Any]:
    """The table for a viewer, from state that holds only what he may know."""
    choosing = chooser(state)
    return {
        "round": state.round,
        "turn": state.turn,
        "dealer": state.dealer or None,
        "seat": state.seat if choosing is None else choosing,
        "phase": _phase(state, choosing),
        "sides": [_side(state, side) for side in range(state.sides)],
        "players": [_player(state, seat) for seat in range(1, state.seats + 1)],
        "pawns": {colour(state, n): list(state.board.named(bits)) for n, bits in enumerate(state.pawns)},
        "crowned": [
            {"colour": colour(state, c.side), "kind": c.kind, "fields": list(c.fields)} for c in state.crowned
        ],
        "completed": [{"kind": p.kind, "fields": list(p.fields)} for p in state.completed],
        "turns_without_pawn": state.idle,
        "stalled_rounds": state.stalls,
    }


def _phase(state: State, choosing: int | None) -> str:
    if state.ended:
        return "ended"
    if choosing is not None:
        return "choosing"
    return "crowning" if state.completed else "playing"


def _side(state: State, side: int) -> dict[str, Any]:
    return {
        "colour": colour(state, side),
        "seats": [seat for seat in range(1, state.seats + 1) if side_of(state, seat) == side],
        "goal": {need.kind: need.count for need in state.goals[side]},
        "made": patterns_made(state, side),
        "points": points(state, side),
    }


def patterns_made(state: State, side: int) -> dict[str, int]:
    """How many patterns of each kind the side has crowned."""
    return dict(Counter(c.kind for c in state.crowned if c.side == side))


def _player(state: State, seat: int) -> dict[str, Any]:
    """`hand` has null for every card that the viewer does not know; nobody knows a stack."""
    return {
        "seat": seat,
        "colour": colour(state, side_of(state, seat)),
        "hand": held(state, seat),
        "stack": len(state.stacks[seat - 1]),
        "used": list(state.used[seat - 1]),
    }


def _card(face: str | None) -> Any:
    if face is None:
        return Term("a card")
    return Term("a joker") if face == JOKER else face.translate(SUITS)


def _kind(kind: str) -> Any:
    return Term(KINDS[kind]) if kind in KINDS else kind


def narrate(event: Any) -> Sentence:
    return _SENTENCES[type(event)](event)


def _dealer_drawn(event: e.DealerDrawn) -> Sentence:
    drawn = tuple(
        say("{seat} draws {card}", seat=Seat(seat), card=_card(face))
        for seat, face in zip(event.seats, event.cards, strict=True)
    )
    if event.dealer is None:
        return say("For the deal: {drawn}; some draw again.", drawn=drawn)
    return say("For the deal: {drawn}; {seat} deals.", drawn=drawn, seat=Seat(event.dealer))


def _set_chosen(event: e.SetChosen) -> Sentence:
    sides = tuple(Term(colour) for colour in event.colours)
    needs = tuple(_need(need) for need in event.goal)
    if event.seat is None:
        return say("The table has agreed on {set}: {needs}.", set=Term(SETS[event.set]), needs=needs)
    return say(
        "{seat} chooses {set} for {sides}: {needs}.",
        seat=Seat(event.seat),
        set=Term(SETS[event.set]),
        sides=sides,
        needs=needs,
    )


def _need(need: Need) -> Sentence:
    return say("{n} × {kind}", n=need.count, kind=_kind(need.kind))


def _placed(event: e.PawnPlaced) -> Sentence:
    return say(
        "{seat} puts a pawn on {field} ({colour}).",
        seat=Seat(event.seat),
        field=event.field,
        colour=Term(event.colour),
    )


def _replaced(event: e.PawnReplaced) -> Sentence:
    return say(
        "{seat} puts a pawn on {field} ({colour}) in the place of another ({replaced}).",
        seat=Seat(event.seat),
        field=event.field,
        colour=Term(event.colour),
        replaced=Term(event.replaced),
    )


def _drawn(event: e.CardDrawn) -> Sentence:
    return say(
        "{seat} draws {card}; one card is left in the stack.",
        plural="{seat} draws {card}; {n} cards are left in the stack.",
        count=event.stack,
        seat=Seat(event.seat),
        card=_card(event.card.value),
        n=event.stack,
    )


def _exchanged(event: e.CardsExchanged) -> Sentence:
    cards = tuple(_card(card.value) for card in event.cards)
    return say(
        "{seat} exchanges a dead card: {cards}.",
        plural="{seat} exchanges {n} dead cards: {cards}.",
        count=len(cards),
        seat=Seat(event.seat),
        n=len(cards),
        cards=cards,
    )


def _refilled(event: e.StacksRefilled) -> Sentence:
    return say(
        "{seat} shuffles the used cards: each stack gets one card.",
        plural="{seat} shuffles the used cards: each stack gets {n} cards.",
        count=event.each,
        seat=Seat(event.dealer),
        n=event.each,
    )


def _pattern(pattern: Pattern) -> Sentence:
    return say("{kind} on {fields}", kind=_kind(pattern.kind), fields=pattern.fields)


def _completed(event: e.PatternCompleted) -> Sentence:
    patterns = tuple(_pattern(pattern) for pattern in event.patterns)
    return say("Touché! {seat} completes: {patterns}.", seat=Seat(event.seat), patterns=patterns)


def _crowned(event: e.PatternCrowned) -> Sentence:
    return say(
        "{seat} crowns {fields}: {kind}, {made} of {needed}.",
        seat=Seat(event.seat),
        fields=event.fields,
        kind=_kind(event.kind),
        made=event.made,
        needed=event.needed,
    )


def _cleared(event: e.BoardCleared) -> Sentence:
    n = sum(event.pawns)
    return say(
        "One pawn leaves the board; {seat} begins the next round.",
        plural="{n} pawns leave the board; {seat} begins the next round.",
        count=n,
        n=n,
        seat=Seat(event.next_seat),
    )


def _stalled(event: e.RoundStalled) -> Sentence:
    return say(
        "No pawn has come onto the board for one turn.",
        plural="No pawn has come onto the board for {n} turns.",
        count=event.turns,
        n=event.turns,
    )


def _ended(event: e.GameEnded) -> Sentence:
    if event.winner is None:
        return say("The game ends in a draw.")
    winner = Term(event.winner)
    if event.reason == "set-completed":
        return say("The set is complete; winner: {winner}.", winner=winner)
    return say("No more patterns are to be made; winner by most patterns: {winner}.", winner=winner)


_SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    e.DealerDrawn: _dealer_drawn,
    e.SetChosen: _set_chosen,
    e.CardsDealt: lambda event: say("{seat} shuffles and deals.", seat=Seat(event.dealer)),
    e.CardLaid: lambda event: say("{seat} lays {card}.", seat=Seat(event.seat), card=_card(event.card.value)),
    e.PawnPlaced: _placed,
    e.PawnReplaced: _replaced,
    e.CardDrawn: _drawn,
    e.CardsExchanged: _exchanged,
    e.StacksRefilled: _refilled,
    e.PatternCompleted: _completed,
    e.PatternCrowned: _crowned,
    e.BoardCleared: _cleared,
    e.TurnPassed: lambda event: say("{seat} can do nothing.", seat=Seat(event.seat)),
    e.TurnEnded: lambda event: say("It is the turn of {seat}.", seat=Seat(event.next_seat)),
    e.RoundStalled: _stalled,
    e.GameEnded: _ended,
}


def chapter(event: Any) -> Sentence | None:
    """Each round is a chapter; it begins with an empty board."""
    if isinstance(event, e.CardsDealt):
        return say("Round {n}", n=1)
    if isinstance(event, e.BoardCleared):
        return say("Round {n}", n=event.round)
    return None
