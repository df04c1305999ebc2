"""Kronika's shared battery of tests, on New Game: `kronika check-ruleset new-game` runs the same."""

import pytest

from conformance.public import Case, cases
from domain.rulesets.new_game import RULESET


@pytest.mark.parametrize("case", cases(RULESET), ids=str)
def test_what_every_ruleset_promises(case: Case) -> None:
    case.run()
