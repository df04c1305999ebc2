"""Arguments: why something happened or may not happen, step by step, in the language of the table."""

from __future__ import annotations

from typing import Any, NoReturn

import msgspec

from domain.draws import Draws, Slots, Words
from domain.play import IllegalAction, Play
from domain.sentence import Sentence, say


class Step(msgspec.Struct, frozen=True):
    """One step of the argument behind an event: the clause, how it applies here, and the numbers in it."""

    clause: str
    text: Sentence
    numbers: dict[str, int] = {}


def step(clause: str, text: str, /, *, plural: str = "", count: int = 1, **values: Any) -> Step:
    """A step whose numbers are those of its sentence, under the same names."""
    return because(clause, say(text, plural=plural, count=count, **values))


def because(clause: str, text: Sentence) -> Step:
    """A step made of a whole sentence."""
    numbers = {name: value for name, value in text.values.items() if type(value) is int}
    return Step(clause, text, numbers)


def refusal(decide: Any, state: Any, seat: int, action: Any) -> IllegalAction | None:
    """Why `decide` refuses an action in this state; None if it accepts it. Nothing is recorded or drawn."""
    try:
        decide(Play(_Trial(state), _NoDraws()), seat, action)
    except _Accepted:
        return None
    except IllegalAction as refused:
        return refused
    raise AssertionError(f"{action} was neither refused nor carried out")


class _Accepted(Exception):
    """The rules have recorded or drawn something, so they accept the action."""


class _Trial:
    """A fold that stops the rules at the first event that they record."""

    slots = Slots()

    def __init__(self, game: Any) -> None:
        self.game = game

    def record(self, event: Any, rules: tuple[str, ...]) -> NoReturn:
        raise _Accepted


class _NoDraws(Draws):
    slots = 1

    def words(self, epoch: int, slot: int) -> Words:
        raise _Accepted
