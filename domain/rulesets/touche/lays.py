"""What a hand can do on the board as it is: the legal actions of a turn and the reasons of refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations

from domain.play import IllegalAction
from domain.ruleset import Action
from domain.rulesets.touche.actions import CrownPattern, ExchangeDead, LayCard, Pass
from domain.rulesets.touche.components import BOXES, JOKER, Bits
from domain.rulesets.touche.state import State, held, usable_spaces


@cache
def _all_lays(edition: str) -> Mapping[str, tuple[tuple[Bits, LayCard], ...]]:
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
    known, spaces = _all_lays(state.edition), usable_spaces(state, state.side)
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
    if action.card not in held(state, state.seat):
        raise IllegalAction("touche.turn.2", f"You do not hold {action.card!r}.")
    bit = state.board.bit.get(action.field)
    if bit is None:
        raise IllegalAction("touche.turn.2", f"The board has no field {action.field!r}.")
    if not bit & reach(state, action.card, usable_spaces(state, state.side)):
        raise IllegalAction(*_why_not(state, action.card, action.field, bit))


def _why_not(state: State, card: str, field: str, bit: Bits) -> tuple[str, str]:
    """The clause that keeps a card from a field, and the reason in words."""
    if bit & state.crowns:
        return "touche.pattern.5", f"{field} is crowned: nobody can use it again."
    if bit & state.board.free:
        return (
            "touche.free.1",
            f"{field} is a Free Space: only the last field of a pattern that counts for you.",
        )
    if card == JOKER:
        return "touche.joker.1", f"A pawn of your own side stands on {field}."
    if not bit & state.board.fields_of[card]:
        fields = " and ".join(state.board.named(state.board.fields_of[card]))
        return "touche.turn.2", f"{field} does not show {card}; {fields} do."
    return "touche.turn.3", f"{field} is not free: a pawn stands on it."


def check_exchange(state: State, cards: tuple[str, ...]) -> None:
    """Refuse an exchange that `legal_in_turn` does not list, and say why (touche.dead.1)."""
    hand, place = sorted_hand(state), state.box.pack.place
    for face in cards:
        if cards.count(face) > hand.count(face):
            raise IllegalAction("touche.dead.1", f"You hold {face!r} {hand.count(face)} times.")
        if not is_dead(state, face):
            raise IllegalAction("touche.dead.1", f"{face} is not dead: it can still be laid.")
    if list(cards) != sorted(cards, key=place.__getitem__):
        raise IllegalAction("touche.dead.1", "List the cards by suit (C, D, H, S) and rank (2 to ace).")
