"""The arguments behind events and actions of Touché: clause by clause, with the figures that decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.argument import step
from domain.by_seat import of_seat
from domain.ruleset import Step
from domain.rulesets.touche import actions as a
from domain.rulesets.touche import events as e
from domain.rulesets.touche.arguments_end import ended, running
from domain.rulesets.touche.arguments_lays import completed, crowned, field_taken, pawn_put
from domain.rulesets.touche.cards import shares
from domain.rulesets.touche.components import JOKER, SetName
from domain.rulesets.touche.lays import reach
from domain.rulesets.touche.options import Goal, Need, goal_of
from domain.rulesets.touche.rules import why_this_goal
from domain.rulesets.touche.state import State, colour, side_of, usable_spaces
from domain.rulesets.touche.terms import card_name, kind_of, named_patterns, one_card
from domain.rulesets.touche.turns import STALLED_CIRCLES, uncrowned
from domain.sentence import Seat, Term, say


def _dealer_drawn(state: State, event: e.DealerDrawn) -> list[Step]:
    """The highest card deals; jokers and ties draw again (touche.setup.2)."""
    if JOKER in event.cards:
        return [step("touche.setup.2", "A joker has no rank: players who drew one draw again.")]
    drawn = tuple(
        say("{seat} draws {card}", seat=Seat(seat), card=one_card(face))
        for seat, face in zip(event.seats, event.cards, strict=True)
    )
    if event.dealer is None:
        text = (
            "{drawn}: with the ace above all, the highest rank has been drawn more than once: "
            "the players who drew it draw again."
        )
        return [step("touche.setup.2", text, drawn=drawn)]
    text = "{drawn}: with the ace above all, {seat} has the highest card."
    return [step("touche.setup.2", text, drawn=drawn, seat=Seat(event.dealer))]


def _set_chosen(state: State, event: e.SetChosen) -> list[Step]:
    return _choice(state, event.seat, event.set, event.goal)


def _may_choose(state: State, seat: int, action: a.ChooseSet) -> list[Step]:
    return _choice(state, seat, action.set, goal_of(state.box, state.options, action))


def _choice(state: State, seat: int | None, name: SetName, goal: Goal) -> list[Step]:
    """Who chooses, and what the set asks for (touche.set.1, touche.set.2)."""
    agreed = "touche.set.2" in why_this_goal(state.options, name, goal)
    clause = "touche.set.2" if agreed else "touche.set.1"
    return [_chooser(state, seat), *(_need(clause, need) for need in goal)]


def _chooser(state: State, seat: int | None) -> Step:
    if seat is None:
        return step("touche.set.1", "The set was agreed before the game, so nobody chooses.")
    if state.options.set_choice != "own":
        return step("touche.set.1", "{seat} deals and so chooses for all.", seat=Seat(seat))
    return step(
        "touche.set.1",
        "Every side has a set of its own: for {colour} {seat} chooses, who comes first from the left of {dealer}.",
        colour=Term(colour(state, side_of(state, seat))),
        seat=Seat(seat),
        dealer=Seat(state.dealer),
    )


def _need(clause: str, need: Need) -> Step:
    return step(clause, "To be made: {needed} × {kind}.", needed=need.count, kind=kind_of(need.kind))


def _exchanged(state: State, event: e.CardsExchanged) -> list[Step]:
    return _dead(state, event.seat, [card.value for card in event.cards if card.value is not None])


def _dead(state: State, seat: int, faces: Sequence[str]) -> list[Step]:
    """Both fields of each card are occupied (touche.dead.1)."""
    return [
        *(_dead_card(state, face) for face in dict.fromkeys(faces)),
        step(
            "touche.dead.1",
            "{seat} may draw a card for it; no pawn is put on the board.",
            plural="{seat} may draw {n} cards for them; no pawn is put on the board.",
            count=len(faces),
            seat=Seat(seat),
            n=len(faces),
        ),
    ]


def _dead_card(state: State, face: str) -> Step:
    fields = state.board.named(state.board.fields_of[face])
    text = "{card} is dead: {fields} are both occupied."
    return step("touche.dead.1", text, card=card_name(face), fields=fields)


def _refilled(state: State, event: e.StacksRefilled) -> list[Step]:
    cards, each, left_over = shares(state)
    return [
        step(
            "touche.stack.1",
            "Used cards: {cards}. For each of {seats} stacks there are {each}; left over: {left_over}.",
            cards=len(cards),
            seats=state.seats,
            each=each,
            left_over=left_over,
        )
    ]


def _cleared(state: State, event: e.BoardCleared) -> list[Step]:
    """After a pattern, or after a stalled round: a crown sets their count back to none."""
    rule = "touche.stall.1" if state.stalls else "touche.done.1"
    left = [
        step(
            rule, "Pawns of {colour} without a crown: {pawns}.", colour=Term(colour(state, side)), pawns=pawns
        )
        for side, pawns in enumerate(uncrowned(state))
    ]
    return [*left, _next_round(state, event)]


def _next_round(state: State, event: e.BoardCleared) -> Step:
    values: dict[str, Any] = {"round": state.round + 1, "seat": Seat(event.next_seat)}
    if state.stalls:
        text = "The round has stalled: {seat}, whose turn it is, begins round {round}."
        return step("touche.stall.1", text, **values)
    return step("touche.done.4", "{seat} completed the pattern and so begins round {round}.", **values)


def _passed(state: State, event: e.TurnPassed) -> list[Step]:
    """Without a card there is nothing to lay; otherwise these are jokers, which are never dead."""
    cards = len(of_seat(state.hands, event.seat))
    if not cards:
        text = "Cards of {seat}: {cards} in hand, {stack} to draw."
        return [
            step(
                "touche.turn.2",
                text,
                seat=Seat(event.seat),
                cards=cards,
                stack=len(of_seat(state.stacks, event.seat)),
            )
        ]
    return _stuck(state, event.seat, cards)


def _stuck(state: State, seat: int, cards: int) -> list[Step]:
    """A card with a free field could be laid and one without is dead, so all are jokers, and none finds a field."""
    fields = reach(state, JOKER, usable_spaces(state, state.side)).bit_count()
    return [
        step(
            "touche.dead.1",
            "{seat} holds a card that is not dead and finds no field: it is a joker.",
            plural="{seat} holds {cards} cards that are not dead and find no field: they are jokers.",
            count=cards,
            seat=Seat(seat),
            cards=cards,
        ),
        step("touche.joker.1", "Number of fields that a joker opens now: {fields}.", fields=fields),
        step("touche.stall.1", "{seat} can do nothing and passes.", seat=Seat(seat)),
    ]


def _stalled(state: State, event: e.RoundStalled) -> list[Step]:
    """Three full circles without a pawn (touche.stall.1), and how many such rounds end the game (touche.stall.2)."""
    return [
        step(
            "touche.stall.1",
            "Without a new pawn: full circles {circles} × seats {seats} = turns {turns}.",
            circles=STALLED_CIRCLES,
            seats=state.seats,
            turns=state.idle,
        ),
        running(state.stalls + 1, state.options.stalled_rounds),
    ]


EXPLANATIONS: Mapping[type, Callable[[State, Any], Sequence[Step]]] = {
    e.DealerDrawn: _dealer_drawn,
    e.SetChosen: _set_chosen,
    e.PawnPlaced: pawn_put,
    e.PawnReplaced: pawn_put,
    e.PatternCompleted: completed,
    e.PatternCrowned: crowned,
    e.BoardCleared: _cleared,
    e.CardsExchanged: _exchanged,
    e.StacksRefilled: _refilled,
    e.TurnPassed: _passed,
    e.RoundStalled: _stalled,
    e.GameEnded: ended,
}


def _may_crown(state: State, seat: int, action: a.CrownPattern) -> list[Step]:
    text = "One pawn has completed these, and any of them may be chosen: {patterns}."
    return [step("touche.done.2", text, patterns=named_patterns(state.completed))]


LEGAL: Mapping[type, Callable[[State, int, Any], Sequence[Step]]] = {
    a.ChooseSet: _may_choose,
    a.LayCard: lambda state, seat, lay: field_taken(state, lay.card, lay.field),
    a.CrownPattern: _may_crown,
    a.ExchangeDead: lambda state, seat, exchange: _dead(state, seat, exchange.cards),
    a.Pass: lambda state, seat, _: _stuck(state, seat, len(of_seat(state.hands, seat))),
}
"""Why a legal action is legal, by its type."""
