"""What one sees of an action on the board and its label leaves out, for people who hear it."""

from __future__ import annotations

from typing import Any

from domain.rulesets.age_of_war.actions import FillLine, RollDice
from domain.rulesets.age_of_war.lines import strength
from domain.rulesets.age_of_war.narrate import lines_left
from domain.rulesets.age_of_war.state import State, holder, open_lines
from domain.sentence import Seat, Sentence, say


def aloud(state: State, action: Any) -> list[Sentence]:
    if isinstance(action, FillLine):
        return _filling(state, action)
    return [_dice(state.to_throw) if isinstance(action, RollDice) else _left(len(state.dice) - 1)]


def _dice(n: int) -> Sentence:
    return say("one die", plural="{n} dice", count=n, n=n)


def _left(n: int) -> Sentence:
    if n == 0:
        return say("no die is left, and the turn ends")
    return say("one die is thrown again", plural="{n} dice are thrown again", count=n, n=n)


def _filling(state: State, action: FillLine) -> list[Sentence]:
    """Whose castle it is, what infantry the line asks for and gets, and what is left to do."""
    lines, owner = open_lines(state, action.castle), holder(state, action.castle)
    facts = [] if owner is None else [say("castle of {holder}", holder=Seat(owner))]
    if needed := lines[action.line].infantry:
        total = strength(action.dice)
        facts.append(
            say("the line asks for infantry of {needed} and gets {total}", needed=needed, total=total)
        )
    return [*facts, lines_left(len(lines) - 1)]
