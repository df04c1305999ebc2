"""A game of Romans Go Home! that steps in place while orders are given, which is nearly all of a game at random.

What a seat lays and takes back concerns itself alone until it seals its orders: then the rules carry out its orders.
All other decisions are carried out and seen by the rules. `tests/engine/test_vector.py` demands the same game as by the rules.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache

from domain.by_seat import of_seat
from domain.hidden import redact
from domain.play import Play
from domain.ruleset import Action, Outcome, Stepper
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import choices, rules
from domain.rulesets.romans.arrays import encoding, numbered
from domain.rulesets.romans.components import BOXES
from domain.rulesets.romans.state import State, at_forts, in_hand, the_seventh, to_act
from domain.rulesets.romans.view import view


class Layout:
    """What all games of one kind have in common."""

    def __init__(self, edition: str, seats: int, clans: int) -> None:
        box = BOXES[edition]
        self.seats, self.actions = seats, numbered(box)
        self.number = {action: n for n, action in enumerate(self.actions)}
        self.part = encoding(box, seats, clans)
        self.at = {name: 2 * seats + n for n, name in enumerate(self.part.names)}
        self.orders = lru_cache(1 << 14)(self._orders)

    def _orders(self, hand: frozenset[str], placed: frozenset[int]) -> list[int]:
        """The numbers of the actions with these warriors in hand and these places taken."""
        legal = choices.orders(tuple(sorted(hand)), tuple(sorted(placed)))
        return [self.number[action] for action in legal]


layout_of = lru_cache(maxsize=16)(Layout)


class RomansStepper(Stepper):
    """The orders of the seat to act are here, until it seals them."""

    def __init__(self, play: Play[State], outcome: Callable[[State], Outcome | None]) -> None:
        self._play, self._outcome, state = play, outcome, play.state
        self._layout = layout_of(state.edition, state.seats, len(tuple(state.clans)))
        self._look()

    def _look(self) -> None:
        """After the rules have acted."""
        state, layout = self._play.state, self._layout
        waiting = to_act(state)
        self.to_act = waiting[0] if waiting else 0
        if not self.to_act:
            return
        heads = [float(seat == self.to_act) for seat in range(1, layout.seats + 1)]
        heads += [float(seat in waiting) for seat in range(1, layout.seats + 1)]
        self._row = array("f", heads + list(layout.part.read(view(redact(state, self.to_act)))))
        self._ordering = not state.due
        if self._ordering:
            self._begin_orders()
        else:
            self._number(choices.legal_actions(state, self.to_act))

    def _number(self, legal: Sequence[Action]) -> None:
        """Orders of warriors have no numbers of their own: they are ranked."""
        number, first = self._layout.number, len(self._layout.actions)
        self._legal = {number.get(action, first + rank): action for rank, action in enumerate(legal)}

    def _begin_orders(self) -> None:
        """From where the rules have everything lie."""
        clan = of_seat(self._play.state.clans, self.to_act)
        self._hand, self._placed, self._seventh = list(in_hand(clan)), at_forts(clan), the_seventh(clan)
        self._clan = f"clans/{self.to_act - 1}"

    def show(self, row: memoryview[float]) -> None:
        row[:] = memoryview(self._row)

    def legal(self) -> Sequence[int]:
        if self._ordering:
            return self._layout.orders(frozenset(self._hand), frozenset(self._placed))
        return [*self._legal]

    def outcome(self) -> Outcome | None:
        return self._outcome(self._play.state)

    def step(self, number: int) -> None:
        if not self._ordering:
            rules.decide(self._play, self.to_act, self._legal[number])
            self._look()
            return
        match self._layout.actions[number]:
            case a.PlaceWarrior(warrior=warrior, fort=fort):
                self._hand.remove(warrior)
                self._placed[fort] = warrior
                self._moved(warrior, fort, laid=True)
            case a.WithdrawWarrior(fort=fort):
                warrior = self._placed.pop(fort)
                self._hand.append(warrior)
                self._moved(warrior, fort, laid=False)
            case a.DiscardWarrior(warrior=warrior):
                self._put_away(warrior)
            case _:
                self._seal()

    def _moved(self, warrior: str, fort: int, laid: bool) -> None:
        row, at, sign = self._row, self._layout.at, 1.0 if laid else -1.0
        row[at[f"{self._clan}/hand/{warrior}"]] -= sign
        row[at[f"{self._clan}/orders/{fort - 1}/{warrior}"]] += sign
        row[at[f"{self._clan}/placed"]] += sign

    def _put_away(self, warrior: str) -> None:
        """One put away before comes back into the hand."""
        row, at = self._row, self._layout.at
        self._hand.remove(warrior)
        for card, away in ((warrior, 1.0), *([(self._seventh, -1.0)] if self._seventh else [])):
            row[at[f"{self._clan}/hand/{card}"]] -= away
            row[at[f"{self._clan}/seventh/{card}"]] += away
        if self._seventh:
            self._hand.append(self._seventh)
        self._seventh = warrior

    def _seal(self) -> None:
        """The rules carry out what leads to where everything lies now."""
        clan = of_seat(self._play.state.clans, self.to_act)
        back = [a.WithdrawWarrior(fort) for fort in at_forts(clan)]
        swapped = self._seventh if self._seventh != the_seventh(clan) else None
        seventh = [a.DiscardWarrior(swapped)] if swapped else []
        laid = [a.PlaceWarrior(warrior, fort) for fort, warrior in self._placed.items()]
        for order in (*back, *seventh, *laid, a.SealOrders()):
            rules.decide(self._play, self.to_act, order)
        self._look()
