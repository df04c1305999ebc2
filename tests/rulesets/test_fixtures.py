"""Fixture matches replay to the same states and are decided alike, and every way to end has one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from conformance.kit import state_hash
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.fold import Fold
from tests.rulesets.fixtures import (
    DecidedOtherwise,
    Fixture,
    all_fixtures,
    check_decided_alike,
    committed_text,
    logged_events,
    recorded,
    replayed_text,
)
from tests.rulesets.match_text import differences

FIXTURES = [
    (ruleset, name, fixture) for ruleset in registry().values() for name, fixture in all_fixtures(ruleset)
]
IDS = [f"{ruleset.id}-{name}" for ruleset, name, _ in FIXTURES]
LONG = {"touche-two-at-random", "touche-two-without-end", "touche-six-in-pairs"}
"""Matches that are decided anew in the soak alone. Every day are the others, for in large setups nothing else tries the rules."""
every_fixture = pytest.mark.parametrize(("ruleset", "name", "fixture"), FIXTURES, ids=IDS)


@every_fixture
def test_fixture_replays_to_the_same_state_at_every_version(
    ruleset: Ruleset[Any], name: str, fixture: Fixture
) -> None:
    folding = Fold(ruleset)
    for logged, expected in logged_events(ruleset, fixture):
        folding.read([logged])
        if expected:
            assert state_hash(folding.game) == expected, f"version {logged.version}: {logged.event}"
    outcome = folding.table().outcome
    assert outcome is not None
    assert outcome.reason == fixture.reason


@pytest.mark.parametrize(
    ("ruleset", "name", "fixture"),
    [
        pytest.param(*given, id=id, marks=pytest.mark.soak if id in LONG else ())
        for given, id in zip(FIXTURES, IDS, strict=True)
    ],
)
def test_fixture_is_decided_alike_from_what_was_asked_for(
    ruleset: Ruleset[Any], name: str, fixture: Fixture
) -> None:
    """First what was decided, to distinguish a change of rules from one of words."""
    was, (sitting, now) = committed_text(ruleset, name), replayed_text(ruleset, name)
    check_decided_alike(ruleset, name, was, now)
    anew = f"record anew: python -m tests.rulesets.fixtures {ruleset.id}"
    assert next(differences(was, now), None) is None, f"match {name} has another text: {anew}"
    assert sitting is not None
    stored = msgspec.json.decode(msgspec.json.encode(recorded(ruleset, sitting)), type=Fixture)
    assert (stored == fixture) is True, f"match {name} would be stored differently: {anew}"


def test_a_match_may_only_be_decided_otherwise_under_another_revision() -> None:
    ruleset = next(iter(registry().values()))
    was = ["game match: rules 1, 2 seats", "> seat 1: throw {}", "2 thrown {} | war.turn.1", "  Anna throws."]
    for line, change in ((1, "> seat 2: throw {}"), (2, "2 thrown {} | war.turn.2")):
        now = [*was[:line], change, *was[line + 1 :]]
        with pytest.raises(DecidedOtherwise, match="raise `rules`"):
            check_decided_alike(ruleset, "match", was, now)
        check_decided_alike(ruleset, "match", ["game match: rules 0, 2 seats", *was[1:]], now)
    check_decided_alike(ruleset, "match", was, [*was[:3], "  Anna rolls."])
    with pytest.raises(DecidedOtherwise, match="2 lines were, 1 are"):
        check_decided_alike(ruleset, "match", was, was[:2])


def test_choices_are_decided_and_views_are_told() -> None:
    """A rule that allows more needs another revision; a view that shows more is a difference of the text alone."""
    ruleset = next(iter(registry().values()))
    head, choices, views, action = (
        "game match: rules 1",
        "? seat 1 has 3 0a",
        "  views: 1 0b",
        "> seat 1: throw {}",
    )
    was, more = [head, choices, views, action], [head, "? seat 1 has 4 0c", views, action]
    with pytest.raises(DecidedOtherwise, match="seat 1 has 4 0c"):
        check_decided_alike(ruleset, "match", was, more)
    others = [head, choices, "  views: 1 0d", action]
    check_decided_alike(ruleset, "match", was, others)
    assert len(list(differences(was, others))) == 1


def test_an_edition_may_not_change_in_place() -> None:
    ruleset = next(iter(registry().values()))
    was, now = ([f"game match: rules 1, edition 2 {digest * 4}, 2 seats"] for digest in ("0a", "0b"))
    with pytest.raises(DecidedOtherwise, match="edition 2 was changed in place"):
        check_decided_alike(ruleset, "match", was, now)
    check_decided_alike(ruleset, "match", was, [now[0].replace("edition 2", "edition 3")])


def test_the_texts_name_every_decision() -> None:
    """Choices and views precede each action, in every recorded match."""
    for ruleset in registry().values():
        for name, fixture in all_fixtures(ruleset):
            lines = committed_text(ruleset, name)
            actions = [n for n, line in enumerate(lines) if line.startswith("> ")]
            assert len(actions) == len(fixture.actions) > 0
            assert all(
                lines[n - 2].startswith("? seat ") and lines[n - 1].startswith("  views: 1 ") for n in actions
            )


@pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))
def test_every_end_reason_has_a_fixture(ruleset: Ruleset[Any]) -> None:
    reasons = {fixture.reason for _, fixture in all_fixtures(ruleset)}
    assert reasons == set(ruleset.end_reasons)
