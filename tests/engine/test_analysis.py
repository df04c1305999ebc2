"""Chances before every decision: of games whose end is known, of what hides from a seat, of what was taken."""

from __future__ import annotations

import random
from itertools import pairwise
from math import ceil
from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

import kronika
from domain.table.logged_draws import LoggedDraws
from engine.analysis import PLAYED, analyse
from engine.decisions import Decision, action_of, decisions_of
from engine.doubt import standard_error
from engine.study import Study, spread
from tests.engine.test_engine import TABLES, play_on
from tests.whole.command import kronika as command

SHORT = [
    table for table in TABLES if table in {("romans", 2), ("nagaraja", 2), ("touche", 2), ("age-of-war", 2)}
]


def before_the_end(ruleset: str, decisions: int, seed: int = 1) -> kronika.Game:
    """A finished game whose log begins so many decisions before its end, as an analysis does."""
    played = play_on(kronika.new(ruleset, 2, seed=seed), seed)
    first = list(decisions_of(played))[-decisions]
    late = played.at(first.table.version)
    return play_on(kronika.from_log(late.redrawn_for("auditor", random.Random(1)).log()), seed)


@pytest.mark.parametrize(("ruleset", "seats"), SHORT)
def test_chances_are_shares_and_the_last_ones_know_the_winner(ruleset: str, seats: int) -> None:
    game, done = before_the_end(ruleset, 4), list[float]()
    found = analyse(game, playouts=2, searched=3, progress=done.append)
    assert done[0] == 0.0
    assert done == sorted(done)
    assert done[-1] == 1.0
    assert game.outcome is not None
    assert found.result == {str(n): float(n in game.outcome.winners) for n in (1, 2)}
    assert [moment.version for moment in found.moments] == [it.table.version for it in decisions_of(game)]
    for moment in found.moments:
        for shares in (moment.chances, moment.seen):
            assert set(shares) == {"1", "2"}
            assert all(0.0 <= share <= 1.0 for share in shares.values())
        assert 0 < moment.error < 0.5
        legal = [kronika.plain(action) for action in game.at(moment.version).legal(moment.seat)]
        assert moment.best is UNSET or moment.best in legal
        assert (moment.playouts, moment.searched) == (2, True)
    assert (found.decisions, found.hurried) == (len(found.moments), False)
    assert analyse(game, playouts=2, searched=3) == found


def test_the_seat_is_told_nothing_that_it_could_not_know() -> None:
    """What the acting seat saw, is the same when all that it did not know is dealt anew."""
    game = play_on(kronika.new("romans", 2, seed=3), 3, 16)
    seat = game.to_act[0]
    other = game.ruleset.redraw(game.state, seat, random.Random(9).randrange)
    assert other != game.state
    tables = [game.table, replace(game.table, game=other)]
    studies = [Study(game.ruleset, Decision(table, seat, (), {}), None, 5) for table in tables]
    for study in studies:
        study.play(0)
    assert studies[0].seen == studies[1].seen


@pytest.mark.parametrize(("ruleset", "seats"), SHORT)
def test_what_was_done_is_known_again(ruleset: str, seats: int) -> None:
    """Of all legal actions at every decision the one that was taken."""
    game, rng = kronika.new(ruleset, 2, seed=8), random.Random(8)
    taken = {}
    for _ in range(30):
        seat = game.to_act[0]
        version, action = game.version, game.greedy(seat, rng)
        taken[version] = action
        game.apply(seat, action)
    draws = LoggedDraws(game.history, game.table.setup.draw_count)
    for decision in decisions_of(game):
        assert action_of(game.ruleset, decision, draws) == taken[decision.table.version]


class Time:
    """So many steps are all the time there is."""

    def __init__(self, steps: int) -> None:
        self.steps, self.gone = steps, -1  # that it begins is told before the first step

    def spent(self) -> float:
        return self.gone / self.steps

    def pass_by(self, done: float) -> None:
        self.gone += 1


@pytest.mark.parametrize("steps", [5, 20, 1000])
def test_what_has_to_end_early_is_worse_everywhere(steps: int) -> None:
    """A share of the time goes to playouts, every decision's first before any second; what is left to tests and searches."""
    game, time = before_the_end("age-of-war", 5), Time(steps)
    decisions = len(list(decisions_of(game)))
    played = min(4 * decisions, ceil(steps * PLAYED))
    found = analyse(game, 4, 1, progress=time.pass_by, spent=time.spent)
    assert (found.decisions, found.hurried) == (decisions, steps < 1000)
    assert len(found.moments) == min(decisions, played)
    assert sum(moment.playouts for moment in found.moments) == played
    fewest, most = (pick(moment.playouts for moment in found.moments) for pick in (min, max))
    assert most - fewest <= 1
    assert all(moment.searched for moment in found.moments) == (steps == 1000)
    for moment in found.moments:
        number = moment.estimate.playouts
        assert moment.error == pytest.approx(
            standard_error(ends(round(moment.chances["1"] * number), number)), abs=0.001
        )
    assert [moment.version for moment in found.moments] == sorted(moment.version for moment in found.moments)
    following = dict(pairwise(it.table.version for it in decisions_of(game)))
    looked_at = {moment.version for moment in found.moments}
    for moment in found.moments:  # what a decision did that nobody looked at is not called luck
        assert (moment.luck is UNSET) == (following.get(moment.version, moment.version) not in looked_at)


def test_every_beginning_of_the_order_is_spread_over_the_game() -> None:
    order = spread(range(100))
    assert sorted(order) == list(range(100))
    for beginning in (8, 16, 32):
        met = sorted(order[:beginning])
        assert max(b - a for a, b in pairwise([0, *met, 100])) <= 3 * 100 // beginning


def test_one_playout_is_no_turning_point() -> None:
    """Where the next game that was played on ended otherwise, that is chance, and not what somebody did."""
    game = before_the_end("age-of-war", 4)
    assert not any(moment.turning for moment in analyse(game, 1, 1).moments[:-1])


def test_more_playouts_are_surer() -> None:
    errors = [standard_error(ends(n // 2, n)) for n in (4, 16, 64)]
    assert errors == sorted(errors, reverse=True)
    assert standard_error(ends(16, 16)) > 0


def ends(won: int, number: int) -> list[float]:
    return [1.0] * won + [0.0] * (number - won)


@pytest.mark.soak
def test_a_file_is_analysed_on_the_command_line(files: Path, tmp_path: Path) -> None:
    short = ["--playouts", "1", "--looks", "1", "--seconds", "2"]

    told = command(tmp_path, "analyse", str(files / "game.json"), "--lang", "pl", *short)
    assert told.returncode == 0, told.stderr
    decisions = [it.table.version for it in decisions_of(kronika.read(files / "game.json"))]
    title, *lines = told.stdout.splitlines()
    assert title.startswith("wersja")
    versions = [int(line.split()[0]) for line in lines]
    assert versions == sorted({*versions} & {*decisions}) != []
    for wrong in (str(tmp_path / "nothing"), str(files / "young.json")):
        refused = command(tmp_path, "analyse", wrong)
        assert (refused.returncode, "Traceback" in refused.stderr) == (1, False)
