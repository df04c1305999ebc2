"""What a hand can do on the board as it is: the legal actions of a turn and the reasons of refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from domain.by_seat import of_seat
from domain.play import IllegalAction
from domain.ruleset import Action
from domain.rulesets.touche.actions import CrownPattern, ExchangeDead, LayCard, Pass
from domain.rulesets.touche.components import BOXES, JOKER, Bits, Board
from domain.rulesets.touche.state import Pattern, State, colour, held, lacking_before, usable_spaces
from domain.rulesets.touche.terms import card_name, one_card, pattern
from domain.sentence import Term


@cache
def all_lays(edition: str) -> Mapping[str, tuple[tuple[Bits, LayCard], ...]]:
    """By face, every field that a card can ever go to, with the action that lays it there."""
    board = BOXES[edition].board
    return {
        face: tuple((board.bit[name], LayCard(face, name)) for name in board.named(reach | board.free))
        for face in BOXES[edition].pack.place
        for reach in [board.all_cards if face == JOKER else board.fields_of[face]]
    }


def reach(state: State, face: str, spaces: Bits) -> Bits:
    """The fields that a card opens now: its own while they are free, a joker's, and usable Free Spaces.

    A joker reaches whatever is not crowned and not of its own side (touche.turn.2, touche.joker.1, touche.free.1).
    """
    board = state.board
    if face == JOKER:
        return board.all_cards & ~state.crowns & ~state.pawns[state.side] | spaces
    return board.fields_of[face] & ~state.taken | spaces


def is_dead(state: State, face: str) -> bool:
    """Both fields are occupied; jokers are never dead (touche.dead.1)."""
    return face != JOKER and not state.board.fields_of[face] & ~state.taken


def sorted_hand(state: State) -> list[str]:
    """The faces of the player's hand, as cards are listed; equal ones stay side by side."""
    place = state.box.pack.place
    return sorted((face for face in held(state, state.seat) if face is not None), key=place.__getitem__)


def legal_in_turn(state: State) -> Sequence[Action]:
    """Crown one of several patterns; else lay a card, exchange dead ones, or pass when there is nothing else."""
    if state.completed:
        return [CrownPattern(pattern.kind, pattern.fields) for pattern in state.completed]
    hand = sorted_hand(state)
    dead = tuple(face for face in hand if is_dead(state, face))
    return [*_lays(state, hand), *exchanges(dead)] or [Pass()]


def _lays(state: State, hand: Iterable[str]) -> list[LayCard]:
    known, spaces = all_lays(state.edition), usable_spaces(state, state.side)
    lays: list[LayCard] = []
    for face in dict.fromkeys(hand):
        open_fields = reach(state, face, spaces)
        lays += [lay for bit, lay in known[face] if bit & open_fields]
    return lays


@lru_cache(maxsize=4096)
def exchanges(dead: tuple[str, ...]) -> tuple[ExchangeDead, ...]:
    """Every choice among dead cards, in the order in which cards are listed; equal cards make one choice."""
    sizes = range(1, len(dead) + 1)
    return tuple(ExchangeDead(cards) for n in sizes for cards in dict.fromkeys(combinations(dead, n)))


def check_lay(state: State, action: LayCard) -> None:
    """Refuse a lay that `legal_in_turn` does not list, and say why."""
    board = state.board
    if action.card not in held(state, state.seat):
        raise _not_held(state, "touche.turn.2", action.card)
    fields = reach(state, action.card, usable_spaces(state, state.side))
    if (bit := board.bit.get(action.field)) is None:
        raise _no_field(state, action, fields)
    if not bit & fields:
        raise _closed(state, action.card, action.field, bit)


def _no_field(state: State, action: LayCard, open_fields: Bits) -> IllegalAction:
    if not action.field:
        words = "Name the field that the pawn goes to; fields open to {card}: {n}."
        card, n = one_card(action.card), open_fields.bit_count()
        return IllegalAction("touche.turn.2", words, card=card, n=n)
    words = (
        "There is no field {field}; columns are {first} to {last} and rows 1 to {rows}, without the corners."
    )
    columns, rows = (
        sorted({name[0] for name in state.board.names}),
        max(int(name[1:]) for name in state.board.names),
    )
    return IllegalAction(
        "touche.turn.2", words, field=action.field, first=columns[0], last=columns[-1], rows=rows
    )


def _not_held(state: State, rule: str, face: str) -> IllegalAction:
    hand = tuple(map(card_name, sorted_hand(state)))
    if not hand:
        left = len(of_seat(state.stacks, state.seat))
        return IllegalAction(rule, "Your hand is empty; cards left in your stack: {n}.", n=left)
    if not face:
        return IllegalAction(rule, "Name a card of your hand: {held}.", held=hand)
    named = one_card(face) if face in state.box.pack.place else face
    return IllegalAction(rule, "You do not hold {card}; you hold {held}.", card=named, held=hand)


def _closed(state: State, card: str, field: str, bit: Bits) -> IllegalAction:
    """The clause that keeps a card of the hand from a field, and the reason in words."""
    if bit & state.crowns:
        return _crowned(state, field)
    if bit & state.board.free:
        return _closed_space(state, field, bit)
    if card == JOKER:
        words = "A joker does not help: a pawn of your own side, {colour}, stands on {field}."
        return IllegalAction("touche.joker.1", words, field=field, colour=_holder(state, bit))
    if not bit & state.board.fields_of[card]:
        return _other_card(state.board, card, field)
    return IllegalAction(
        "touche.turn.3",
        "Field {field} is not free: {colour} has a pawn there.",
        field=field,
        colour=_holder(state, bit),
    )


def _crowned(state: State, field: str) -> IllegalAction:
    """Every crown is part of a pattern that counts (touche.pattern.5)."""
    whose = next(crowned for crowned in state.crowned if field in crowned.fields)
    return IllegalAction(
        "touche.pattern.5",
        "Field {field} is crowned, part of {pattern} of {colour}: nobody can use it again.",
        field=field,
        pattern=pattern(Pattern(whose.kind, whose.fields)),
        colour=Term(colour(state, whose.side)),
    )


def _closed_space(state: State, field: str, bit: Bits) -> IllegalAction:
    values: dict[str, Any] = {"field": field, "colour": Term(colour(state, state.side))}
    lacking = lacking_before(state, state.side, bit)
    if lacking is None:
        return IllegalAction(
            "touche.free.1",
            "Field {field} is a Free Space, and {colour} has no pattern left that could end there.",
            **values,
        )
    return IllegalAction(
        "touche.free.1",
        "Field {field} is a Free Space, for the last field of a pattern only: the nearest one of {colour} lacks another field.",
        plural="Field {field} is a Free Space, for the last field of a pattern only:"
        " the nearest one of {colour} lacks {lacking} other fields.",
        count=lacking,
        lacking=lacking,
        **values,
    )


def _other_card(board: Board, card: str, field: str) -> IllegalAction:
    return IllegalAction(
        "touche.turn.2",
        "Field {field} shows {printed}; {card} stands on {fields}.",
        field=field,
        printed=card_name(board.fields[field]),
        card=card_name(card),
        fields=board.named(board.fields_of[card]),
    )


def _holder(state: State, bit: Bits) -> Term:
    return next(Term(colour(state, side)) for side, pawns in enumerate(state.pawns) if pawns & bit)


def check_exchange(state: State, cards: tuple[str, ...]) -> None:
    """Refuse an exchange that `legal_in_turn` does not list, and say why (touche.dead.1)."""
    hand = sorted_hand(state)
    for face in cards:
        if face not in hand:
            raise _not_held(state, "touche.dead.1", face)
        if cards.count(face) > hand.count(face):
            raise _too_many(face, cards.count(face), hand.count(face))
        if not is_dead(state, face):
            raise _not_dead(state, face)


def _too_many(face: str, named: int, held: int) -> IllegalAction:
    return IllegalAction(
        "touche.dead.1",
        "You name {card} {named} times and hold it less often: {held}.",
        card=one_card(face),
        named=named,
        held=held,
    )


def _not_dead(state: State, face: str) -> IllegalAction:
    if face == JOKER:
        n = reach(state, face, usable_spaces(state, state.side)).bit_count()
        return IllegalAction("touche.dead.1", "A joker is never dead; fields that it opens now: {n}.", n=n)
    free = state.board.named(state.board.fields_of[face] & ~state.taken)
    return IllegalAction(
        "touche.dead.1",
        "{card} is not dead: {fields} is still free.",
        plural="{card} is not dead: {fields} are still free.",
        count=len(free),
        card=card_name(face),
        fields=free,
    )
