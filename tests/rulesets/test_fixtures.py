"""Fixture matches replay to the same states, and every way to end has one."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.fold import Fold
from tests.rulesets.fixtures import Fixture, all_fixtures, logged_events
from tests.rulesets.kit import state_hash

FIXTURES = [
    pytest.param(ruleset, fixture, id=f"{ruleset.id}-{name.removesuffix('.json.gz')}")
    for ruleset in registry().values()
    for name, fixture in all_fixtures(ruleset)
]


@pytest.mark.parametrize(("ruleset", "fixture"), FIXTURES)
def test_fixture_replays_to_the_same_state_at_every_version(ruleset: Ruleset[Any], fixture: Fixture) -> None:
    folding = Fold(ruleset)
    for logged, expected in logged_events(ruleset, fixture):
        folding.read([logged])
        if expected:
            assert state_hash(folding.game) == expected, f"version {logged.version}: {logged.event}"
    outcome = folding.table().outcome
    assert outcome is not None
    assert outcome.reason == fixture.reason


@pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))
def test_every_end_reason_has_a_fixture(ruleset: Ruleset[Any]) -> None:
    reasons = {fixture.reason for _, fixture in all_fixtures(ruleset)}
    assert reasons == set(ruleset.end_reasons)
