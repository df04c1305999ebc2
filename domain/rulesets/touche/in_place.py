"""Cards, and the ends of turns, of a game played in place: the common part of the simulator and the stepper.

These rules are written a second time, without events. `tests/rulesets/test_simulations.py` and `tests/engine/test_vector.py`
demand the same game as by the rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import chain
from typing import Generic, TypeVar

from domain.rulesets.touche.components import Bits
from domain.rulesets.touche.state import Cards, State
from domain.rulesets.touche.turns import NO_PLACE_LEFT, STALLED, STALLED_CIRCLES

Face = TypeVar("Face")


class InPlace(ABC, Generic[Face]):
    """Seats and sides count from 0; the top of a stack is its last card."""

    def __init__(self, state: State) -> None:
        self._begun = state
        self._seats, self._sides = state.seats, state.sides
        self._full, self._limit = state.box.hand.cards, state.options.stalled_rounds
        self._take_over(state)

    def _take_over(self, state: State) -> None:
        self._hands = [self._faces(cards) for cards in state.hands]
        self._stacks = [self._faces(cards)[::-1] for cards in state.stacks]
        self._used = [[self._face(card) for card in cards] for cards in state.used]
        self._pawns, self._crowns, self._crowned = list(state.pawns), state.crowns, list(state.crowned)
        self._completed = [(made.kind, state.board.bits(made.fields)) for made in state.completed]
        self._dealer, self._seat = state.dealer - 1, state.seat - 1
        self._round, self._turn = state.round, state.turn
        self._idle, self._stalls, self._ended = state.idle, state.stalls, state.ended

    def _faces(self, cards: Cards) -> list[Face]:
        return [self._face(str(card.value)) for card in cards]

    @abstractmethod
    def _face(self, card: str) -> Face:
        """How a card is written here."""

    @abstractmethod
    def _mixed(self, cards: Sequence[Face]) -> Sequence[Face]:
        """Shuffled; none of them if nothing may be drawn any more."""

    @abstractmethod
    def _clear(self) -> None:
        """Takes uncrowned pawns off the board: a new round begins."""

    def _taken(self) -> Bits:
        taken = self._crowns
        for pawns in self._pawns:
            taken |= pawns
        return taken

    def _left(self) -> int:
        """The next seat clockwise."""
        return (self._seat + 1) % self._seats

    def _draw_up(self) -> None:
        self._draw(self._full - len(self._hands[self._seat]))

    def _draw(self, count: int) -> None:
        hand, stacks, seat = self._hands[self._seat], self._stacks, self._seat
        for _ in range(count):
            if not stacks[seat]:
                self._refill()
            if not stacks[seat]:
                return
            hand.append(stacks[seat].pop())
            if not stacks[seat]:
                self._refill()

    def _refill(self) -> None:
        """The used piles are dealt out evenly under the stacks; the dealer has what is left over (touche.stack.1)."""
        seats = [(self._dealer + 1 + n) % self._seats for n in range(self._seats)]
        cards = list(chain.from_iterable(self._used[seat] for seat in seats))
        dealt = len(cards) // self._seats * self._seats
        if not dealt or not (mixed := self._mixed(cards)):
            return
        for n, seat in enumerate(seats):
            self._stacks[seat][:0] = mixed[n : dealt : self._seats][::-1]
            self._used[seat] = []
        self._used[self._dealer] = list(mixed[dealt:])

    def _pass_on(self, seat: int) -> None:
        """To this seat, and past those who have no card and can draw none (touche.turn.2)."""
        self._end_turn(seat)
        while not self._ended and not self._hands[self._seat]:
            self._draw_up()
            if not self._hands[self._seat]:
                self._idle += 1
                self._end_turn(self._left())

    def _end_turn(self, following: int) -> None:
        self._seat, self._turn = following, self._turn + 1
        if self._idle < STALLED_CIRCLES * self._seats:
            return
        self._idle, self._stalls = 0, self._stalls + 1
        if self._stalls == self._limit:
            self._ended = STALLED
        elif not self._limit and not any(self._hands) and not any(self._stacks):
            self._ended = NO_PLACE_LEFT
        else:
            self._clear()
