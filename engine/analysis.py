"""Values the decisions of a finished game: each seat's chance to win before each decision, from playouts.

A playout plays from a position to the end with the ruleset's greedy bot. An *outsider* sees everything, so their playouts
begin from the actual position; those of the *acting seat* begin from games that are consistent with its knowledge. The search
says what it would have done instead. The same game, numbers and seed give the same analysis, unless time runs short.

Every decision gets its first playout before any gets its second, so that an analysis that has to end early is less exact
everywhere and wrong nowhere. Then the largest changes are played on many more times, paired by the same luck. The search begins
with the decisions that lost most, and its best-looking alternatives are played on, too: only what these fresh playouts prove is
named (`engine/doubt.py`). The caller measures the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import UNSET

from domain.by_seat import BySeat
from domain.ruleset import Ruleset
from domain.table.logged_draws import LoggedDraws
from engine.better import TRIED, best_tried, better, elsewise, odds_of
from engine.decisions import action_of, decisions_of
from engine.game import Game
from engine.playout import chances
from engine.search import GoOn
from engine.study import Study, counted, mean, spelled, spread
from engine.swings import Swings, suspects, swings_of
from projections.documents.analyses import Alternatives, Analysis, Estimate, Moment

PLAYOUTS = 1000
"""As many as there is time for, until the error is below `EXACT`, but no more than these."""
USUAL = 100
"""With fewer the time was short: the standard error of an even chance is above 0.05."""
LOOKS = 24
FRESH = 6
"""So many times as many fresh playouts test what the first ones made doubtful."""
LEAST, MOST = 16, 1200
"""Fewer fresh playouts than this prove nothing, so none are made; more add nothing that would be worth a mark."""
PAIRS = 24
"""So many pairs of playouts try an alternative out."""
PLAYED, REFINED, SEARCHED, CHOSEN = 0.72, 0.82, 0.92, 0.95
"""The shares of the time after which no more playouts start, no more tests of changes, searches, trials of alternatives."""
Step = Callable[[int], None]


def untimed() -> float:
    """No time limit."""
    return 0.0


class Budget(NamedTuple):
    """The time of an analysis: `spent` says what share of it is gone; `progress` is called with what is done, from 0.0 to 1.0."""

    progress: Callable[[float], object]
    spent: Callable[[], float]

    def repeat(self, steps: Sequence[Step], numbers: range, begin: float, until: float) -> None:
        """Take all steps with the first number, then with the second, and so on: each is taken about as often as all others."""
        total, done = len(steps) * len(numbers), 0
        for number in numbers:
            for step in steps:
                if self.spent() >= until:
                    return
                step(number)
                done += 1
                self.progress(max(begin + (until - begin) * done / total, min(self.spent(), until)))


def analyse(
    game: Game,
    playouts: int = PLAYOUTS,
    searched: int = LOOKS,
    seed: int = 0,
    progress: Callable[[float], object] = float,
    spent: Callable[[], float] = untimed,
) -> Analysis:
    """Every decision of the game that was not undone.

    `progress` is called with what is done, from 0.0 to 1.0; `spent` says what share of the time is gone: at 1.0 it ends.
    """
    budget, number = Budget(progress, spent), min(FRESH * playouts, MOST)
    fresh = range(number if number >= LEAST else 0)
    progress(0.0)
    studies = _studies(game, seed)
    order, result = spread(studies), _result(game)
    budget.repeat([study.play for study in order], range(playouts), 0.0, PLAYED)
    swings = swings_of(studies, result)
    tested = suspects(swings)
    doubtful = {id(study): study for swing in tested for study in swing.involved()}.values()
    budget.repeat([study.refine for study in doubtful], fresh, PLAYED, REFINED)
    in_time = partial(_in_time, searched, spent)
    worst = sorted(order, key=lambda study: -study.lost)
    budget.repeat([partial(_search, in_time, study) for study in worst], range(1), REFINED, SEARCHED)
    other = elsewise(studies)
    budget.repeat([study.try_out for study in other[:TRIED]], fresh[:PAIRS], SEARCHED, CHOSEN)
    compared = best_tried(other[:TRIED])
    for study in compared:
        study.reuse()
    budget.repeat([study.compare for study in compared], fresh, CHOSEN, 1.0)
    progress(1.0)
    tests = len(tested) * game.seats + len(compared)
    moments = [_moment(game.ruleset, both, tests) for both in swings if both.decision.study.playouts]
    return Analysis(
        ruleset=game.ruleset.id,
        decisions=len(studies),
        moments=tuple(moments),
        hurried=any(study.playouts < min(playouts, USUAL) or study.running is None for study in studies),
        result=None if result is None else spelled(result),
        alternatives=Alternatives(
            found=len(other),
            compared=sum(bool(study.gains) for study in compared),
            better=sum(moment.better is not UNSET for moment in moments),
        ),
    )


def _studies(game: Game, seed: int) -> list[Study]:
    draws = LoggedDraws(game.history, game.table.setup.draw_count)
    return [Study(game.ruleset, it, action_of(game.ruleset, it, draws), seed) for it in decisions_of(game)]


def _result(game: Game) -> BySeat[float] | None:
    ended = game.state is not None and game.ruleset.outcome(game.state) is not None
    return chances(game.ruleset, game.state, game.seats) if ended else None


def _search(go_on: GoOn, study: Study, _: int) -> None:
    study.search(go_on)


def _in_time(searched: int, spent: Callable[[], float], done: int) -> bool:
    return done < searched and spent() < SEARCHED


def _moment(ruleset: Ruleset[Any], swings: Swings, tests: int) -> Moment:
    study = swings.decision.study
    seats, before, saw = study.decision.table.setup.seats, counted(study.before), counted(study.seen)
    known, seen = mean(before, seats), mean(saw, seats)
    error, error_seen = study.errors()
    decision, luck = (swing.change(tests) for swing in swings)
    instead = better(ruleset, study, tests)
    return Moment(
        version=study.decision.table.version,
        seat=study.decision.seat,
        chances=spelled(known),
        seen=spelled(seen),
        playouts=study.playouts,
        error=round(max(error, error_seen), 3),
        estimate=Estimate(playouts=len(before), error=round(error, 3)),
        turning=decision is not None and decision.beyond_doubt,
        decision=decision or UNSET,
        luck=luck or UNSET,
        searched=study.running is not None,
        best=instead.action if instead else UNSET,
        better=instead or UNSET,
        odds=odds_of(ruleset, study.decision, study.done) or UNSET,
    )
