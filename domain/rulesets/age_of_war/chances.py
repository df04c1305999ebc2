"""The chance of conquering a castle with some dice, every throw played for the best.

Within a siege only the number of dice and the open lines count: what is left is always thrown again. So the best
filling of a line takes the fewest dice, and one table by (open lines, dice) answers everything.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from domain.rulesets.age_of_war.components import FACES, INFANTRY, Dice, Line

Lines = tuple[Line, ...]


@cache
def throws(dice: int) -> tuple[tuple[Dice, float], ...]:
    """Every throw of this many dice, faces in order, with its probability."""
    ways = len(FACES) ** dice
    return tuple(
        (faces, factorial(dice) / prod(map(factorial, Counter(faces).values())) / ways)
        for faces in combinations_with_replacement(FACES, dice)
    )


@cache
def fewest(line: Line, dice: Dice) -> int:
    """The fewest of these dice that fill the line; 0 when they do not."""
    if line.symbols:
        held = all(dice.count(s) >= line.symbols.count(s) for s in line.symbols)
        return len(line.symbols) if held else 0
    total = 0
    for used, worth in enumerate(sorted((INFANTRY.get(d, 0) for d in dice), reverse=True), 1):
        total += worth
        if total >= line.infantry:
            return used
    return 0


def chance(lines: Lines, dice: int) -> float:
    """The chance to fill all these lines with `dice` to be thrown."""
    return _chance(tuple(sorted(lines, key=repr)), dice)


@cache
def _chance(lines: Lines, dice: int) -> float:
    if not lines:
        return 1.0
    if sum(map(_least, lines)) > dice:
        return 0.0
    return sum(p * best_after(lines, thrown) for thrown, p in throws(dice))


def _least(line: Line) -> int:
    """The dice that a line takes when all goes well."""
    return len(line.symbols) or -(-line.infantry // max(INFANTRY.values()))


def best_after(lines: Lines, thrown: Dice) -> float:
    """The chance with these dice on the table: fill the line that leaves most hope, or set one die aside."""
    return max(_chance(lines, len(thrown) - 1), after_filling(lines, thrown))


def after_filling(lines: Lines, thrown: Dice) -> float:
    """The chance when one of the lines is filled with these dice, whichever leaves most hope; 0 when none can be."""
    best = 0.0
    for i, line in enumerate(lines):
        used = fewest(line, thrown)
        if used:
            best = max(best, chance(lines[:i] + lines[i + 1 :], len(thrown) - used))
    return best
