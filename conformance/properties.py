"""The properties of every ruleset, in each kind of table: what the contract in domain/ruleset.py promises.

Each takes a ruleset, the number of seats and the options, and raises AssertionError. `KRONIKA_SOAK=1` tries more.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

from conformance import checks
from conformance.drawn_anew import Redrawn, check_in_analysis
from conformance.kit import Sitting, at_random, mixed
from domain.ruleset import Action, Ruleset
from domain.table.fold import fold
from domain.table.state import Table

SOAKING = os.environ.get("KRONIKA_SOAK") == "1"
ORDERS = 8 if SOAKING else 6
"""Sets of so many members are tried in all their orders, larger ones in a few: there are no larger ones than eight."""
CLOSELY = 20
"""So many first moments of each game are looked at, and a tenth of the others."""
WORLDS = 60 if SOAKING else 2
"""So many worlds that are drawn anew are played through from the start of each game."""
SPOKEN = 1 if SOAKING else 4
"""Actions are put into words at each of these moments, or at every fourth of them."""
PLAYED_OUT = 16
"""A playout begins from every sixteenth of these moments."""


def sit(ruleset: Ruleset[Any], seats: int, options: Any, seed: str = "battery") -> Sitting:
    return Sitting(ruleset, seats, options, f"{seed}-{seats}")


def moments(sitting: Sitting, seed: int = 1) -> Iterator[Table]:
    """Tables spread over a whole game, while it is played."""
    rng = random.Random(seed)
    for n, table in enumerate(sitting.play(mixed, rng)):
        if n < CLOSELY or rng.random() < 0.1:
            yield table


def random_play_ends_with_an_outcome(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = sit(ruleset, seats, options)
    actions = sum(1 for _ in sitting.play(at_random, random.Random(seats)))
    assert actions <= ruleset.traits.longest
    checks.check_ending(sitting)


def conservation_at_every_version(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    checks.check_conservation(sit(ruleset, seats, options).play_out())


def replay_gives_the_same_state_at_every_version(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = sit(ruleset, seats, options)
    seen = {table.version: table for table in moments(sitting)}
    checks.check_replay(sitting, seen | {sitting.table.version: sitting.table})


def legal_actions_are_complete_and_exact(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting, rng = sit(ruleset, seats, options), random.Random(5)
    met: dict[Action, None] = {}
    for _ in moments(sitting, seed=2):
        checks.check_legal_actions(sitting, met, rng)


def the_actions_of_a_decision_are_told_apart_by_their_words(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting, rng = sit(ruleset, seats, options), random.Random(13)
    for n, _ in enumerate(moments(sitting, seed=13)):
        if n % SPOKEN == 0:
            checks.check_words(sitting, rng)


def any_order_of_the_members_of_a_set_is_the_listed_action(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting, tried = sit(ruleset, seats, options), dict[Action, None]()
    for _ in moments(sitting, seed=5):
        checks.check_any_order(sitting, tried, most=ORDERS)


def no_leak_when_unknown_secrets_are_drawn_anew(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting, rng = sit(ruleset, seats, options), random.Random(6)
    met: dict[Action, None] = {}
    for _ in moments(sitting, seed=3):
        checks.check_no_leak(sitting, met, rng)
        check_in_analysis(sitting)


def nearly_all_that_a_viewer_cannot_know_is_really_drawn_anew(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting, rng, redrawn = sit(ruleset, seats, options), random.Random(9), Redrawn()
    for table in moments(sitting, seed=9):
        for viewer in checks.viewers(table):
            redrawn.look(ruleset, table, viewer, rng)
    redrawn.check(ruleset.traits.redrawn)
    assert bool(redrawn.places.met) == ruleset.traits.hidden_information


def worlds_fit_all_that_a_viewer_has_seen(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    if ruleset.traits.hidden_information:
        checks.check_worlds(sit(ruleset, seats, options), random.Random(12), WORLDS)


def explanations_cite_clauses_and_agree_with_their_events(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    assert set(ruleset.explained) <= set(ruleset.events)
    if ruleset.explained:
        checks.check_explanations(sit(ruleset, seats, options).play_out(), random.Random(10))


def json_round_trips_of_state_and_actions(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = sit(ruleset, seats, options)
    for _ in moments(sitting):
        checks.check_json(sitting)


def undo_goes_to_every_allowed_version_and_is_never_a_new_draw(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting = sit(ruleset, seats, options)
    games = {sitting.table.version: sitting.table.game}
    undone = 0
    for table in moments(sitting):
        games[table.version] = table.game
        if table.undo.steps:
            undone += 1
            checks.check_undo(sitting, games)
    assert fold(ruleset, sitting.log) == sitting.table
    assert undone or checks.every_action_bars_undo(sitting)


def arrival_order_of_simultaneous_answers_changes_nothing(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting, rng = sit(ruleset, seats, options), random.Random(7)
    together = 0
    for table in moments(sitting, seed=4):
        if len(table.to_act) > 1:
            together += 1
            checks.check_arrival_order(sitting, rng)
    assert bool(together) <= ruleset.traits.simultaneous


def every_version_has_a_view_for_everybody(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    checks.check_views(sit(ruleset, seats, options).play_out())


def views_and_sentences_for_every_viewer(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    checks.check_telling(sit(ruleset, seats, options).play_out())


def turns_are_the_same_for_everybody(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    checks.check_turns(sit(ruleset, seats, options).play_out())


def every_log_follows_from_the_rules_and_a_changed_one_does_not(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting, rng = sit(ruleset, seats, options), random.Random(8)
    for table in sitting.play(mixed, rng):
        if table.undo.steps and rng.random() < 0.05:
            sitting.undo(table.undo.steps[-1].seat, table.undo.steps[-1].version)
    checks.check_redeciding(sitting, rng, changes=10)


def bots_in_playouts_see_only_what_their_seats_know(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = sit(ruleset, seats, options)
    for n, _ in enumerate(moments(sitting, seed=11)):
        if n % PLAYED_OUT == 0:
            checks.check_playout(sitting, seed=n)


Property = Callable[[Ruleset[Any], int, Any], None]
PROPERTIES: tuple[Property, ...] = (
    random_play_ends_with_an_outcome,
    conservation_at_every_version,
    replay_gives_the_same_state_at_every_version,
    legal_actions_are_complete_and_exact,
    the_actions_of_a_decision_are_told_apart_by_their_words,
    any_order_of_the_members_of_a_set_is_the_listed_action,
    no_leak_when_unknown_secrets_are_drawn_anew,
    nearly_all_that_a_viewer_cannot_know_is_really_drawn_anew,
    worlds_fit_all_that_a_viewer_has_seen,
    explanations_cite_clauses_and_agree_with_their_events,
    json_round_trips_of_state_and_actions,
    undo_goes_to_every_allowed_version_and_is_never_a_new_draw,
    arrival_order_of_simultaneous_answers_changes_nothing,
    every_version_has_a_view_for_everybody,
    views_and_sentences_for_every_viewer,
    turns_are_the_same_for_everybody,
    every_log_follows_from_the_rules_and_a_changed_one_does_not,
    bots_in_playouts_see_only_what_their_seats_know,
)
