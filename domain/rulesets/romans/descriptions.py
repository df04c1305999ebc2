"""The button labels: what each action does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.rulesets.romans import actions as a
from domain.rulesets.romans.names import CLANS, FORTS, WARRIORS, warriors
from domain.sentence import Sentence, say


def _keep_axx(action: a.KeepAxx) -> Sentence:
    return say("Keep Axx in the line") if action.keep else say("Discard Axx with the line")


def _keep_warrior(action: a.KeepWarrior) -> Sentence:
    return say("Keep the weakest warrior") if action.keep else say("Discard the weakest warrior too")


def _placed(action: a.PlaceWarrior) -> Sentence:
    return say("Lay {warrior} at place {place}", warrior=WARRIORS[action.warrior], place=action.fort)


def _rearranged(action: a.Rearrange) -> Sentence:
    return say("Lay the hidden warriors from the left: {warriors}", warriors=warriors(action.warriors))


DESCRIPTIONS: dict[Any, Callable[[Any], Sentence]] = {
    a.DiscardWarrior: lambda action: say(
        "Put {warrior} away as the seventh", warrior=WARRIORS[action.warrior]
    ),
    a.PlaceWarrior: _placed,
    a.WithdrawWarrior: lambda action: say("Take the warrior at place {place} back", place=action.fort),
    a.SealOrders: lambda action: say("Seal the orders"),
    a.Seduce: lambda action: say("Seduce the warrior of {clan}", clan=CLANS[action.clan]),
    a.TakeFort: lambda action: say("Take the fort at place {place}", place=action.place),
    a.KeepAxx: _keep_axx,
    a.KeepWarrior: _keep_warrior,
    a.DiscardRevealed: lambda action: say("Discard {warrior}", warrior=WARRIORS[action.warrior]),
    a.DiscardFort: lambda action: say("Give {fort} up for FortUna", fort=FORTS[action.fort]),
    a.Rearrange: _rearranged,
}
