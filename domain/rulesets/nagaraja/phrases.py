"""Words that sentences and buttons share: sticks, relics, and what the steps of an effect do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from domain.rulesets.nagaraja.components import TRAP, Box, Step, colour_of, is_cursed, shows_naga, worth
from domain.sentence import Sentence, Term, say


def stick_named(stick: str) -> Sentence:
    """A stick as it lies: "brown 4", "white Naga"."""
    face = Term("Naga") if shows_naga(stick) else stick.rpartition("-")[2]
    return say("{colour} {face}", colour=Term(colour_of(stick)), face=face)


def stick_asked(box: Box, stick: str) -> Sentence | str:
    """A stick as somebody names it, who may name what is none."""
    return stick_named(stick) if colour_of(stick) in box.sticks else stick


def sticks_named(sticks: Sequence[str]) -> tuple[Sentence, ...]:
    return tuple(map(stick_named, sticks))


def lying_named(kind: str) -> Sentence:
    """What lies on a space: a tile by its kind, or the trap."""
    return say("the trap") if kind == TRAP else say("the tile {tile}", tile=kind)


def relic_named(relic: str) -> Sentence:
    if is_cursed(relic):
        return say("cursed relic {n}", n=worth(relic))
    return say("sacred relic {n}", n=worth(relic))


def effect_said(steps: Sequence[Step]) -> Sentence:
    """What an effect does, step after step, as an instruction."""
    return reduce(
        lambda first, second: say("{first}, then {second}", first=first, second=second),
        map(step_said, steps),
    )


def step_said(step: Step) -> Sentence:
    return STEPS[step.do](step)


def _counted(one: str, many: str) -> Callable[[Step], Sentence]:
    return lambda step: say(one, plural=many, count=step.number, n=step.number)


def _always(text: str) -> Callable[[Step], Sentence]:
    return lambda step: say(text)


STICKS: dict[str, tuple[str, str]] = {
    "": ("a stick", "{n} sticks"),
    "brown": ("a brown stick", "{n} brown sticks"),
    "white": ("a white stick", "{n} white sticks"),
    "green": ("a green stick", "{n} green sticks"),
}


def sticks_counted(colour: str, number: int) -> Sentence:
    """So many sticks of a colour: "2 brown sticks"."""
    one, many = STICKS[colour]
    return say(one, plural=many, count=number, n=number)


def _sticks(text: str) -> Callable[[Step], Sentence]:
    """An instruction about as many sticks of the step's colour."""
    return lambda step: say(text, sticks=sticks_counted(step.colour, step.number))


def _swap_relics(step: Step) -> Sentence:
    return say("swap two neighbouring relics") if step.adjacent else say("swap two relics")


STEPS: dict[str, Callable[[Step], Sentence]] = {
    "swap-relics": _swap_relics,
    "peek-relics": _counted("look at a face-down relic", "look at {n} face-down relics"),
    "swap-peeked": _always("swap the relic just seen with another one face down, or leave it"),
    "rotate-tile": _always("turn a room tile"),
    "swap-tiles": _always("swap two room tiles"),
    "move-tile": _always("move a room tile to another space"),
    "slide-line": _always("push a row or a column"),
    "place-trap": _always("put the trap on an empty space"),
    "discard-sticks": _sticks("discard {sticks}"),
    "add-fate-points": _counted("add a fate point", "add {n} fate points"),
    "throw-more-sticks": _sticks("throw {sticks} in addition"),
    "throw-chosen-again": _always("name own sticks and throw them again"),
    "throw-all-again": _always("choose a player, who throws all sticks again"),
    "choose-player": _always("choose a player"),
    "discard-cards": _counted("discard a card of the hand", "discard {n} cards of the hand"),
    "draw-cards": _counted("draw a card", "draw {n} cards"),
    "discard-at-random": _always("discard a card of the hand at random"),
    "take-at-random": _always("take a card of the hand at random"),
    "look-at-deck": _counted("look at the top card of the deck", "look at the top {n} cards of the deck"),
    "take-looked-at": _always("take one of the cards looked at"),
}
"""By the rule that carries the step out (see `effects`)."""
