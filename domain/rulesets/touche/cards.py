"""Drawing cards, and refilling the stacks from the used piles."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from domain.by_seat import of_seat
from domain.hidden import EVERYBODY, Hidden
from domain.play import Play
from domain.rulesets.touche import events as e
from domain.rulesets.touche.state import State, from_the_left


def draw_up(play: Play[State], seat: int) -> None:
    """Draw until the hand is full again (touche.turn.2)."""
    missing = play.state.box.hand.cards - len(of_seat(play.state.hands, seat))
    draw_cards(play, seat, missing, "touche.turn.2")


def draw_cards(play: Play[State], seat: int, count: int, rule: str) -> None:
    """Draw one by one from the own stack; it is refilled as soon as it is empty, in the middle of drawing too."""
    for _ in range(count):
        if not of_seat(play.state.stacks, seat):
            _refill(play)
        stack = of_seat(play.state.stacks, seat)
        if not stack:
            return
        play.record(e.CardDrawn(seat, stack[0].open_to(seat), len(stack) - 1), rule)
        if len(stack) == 1:
            _refill(play)


class Shares(NamedTuple):
    """Used cards to be dealt out: so many for `each` stack, and the last ones `left_over`."""

    cards: list[str]
    each: int
    left_over: int


def shares(state: State) -> Shares:
    """All used piles from that of the dealer's left on, in equal shares (touche.stack.1)."""
    cards = [face for seat in from_the_left(state) for face in of_seat(state.used, seat)]
    return Shares(cards, *divmod(len(cards), state.seats))


def _refill(play: Play[State]) -> None:
    """The used piles are shuffled and dealt out evenly; what is left over stays with the dealer (touche.stack.1).

    With fewer used cards than seats, or without a committed draw, play continues with smaller hands.
    """
    state = play.state
    gathered, each, left_over = shares(state)
    if each == 0 or play.draws_left == 0:
        return
    draw = play.shuffle(gathered)
    dealt, rest = draw.order[: each * state.seats], draw.order[each * state.seats :]
    opened = tuple(Hidden(card.value, (EVERYBODY,)) for card in rest)
    draw = replace(draw, order=(*dealt, *opened))
    play.record(e.StacksRefilled(state.dealer, each, left_over, draw), "touche.stack.1")
