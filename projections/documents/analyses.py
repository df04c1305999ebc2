"""What the decisions of a game were worth."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import (
    BothLanguages,
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


class Estimate(Document, frozen=True):
    """What an estimated chance rests on."""

    playouts: Annotated[int, meaning("How many games were played on.")]
    error: Annotated[float, meaning("As `error` of the moment, for these chances alone.")]


class Change(Document, frozen=True):
    """How much chances changed, by pairs of games that were played on with the same luck."""

    by: Annotated[
        Shares, meaning("How much was added to each seat's chance to win, by seat; negative for a loss.")
    ]
    error: Annotated[float, meaning("The largest standard error of these.")]
    playouts: Annotated[int, meaning("How many pairs of games were played on.")]
    beyond_doubt: Annotated[
        bool,
        meaning(
            "Whether a chance changed by 0.2 or more and fresh playouts, none of which made us look here, prove that it "
            "changed: of five hundred analyses, at most one says so anywhere without reason."
        ),
    ]


class Better(Document, frozen=True):
    """An action that was better than what was done, beyond doubt."""

    action: Annotated[dict[str, Any], part(Part.ACTION, "The better action.")]
    label: Annotated[BothLanguages, meaning("What it does, in words.")]
    gain: Annotated[
        float,
        meaning("How much more often its seat wins with it, for all that the seat knew, from 0 to 1."),
    ]
    error: Annotated[float, meaning("The standard error of `gain`.")]
    playouts: Annotated[int, meaning("How many pairs of games were played on.")]


class Odds(Document, frozen=True):
    """An exact chance, by arithmetic and not by playouts: of what the action was to bring."""

    about: Annotated[BothLanguages, meaning("What it is the chance of.")]
    chance: Annotated[float, meaning("After what was done, from 0 to 1, if everything is done for it.")]
    highest: Annotated[float, meaning("After the action that was best for it.")]


class Moment(Document, frozen=True):
    """A decision: somebody had more than one legal action."""

    version: Annotated[int, meaning("The version at which it was made.")]
    seat: Annotated[int, meaning("Who made it.")]
    chances: Annotated[
        Shares, meaning("Each seat's chance to win, for a viewer who sees everything: from 0 to 1, by seat.")
    ]
    seen: Annotated[Shares, meaning("The same, for all that the acting seat knew.")]
    playouts: Annotated[
        int, meaning("How many games, at least, were played on from here for each of the two.")
    ]
    error: Annotated[
        float,
        meaning(
            "The larger of the errors of `chances` and of `seen`, no bound: the standard error, and what playouts that end "
            "before the end of a game were measured to be off by, as a root mean square over positions of whole games."
        ),
    ]
    estimate: Annotated[Estimate, meaning("What `chances` rest on.")]
    turning: Annotated[
        bool, meaning("Whether the decision changed the chances, as `decision.beyond_doubt` says.")
    ]
    searched: Annotated[bool, meaning("Whether a better action was searched for.")]
    decision: Annotated[
        Change | UnsetType,
        meaning(
            "What was done, compared with thoughtful play, for all that its seat knew; absent where the rules of today say "
            "otherwise."
        ),
    ] = UNSET
    luck: Annotated[
        Change | UnsetType,
        meaning(
            "What chance, and what its seat could not know, added from then to the next decision, after the last one to "
            "the end; absent if the next one was not looked at."
        ),
    ] = UNSET
    best: Annotated[
        dict[str, Any] | UnsetType,
        part(Part.ACTION, "The action of `better`; absent where nothing is better beyond doubt."),
    ] = UNSET
    better: Annotated[
        Better | UnsetType, meaning("Absent where nothing was found that is better beyond doubt.")
    ] = UNSET
    odds: Annotated[
        Odds | UnsetType, meaning("Absent where arithmetic does not answer, as in games without dice.")
    ] = UNSET


class Alternatives(Document, frozen=True):
    """The result of the search for better actions. A search looks only a few times at each decision, so most actions that it
    prefers prove not to be better. Between good players there may be none."""

    found: Annotated[
        int,
        meaning(
            "In how many of the searched decisions the search, or else the bot that plays games on, would have done something "
            "else."
        ),
    ]
    compared: Annotated[
        int,
        meaning("How many of these, the most promising, were tested by pairs of games with the same luck."),
    ]
    better: Annotated[int, meaning("How many of these are better beyond doubt; their moments have `better`.")]


class Analysis(Document, frozen=True, kw_only=True):
    """The decisions of a game that were not taken back, and what each was worth."""

    ruleset: RulesetId
    decisions: Annotated[int, meaning("How many decisions there were.")]
    moments: Annotated[tuple[Moment, ...], meaning("The decisions that were looked at, the oldest first.")]
    hurried: Annotated[
        bool,
        meaning(
            "Whether the time was short: fewer than 100 playouts and so errors above 0.05, some decisions without a search, or "
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
    alternatives: Annotated[
        Alternatives | UnsetType,
        meaning("Absent until the analysis is done, and in those of earlier versions."),
    ] = UNSET


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
