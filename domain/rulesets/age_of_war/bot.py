"""A greedy player: the most valuable castle that the dice can still hope to take, hard lines first."""

from __future__ import annotations

from collections.abc import Sequence

from domain.ruleset import Action, Choose
from domain.rulesets.age_of_war.actions import FillLine, SetAside
from domain.rulesets.age_of_war.components import Castle, Line
from domain.rulesets.age_of_war.state import State, holder, open_lines

WORTH_TRYING = 0.35
"""Points per die below which a fresh throw is better than beginning a siege."""


def greedy(state: State, legal: Sequence[Action], choose: Choose) -> Action:
    fillings = [a for a in legal if isinstance(a, FillLine)]
    if not fillings:
        return legal[-1]
    best = max(_worth(state, a) for a in fillings)
    if best < WORTH_TRYING and state.siege is None and len(state.dice) > 4:
        return SetAside()
    candidates = [a for a in fillings if _worth(state, a) == best]
    return candidates[choose(len(candidates))]


def _worth(state: State, action: FillLine) -> float:
    """Value of the castle per die that it still needs, a little more for lines that are hard to throw."""
    castle = state.box.castle[action.castle]
    rest = [line for number, line in open_lines(state, castle).items() if number != action.line]
    need, left = sum(map(_dice_for, rest)), len(state.dice) - len(action.dice)
    hope = 1.0 if need < left else 0.5 if need == left else 0.01
    return hope * _value(state, castle) / (need + 2) + _hardness(castle, state, action)


def _value(state: State, castle: Castle) -> float:
    """Points of the castle, of a clan that it completes, and of what the holder loses."""
    clan = state.box.castles_of[castle.clan]
    mine = set(state.castles[state.seat - 1]) | {castle.id}
    share = len(clan & mine) / len(clan)
    bonus = state.box.clan[castle.clan].points * share**2
    return castle.points * (1.5 if holder(state, castle.id) else 1) + bonus


def _hardness(castle: Castle, state: State, action: FillLine) -> float:
    return 0.1 * _dice_for(open_lines(state, castle)[action.line])


def _dice_for(line: Line) -> int:
    """About how many dice a line takes; infantry dice average two."""
    return -(-line.infantry // 2) if line.infantry else len(line.symbols)
