"""What the variants change: each puts functions and words of its own, with their clause, in place of the rulebook's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from domain.play import Play
from domain.rulesets.romans import events as e
from domain.rulesets.romans.state import State

Wall = tuple[str, ...]

# -- the rulebook


def lose_tied(play: Play[State]) -> None:
    """After a tie the fort leaves the game (romans.clash.4)."""
    play.record(e.FortLost(play.state.wall[0], "tie"), "romans.clash.4")


def swap(play: Play[State], at: int) -> None:
    """The fort fought over takes the place of the one that Dru'hid takes (romans.druhid.1)."""
    wall = play.state.wall
    choose_fort(play, at, (wall[at], *wall[1:at], wall[0], *wall[at + 1 :]))


class Rules(NamedTuple):
    """Those that a variant may change; words have their clause before them."""

    lose_tied: Callable[[Play[State]], None] = lose_tied
    lost_said: tuple[str, str] = (
        "romans.clash.4",
        "After a tie {fort} leaves the game, and all clans keep their lines.",
    )
    make_room: Callable[[Play[State], int], None] = swap
    room_said: tuple[str, str] = ("romans.druhid.1", "{fought} is put at place {place}.")


# -- the variants


def keep_tied(play: Play[State]) -> None:
    """The fort is fought over again and the wall moves right; the last fort cannot stay (romans.variant.tied-fort)."""
    wall = play.state.wall
    event = e.WallShifted(wall[0], wall[-1], wall[:-1]) if len(wall) > 1 else e.FortLost(wall[0], "tie")
    play.record(event, "romans.variant.tied-fort")


def shift(play: Play[State], at: int) -> None:
    """The forts up to the one that Dru'hid takes move one place right (romans.variant.druhid-shift)."""
    wall = play.state.wall
    choose_fort(play, at, (wall[at], *wall[:at], *wall[at + 1 :]), "romans.variant.druhid-shift")


TIED_FORT: Mapping[str, Any] = {
    "lose_tied": keep_tied,
    "lost_said": (
        "romans.variant.tied-fort",
        "{fort} is the last of the wall: after a tie it cannot be fought over again and leaves the game.",
    ),
}
DRUHID_SHIFT: Mapping[str, Any] = {
    "make_room": shift,
    "room_said": (
        "romans.variant.druhid-shift",
        "The forts to the left of place {place}, beginning with {fought}, move one place right.",
    ),
}


def rules_of(state: State) -> Rules:
    """The rulebook's, with what the table's variants change."""
    return _changed(state.tied_fort, state.druhid_shift)


@cache
def _changed(tied_fort: bool, druhid_shift: bool) -> Rules:
    return Rules(**(TIED_FORT if tied_fort else {}), **(DRUHID_SHIFT if druhid_shift else {}))


def choose_fort(play: Play[State], at: int, wall: Wall, *rules: str) -> None:
    """The captor takes the fort at this index of the wall, which is then at the left of `wall` (romans.druhid.1)."""
    state = play.state
    side = state.clan(str(state.captor)).side
    play.record(e.FortChosen(side, state.first_place + at, state.wall[at], wall), "romans.druhid.1", *rules)
