"""The types that rulesets derive from: events, actions, options, views, and how a game ended."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec

from domain.sentence import Sentence
from domain.unordered import Unordered

State = TypeVar("State")


class Event(msgspec.Struct, frozen=True):
    """Base of all events. Subclasses give a kebab-case `tag`: the event's type in the log and the API.

    A field is plain (public), `Hidden` (a new secret), `Opened` (an earlier secret made known), `Roll` or
    `Shuffle` (a draw; always a field of its own). Tuples and structs of these work too. Keep events small,
    in the game's own words, with the numbers that decided.
    """

    mark: ClassVar[str] = ""
    """What a replay viewer marks this event as ("capture", "conquest", ...); empty for most."""
    wide: ClassVar[bool] = False
    """Whether integers beyond 53 bits are written as decimal strings in entries and in the API."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all actions. Subclasses give a kebab-case `tag`. Fields: int, str, bool, Literal, tuples of these."""

    unordered: ClassVar[tuple[Unordered, ...]] = ()
    """The sets among the fields. A client names their members in any order; legal actions and `decide` have the listed one."""


Hint = Literal["grid", "hand", "pile", "track", "cards"]
"""How the plain board shows a field of the view.

- `cards`: a card, or several in a row; one that the viewer does not know lies face down.
- `hand`: the cards that a seat holds, close together.
- `pile`: cards on top of each other, the first one uppermost, and how many there are.
- `grid`: rows of spaces, each space with what is in it; null for an empty one.
- `track`: spaces in a row, numbered from 1, each with what is in it; null for an empty one.

A list of several, such as the hands of all seats, shows each of them. A value that does not fit its hint is drawn without one.
"""
Course = tuple[Action, ...]
"""Some actions of one seat in a row, of which the first is legal now."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of a ruleset's options; every field has a default. `Annotated` metas become the served JSON Schema."""


class NoOptions(Options, frozen=True):
    """For rulesets without options."""


class Odds(NamedTuple):
    """The exact chance of something, from 0 to 1."""

    about: Sentence
    chance: float


class BadSetup(Exception):
    """Seats and options that do not go together. `field` names the option (or "seats"), `rule` the clause."""

    def __init__(self, field: str, detail: str, rule: str) -> None:
        super().__init__(detail)
        self.field, self.detail, self.rule = field, detail, rule


class Traits(msgspec.Struct, frozen=True):
    """What a game declares about itself; generic tests and services are driven by it."""

    seats: tuple[int, ...]
    """The numbers of seats that can be played, ascending."""
    draws: int
    """Slots of committed randomness in one epoch (a power of two); four epochs are committed."""
    longest: int
    """No sensible or random game needs more actions than this."""
    hidden_information: bool = False
    chance: bool = True
    simultaneous: bool = False
    redrawn: float = 0.95
    """The least share of what viewers do not know that `redraw` changes in a few tries; the rest they can tell."""
    fitting: float = 1.0
    """The least share of the worlds that `redraw` gives that fit everything a viewer has seen since the start."""


class View(msgspec.Struct, frozen=True):
    """Base of a ruleset's board as one viewer may know it. Plain data; unknown values are None."""


class PlainView(View, frozen=True):
    """The default view: the redacted state as it is, its secrets by their values (None where unknown)."""

    state: Annotated[dict[str, Any], msgspec.Meta(description="Everything on the table.")]


class ScorePart(msgspec.Struct, frozen=True):
    """Where points came from: a wall, a kind of relics."""

    part: Annotated[
        str,
        msgspec.Meta(
            description="What brought them: `score_parts` of the ruleset has its name, unless the options named it."
        ),
    ]
    points: Annotated[dict[str, int], msgspec.Meta(description="What it brought, by seat.")]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `ranking` lists ranks from the first; seats that share a rank are in one list (1, 1, 3)."""

    winners: Annotated[
        tuple[int, ...], msgspec.Meta(description="Nobody, one seat, or several that share the win.")
    ]
    ranking: Annotated[
        tuple[tuple[int, ...], ...],
        msgspec.Meta(description="Ranks from the first; seats that share one are in one list."),
    ]
    scores: Annotated[dict[str, int], msgspec.Meta(description="By seat.")]
    reason: Annotated[
        str, msgspec.Meta(description="Why the game ended.", extra_json_schema={"x-part": "reason"})
    ]
    details: Annotated[
        dict[str, Any], msgspec.Meta(description="What the ruleset tells besides of how it ended.")
    ] = {}
    parts: Annotated[
        tuple[ScorePart, ...],
        msgspec.Meta(
            description="What the scores are made of: those of a seat add up to its score. Empty where nothing was counted, "
            "as after a resignation, or where the ruleset does not say it."
        ),
    ] = ()
