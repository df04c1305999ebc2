"""What is refused has a reason, whatever is asked for; a fault of the rules is no reason and comes to light."""

from __future__ import annotations

import random
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest

from conformance.kit import Sitting, mixed
from domain.hidden import redact
from domain.play import Play
from domain.ruleset import Action, Ruleset
from domain.rulesets import registry
from domain.table.decisions import refusal_of
from tests.rulesets.test_defaults import Bid, Bids, Table

WORDS = ("", "zzz", "a1", "joker", "axx", "brown-4", "nope-4", "-", "\x00", "x" * 300)
NUMBERS = (0, 1, 3, -1, 99, 1 << 60)
MOVES = 40
EVERY = 4
"""Actions of each type that are tried at each decision."""


@pytest.mark.parametrize(
    "error", [KeyError, IndexError, ValueError, AssertionError, TypeError, ZeroDivisionError]
)
def test_an_error_of_the_rules_comes_to_light(error: type[Exception]) -> None:
    class Faulty(Bids):
        editions = {"1": None}  # type: ignore[dict-item]

        def decide(self, play: Play[Table], seat: int, action: Any) -> None:
            raise error("a fault of the rules")

    state = Table(((1,), (1,)), (None, None))
    with pytest.raises(error, match="a fault of the rules"):
        refusal_of(Faulty(), state, 1, Bid(7))
    assert refusal_of(Faulty(), state, 1, Bid("seven")).rule == "table.legal"  # type: ignore[arg-type]
    assert refusal_of(Faulty(), state, 1, Bid(object())).rule == "table.legal"  # type: ignore[arg-type]
    assert refusal_of(Faulty(), state, 1, "bid 7").rule == "table.legal"


@pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))
def test_whatever_is_asked_for_in_good_form_is_refused_by_a_clause(ruleset: Ruleset[Any]) -> None:
    """Names of things that do not exist, far too large numbers, actions of another stage: never an error."""
    for n, (seats, options) in enumerate(ruleset.setups()):
        sitting, rng = Sitting(ruleset, seats, options, f"refused {n}"), random.Random(n)
        for move, table in enumerate(sitting.play(mixed, random.Random(n), MOVES)):
            for seat in table.to_act if move % 5 == 0 else ():
                _check_refused(sitting, seat, rng)


def _check_refused(sitting: Sitting, seat: int, rng: random.Random) -> None:
    ruleset, game = sitting.ruleset, redact(sitting.table.game, seat)
    legal = {*sitting.legal(seat)}
    for cls in ruleset.actions * EVERY:
        action = ruleset.ordered(_any(cls, rng))
        if action not in legal:
            refused = refusal_of(ruleset, game, seat, action)
            assert refused.rule == "table.legal" or refused.rule in ruleset.clauses, action


def _any(cls: type[Action], rng: random.Random) -> Action:
    hints = get_type_hints(cls, include_extras=True)
    return cls(**{name: _value(hints[name], rng) for name in cls.__struct_fields__})


def _value(hint: Any, rng: random.Random) -> Any:
    """Something of a type, as its reader lets it through."""
    if get_origin(hint) is Annotated:
        (meta,) = hint.__metadata__
        return _value(hint.__origin__, rng) if meta.ge is None else rng.randint(meta.ge, meta.le)
    if get_origin(hint) is Literal:
        return rng.choice(get_args(hint))
    if get_origin(hint) is tuple:
        return tuple(_value(get_args(hint)[0], rng) for _ in range(rng.randrange(4)))
    return rng.choice({str: WORDS, int: NUMBERS, bool: (True, False)}[hint])
