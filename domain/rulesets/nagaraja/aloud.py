"""What one sees of an action on the board and its label leaves out, for people who hear it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.aloud_temples import changed, placed, relics_there
from domain.rulesets.nagaraja.arguments_contest import plays
from domain.rulesets.nagaraja.components import Box, fate
from domain.rulesets.nagaraja.game import known
from domain.rulesets.nagaraja.phrases import effect_said, sticks_counted, sticks_named
from domain.rulesets.nagaraja.state import State, total_fate
from domain.sentence import Seat, Sentence, Term, say


def aloud(state: State, box: Box, seat: int, action: Any) -> list[Sentence]:
    facts = FACTS.get(type(action))
    return facts(state, box, seat, action) if facts else []


def _sticks(box: Box, cards: Iterable[str]) -> tuple[Sentence, ...]:
    """The sticks on top of these cards: "2 brown sticks"."""
    tops = sum((Counter(box.card[card].sticks) for card in cards), Counter())
    return tuple(sticks_counted(colour, tops[colour]) for colour in box.sticks if tops[colour])


def _lays(state: State, box: Box, seat: int, action: a.ChooseCards) -> list[Sentence]:
    return [say("gives {sticks} to throw", sticks=_sticks(box, action.cards))] if action.cards else []


def _effect(box: Box, seat: int, name: str) -> list[Sentence]:
    """What an activated card does, and to whom."""
    card = box.card[name]
    whom = tuple(map(Seat, card.targets(seat)))
    return [effect_said(card.effect), say("concerns {players}", players=whom)]


def _plays(state: State, box: Box, seat: int, action: a.PlayAmulet) -> list[Sentence]:
    return _effect(box, seat, action.card) if action.card else [plays(box, action.amulet).text]


def card_said(box: Box, name: str) -> Sentence:
    """A card as its face shows it."""
    card = box.card[name]
    does, symbol = effect_said(card.effect), Term(card.symbol)
    return say(
        "{card}: {symbol}, gives {sticks}, {does}",
        card=name,
        symbol=symbol,
        sticks=_sticks(box, [name]),
        does=does,
    )


def _cards(state: State, box: Box, seat: int, action: Any) -> list[Sentence]:
    return [card_said(box, card) for card in dict.fromkeys(action.cards)]


def _keeps(state: State, box: Box, seat: int, action: a.KeepCards) -> list[Sentence]:
    """The card that goes to the opponent."""
    (given,) = (Counter(known(state.drawn)) - Counter(action.cards)).elements()
    return [say("given away is {card}", card=card_said(box, given)), *_cards(state, box, seat, action)]


def _discards(state: State, box: Box, seat: int, action: a.DiscardSticks) -> list[Sentence]:
    assert state.effect is not None
    left = total_fate(state.player(state.effect.target)) - sum(map(fate, action.sticks))
    return [say("fate points that are left: {n}", n=left)]


def _named(state: State, box: Box, seat: int, action: a.ThrowNamed) -> list[Sentence]:
    assert state.effect is not None
    return list(sticks_named(state.effect.sticks))


FACTS: dict[type, Callable[[State, Box, int, Any], list[Sentence]]] = {
    a.ChooseCards: _lays,
    a.SpendNaga: lambda state, box, seat, action: _effect(box, seat, action.card),
    a.PlayAmulet: _plays,
    a.KeepCards: _keeps,
    a.DiscardCards: _cards,
    a.TakeCard: lambda state, box, seat, action: [card_said(box, action.card)],
    a.DiscardSticks: _discards,
    a.ThrowNamed: _named,
    a.PlaceTile: placed,
    a.SwapRelics: lambda state, box, seat, action: relics_there(
        state, action.temple, action.first, action.second
    ),
    a.PeekRelics: lambda state, box, seat, action: relics_there(state, action.temple, *action.places),
    a.RotateTile: changed,
    a.SwapTiles: changed,
    a.MoveTile: changed,
    a.SlideLine: changed,
    a.PlaceTrap: changed,
}
