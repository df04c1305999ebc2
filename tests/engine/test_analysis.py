"""Chances before every decision: of games whose end is known, of what hides from a seat, of what was taken."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import kronika
from domain.table.logged_draws import LoggedDraws
from engine.analysis import _done, analyse, decisions_of, expected, standard_error
from tests.engine.test_engine import ROOT, TABLES, play_on

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
    game, done = before_the_end(ruleset, 4), []
    found = analyse(game, playouts=4, searched=3, progress=done.append)
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
        assert moment.best is None or moment.best in legal
    assert analyse(game, playouts=4, searched=3) == found


def test_the_seat_is_told_nothing_that_it_could_not_know() -> None:
    """What the acting seat saw, is the same when all that it did not know is dealt anew."""
    game = play_on(kronika.new("romans", 2, seed=3), 3, 16)
    seat = game.to_act[0]
    other = game.ruleset.redraw(game.state, seat, random.Random(9).randrange)
    assert other != game.state
    seen = [expected(game.ruleset, state, seat, 2, random.Random(5), 6) for state in (game.state, other)]
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("ruleset", "seats"), SHORT)
def test_what_was_done_is_known_again(ruleset: str, seats: int) -> None:
    """Of all legal actions at every decision exactly the one that was taken."""
    game, rng = kronika.new(ruleset, 2, seed=8), random.Random(8)
    taken = {}
    for _ in range(30):
        seat = game.to_act[0]
        version, action = game.version, game.greedy(seat, rng)
        taken[version] = action
        game.apply(seat, action)
    draws = LoggedDraws(game.history, game.table.setup.draw_count)
    for decision in decisions_of(game):
        legal = game.ruleset.legal_actions(decision.table.game, decision.seat)
        done = [action for action in legal if _done(game.ruleset, decision, action, draws)]
        assert done == [taken[decision.table.version]]


def test_more_playouts_are_surer() -> None:
    errors = [standard_error(0.5, n) for n in (4, 16, 64)]
    assert errors == sorted(errors, reverse=True)
    assert standard_error(1.0, 16) > 0


def test_a_file_is_analysed_on_the_command_line(files: Path, tmp_path: Path) -> None:
    short = ["--playouts", "1", "--looks", "1"]

    def analysed(*more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cli", "analyse", *more]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500)

    told = analysed(str(files / "game.json"), "--lang", "pl", *short)
    assert told.returncode == 0, told.stderr
    decisions = [it.table.version for it in decisions_of(kronika.read(files / "game.json"))]
    title, *lines = told.stdout.splitlines()
    assert title.startswith("wersja")
    assert [int(line.split()[0]) for line in lines] == decisions
    for wrong in (str(tmp_path / "nothing"), str(files / "young.json")):
        refused = analysed(wrong)
        assert (refused.returncode, "Traceback" in refused.stderr) == (1, False)
