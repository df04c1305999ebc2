"""Situations to test in: castles dealt out, dice on the table and throws to come, as a test wants them.

Dice are written by their letters: 1, 2, 3 infantry, A archery, C cavalry, D daimyo.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from conformance.kit import Sitting
from domain.draws import Draws, Words
from domain.play import IllegalAction
from domain.ruleset import Action, Event, NoOptions
from domain.rulesets.age_of_war import RULESET
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from domain.rulesets.age_of_war.components import BOXES, DICE, FACES
from domain.rulesets.age_of_war.state import FilledLine, State

BOX = BOXES[RULESET.newest.id]
LETTERS = dict(zip("123ACD", FACES, strict=True))


def dice(letters: str) -> tuple[str, ...]:
    return tuple(LETTERS[letter] for letter in letters)


class Loaded(Draws, Words):
    """Dice with given results, throw after throw."""

    def __init__(self, throws: Sequence[str], slots: int) -> None:
        self.throws, self.slots = list(throws), slots

    def words(self, epoch: int, slot: int) -> Words:
        return self

    def roll(self, sides: Sequence[int]) -> tuple[int, ...]:
        letters = self.throws.pop(0)
        assert len(letters) == len(sides), "this many dice are thrown"
        return tuple(1 + "123ACD".index(letter) for letter in letters)


def sit(seats: int = 2, seed: str = "war", draw_count: int | None = None) -> Sitting:
    """A game in which seat 1 begins."""
    return put(Sitting(RULESET, seats, NoOptions(), seed, draw_count=draw_count), seat=1)


def put(sitting: Sitting, **fields: Any) -> Sitting:
    """Change fields of the game's state."""
    game = replace(sitting.table.game, **fields)
    sitting.table = replace(sitting.table, game=game, to_act=RULESET.to_act(game))
    return sitting


def deal(
    sitting: Sitting, castles: Mapping[int, str], stacks: Mapping[int, str] | None = None, centre: str = ""
) -> Sitting:
    """Give castles and completed clans to seats; the rest lie in the centre, or only those named."""
    seats = range(1, state(sitting).seats + 1)
    face_up = tuple(tuple(castles.get(s, "").split()) for s in seats)
    stacked = tuple(tuple((stacks or {}).get(s, "").split()) for s in seats)
    gone = {c for group in face_up for c in group}
    gone |= {c for group in stacked for clan in group for c in BOX.castles_of[clan]}
    rest = tuple(c for c in BOX.castle if c in (centre.split() or BOX.castle) and c not in gone)
    return put(sitting, castles=face_up, stacks=stacked, centre=rest)


def lying(sitting: Sitting, thrown: str, siege: str | None = None, **filled: str) -> Sitting:
    """Dice lie thrown; lines of the besieged castle are filled (line_2="CC"), missing dice are set aside."""
    lines = tuple(FilledLine(int(name[5:]), dice(letters)) for name, letters in filled.items())
    aside = DICE - len(thrown) - sum(len(line.dice) for line in lines)
    return put(sitting, dice=dice(thrown), to_throw=0, set_aside=aside, siege=siege, filled=lines)


def load(sitting: Sitting, *throws: str) -> Sitting:
    """The next throws fall like this."""
    sitting.draws = Loaded(throws, sitting.draws.slots)
    return sitting


def state(sitting: Sitting) -> State:
    game = sitting.table.game
    assert isinstance(game, State)
    return game


def act(sitting: Sitting, action: Action) -> list[Event]:
    """The events that an action of the seat to act records."""
    return [logged.event for logged in sitting.act(sitting.table.to_act[0], action)]


def throw(sitting: Sitting) -> list[Event]:
    return act(sitting, RollDice())


def fill(sitting: Sitting, castle: str, line: int, letters: str) -> list[Event]:
    return act(sitting, FillLine(castle, line, dice(letters)))


def aside(sitting: Sitting) -> list[Event]:
    return act(sitting, SetAside())


def legal(sitting: Sitting) -> list[Action]:
    return list(sitting.legal(sitting.table.to_act[0]))


def fillings(sitting: Sitting, castle: str) -> list[tuple[int, tuple[str, ...]]]:
    """The legal fillings of a castle as (line, dice)."""
    return [(a.line, a.dice) for a in legal(sitting) if isinstance(a, FillLine) and a.castle == castle]


def attackable(sitting: Sitting) -> set[str]:
    return {a.castle for a in legal(sitting) if isinstance(a, FillLine)}


def refused(sitting: Sitting, action: Action) -> str:
    """The clause that refuses an action; nothing is recorded."""
    version = sitting.table.version
    try:
        act(sitting, action)
    except IllegalAction as refusal:
        assert sitting.table.version == version
        assert action not in legal(sitting)
        return refusal.rule
    raise AssertionError(f"{action} was accepted")


def cited(sitting: Sitting, kind: type[Event]) -> set[str]:
    """The clauses cited by the last event of a type."""
    return set(next(it.rules for it in reversed(sitting.log) if type(it.event) is kind))
