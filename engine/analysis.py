"""Values the decisions of a finished game: each seat's chance to win before each decision, from playouts.

A playout plays from a position to the end with the ruleset's greedy bot. An *outsider* sees everything, so their playouts
begin from the actual position; those of the *acting seat* begin from games that are consistent with its knowledge. The search
says what it would have done instead. The same game, numbers and seed give the same analysis, unless time runs short.

Every decision gets its first playout before any gets its second, and when all have theirs, decisions are searched, so that
an analysis that has to end early is less exact everywhere and wrong nowhere. The caller measures the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from math import hypot
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.draws import DrawsUsedUp
from domain.play import IllegalAction
from domain.ruleset import Action, Ruleset
from domain.table import decisions
from domain.table.actors import seat_of
from domain.table.fold import Fold
from domain.table.logged_draws import LoggedDraws
from domain.table.redecide import alike
from engine.game import Game, plain
from engine.playout import chances
from engine.study import Decision, Shares, Study, spelled
from projections.documents.analyses import Analysis, Moment

PLAYOUTS = 16
LOOKS = 24
TURN, SURE = 0.2, 2.5
"""A moment is a turning point if a seat's chance changes by `TURN`, and by more than this multiple of the error."""
PLAYED = 0.6
"""The share of the time after which no more playouts start; the rest is for searching."""
Step = Callable[[], None]


def untimed() -> float:
    """No time limit."""
    return 0.0


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
    studies = [Study(game.ruleset, decision, seed) for decision in decisions_of(game)]
    order = spread(studies)
    plays = [study.play for _ in range(playouts) for study in order]
    searches = [partial(study.search, lambda done: done < searched and spent() < 1) for study in order]
    progress(0.0)
    count = partial(_reported, progress, len(plays) + len(searches), spent)
    played = _taken(plays, PLAYED, spent, count)
    _taken(searches, 1.0, spent, lambda done: count(played + done))
    progress(1.0)
    return _analysis(game, studies, playouts)


def spread(studies: Sequence[Any]) -> list[Any]:
    """An order whose every prefix is spread over the whole game: first, middle, quarters, eighths ..."""
    digits = max(1, (len(studies) - 1).bit_length())
    places = sorted(range(len(studies)), key=lambda place: f"{place:0{digits}b}"[::-1])
    return [studies[place] for place in places]


def _taken(
    steps: Sequence[Step], until: float, spent: Callable[[], float], progress: Callable[[int], object]
) -> int:
    """The number of steps completed in time."""
    for done, step in enumerate(steps):
        if spent() >= until:
            return done
        step()
        progress(done + 1)
    return len(steps)


def _reported(progress: Callable[[float], object], steps: int, spent: Callable[[], float], done: int) -> None:
    progress(min(1.0, max(done / steps, spent())))


def decisions_of(game: Game) -> Iterator[Decision]:
    """The decisions in the order of the log, except those with a single legal action."""
    folding, rules, last = Fold(game.ruleset), game.ruleset, -1
    together = {action: list(group) for action, group in groupby(game.history, key=lambda it: it.action)}
    for logged in folding.reading_whole(game.history):
        begins, last = logged.action != last, logged.action
        if begins and type(logged.event) in rules.events and logged.actor.startswith("seat:"):
            table, seat = folding.table(), seat_of(logged.actor)
            if len(rules.legal_actions(table.game, seat)) > 1:
                yield Decision(table, seat, together[logged.action])


def _analysis(game: Game, studies: Sequence[Study], playouts: int) -> Analysis:
    draws = LoggedDraws(game.history, game.table.setup.draw_count)
    looked_at = [study for study in studies if study.playouts]
    moments = tuple(_moment(game.ruleset, study, draws) for study in looked_at)
    ended = game.state is not None and game.ruleset.outcome(game.state) is not None
    result = spelled(chances(game.ruleset, game.state, game.seats)) if ended else None
    return Analysis(
        ruleset=game.ruleset.id,
        decisions=len(studies),
        moments=_with_turns(moments, looked_at, result),
        hurried=any(study.playouts < playouts or study.found is None for study in studies),
        result=result,
    )


def _moment(ruleset: Ruleset[Any], study: Study, draws: LoggedDraws) -> Moment:
    found = study.found
    same = found is None or _done(ruleset, study.decision, found, draws)
    return Moment(
        version=study.decision.table.version,
        seat=study.decision.seat,
        chances=study.chances,
        seen=study.seen,
        playouts=study.playouts,
        error=round(study.error, 3),
        turning=False,
        searched=found is not None,
        best=UNSET if same else plain(found),
    )


def _done(ruleset: Ruleset[Any], decision: Decision, action: Action, draws: LoggedDraws) -> bool:
    """Whether this action is the logged one: it records the same events."""
    try:
        fold = decisions.carry_out(ruleset, decision.table, decision.seat, action, draws)
    except (LookupError, ValueError, DrawsUsedUp, IllegalAction):  # it would draw, or be decided, differently
        return False
    return alike(fold.recorded, decision.recorded)


def _with_turns(
    moments: Sequence[Moment], studies: Sequence[Study], result: Shares | None
) -> tuple[Moment, ...]:
    """With `turning`, which compares each moment with the next one, and the last one with the result."""
    known = [(study.likely, study.error) for study in studies]
    known.append((result, 0.0) if result else known[-1] if known else ({}, 0.0))
    turns = [_turns(*before, *after) for before, after in pairwise(known)]
    return tuple(replace(moment, turning=turning) for moment, turning in zip(moments, turns, strict=True))


def _turns(before: Shares, doubt: float, after: Shares, later_doubt: float) -> bool:
    least = max(TURN, SURE * hypot(doubt, later_doubt))
    return any(abs(after[seat] - share) > least for seat, share in before.items())
