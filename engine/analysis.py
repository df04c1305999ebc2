"""What the decisions of a finished game were worth: each seat's chance to win before each of them, from playouts.

A playout goes on from a position by the ruleset's thoughtful bot to the end. An *outsider* sees everything, so his playouts
begin from the position as it was; the *acting seat's* begin from games that may have been this one for all that it knew. The
search says what it would have done instead. The same game, numbers and seed give the same analysis.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import sqrt
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from domain.hidden import AUDITOR, Viewer
from domain.ruleset import Action, Ruleset
from domain.table import decisions
from domain.table.fold import Fold
from domain.table.line import surviving
from domain.table.logged_draws import LoggedDraws
from domain.table.redecide import alike
from domain.table.state import Logged, Table, seat_of
from engine.game import Game, plain
from engine.playout import Trial, chances
from engine.search import looks, search

PLAYOUTS = 16
LOOKS = 24
TURN = 0.2
"""A moment turns the game when a decision changes some seat's chance by so much, and by twice what may be chance."""


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision: somebody had more than one legal action."""

    version: Annotated[int, Meta(description="The version at which it was made.")]
    seat: Annotated[int, Meta(description="Who made it.")]
    chances: Annotated[dict[str, float], Meta(description="Of each seat to win, for who sees everything.")]
    seen: Annotated[dict[str, float], Meta(description="The same, for all that the acting seat knew.")]
    error: Annotated[float, Meta(description="The largest standard error of these chances.")]
    turning: Annotated[bool, Meta(description="Whether what followed changed the chances much.")] = False
    best: Annotated[
        dict[str, Any] | None, Meta(description="What the search would have done, if it is something else.")
    ] = None


class Analysis(msgspec.Struct, frozen=True):
    """All decisions of a game; `result` has 1.0 for each winner. Without an outcome it is None."""

    ruleset: str
    playouts: int
    moments: tuple[Moment, ...]
    result: dict[str, float] | None


class Decision(NamedTuple):
    """A decision as the log has it: the table before it, who made it, what was recorded."""

    table: Table
    seat: int
    recorded: Sequence[Logged]


def analyse(
    game: Game,
    playouts: int = PLAYOUTS,
    searched: int = LOOKS,
    seed: int = 0,
    progress: Callable[[float], object] = float,
) -> Analysis:
    """Every decision of the game that was not taken back. `progress` is called with what is done, from 0.0 to 1.0."""
    made = list(decisions_of(game))
    draws = LoggedDraws(game.history, game.table.setup.draw_count)
    moments = []
    for done, decision in enumerate(made):
        progress(done / len(made))
        rng = random.Random(f"{seed}-{decision.table.version}")
        moments.append(_moment(game.ruleset, decision, rng, draws, playouts, searched))
    progress(1.0)
    ended = game.outcome is not None
    result = spelled(chances(game.ruleset, game.state, game.seats)) if ended else None
    return Analysis(game.ruleset.id, playouts, _with_turns(moments, result), result)


def decisions_of(game: Game) -> Iterator[Decision]:
    """In the order of the log; those with one legal action only are none."""
    folding, rules = Fold(game.ruleset), game.ruleset
    for _, group in groupby(surviving(game.history), key=lambda logged: logged.action):
        together = list(group)
        if type(together[0].event) in rules.events and together[0].actor.startswith("seat:"):
            table, seat = folding.table(), seat_of(together[0].actor)
            if len(rules.legal_actions(table.game, seat)) > 1:
                yield Decision(table, seat, together)
        folding.read(together)


def _moment(
    ruleset: Ruleset[Any],
    decision: Decision,
    rng: random.Random,
    draws: LoggedDraws,
    playouts: int,
    searched: int,
) -> Moment:
    (table, seat, _), seats = decision, decision.table.setup.seats
    seen = expected(ruleset, table.game, seat, seats, rng, playouts)
    known = expected(ruleset, table.game, AUDITOR, seats, rng, playouts)
    found = search(ruleset, table.game, seat, seats, rng, looks(searched))
    return Moment(
        table.version,
        seat,
        spelled(known),
        spelled(seen),
        round(max(standard_error(share, playouts) for share in (*known, *seen)), 3),
        best=None if _done(ruleset, decision, found, draws) else plain(found),
    )


def expected(
    ruleset: Ruleset[Any], state: Any, viewer: Viewer, seats: int, rng: random.Random, playouts: int
) -> list[float]:
    """Each seat's share of wins, over playouts of games that may be this one for all that the viewer knows."""
    won = [0.0] * seats
    for _ in range(playouts):
        trial = Trial(ruleset, ruleset.redraw(state, viewer, rng.randrange), rng)
        trial.play_on()
        won = [sum(pair) for pair in zip(won, chances(ruleset, trial.state, seats), strict=True)]
    return [wins / playouts for wins in won]


def standard_error(share: float, playouts: int) -> float:
    """Of a share of wins; a win and a loss are added, so that it is not 0 when all ended alike."""
    mean = (share * playouts + 1) / (playouts + 2)
    return sqrt(mean * (1 - mean) / (playouts + 2))


def spelled(shares: Sequence[float]) -> dict[str, float]:
    """By seat, as JSON has it."""
    return {str(seat): round(share, 3) for seat, share in enumerate(shares, 1)}


def _done(ruleset: Ruleset[Any], decision: Decision, action: Action, draws: LoggedDraws) -> bool:
    """Whether this action is the one that was taken: it records what the log has."""
    try:
        fold = decisions.carry_out(ruleset, decision.table, decision.seat, action, draws)
    except (LookupError, ValueError):  # it would draw something else
        return False
    return alike(fold.recorded, decision.recorded)


def _with_turns(moments: Sequence[Moment], result: dict[str, float] | None) -> tuple[Moment, ...]:
    after = [*(moment.chances for moment in moments[1:]), *([result] if result else [])]
    turned = [
        max(abs(later[seat] - share) for seat, share in moment.chances.items()) > max(TURN, 2 * moment.error)
        for moment, later in zip(moments, after, strict=False)
    ]
    turned += [False] * (len(moments) - len(turned))
    return tuple(
        msgspec.structs.replace(moment, turning=turns) for moment, turns in zip(moments, turned, strict=True)
    )
