"""What each action does, as a button has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.rulesets.touche import actions as a
from domain.rulesets.touche.state import Pattern
from domain.rulesets.touche.terms import SETS, kind_of, one_card, pattern, shown
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
        cards=tuple(shown(face) for face in action.cards),
    )


DESCRIPTIONS: dict[type, Callable[[Any], Sentence]] = {
    a.ChooseSet: _choose,
    a.LayCard: lambda lay: say("Lay {card} on {field}", card=one_card(lay.card), field=lay.field),
    a.CrownPattern: _crown,
    a.ExchangeDead: _exchange,
    a.Pass: lambda _: say("Pass"),
}
