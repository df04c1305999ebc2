"""Everything that any ruleset says is in its Polish catalogue, with its plural forms."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.wording import check_polish, everything_that_is_said_is_said_in_polish
from domain.ruleset import Ruleset
from domain.rulesets import registry
from tests.rulesets.fixtures import all_fixtures, logged_events

every_ruleset = pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))
test_everything_that_is_said_is_said_in_polish = every_ruleset(everything_that_is_said_is_said_in_polish)


@pytest.mark.soak
@every_ruleset
def test_so_is_everything_in_the_fixture_matches(ruleset: Ruleset[Any]) -> None:
    matches = all_fixtures(ruleset)
    check_polish(ruleset, ([it for it, _ in logged_events(ruleset, fixture)] for _, fixture in matches))
