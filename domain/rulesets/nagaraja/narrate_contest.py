"""Sentences for phases 1 and 2: cards laid, sticks thrown, Nagas and amulets spent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.hidden import Opened
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.effects import RULES
from domain.rulesets.nagaraja.phrases import effect_said, step_said, stick_named, sticks_named
from domain.sentence import Seat, Sentence, say


def _cards_chosen(event: e.CardsChosen) -> Sentence:
    if not event.count:
        return say("{seat} has no card to lay.", seat=Seat(event.seat))
    if event.more:
        return say("{seat} lays a card face down and another one is to follow.", seat=Seat(event.seat))
    return say(
        "{seat} lays a card face down.",
        plural="{seat} lays {n} cards face down.",
        count=event.count,
        seat=Seat(event.seat),
        n=event.count,
    )


def _cards_turned_up(event: e.CardsTurnedUp) -> Sentence:
    one, two = (_cards_of(seat, cards) for seat, cards in enumerate(event.cards, 1))
    return say("The cards are turned up: {one}; {two}.", one=one, two=two)


def _cards_of(seat: int, cards: Sequence[Opened[str]]) -> Sentence:
    if not cards:
        return say("{seat} has none", seat=Seat(seat))
    return say("{seat} has {cards}", seat=Seat(seat), cards=tuple(card.value for card in cards))


def _sticks_thrown(event: e.SticksThrown) -> Sentence:
    one, two = (
        _throw_of(seat, *thrown)
        for seat, thrown in enumerate(zip(event.sticks, event.points, event.nagas, strict=True), 1)
    )
    return say("{one}; {two}.", one=one, two=two)


def _throw_of(seat: int, sticks: Sequence[str], points: int, nagas: int) -> Sentence:
    if not sticks:
        return say("{seat} throws nothing", seat=Seat(seat))
    return say(
        "{seat} throws {sticks} (fate points: {n}, Nagas: {nagas})",
        seat=Seat(seat),
        sticks=sticks_named(sticks),
        n=points,
        nagas=nagas,
    )


LACKS: Mapping[e.Lack, str] = {
    "naga": "{seat} has neither a Naga nor an amulet",
    "card": "{seat} has neither a card nor an amulet",
    "naga-and-card": "{seat} has neither a Naga nor a card nor an amulet",
}
"""Why somebody can do nothing, as all can see (naga.1)."""


def _skipped(event: e.ConfrontationSkipped) -> Sentence:
    one, two = (say(LACKS[lack], seat=Seat(seat)) for seat, lack in enumerate(event.lacks, 1))
    return say("There is no confrontation: {one}; {two}.", one=one, two=two)


def _activated(event: e.CardActivated) -> Sentence:
    values: dict[str, Any] = {
        "seat": Seat(event.seat),
        "card": event.card.value,
        "does": effect_said(event.effect),
    }
    if event.target == event.seat:
        return say("{seat} activates {card}: {does}.", **values)
    if event.target:
        return say("{seat} activates {card} against {target}: {does}.", target=Seat(event.target), **values)
    return say("{seat} activates {card} for a player of choice: {does}.", **values)


def _goes_on(event: e.EffectGoesOn) -> Sentence:
    values: dict[str, Any] = {"card": event.card, "does": step_said(event.does)}
    if RULES[event.does.do].choices is None:
        return say("{card} goes on: {does}.", **values)
    return say("{card} goes on, and {seat} chooses: {does}.", seat=Seat(event.chooser), **values)


def _carried_out(event: e.EffectCarriedOut) -> Sentence:
    return say(
        "The effect of {card} is carried out; {seat} is next.", card=event.card, seat=Seat(event.next_seat)
    )


def _passed(event: e.Passed) -> Sentence:
    if event.by_himself:
        return say("{seat} passes.", seat=Seat(event.seat))
    return say("{why} and so passes.", why=say(LACKS[event.lacks], seat=Seat(event.seat)))


USES: Mapping[e.AmuletUse, str] = {
    "naga": "{seat} plays the amulet {amulet} as a Naga.",
    "fate-points": "{seat} plays the amulet {amulet} for fate points, which takes the turn.",
    "draw-cards": "{seat} plays the amulet {amulet} to draw cards.",
}


def _amulet_played(event: e.AmuletPlayed) -> Sentence:
    return say(USES[event.does], seat=Seat(event.seat), amulet=event.amulet.value)


def _points_added(event: e.FatePointsAdded) -> Sentence:
    return say(
        "{seat} adds a fate point and has {total}.",
        plural="{seat} adds {n} fate points and has {total}.",
        count=event.points,
        seat=Seat(event.seat),
        n=event.points,
        total=event.total,
    )


def _of_sticks(one: str, many: str) -> Callable[[Any], Sentence]:
    """A sentence about one stick or many: how they lie, how they lay before, and the fate points after it."""

    def sentence(event: Any) -> Sentence:
        fields = [name for name in ("before", "sticks") if name in event.__struct_fields__]
        lying = {name: sticks_named(getattr(event, name)) for name in fields}
        return say(one, plural=many, count=len(event.sticks), seat=Seat(event.seat), n=event.total, **lying)

    return sentence


CONTEST: dict[type, Callable[[Any], Sentence]] = {
    e.CardsChosen: _cards_chosen,
    e.CardsTurnedUp: _cards_turned_up,
    e.SticksThrown: _sticks_thrown,
    e.ConfrontationSkipped: _skipped,
    e.NagaSpent: lambda event: say(
        "{seat} spends a Naga: {stick}.", seat=Seat(event.seat), stick=stick_named(event.stick)
    ),
    e.CardActivated: _activated,
    e.EffectGoesOn: _goes_on,
    e.EffectCarriedOut: _carried_out,
    e.Passed: _passed,
    e.AmuletPlayed: _amulet_played,
    e.FatePointsAdded: _points_added,
    e.SticksDiscarded: _of_sticks(
        "{seat} loses a stick: {sticks}; fate points left: {n}.",
        "{seat} loses sticks: {sticks}; fate points left: {n}.",
    ),
    e.StickNamed: lambda event: say(
        "{seat} names a stick: {stick}.", seat=Seat(event.seat), stick=stick_named(event.stick)
    ),
    e.MoreSticksThrown: _of_sticks(
        "{seat} throws one more stick: {sticks}; fate points now: {n}.",
        "{seat} throws more sticks: {sticks}; fate points now: {n}.",
    ),
    e.SticksThrownAgain: _of_sticks(
        "{seat} throws a stick again: {before} becomes {sticks}; fate points now: {n}.",
        "{seat} throws sticks again: {before} become {sticks}; fate points now: {n}.",
    ),
}
