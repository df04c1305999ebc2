"""Everything that any ruleset says is in its Polish catalogue, with its plural forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.ruleset import Ruleset
from domain.rulesets import registry
from tests.rulesets.fixtures import all_fixtures, logged_events
from tests.rulesets.kit import Sitting
from tests.rulesets.words import polish, saying_less, told, untranslated


def events(ruleset: Ruleset[Any]) -> Iterator[Any]:
    """Of the fixture matches, and of a game in every setup."""
    logs = [[logged for logged, _ in logged_events(ruleset, fixture)] for _, fixture in all_fixtures(ruleset)]
    logs += [Sitting(ruleset, seats, options, "words").play_out().log for seats, options in ruleset.setups()]
    return (logged.event for log in logs for logged in log if type(logged.event) in ruleset.events)


@pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))
def test_everything_that_is_said_is_said_in_polish(ruleset: Ruleset[Any]) -> None:
    catalogue = polish(ruleset)
    assert told(ruleset, events(ruleset)) <= set(catalogue)
    assert untranslated(catalogue) == saying_less(catalogue) == []
