"""A greedy player: completes patterns, continues the most advanced one, blocks others."""

from __future__ import annotations

from collections.abc import Sequence

from domain.outlook import best_first
from domain.ruleset import Action, Choose, Course
from domain.rulesets.touche.actions import ChooseSet, CrownPattern, ExchangeDead, LayCard
from domain.rulesets.touche.components import JOKER, Bits
from domain.rulesets.touche.state import State, open_kinds

FIELDS = 10
"""How many fields a search looks into. Five cards open ten, and any card those that complete a pattern on a free field."""
TEMPTING = 60
"""A lay that is worth less is put off for an exchange of dead cards."""
JOKER_KEPT = 400
"""What a joker has to bring to be laid: a completed or a prevented pattern."""


def greedy(state: State, legal: Sequence[Action], choose: Choose) -> Action:
    if isinstance(legal[0], ChooseSet):
        return legal[0]
    lays = [action for action in legal if isinstance(action, LayCard)]
    if not lays:
        return legal[-1]
    worth = _Worth(state)
    values = [worth.of(action) for action in lays]
    best = max(values)
    if best < TEMPTING and isinstance(legal[-1], ExchangeDead):
        return legal[-1]
    candidates = [action for action, value in zip(lays, values, strict=True) if value == best]
    return candidates[choose(len(candidates))]


def promising(state: State, legal: Sequence[Action], choose: Choose) -> list[Course]:
    """The best fields, each with one card, and to exchange dead cards; else each pattern that may be crowned.

    A joker opens nearly every field: it is tried where no other card of the hand can go (legal actions list it last). Sets are
    not compared, because nothing is dealt yet.
    """
    first = greedy(state, legal, choose)
    lays = list({lay.field: lay for lay in reversed(legal) if isinstance(lay, LayCard)}.values())
    worth = _Worth(state)
    ranked: list[Action] = list(best_first(lays, [worth.of(lay) for lay in lays], FIELDS))
    crowns = [action for action in legal if isinstance(action, CrownPattern)]
    exchange = [action for action in legal[-1:] if isinstance(action, ExchangeDead)]
    return [(action,) for action in dict.fromkeys((first, *ranked, *crowns, *exchange))]


class _Worth:
    """What a pawn on a field is worth to the player; fields are looked at once."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._blocked = [state.taken & ~pawns for pawns in state.pawns]
        self._kinds = [open_kinds(state, side) for side in range(state.sides)]
        self._known: dict[str, int] = {}

    def of(self, action: LayCard) -> int:
        if action.field not in self._known:
            self._known[action.field] = self._field(self._state.board.bit[action.field])
        return self._known[action.field] - (JOKER_KEPT if action.card == JOKER else 0)

    def _field(self, bit: Bits) -> int:
        """Own progress counts a little more than standing in another side's way."""
        side = self._state.side
        others = (self._progress(s, bit) for s in range(self._state.sides) if s != side)
        return 5 * self._progress(side, bit) + 4 * max(others)

    def _progress(self, side: int, bit: Bits) -> int:
        """Sums up the patterns through a field that a side can still make: far more the fewer pawns are missing."""
        pawns, blocked, places = self._state.pawns[side], self._blocked[side] & ~bit, self._state.places
        return sum(
            MISSING[(p & ~pawns & ~bit).bit_count()]
            for kind in self._kinds[side]
            for p in places[kind].through[bit]
            if not p & blocked
        )


MISSING = (1000, 60, 8, 1, 0, 0, 0, 0, 0)
"""The worth of a pattern by the pawns that it would still miss."""
