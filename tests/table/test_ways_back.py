"""Going back: by undo, and by a ruling past dice and cards; what counts on, and where draws go on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.kit import Sitting, mixed
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table import decisions, seating
from domain.table import events as t
from domain.table.actors import TABLE
from domain.table.fold import Fold, fold
from domain.table.line import draws_of
from domain.table.referee import events as e
from domain.table.state import Table
from domain.table.undo import frontier
from projections.replay import frames
from projections.sentences import Renderer

RULESETS = [pytest.param(ruleset, id=ruleset.id) for ruleset in registry().values()]
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def sit(ruleset: Ruleset[Any], seed: str = "ways back") -> Sitting:
    seats, options = ruleset.setups()[0]
    return Sitting(ruleset, seats, options, seed)


def take(sitting: Sitting, folding: Fold) -> None:
    sitting.log += folding.recorded
    sitting.table = folding.table()


def ruled_back(sitting: Sitting, to_version: int, ruling: int = 1, rng: Any = "fresh") -> None:
    """A case from its opening to its ruling's becoming final: the table goes back."""
    folding = Fold(sitting.ruleset, sitting.table)
    folding.log = sitting.log
    folding.begin_action(TABLE)
    remedy = e.Remedy(to_version=to_version)
    folding.record(e.DisputeOpened(ruling, 1, 2, (), "back-up", "", 1))
    folding.record(e.Ruled(ruling, ruling, 1, "backed-up", (), "", 1, remedy))
    folding.record(e.RulingFinal(ruling, ruling))
    folding.record(t.Rewound(to_version, ruling=ruling, rng=rng))
    take(sitting, folding)


def slots_used(sitting: Sitting) -> list[tuple[int, int]]:
    return [(draw.epoch, draw.slot) for logged in sitting.log for draw in draws_of(logged.event)]


@every_ruleset
@pytest.mark.parametrize("seed", range(3))
def test_a_ruling_goes_back_to_any_action_and_no_slot_serves_twice(ruleset: Ruleset[Any], seed: int) -> None:
    """Twice in one game, which is played to the end afterwards."""
    sitting, rng = sit(ruleset, f"back {seed}"), random.Random(seed)
    for ruling in (1, 2):
        then = list(sitting.play(mixed, rng, 12))
        before = rng.choice(then)
        ruled_back(sitting, before.version, ruling)
        now = sitting.table
        assert (now.game, now.to_act, now.outcome) == (before.game, before.to_act, None)
        assert (now.slots.epoch, now.slots.slot) == now.slots.used.next_unused(now.setup.draw_count)
        assert (now.undo.steps, now.undo.barrier, now.account.fresh) == ((), "ruled", ruling)
        assert fold(ruleset, sitting.log) == now
    sitting.play_out(seed=seed)
    assert fold(ruleset, sitting.log) == sitting.table
    assert len(set(slots_used(sitting))) == len(slots_used(sitting))


def test_a_throw_by_a_ruling_is_counted_also_when_it_is_taken_back() -> None:
    sitting = sit(registry()["age-of-war"])
    start, seat = sitting.table.version, sitting.table.to_act[0]
    [thrown] = sitting.act(seat, sitting.legal(seat)[0])
    folding = Fold(sitting.ruleset, sitting.table)
    folding.begin_action(TABLE)
    for event in (
        e.DisputeOpened(1, 1, 2, (), "correction", "", 1),
        e.Ruled(1, 1, 1, "corrected", (), "", 2),
    ):
        folding.record(event)
    folding.record(e.RulingFinal(1, 1))
    folding.record(thrown.event)
    take(sitting, folding)
    assert sitting.table.account.fresh == 1
    ruled_back(sitting, start, 2)
    assert sitting.table.account.fresh == 2
    assert fold(sitting.ruleset, sitting.log) == sitting.table


@every_ruleset
def test_where_nothing_was_drawn_since_the_slots_go_on_as_they_stood(ruleset: Ruleset[Any]) -> None:
    sitting = sit(ruleset)
    start, slot = sitting.table.version, (sitting.table.slots.epoch, sitting.table.slots.slot)
    sitting.act(sitting.table.to_act[0], sitting.legal(sitting.table.to_act[0])[0])
    ruled_back(sitting, start, rng="same")
    assert (sitting.table.slots.epoch, sitting.table.slots.slot, sitting.table.account.fresh) == (*slot, 0)
    assert fold(ruleset, sitting.log) == sitting.table


def in_romans(actions: int) -> tuple[Sitting, list[Table]]:
    sitting = sit(registry()["romans"])
    return sitting, list(sitting.play(mixed, random.Random(4), actions))


def test_what_is_not_the_games_to_undo_counts_on() -> None:
    sitting, then = in_romans(5)
    take(sitting, seating.reassign_seat(sitting.ruleset, sitting.table, t.SeatReassigned(1, "A" * 43)))
    take(sitting, decisions.suspend(sitting.ruleset, sitting.table))
    folding = Fold(sitting.ruleset, sitting.table)
    folding.begin_action(TABLE)
    folding.record(t.RulesChanged(99))
    take(sitting, folding)
    ruled_back(sitting, then[1].version)
    assert sitting.table.rules == 99
    assert sitting.table.seats.keys == {1: "A" * 43}
    assert sitting.table.status == "suspended"
    assert fold(sitting.ruleset, sitting.log) == sitting.table


def test_a_request_to_undo_falls_and_its_number_is_not_given_again() -> None:
    sitting, then = in_romans(4)
    seat = sitting.table.undo.steps[-1].seat
    request = decisions.request_undo(
        sitting.ruleset, sitting.table, 3 - seat, sitting.table.undo.steps[-1].version
    )
    take(sitting, request)
    assert sitting.table.undo.request is not None
    ruled_back(sitting, then[0].version)
    assert sitting.table.undo.request is None
    assert sitting.table.undo.requests == 1
    assert fold(sitting.ruleset, sitting.log) == sitting.table


def test_undo_goes_on_after_a_ruling_and_never_past_it() -> None:
    sitting, then = in_romans(6)
    ruled_back(sitting, then[2].version)
    ruled = sitting.table.version
    assert frontier(sitting.table, 1).barrier == "ruled"
    seat = sitting.table.to_act[0]
    sitting.act(seat, sitting.legal(seat)[0])
    assert frontier(sitting.table, seat).free == (ruled,)
    sitting.undo(seat)
    assert sitting.table.game == then[2].game
    assert fold(sitting.ruleset, sitting.log) == sitting.table


def test_the_replay_tells_what_was_taken_back_and_what_counts_on() -> None:
    sitting, then = in_romans(4)
    ruled_back(sitting, then[2].version)
    replayed = frames(sitting.ruleset, sitting.log, lambda version: None, Renderer(sitting.ruleset, "en", {}))
    marks = {frame.type: frame.marks for frame in replayed[then[2].version :]}
    assert marks["warrior-placed"] == ("taken-back",)
    assert marks["dispute-opened"] == marks["ruled"] == marks["ruling-final"] == ()
    assert marks["rewound"] == ("ruling",)
