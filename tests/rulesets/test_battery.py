"""The battery: what the contract in domain/ruleset.py promises, tried on every ruleset in all its setups."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import orjson
import pytest

from domain.hidden import map_hidden, redact
from domain.ruleset import Action, Ruleset
from domain.rulesets import registry
from domain.sentence import Sentence
from domain.table.fold import Fold, draw_fields, fold, opens
from domain.table.redecide import NotByTheRules, redecide
from domain.table.state import Table
from domain.table.undo import describe
from tests.rulesets.kit import Sitting, at_random, mixed, state_hash
from tests.rulesets.mutations import changed_event, mutations

SETUPS = [
    pytest.param(ruleset, seats, options, id=f"{ruleset.id}-{seats}-{n}")
    for ruleset in registry().values()
    for n, (seats, options) in enumerate(ruleset.setups())
]
every_setup = pytest.mark.parametrize(("ruleset", "seats", "options"), SETUPS)
CHECKED = 40
"""Versions looked at closely in each game; every version is folded."""


def sit(ruleset: Ruleset[Any], seats: int, options: Any, seed: str = "battery") -> Sitting:
    return Sitting(ruleset, seats, options, f"{seed}-{seats}")


def moments(sitting: Sitting, seed: int = 1) -> Iterator[Table]:
    """Tables spread over a whole game, while it is played."""
    rng = random.Random(seed)
    for n, table in enumerate(sitting.play(mixed, rng)):
        if n < CHECKED // 2 or rng.random() < 0.1:
            yield table


def viewers(table: Table) -> list[int | None]:
    return [None, *range(1, table.setup.seats + 1)]


@every_setup
def test_random_play_ends_with_an_outcome(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = sit(ruleset, seats, options)
    actions = sum(1 for _ in sitting.play(at_random, random.Random(seats)))
    table = sitting.table
    assert table.status == "finished"
    assert actions <= ruleset.traits.longest
    assert ruleset.to_act(table.game) == ()
    outcome = table.outcome
    assert outcome is not None
    assert outcome.reason in ruleset.end_reasons
    assert sorted(s for rank in outcome.ranking for s in rank) == list(range(1, seats + 1))
    assert set(outcome.winners) <= set(range(1, seats + 1))


@every_setup
def test_conservation_at_every_version(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = sit(ruleset, seats, options).play_out()
    folding, counts = Fold(ruleset), None
    for logged in sitting.log:
        folding.read([logged])
        if folding.game is not None:
            now = ruleset.conserved(folding.game)
            assert counts in (None, now), f"version {logged.version}: {logged.event}"
            counts = now
    assert counts


@every_setup
def test_replay_gives_the_same_state_at_every_version(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting = sit(ruleset, seats, options)
    seen = {table.version: table for table in moments(sitting)}
    seen[sitting.table.version] = sitting.table
    folding, types = Fold(ruleset), ruleset.event_types
    for logged in sitting.log:
        cls = type(logged.event)
        event = msgspec.json.decode(msgspec.json.encode(logged.event), type=cls)
        assert event == logged.event
        assert cls.__module__.startswith("domain.table") or types[cls.__struct_config__.tag] is cls
        folding.read([msgspec.structs.replace(logged, event=event)])
        if logged.version in seen:
            assert folding.table() == seen[logged.version]
    assert fold(ruleset, sitting.log) == sitting.table


@every_setup
def test_legal_actions_are_complete_and_exact(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting, rng = sit(ruleset, seats, options), random.Random(5)
    met: dict[Action, None] = {}
    for table in moments(sitting, seed=2):
        before = state_hash(table.game)
        for seat in range(1, seats + 1):
            legal = sitting.legal(seat)
            assert bool(legal) == (seat in table.to_act)
            assert len(legal) <= 400
            assert len(set(legal)) == len(legal)
            for action in rng.sample(legal, min(len(legal), 25)):
                assert sitting.refusal(seat, action) is None
            met.update(dict.fromkeys(legal))
            for wrong in mutations(ruleset, list(met), legal, rng):
                assert sitting.refusal(seat, wrong) is not None, f"accepted {wrong} of seat {seat}"
        assert state_hash(table.game) == before


@every_setup
def test_no_leak_when_unknown_secrets_are_drawn_anew(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting, rng = sit(ruleset, seats, options), random.Random(6)
    met: dict[Action, None] = {}
    for table in moments(sitting, seed=3):
        for viewer in viewers(table):
            other = msgspec.structs.replace(table, game=ruleset.redraw(table.game, viewer, rng.randrange))
            assert _seen(ruleset, other, viewer) == _seen(ruleset, table, viewer)
            if viewer in table.to_act:
                met.update(dict.fromkeys(sitting.legal(viewer)))
                _same_answers(sitting, other, viewer, rng.sample(list(met), min(len(met), 12)))


def _seen(ruleset: Ruleset[Any], table: Table, viewer: int | None) -> bytes:
    """All that a viewer gets to see of a table, as the bytes that would be sent."""
    known = redact(table.game, viewer)
    legal = [] if viewer is None else ruleset.legal_actions(table.game, viewer)
    blind = [] if viewer is None else ruleset.legal_actions(known, viewer)
    assert list(legal) == list(blind), "legal actions depend on what the seat does not know"
    return orjson.dumps(
        {
            "view": ruleset.view(known, viewer),
            "legal": [msgspec.to_builtins(a) for a in legal],
            "to_act": ruleset.to_act(table.game),
            "undo": describe(table, viewer),
        }
    )


def _same_answers(sitting: Sitting, other: Table, seat: int, actions: list[Action]) -> None:
    """Refusals, and the events of actions that neither draw nor show anything, tell a seat nothing."""
    real = sitting.table
    for action in actions:
        answers = []
        for table in (real, other):
            sitting.table = table
            answers.append(sitting.refusal(seat, action) or _events_seen(sitting, seat, action))
        sitting.table = real
        assert answers[0] == answers[1]


def _events_seen(sitting: Sitting, seat: int, action: Action) -> str:
    recorded = [logged.event for logged in sitting.trying(seat, action).recorded]
    if any(draw_fields(type(event)) or opens(event) for event in recorded):
        return "draws or shows something"
    return repr([redact(event, seat) for event in recorded])


@every_setup
def test_json_round_trips_of_state_and_actions(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = sit(ruleset, seats, options)
    for table in moments(sitting):
        again = msgspec.json.decode(msgspec.json.encode(table.game), type=ruleset.state)
        assert again == table.game
        for action in sitting.legal(table.to_act[0]):
            data = msgspec.to_builtins(action)
            assert msgspec.convert(data, ruleset.action_types[data["type"]]) == action


@every_setup
def test_undo_goes_to_every_allowed_version_and_is_never_a_new_draw(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting = sit(ruleset, seats, options)
    games = {sitting.table.version: sitting.table.game}
    undone = 0
    for table in moments(sitting):
        games[table.version] = table.game
        if table.steps:
            undone += 1
            _undo_and_redo(sitting, games)
    assert fold(ruleset, sitting.log) == sitting.table
    assert undone or _every_action_bars_undo(sitting)


def _every_action_bars_undo(sitting: Sitting) -> bool:
    """Whether each action but the last drew or showed something, as when every turn lays a card and draws one."""
    last = sitting.table.action
    acted = [it for it in sitting.log if type(it.event) in sitting.ruleset.events and it.action != last]
    barring = {logged.action for logged in acted if draw_fields(type(logged.event)) or opens(logged.event)}
    return {logged.action for logged in acted} == barring


def _undo_and_redo(sitting: Sitting, games: dict[int, Any]) -> None:
    table = sitting.table
    for step in table.steps:
        if step.version not in games:
            continue
        branch = _copy(sitting)
        branch.undo(table.steps[-1].seat, step.version)
        assert branch.table.game == games[step.version]
        assert (branch.table.epoch, branch.table.slot) == (step.epoch, step.slot)
        assert fold(branch.ruleset, branch.log) == branch.table


def _copy(sitting: Sitting) -> Sitting:
    branch = object.__new__(Sitting)
    branch.__dict__.update(sitting.__dict__, log=list(sitting.log))
    return branch


@every_setup
def test_arrival_order_of_simultaneous_answers_changes_nothing(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting, rng = sit(ruleset, seats, options), random.Random(7)
    together = 0
    for table in moments(sitting, seed=4):
        if len(table.to_act) > 1:
            together += 1
            answers = [(seat, rng.choice(sitting.legal(seat))) for seat in table.to_act]
            results = {_after(sitting, order) for order in (answers, answers[::-1])}
            assert len(results) == 1
    assert bool(together) <= ruleset.traits.simultaneous


def _after(sitting: Sitting, answers: list[tuple[int, Action]]) -> bytes:
    branch = _copy(sitting)
    for seat, action in answers:
        branch.act(seat, action)
    without_places = map_hidden(branch.table.game, lambda _, it: msgspec.structs.replace(it, ref=""))
    return msgspec.json.encode(without_places)


@every_setup
def test_views_and_sentences_for_every_viewer(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = sit(ruleset, seats, options).play_out()
    for viewer in viewers(sitting.table):
        assert orjson.dumps(ruleset.view(redact(sitting.table.game, viewer), viewer))
        for logged in sitting.log:
            if type(logged.event) in ruleset.events:
                assert isinstance(ruleset.narrate(redact(logged.event, viewer)), Sentence)
                assert set(logged.rules) <= set(ruleset.clauses), logged
                assert logged.rules, f"{logged.event} cites no clause"


@every_setup
def test_every_log_follows_from_the_rules_and_a_changed_one_does_not(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting, rng = sit(ruleset, seats, options), random.Random(8)
    for table in sitting.play(mixed, rng):
        if table.steps and rng.random() < 0.05:
            sitting.undo(table.steps[-1].seat, table.steps[-1].version)
    assert redecide(ruleset, sitting.log) == sitting.table
    for place in rng.sample(range(1, len(sitting.log)), 10):
        changed = changed_event(sitting.log[place].event, rng)
        if changed is not None:
            log = list(sitting.log)
            log[place] = msgspec.structs.replace(log[place], event=changed)
            with pytest.raises(NotByTheRules):
                redecide(ruleset, log)
