"""Games that go on under other rules than they began with."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.kit import Sitting, at_random
from domain.rulesets.age_of_war import AgeOfWar
from domain.table import events as t
from domain.table import seating
from domain.table.fold import fold
from domain.table.foreign import Stretch, undecided
from domain.table.redecide import NotByTheRules, redecided
from domain.table.state import Logged


class Later(AgeOfWar):
    """Age of War after its rules code was changed."""

    rules = AgeOfWar.rules + 1


class Unlike(Later):
    """Age of War after a change by which a throw cites another clause."""

    def decide(self, play: Any, seat: int, action: Any) -> None:
        recorded = len(play._fold.recorded)
        super().decide(play, seat, action)
        changed = [
            Logged(it.version, it.event, it.actor, it.action, (*it.rules, "war.turn.1"))
            for it in play._fold.recorded[recorded:]
        ]
        play._fold.recorded[recorded:] = changed


def begun(actions: int = 12) -> Sitting:
    sitting = Sitting(AgeOfWar(), 2, AgeOfWar.options(), "revisions")
    for _ in sitting.play(at_random, random.Random(1), limit=actions):
        pass
    return sitting


def gone_on(ruleset: AgeOfWar, actions: int = 12) -> Sitting:
    sitting = begun()
    sitting.ruleset = ruleset
    for _ in sitting.play(at_random, random.Random(2), limit=actions):
        pass
    return sitting


def kinds(log: list[Logged]) -> list[str]:
    return [str(type(logged.event).__struct_config__.tag) for logged in log]


def test_a_game_under_one_revision_never_speaks_of_rules() -> None:
    sitting = begun()
    assert "rules-changed" not in kinds(sitting.log)
    assert sitting.log[0].event.rules == AgeOfWar.rules == sitting.table.rules  # type: ignore[attr-defined]


def test_the_first_action_under_a_new_revision_is_preceded_by_the_change_and_no_other() -> None:
    before = len(begun().log)
    sitting = gone_on(Later())
    change = sitting.log[before]
    assert change.event == t.RulesChanged(Later.rules)
    assert (change.actor, change.rules) == ("table", ())
    assert sitting.log[before + 1].action == change.action + 1, "an action of its own"
    assert kinds(sitting.log).count("rules-changed") == 1
    assert sitting.table.rules == Later.rules
    assert fold(Later(), sitting.log) == sitting.table


def test_the_change_counts_on_when_the_action_behind_it_is_taken_back() -> None:
    sitting = begun()
    sitting.ruleset = Later()
    rng = random.Random(3)
    for _ in sitting.play(at_random, rng):
        if sitting.table.undo.steps and sitting.table.rules == Later.rules:
            break
    sitting.undo(sitting.table.undo.steps[-1].seat, sitting.table.undo.steps[-1].version)
    assert sitting.table.rules == Later.rules
    assert fold(Later(), sitting.log) == sitting.table
    for _ in sitting.play(at_random, rng, limit=2):
        pass
    assert kinds(sitting.log).count("rules-changed") == 1


def test_a_game_that_begins_under_a_new_revision_says_so_before_it_begins() -> None:
    sitting = begun(actions=0)
    created = sitting.log[:1]
    ruleset = Later()
    table = fold(ruleset, created)
    seated = seating.take_seat(ruleset, table, t.SeatTaken(1), lambda _: sitting.draws)
    assert [type(logged.event) for logged in seated.recorded] == [t.RulesChanged, t.SeatTaken]


def test_each_stretch_is_judged_by_its_own_revision() -> None:
    sitting = gone_on(Unlike())
    change, last = len(begun().log), len(sitting.log) - 1
    assert undecided(Unlike(), sitting.log) == (Stretch(AgeOfWar.rules, 0, change - 1),)
    assert [*redecided(Unlike(), sitting.log)][-1].version == len(sitting.log)
    assert undecided(AgeOfWar(), sitting.log) == (Stretch(Later.rules, change + 1, last),)
    assert [*redecided(AgeOfWar(), sitting.log)][-1].version == len(sitting.log)
    with pytest.raises(NotByTheRules):
        [*redecided(Unlike(), sitting.log, by_todays_rules=True)]


def test_a_stretch_that_its_own_revision_did_not_decide_fails() -> None:
    sitting, first = gone_on(Later()), len(begun().log)
    with pytest.raises(NotByTheRules) as broken:
        [*redecided(Unlike(), sitting.log)]
    assert broken.value.version > first + 1, (
        "what was decided before the change is not this revision's to judge"
    )


def test_a_change_to_the_same_revision_is_no_change() -> None:
    sitting = begun()
    last = sitting.log[-1]
    log = [*sitting.log, Logged(last.version + 1, t.RulesChanged(AgeOfWar.rules), "table", last.action + 1)]
    with pytest.raises(NotByTheRules):
        [*redecided(AgeOfWar(), log)]


def test_what_would_go_otherwise_is_told_with_both_outcomes() -> None:
    sitting = begun()
    with pytest.raises(NotByTheRules) as broken:
        [*redecided(Unlike(), sitting.log, by_todays_rules=True)]
    logged, instead = broken.value.logged[0], broken.value.instead[0]
    assert logged.event == instead.event
    assert instead.rules == (*logged.rules, "war.turn.1")


def test_what_is_equal_and_written_otherwise_does_not_follow() -> None:
    """To Python true is 1; in an entry they are different bytes."""
    sitting = begun()
    log = list(sitting.log)
    place = next(
        n for n, it in enumerate(log) if getattr(it.event, "seat", 0) == 1 and it.actor == "seat:1" and n > 5
    )
    log[place] = replace(log[place], event=replace(log[place].event, seat=True))
    assert log == sitting.log
    with pytest.raises(NotByTheRules):
        [*redecided(AgeOfWar(), log)]
