"""What could be done and seen at each decision of a game, in so few figures that they are noted and compared.

A log holds what was done. These figures also tell when a rule allows more or less than it did, or a view shows more or less.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from domain.hidden import Viewer
from domain.knowledge import known
from domain.ruleset import Ruleset

SPECTATOR = "spectator"


class Choices(msgspec.Struct, frozen=True):
    """How many actions are legal for a seat, and a digest of all of them in their order."""

    number: int
    digest: str

    def __str__(self) -> str:
        return f"{self.number} {self.digest}"


class Decision(msgspec.Struct, frozen=True):
    """`choices` by the seats that are to act at this version; `views` has a digest by seat and for spectators."""

    version: int
    choices: Mapping[str, Choices]
    views: Mapping[str, str]


def decision_at(ruleset: Ruleset[Any], version: int, game: Any, seats: int) -> Decision:
    """The decision that the ruleset's state `game` asks for, each seat's share from what that seat may know."""
    viewers: Mapping[str, Viewer] = {**{str(seat): seat for seat in range(1, seats + 1)}, SPECTATOR: None}
    return Decision(
        version,
        {str(seat): _choices(ruleset, game, seat) for seat in ruleset.to_act(game)},
        {name: _view(ruleset, game, viewer) for name, viewer in viewers.items()},
    )


def _choices(ruleset: Ruleset[Any], game: Any, seat: int) -> Choices:
    legal = ruleset.legal_actions(known(ruleset, game, seat), seat)
    return Choices(len(legal), _digest(legal))


def _view(ruleset: Ruleset[Any], game: Any, viewer: Viewer) -> str:
    return _digest(ruleset.view(known(ruleset, game, viewer), viewer))


def _digest(thing: Any) -> str:
    return sha256(msgspec.json.encode(thing)).hexdigest()[:8]


def first_difference(was: Decision, now: Decision) -> str | None:
    """The first choice or view that is not what it was; None when all are."""
    for seat in sorted({*was.choices, *now.choices}):
        then, today = was.choices.get(seat), now.choices.get(seat)
        if then != today:
            return f"the choices of seat {seat} were {then or NONE}, and are {today or NONE} today"
    for viewer in now.views:
        if was.views.get(viewer) != now.views[viewer]:
            whose = "spectators" if viewer == SPECTATOR else f"seat {viewer}"
            return f"the view of {whose} was {was.views.get(viewer)}, and is {now.views[viewer]} today"
    return None


NONE = "none"
