"""Every refusal says what it is in this position that makes its clause apply: "line 1 asks for 2 × cavalry, you have 0"."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.kit import Sitting
from conformance.words import polish, polish_of_the_table
from domain.ruleset import Ruleset
from domain.rulesets import registry
from tests.rulesets.verdicts import Verdicts
from tests.soaking import SOAKING, longer

SHARE = {"age-of-war": 0.02, "romans": 0.02, "touche": 0.01, "nagaraja": 0.2}
"""Of the moments of a game; in the soak it is each."""
SEEDS = range(3 if SOAKING else 1)


@longer
@pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))
def test_every_refusal_names_something_of_the_position_that_the_seat_may_know(ruleset: Ruleset[Any]) -> None:
    verdicts = Verdicts()
    for seed in SEEDS:
        for seats, options in ruleset.setups():
            sitting = Sitting(ruleset, seats, options, f"verdicts-{seed}-{seats}")
            verdicts.play(sitting, seed, 1 if SOAKING else SHARE[ruleset.id])
    assert verdicts.bare == []
    assert verdicts.words <= {*polish(ruleset), *polish_of_the_table()}
