"""What one sees of an action on the board and its label leaves out, for people who hear it."""

from __future__ import annotations

from typing import Any

from domain.by_seat import of_seat
from domain.rulesets.romans import actions as a
from domain.rulesets.romans.choices import weakest
from domain.rulesets.romans.components import AXX
from domain.rulesets.romans.names import FORTS, WARRIORS, warriors
from domain.rulesets.romans.state import Clan, State, at_forts, the_seventh
from domain.rulesets.romans.texts import TEXTS
from domain.sentence import Sentence, say


def aloud(state: State, seat: int, action: Any) -> list[Sentence]:
    clan = of_seat(state.clans, seat)
    match action:
        case a.PlaceWarrior(warrior=warrior, fort=place):
            return [_strength(state, warrior), _fort(state, state.wall[place - state.first_place])]
        case a.DiscardWarrior(warrior=warrior) | a.DiscardRevealed(warrior=warrior):
            return [_strength(state, warrior)]
        case a.WithdrawWarrior(fort=place):
            return [_warrior(state, at_forts(clan)[place])]
        case a.SealOrders():
            return _orders(clan)
        case a.Seduce(clan=name):
            return [_warrior(state, state.clan(name).fresh)]
        case a.TakeFort(place=place):
            return _ability(state, state.wall[place - state.first_place])
        case a.KeepAxx():
            return [_strength(state, AXX)]
        case a.KeepWarrior():
            return [_warrior(state, weakest(state, clan.whole_line))]
        case a.DiscardFort(fort=fort):
            return [_fort(state, fort)]
    return []


def _strength(state: State, warrior: str) -> Sentence:
    return say("strength {n}", n=state.box.strength[warrior])


def _warrior(state: State, warrior: str) -> Sentence:
    return say("{warrior}, strength {n}", warrior=WARRIORS[warrior], n=state.box.strength[warrior])


def _fort(state: State, fort: str) -> Sentence:
    n = state.box.value[fort]
    return say("{fort}, {n} point", plural="{fort}, {n} points", count=abs(n), fort=FORTS[fort], n=n)


def _ability(state: State, fort: str) -> list[Sentence]:
    return [_fort(state, fort), TEXTS[state.box.fort[fort].kind]]


def _orders(clan: Clan) -> list[Sentence]:
    """All six as they lie, and the seventh if it was put away by hand."""
    lying = tuple(warrior for _, warrior in sorted(at_forts(clan).items()))
    laid = say("from the left: {warriors}", warriors=warriors(lying))
    seventh = the_seventh(clan)
    return [laid, say("put away: {warrior}", warrior=WARRIORS[seventh])] if seventh else [laid]
