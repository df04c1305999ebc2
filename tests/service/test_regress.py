"""Games under today's rules: what would differ is named, down to the choice, the view, the field and the clause."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import orjson
import pytest

from domain.hidden import Viewer
from domain.ruleset import Action, Edition
from domain.rulesets import registry
from domain.rulesets.age_of_war import AgeOfWar
from domain.rulesets.age_of_war import rules as war
from domain.rulesets.age_of_war.actions import SetAside
from domain.rulesets.age_of_war.events import DieSetAside
from domain.table.playthrough import Decision, first_difference
from service.operation.regress import of_file, of_store
from service.queries.auditing import audit
from tests.service.conftest import House
from tests.service.playing import play

ACTIONS = 12
Change = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture
def game(house: House) -> str:
    """A game with some dice set aside."""
    game, tokens = house.seated(draws="regress1")
    play(house, game, tokens, random.Random(3), ACTIONS)
    return game


def decisions(house: House, game: str) -> dict[int, Decision]:
    found: dict[int, Decision] = {}
    assert of_store(house.repository, game, lambda it: found.update({it.version: it})).same
    return found


def test_a_game_goes_the_same_and_every_decision_of_it_is_met(house: House, game: str) -> None:
    table = house.repository.get(game).table
    found = decisions(house, game)
    assert len(found) == ACTIONS + 1
    assert max(found) == table.version
    assert all(decision.choices for decision in found.values())


def more_choices(patch: pytest.MonkeyPatch) -> None:
    """The dice may be left lying once more: everything that was legal still is."""

    def choices(self: AgeOfWar, state: Any, seat: int) -> Sequence[Action]:
        legal = war.legal_actions(state)
        return [*legal, legal[0]] if state.set_aside else legal

    patch.setattr(AgeOfWar, "choices", choices)


def more_to_see(patch: pytest.MonkeyPatch) -> None:
    seen = AgeOfWar.view

    def view(self: AgeOfWar, state: Any, viewer: Viewer) -> Any:
        return (seen(self, state, viewer), "more") if viewer == 2 else seen(self, state, viewer)

    patch.setattr(AgeOfWar, "view", view)


@pytest.mark.parametrize(
    ("change", "said"), [(more_choices, "the choices of seat"), (more_to_see, "the view of seat 2 was")]
)
def test_other_choices_and_views_are_named_though_every_event_is_the_same(
    change: Change, said: str, house: House, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    was = decisions(house, game)
    change(monkeypatch)
    assert of_store(house.repository, game).same, "the log tells nothing of it"
    found = of_store(house.repository, game, lambda it: first_difference(was[it.version], it))
    assert not found.same
    assert found.why.startswith(said)
    assert found.version == next(
        v for v in sorted(was) if first_difference(was[v], decisions(house, game)[v])
    )


def other_field(patch: pytest.MonkeyPatch) -> None:
    def set_aside(play: Any, seat: int, _: SetAside) -> None:
        play.record(DieSetAside(seat, len(play.state.dice)), "war.turn.2")

    patch.setitem(AgeOfWar.deciders, SetAside, set_aside)


def other_clause(patch: pytest.MonkeyPatch) -> None:
    def set_aside(play: Any, seat: int, _: SetAside) -> None:
        play.record(DieSetAside(seat, len(play.state.dice) - 1), "war.turn.1")

    patch.setitem(AgeOfWar.deciders, SetAside, set_aside)


def other_event(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(AgeOfWar.deciders, SetAside, lambda play, seat, _: war._end_turn(play, conquered=False))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (other_field, "field dice_left of die-set-aside: 3 in the log, 4 today"),
        (other_clause, "clause war.turn.2 of die-set-aside in the log, war.turn.1 today"),
        (other_event, "event die-set-aside in the log, turn-ended today"),
    ],
)
def test_the_first_event_field_or_clause_that_differs_is_named(
    change: Change, said: str, house: House, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(monkeypatch)
    found = of_store(house.repository, game)
    assert (found.tried, found.first) == (True, said)
    assert found.version is not None


def test_an_edition_that_was_changed_in_place_is_named(
    house: House, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = orjson.loads(audit(house.repository, game, None))
    ruleset = registry()["age-of-war"]
    edition = ruleset.newest
    changed = Edition(edition.id, {**edition.components, "more": 1})
    monkeypatch.setattr(ruleset, "editions", {edition.id: changed})
    for found in (of_store(house.repository, game), of_file(file)):
        assert (found.tried, found.version) == (True, 1)
        assert found.why.startswith(f"edition {edition.id} was changed in place")
    monkeypatch.setattr(ruleset, "editions", {})
    assert of_file(file).why == f"edition {edition.id} is not here any more"
