"""Numbered actions, and the view as a row of numbers, for learning programs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from domain.encoding import Part, counts, fields, figure, one_of, row
from domain.ruleset import Action
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from domain.rulesets.age_of_war.components import DICE, FACES, Box, Dice, Line
from domain.rulesets.age_of_war.lines import fills, minimal
from domain.rulesets.age_of_war.state import lines_of


def numbered(edition: str, box: Box) -> list[Action]:
    return [RollDice(), SetAside(), *_fillings(edition, box)]


def _fillings(edition: str, box: Box) -> Iterator[FillLine]:
    for castle in box.castle:
        for number, line in sorted(lines_of(edition, castle, True).items()):
            yield from (FillLine(castle, number, dice) for dice in fillings(line))


@cache
def fillings(line: Line) -> tuple[Dice, ...]:
    """Every set of dice that may be put on this line (war.line.1, war.line.2), whatever was thrown."""
    sets = (dice for n in range(1, DICE + 1) for dice in combinations_with_replacement(FACES, n))
    return tuple(dice for dice in sets if fills(line, dice) and minimal(line, dice))


def encoding(edition: str, box: Box, seats: int) -> Part:
    most = max(len(lines_of(edition, castle, True)) for castle in box.castle)
    dice = counts(FACES)
    line = fields(line=figure(), needs=fields(infantry=figure(), symbols=dice), dice=dice)
    player = fields(
        castles=counts(box.castle), stacks=counts(box.clan), castle_count=figure(), score=figure()
    )
    return fields(
        turn=figure(),
        seat=one_of(range(1, seats + 1)),
        centre=counts(box.castle),
        players=row(seats, player),
        siege=fields(castle=one_of(box.castle), lines=row(most, line)),
        dice=fields(thrown=dice, to_throw=figure(), set_aside=figure()),
    )
