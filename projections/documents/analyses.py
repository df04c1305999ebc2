"""What the decisions of a game were worth."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import (
    Document,
    GameId,
    Part,
    RulesetId,
    Time,
    Version,
    one_of,
    part,
)

STATUSES = ("queued", "running", "done", "failed")
Shares = dict[str, float]
"""By seat, from 0 to 1."""
Progress = Annotated[float, meaning("How much of it is done, from 0 to 1.")]


class Moment(Document, frozen=True):
    """A decision: somebody had more than one legal action."""

    version: Annotated[int, meaning("The version at which it was made.")]
    seat: Annotated[int, meaning("Who made it.")]
    chances: Annotated[
        Shares, meaning("Each seat's chance to win, for a viewer who sees everything: from 0 to 1, by seat.")
    ]
    seen: Annotated[Shares, meaning("The same, for all that the acting seat knew.")]
    playouts: Annotated[int, meaning("How many games were played on from here, for each of the two.")]
    error: Annotated[float, meaning("The largest standard error of these chances.")]
    turning: Annotated[bool, meaning("Whether the chances changed more with it than chance explains.")]
    searched: Annotated[bool, meaning("Whether a better action was searched for.")]
    best: Annotated[
        dict[str, Any] | UnsetType,
        part(Part.ACTION, "What the search would have done; absent where it is what was done."),
    ] = UNSET


class Analysis(Document, frozen=True):
    """The decisions of a game that were not taken back, and what each was worth."""

    ruleset: RulesetId
    decisions: Annotated[int, meaning("How many decisions there were.")]
    moments: Annotated[tuple[Moment, ...], meaning("The decisions that were looked at, the oldest first.")]
    hurried: Annotated[
        bool,
        meaning(
            "Whether the time was short: fewer playouts than usual and so larger errors, some decisions without a search, or "
            "some not looked at."
        ),
    ]
    result: Annotated[
        Shares | None,
        meaning(
            "As it was played, whatever was ruled later: 1 for each winner and 0 for the others, equal shares where nobody won; "
            "null for a game that was not played to its end."
        ),
    ]


class GameAnalysis(Analysis, frozen=True):
    """The analysis of a game, or how far it has come. Until it is done there are no moments."""

    game: GameId
    version: Annotated[int, meaning("The version of the game that it is about.")]
    status: Annotated[str, one_of(STATUSES), meaning("The status of the game.")]
    progress: Progress
    asked_at: Time
    done_at: Annotated[Time | None, meaning("null until it is done.")]


class AnalysisProgress(Document, frozen=True):
    """How far the analysis of a game has come, as its stream tells it."""

    game: GameId
    version: Version
    status: Annotated[str, one_of(STATUSES), meaning("The status of the game.")]
    progress: Progress
