"""The button labels: what each action does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.ruleset import Action
from domain.rulesets.touche import actions as a
from domain.rulesets.touche.state import Pattern
from domain.rulesets.touche.terms import SETS, card_name, kind_of, one_card, pattern
from domain.sentence import Sentence, Term, say


def _choose(action: a.ChooseSet) -> Sentence:
    chosen = Term(SETS[action.set])
    if not action.kinds:
        return say("Choose {set}", set=chosen)
    kinds = tuple(kind_of(kind) for kind in action.kinds)
    return say("Choose {set}: {kinds}", set=chosen, kinds=kinds)


def _crown(action: a.CrownPattern) -> Sentence:
    return say("Crown {pattern}", pattern=pattern(Pattern(action.kind, action.fields)))


def _exchange(action: a.ExchangeDead) -> Sentence:
    return say(
        "Exchange a dead card: {cards}",
        plural="Exchange dead cards: {cards}",
        count=len(action.cards),
        cards=tuple(card_name(face) for face in action.cards),
    )


def prompt(legal: Sequence[Action]) -> Sentence:
    """What the player with these legal actions has to do."""
    types = {type(action) for action in legal}
    if a.ChooseSet in types:
        return say("Choose the patterns that have to be made.")
    if a.CrownPattern in types:
        return say("Several patterns are complete: choose the one to crown.")
    if a.Pass in types:
        return say("No card can be laid and none is dead: pass.")
    if a.LayCard not in types:
        return say("No card can be laid: exchange dead cards.")
    if a.ExchangeDead not in types:
        return say("Lay a card of your hand on a field.")
    return say("Lay a card of your hand on a field, or exchange dead cards.")


DESCRIPTIONS: dict[type, Callable[[Any], Sentence]] = {
    a.ChooseSet: _choose,
    a.LayCard: lambda lay: say("Lay {card} on {field}", card=one_card(lay.card), field=lay.field),
    a.CrownPattern: _crown,
    a.ExchangeDead: _exchange,
    a.Pass: lambda _: say("Pass"),
}
