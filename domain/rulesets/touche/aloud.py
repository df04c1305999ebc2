"""What one sees of an action on the board and its label leaves out, for people who hear it."""

from __future__ import annotations

from typing import Any

from domain.rulesets.touche import actions as a
from domain.rulesets.touche.components import FREE, JOKER, Bits
from domain.rulesets.touche.options import goal_of
from domain.rulesets.touche.state import State, colour, made, needed_of
from domain.rulesets.touche.terms import kind_of, named_patterns
from domain.rulesets.touche.turns import counting
from domain.sentence import Sentence, Term, say

RANKS = {"J": Term("jack"), "Q": Term("queen"), "K": Term("king"), "A": Term("ace")}
SUITS = {"C": Term("clubs"), "D": Term("diamonds"), "H": Term("hearts"), "S": Term("spades")}


def aloud(state: State, action: Any) -> list[Sentence]:
    match action:
        case a.LayCard(card=card, field=field):
            return [*_cards(card), *_field(state, card, field)]
        case a.ExchangeDead(cards=cards):
            return _cards(*cards)
        case a.CrownPattern(kind=kind):
            return [_counts(state, kind)]
        case a.ChooseSet():
            goal = goal_of(state.box, state.options, action)
            return [say("{n} × {kind}", n=need.count, kind=kind_of(need.kind)) for need in goal]
    return []


def _cards(*faces: str) -> list[Sentence]:
    """Cards in words: many programs that speak leave the signs of the suits out."""
    return [_card(face) for face in faces if face != JOKER]


def _card(face: str) -> Sentence:
    rank, suit = face[:-1], face[-1]
    return say("{rank} of {suit}", rank=RANKS.get(rank, rank), suit=SUITS[suit])


def _field(state: State, card: str, field: str) -> list[Sentence]:
    """What the field is if it does not show the card, whose pawn goes, and what the new one completes."""
    bit, shows = state.board.bit[field], state.board.fields[field]
    other = [side for side, pawns in enumerate(state.pawns) if pawns & bit]
    return [
        *([say("a Free Space")] if shows == FREE else [_card(shows)] if card == JOKER else []),
        *(say("the pawn of {colour} goes", colour=Term(colour(state, side))) for side in other),
        *_completed(state, bit),
    ]


def _completed(state: State, bit: Bits) -> list[Sentence]:
    patterns = counting(state, bit)
    return [say("completes {patterns}", patterns=named_patterns(patterns))] if patterns else []


def _counts(state: State, kind: str) -> Sentence:
    n = made(state, state.side, kind) + 1
    return say(
        "then {n} of {needed} × {kind}", n=n, needed=needed_of(state, state.side, kind), kind=kind_of(kind)
    )
