"""The battery through rulings: games that are taken back, played again and corrected at any version, in every setup."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance import checks
from conformance.drawn_anew import Redrawn
from conformance.kit import mixed
from domain.ruleset import Ruleset
from domain.table.actors import seat_of
from domain.table.fold import fold
from domain.table.line import draws_of
from domain.table.redecide import redecided
from domain.table.referee.events import WITHOUT_REMEDY, Kind
from domain.table.refusals import Refused
from projections.replay import chapters, frames
from projections.sentences import Renderer
from tests.rulesets.judging import Judged, follow
from tests.rulesets.test_battery import every_setup

BETWEEN = 25
"""So many actions are played between two rulings."""
BARRED = 10
"""So many actions of a game in which nothing can be taken back are tried."""


def judged(ruleset: Ruleset[Any], seats: int, options: Any, seed: int, rulings: int = 4) -> Judged:
    """A game with rulings in it, and seats' undos before and after them; not to its end."""
    sitting, rng = Judged(ruleset, seats, options, f"rulings {seed}"), random.Random(seed)
    for _ in range(rulings):
        for table in sitting.play(mixed, rng, rng.randint(1, BETWEEN)):
            if table.undo.steps and rng.random() < 0.1:
                sitting.undo(table.undo.steps[-1].seat, table.undo.steps[-1].version)
        if not sitting.table.in_play:
            break
        if sitting.assessment().reachable:
            sitting.at_random(rng)
    return sitting


@every_setup
def test_conservation_replay_and_slots_through_rulings(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting = judged(ruleset, seats, options, seats)
    assert sitting.table.desk.rulings
    sitting.play_out()
    counts = None
    for logged, game in follow(ruleset, sitting.log):
        if game is not None:
            counts = counts or ruleset.conserved(game)
            assert not checks.differing(counts, ruleset.conserved(game)), logged
    assert fold(ruleset, sitting.log) == sitting.table
    slots = [(draw.epoch, draw.slot) for logged in sitting.log for draw in draws_of(logged.event)]
    assert len(set(slots)) == len(slots)


@every_setup
def test_what_a_ruling_has_judged_no_seat_takes_back(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    for kind, undo in zip(WITHOUT_REMEDY, ("free", "consent", "free"), strict=True):
        sitting = Judged(ruleset, seats, options, f"judged {kind}", undo=undo)
        table = next((it for it in sitting.play(mixed, random.Random(seats), 60) if it.undo.steps), None)
        if table is None:
            sitting = Judged(ruleset, seats, options, f"judged {kind}", undo=undo)
            assert list(sitting.play(mixed, random.Random(seats), BARRED))
            check_nothing_is_taken_back(sitting, kind)
            continue
        judged, later = table.undo.steps[0], [*table.undo.steps[1:]]
        last = judged.version + 1
        sitting.open(last, last)
        sitting.rule(kind)
        assert [*sitting.table.undo.steps] == later
        with pytest.raises(Refused) as refusal:
            sitting.undo(judged.seat, judged.version)
        assert refusal.value.more["rule"] == "referee.stands"
        assert sitting.table == fold(ruleset, sitting.log)
        sitting.act(seat := sitting.table.to_act[0], sitting.legal(seat)[0])
        for step in reversed(sitting.table.undo.steps):
            sitting.undo(step.seat, step.version)
        assert sitting.table == fold(ruleset, sitting.log)
        assert sum(len(it.recorded) for it in redecided(ruleset, sitting.log)) == len(sitting.log)


def check_nothing_is_taken_back(sitting: Judged, kind: Kind) -> None:
    """Where every action draws or shows something, as in Touché, no seat takes back any, before a ruling or after it."""
    assert checks.every_action_bars_undo(sitting)
    acted = {
        it.action: (seat_of(it.actor), it.version)
        for it in reversed(sitting.log)
        if it.actor.startswith("seat:")
    }
    assert len(acted) == BARRED + sitting.table.setup.seats, "taking a seat is an action, too"
    for ruled in (False, True):
        if ruled:
            sitting.open(sitting.table.version, sitting.table.version)
            sitting.rule(kind)
        for seat, version in acted.values():
            with pytest.raises(Refused):
                sitting.undo(seat, version - 1)


@every_setup
def test_every_log_with_rulings_follows_from_the_rules_and_a_changed_one_does_not(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting = judged(ruleset, seats, options, 10 + seats)
    checks.check_redeciding(sitting, random.Random(seats), changes=10)


@every_setup
def test_legal_actions_and_no_leak_right_after_a_ruling(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    rng, met = random.Random(seats), dict[Any, None]()
    for seed in (20, 21, 22):
        sitting = judged(ruleset, seats, options, seed + seats, rulings=2)
        if sitting.table.in_play:
            checks.check_legal_actions(sitting, met, rng)
            checks.check_no_leak(sitting, met, rng)


@every_setup
def test_after_rulings_nearly_all_that_a_viewer_cannot_know_is_drawn_anew(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    rng, redrawn = random.Random(9), Redrawn()
    for seed in range(30, 36):
        sitting = judged(ruleset, seats, options, seed, rulings=2)
        for table in [sitting.table, *sitting.play(mixed, rng, 6)]:
            if table.in_play:
                for viewer in checks.viewers(table):
                    redrawn.look(ruleset, table, viewer, rng)
    redrawn.check(ruleset.traits.redrawn)


@every_setup
def test_everything_is_told_and_seen_after_rulings(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = judged(ruleset, seats, options, 40 + seats)
    for lang in ("en", "pl"):
        teller = Renderer(ruleset, lang, {})
        replayed = frames(ruleset, sitting.log, lambda version: None, teller)
        assert all(frame.text and "{" not in frame.text for frame in replayed)
        assert {frame.marks for frame in replayed if frame.type == "rewound" and "ruling" in frame.text} <= {
            ("ruling",)
        }
        begun = [chapter.version for chapter in chapters(ruleset, sitting.log, teller)]
        taken_back = {frame.version for frame in replayed if "taken-back" in frame.marks}
        assert not taken_back & set(begun)
