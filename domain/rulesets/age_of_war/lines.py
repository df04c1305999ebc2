"""Which dice fill a line (war.line.1, war.line.2)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from domain.rulesets.age_of_war.components import INFANTRY, RANK, Dice, Line


def strength(dice: Dice) -> int:
    """What the infantry among these dice adds up to."""
    return sum(INFANTRY.get(d, 0) for d in dice)


def fills(line: Line, dice: Dice) -> bool:
    """Whether exactly these dice fill the line, superfluous ones allowed (war.line.1)."""
    if line.infantry:
        return all(d in INFANTRY for d in dice) and strength(dice) >= line.infantry
    return sorted(dice) == sorted(line.symbols)


def minimal(line: Line, dice: Dice) -> bool:
    """Whether no die could be left out (war.line.2). Only infantry can be superfluous."""
    return not line.infantry or all(strength(dice) - INFANTRY[d] < line.infantry for d in dice)


def choices(line: Line, dice: Dice) -> tuple[Dice, ...]:
    """Every set of the thrown dice that may be put on the line; sets of equal faces once, in the order of the faces."""
    if line.infantry:
        return _of_infantry(line.infantry, _infantry_of(dice))
    for symbol in line.symbols:
        if dice.count(symbol) < line.symbols.count(symbol):
            return ()
    return (tuple(sorted(line.symbols, key=RANK.__getitem__)),)


@lru_cache(maxsize=1 << 12)
def _infantry_of(dice: Dice) -> Dice:
    return tuple(d for d in dice if d in INFANTRY)


@lru_cache(maxsize=1 << 12)
def _of_infantry(needed: int, infantry: Dice) -> tuple[Dice, ...]:
    """Whatever the other dice show: of seven dice there are few such throws, so all are soon known."""
    line = Line(infantry=needed)
    sets = {c for n in range(1, len(infantry) + 1) for c in combinations(infantry, n)}
    return tuple(sorted(c for c in sets if fills(line, c) and minimal(line, c)))
