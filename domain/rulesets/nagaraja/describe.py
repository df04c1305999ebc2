"""The button labels: what each action does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.phrases import stick_named, sticks_named
from domain.sentence import Seat, Sentence, Term, say


def _of_temple(text: str, *names: str) -> Callable[[Any], Sentence]:
    """A label with the temple and these fields of the action."""
    return lambda action: say(
        text, temple=Seat(action.temple), **{name: getattr(action, name) for name in names}
    )


def _choose(action: a.ChooseCards) -> Sentence:
    if not action.cards:
        return say("Lay no card")
    if action.more:
        return say("Lay {cards}, then another card", cards=action.cards)
    return say("Lay {cards}", cards=action.cards)


def _play(action: a.PlayAmulet) -> Sentence:
    if action.card:
        return say("Play the amulet {amulet} as a Naga: {card}", amulet=action.amulet, card=action.card)
    return say("Play the amulet {amulet}", amulet=action.amulet)


def _place(action: a.PlaceTile) -> Sentence:
    if not action.turns:
        return say("Put the tile on {space} as it is printed", space=action.space)
    return say("Put the tile on {space}, turned by {n}°", space=action.space, n=90 * action.turns)


def _rotate(action: a.RotateTile) -> Sentence:
    return say(
        "Turn the tile on {space} in the temple of {temple} by {n}°",
        space=action.space,
        temple=Seat(action.temple),
        n=90 * action.turns,
    )


def _move(action: a.MoveTile) -> Sentence:
    if not action.turns:
        return say("Move the tile from {space} to {to} as it lies", space=action.space, to=action.to)
    return say(
        "Move the tile from {space} to {to}, turned by {n}°",
        space=action.space,
        to=action.to,
        n=90 * action.turns,
    )


def _slide(action: a.SlideLine) -> Sentence:
    values: dict[str, Any] = {
        "line": action.line,
        "temple": Seat(action.temple),
        "direction": Term(action.direction),
    }
    if action.direction in ("left", "right"):
        return say("Push row {line} in the temple of {temple} {direction}", **values)
    return say("Push column {line} in the temple of {temple} {direction}", **values)


BUTTONS: dict[type, Callable[[Any], Sentence]] = {
    a.ChooseCards: _choose,
    a.SpendNaga: lambda action: say(
        "Spend a Naga ({stick}): activate {card}", stick=stick_named(action.stick), card=action.card
    ),
    a.Pass: lambda action: say("Pass"),
    a.PlayAmulet: _play,
    a.PlaceTile: _place,
    a.KeepCards: lambda action: say("Keep {cards}, give the other card away", cards=action.cards),
    a.SwapRelics: _of_temple(
        "Swap the relics at {first} and {second} in the temple of {temple}", "first", "second"
    ),
    a.PeekRelics: _of_temple("Look at {places} in the temple of {temple}", "places"),
    a.LeaveRelics: lambda action: say("Swap nothing"),
    a.RotateTile: _rotate,
    a.SwapTiles: _of_temple(
        "Swap the tiles on {first} and {second} in the temple of {temple}", "first", "second"
    ),
    a.MoveTile: _move,
    a.SlideLine: _slide,
    a.PlaceTrap: _of_temple("Put the trap on {space} in the temple of {temple}", "space"),
    a.DiscardSticks: lambda action: say("Discard: {sticks}", sticks=sticks_named(action.sticks)),
    a.NameStick: lambda action: say("Throw again: {stick}", stick=stick_named(action.stick)),
    a.ThrowNamed: lambda action: say("Throw the named sticks"),
    a.ChoosePlayer: lambda action: say("Choose {player}", player=Seat(action.player)),
    a.DiscardCards: lambda action: say("Discard {cards}", cards=action.cards),
    a.TakeCard: lambda action: say("Take {card}", card=action.card),
}
