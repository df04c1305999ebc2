"""Lines of an analysis: every way back leaves one, each can be gone on with, and what is drawn then is new."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.kit import Sitting, mixed
from domain.rulesets import registry
from domain.table import decisions
from domain.table.events import Rewound
from domain.table.fold import fold
from domain.table.line import Line, draws_of, first_position, lines, position_at
from domain.table.redecide import redecided
from domain.table.refusals import Refused
from domain.table.undo import frontier

every_ruleset = pytest.mark.parametrize("ruleset", list(registry()))


def analysis(ruleset: str, actions: int) -> Sitting:
    rules = registry()[ruleset]
    seats, options = rules.setups()[0]
    game = Sitting(rules, seats, options, "lines")
    played(game, 3, random.Random(1))
    position: Any = game.table.game
    return played(Sitting(rules, seats, options, "lines").begin_from(position), actions, random.Random(2))


def played(sitting: Sitting, actions: int, rng: random.Random) -> Sitting:
    for _ in sitting.play(mixed, rng, actions):
        pass
    return sitting


def go_to(sitting: Sitting, version: int) -> None:
    before = fold(sitting.ruleset, sitting.log[:version])
    sitting._take(decisions.go_to_line(sitting.ruleset, sitting.table, sitting.log, version))
    assert sitting.table.game == before.game
    assert sitting.table.undo.steps == before.undo.steps


@every_ruleset
def test_whoever_walks_about_is_where_the_log_says(ruleset: str) -> None:
    """Any walk from line to line folds to the same table again, repeats no draw, and follows the rules (L4)."""
    sitting, rng = analysis(ruleset, 6), random.Random(5)
    for _ in range(6):
        versions = [v for v in range(1, len(sitting.log)) if position_at(sitting.log, v)]
        go_to(sitting, rng.choice(versions))
        played(sitting, rng.choice((0, 1, 3)), rng)
        again = fold(sitting.ruleset, sitting.log)
        assert again == sitting.table
    slots = [(draw.epoch, draw.slot) for it in sitting.log for draw in draws_of(it.event)]
    assert len(slots) == len(set(slots))
    for step in redecided(sitting.ruleset, sitting.log):
        last = step
    assert last.table() == sitting.table


@every_ruleset
def test_everything_can_be_taken_back_and_thrown_anew(ruleset: str) -> None:
    sitting = analysis(ruleset, 10)
    begun = first_position(sitting.log)
    assert begun is not None
    acted = [v for v in range(begun, len(sitting.log)) if position_at(sitting.log, v)]
    assert list(frontier(sitting.table, 1).free) == acted[::-1]
    start = fold(sitting.ruleset, sitting.log[:begun]).game
    sitting.undo(sitting.table.undo.steps[-1].seat, begun)
    assert sitting.table.game == start
    assert isinstance(sitting.log[-1].event, Rewound)
    assert sitting.log[-1].event.rng == "fresh"
    assert fold(sitting.ruleset, sitting.log) == sitting.table


def test_the_end_is_no_end_of_an_analysis() -> None:
    sitting = analysis("nagaraja", 10_000)
    assert sitting.table.status == "finished"
    assert sitting.table.to_act == ()
    before = sitting.table.undo.steps[-1]
    sitting.undo(before.seat, before.version)
    assert (sitting.table.status, sitting.table.game) == ("analysis", before.game)
    assert fold(sitting.ruleset, sitting.log) == sitting.table
    played(sitting, 1, random.Random(9))
    assert fold(sitting.ruleset, sitting.log) == sitting.table


def test_a_game_has_no_other_lines_and_its_draws_bar_the_way() -> None:
    rules = registry()["nagaraja"]
    game = played(Sitting(rules, 2, rules.options(), "lines", undo="free"), 6, random.Random(1))
    with pytest.raises(Refused, match="Only in an analysis"):
        decisions.go_to_line(rules, game.table, game.log, len(game.log) - 1)
    begun = first_position(game.log)
    assert begun is not None
    assert begun not in frontier(game.table, 1).free


def test_there_is_no_position_before_the_board_within_an_action_or_beyond() -> None:
    sitting = analysis("nagaraja", 4)
    begun = first_position(sitting.log)
    assert begun is not None
    within = [v for v in range(begun, len(sitting.log)) if not position_at(sitting.log, v)]
    assert within
    for version in (0, 1, begun - 1, within[0], len(sitting.log), len(sitting.log) + 1):
        with pytest.raises(Refused, match="no position"):
            decisions.go_to_line(sitting.ruleset, sitting.table, sitting.log, version)


def test_the_tree_of_lines() -> None:
    sitting = analysis("age-of-war", 2)
    begun = first_position(sitting.log)
    assert begun is not None
    trunk = len(sitting.log)
    assert lines(sitting.log) == [Line(begun, begun + 1, trunk, True)]
    go_to(sitting, begun)
    assert lines(sitting.log)[-1] == Line(begun, trunk + 2, trunk + 1, True)
    played(sitting, 1, random.Random(3))
    branch = len(sitting.log)
    go_to(sitting, trunk)
    played(sitting, 1, random.Random(3))
    assert lines(sitting.log) == [
        Line(begun, begun + 1, trunk, False),
        Line(begun, trunk + 2, branch, False),
        Line(trunk, branch + 2, len(sitting.log), True),
    ]
    go_to(sitting, begun)
    go_to(sitting, branch)
    assert [line.branches for line in lines(sitting.log)] == [begun, begun, trunk, branch]
