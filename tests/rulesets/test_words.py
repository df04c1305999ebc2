"""Everything that any ruleset says is in its Polish catalogue, with its plural forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.state import Logged
from tests.rulesets.fixtures import all_fixtures, logged_events
from tests.rulesets.kit import Sitting
from tests.rulesets.words import argued, narrated, polish, saying_otherwise, untranslated


def logs(ruleset: Ruleset[Any]) -> list[list[Logged]]:
    """Of the fixture matches, and of a game in every setup."""
    matches = [[it for it, _ in logged_events(ruleset, fixture)] for _, fixture in all_fixtures(ruleset)]
    games = [Sitting(ruleset, seats, options, "words") for seats, options in ruleset.setups()]
    return [*matches, *(game.play_out().log for game in games)]


def events(ruleset: Ruleset[Any], log: list[Logged]) -> Iterator[Any]:
    return (logged.event for logged in log if type(logged.event) in ruleset.events)


@pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))
def test_everything_that_is_said_is_said_in_polish(ruleset: Ruleset[Any]) -> None:
    catalogue = polish(ruleset)
    for log in logs(ruleset):
        assert narrated(ruleset, events(ruleset, log)) | argued(ruleset, log) <= set(catalogue)
    assert untranslated(catalogue) == saying_otherwise(catalogue) == []
