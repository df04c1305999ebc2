"""Why an action is refused: the clause, and what it is in this position that makes it apply."""

from __future__ import annotations

from typing import Any

from domain.by_seat import of_seat
from domain.play import IllegalAction
from domain.rulesets.age_of_war.actions import FillLine
from domain.rulesets.age_of_war.components import INFANTRY, SPECIAL, Dice, Line
from domain.rulesets.age_of_war.lines import choices, fills, minimal, strength
from domain.rulesets.age_of_war.names import CLANS, NAMES, dice_counted, dice_words, line_numbers
from domain.rulesets.age_of_war.state import State, open_lines, targets
from domain.sentence import Seat


def refused(clause: str, text: str, **values: Any) -> IllegalAction:
    """A refusal under a clause named without "war."."""
    return IllegalAction(f"war.{clause}", text, **values)


def no_throw(state: State) -> IllegalAction:
    text = "The dice lie thrown: {dice}. Fill a line with them or set one die aside."
    return refused("turn.2", text, dice=dice_words(state.dice))


def not_thrown(state: State, rule: str) -> IllegalAction:
    """`rule` is the clause that has the dice thrown."""
    n = state.to_throw
    one, many = "Throw the last die first.", "Throw the {n} dice first."
    return IllegalAction(rule, one, plural=many, count=n, n=n)


def check_target(state: State, castle: str) -> None:
    """Refuse a castle that may not be attacked now (war.turn.3, war.turn.4)."""
    if castle in targets(state):
        return
    if state.siege is not None:
        text = "All dice of this turn go to {castle}, where a line is filled."
        raise refused("turn.4", text, castle=NAMES[state.siege])
    values: dict[str, Any] = {"castles": tuple(NAMES[target] for target in targets(state))}
    if castle in of_seat(state.castles, state.seat):
        text = "{castle} lies in front of you already; you may attack {castles}."
        raise refused("turn.3", text, castle=NAMES[castle], **values)
    if castle in state.box.castle:
        raise _turned_over(state, castle)
    if not castle:
        raise refused("turn.3", "Name the castle to be attacked, one of {castles}.", **values)
    raise refused("turn.3", "There is no castle {castle}; you may attack {castles}.", castle=castle, **values)


def _turned_over(state: State, castle: str) -> IllegalAction:
    clan = state.box.castle[castle].clan
    owner = next(seat for seat, stacks in enumerate(state.stacks, 1) if clan in stacks)
    text = "{castle} is safe: {holder} has completed the clan {clan} and turned it over."
    return refused("turn.3", text, castle=NAMES[castle], holder=Seat(owner), clan=CLANS[clan])


def check_line(state: State, action: FillLine) -> None:
    """Refuse a line of the castle that is not open (war.line.1, war.steal.1)."""
    lines = open_lines(state, action.castle)
    if action.line in lines:
        return
    if action.line == SPECIAL and action.castle in state.centre:
        text = (
            "The special line counts only in front of another player, and {castle} lies in the centre."
            " Open lines: {lines}."
        )
        raise refused("steal.1", text, castle=NAMES[action.castle], lines=line_numbers(lines))
    text = "Line {line} cannot be filled; open lines of {castle}: {lines}."
    raise refused("line.1", text, line=action.line, castle=NAMES[action.castle], lines=line_numbers(lines))


def check_dice(state: State, action: FillLine) -> None:
    """Refuse dice that do not lie there, do not fill the line or are too many (war.line.1, war.line.2)."""
    line = open_lines(state, action.castle)[action.line]
    if any(action.dice.count(face) > state.dice.count(face) for face in action.dice):
        raise _not_there(state, action, line)
    if not fills(line, action.dice):
        raise _asks(action, line, action.dice, YOURS)
    if not minimal(line, action.dice):
        raise _superfluous(action, line)


def _not_there(state: State, action: FillLine, line: Line) -> IllegalAction:
    """The dice named are not all there: does the line lack them, or could it be filled with others?"""
    if not choices(line, state.dice):
        return _asks(action, line, state.dice, THROWN)
    return refused("line.1", "These do not all lie there; thrown are {dice}.", dice=dice_words(state.dice))


THROWN = {
    "infantry": "Line {line} of {castle} asks for infantry of {needed} or more; the dice thrown bring {total}.",
    "symbols": "Line {line} of {castle} asks for {asked}; of these you have {held}.",
    "special": "The special line of {castle} asks for {asked}; of these you have {held}.",
}
YOURS = {
    "infantry": "Line {line} of {castle} asks for infantry of {needed} or more and for nothing else; these dice bring {total}.",
    "symbols": "Line {line} of {castle} asks for {asked} and for nothing else; of these you name {held}.",
    "special": "The special line of {castle} asks for {asked} and for nothing else; of these you name {held}.",
}
"""What a line asks for, and what the dice that were thrown, or those named, have of it."""


def _asks(action: FillLine, line: Line, dice: Dice, said: dict[str, str]) -> IllegalAction:
    values: dict[str, Any] = {"castle": NAMES[action.castle]}
    if line.infantry:
        values |= {"line": action.line, "needed": line.infantry, "total": strength(dice)}
        return refused("line.1", said["infantry"], **values)
    values |= {"asked": dice_words(line.symbols), "held": dice_counted(line.symbols, dice)}
    if action.line == SPECIAL:
        return refused("line.1", said["special"], **values)
    return refused("line.1", said["symbols"], line=action.line, **values)


def _superfluous(action: FillLine, line: Line) -> IllegalAction:
    least = min(INFANTRY[die] for die in action.dice)
    without = strength(action.dice) - least
    text = "A die is superfluous: line {line} asks for infantry of {needed}, and without infantry {least} these bring {without}."
    return refused("line.2", text, line=action.line, needed=line.infantry, least=least, without=without)
