"""The clocks of games and of their seats."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import Document, SeatNumber, one_of

PACES = ("live", "daily", "none")
"""What the lobby calls games with a clock of at most an hour, with a longer one, and without one."""


Away = Annotated[
    str | UnsetType, meaning("The kind of bot that plays while this seat's person is away. Else absent.")
]


class SeatClock(Document, frozen=True):
    """The clock of a seat, as the log has it at this version. `since` and `deadline` are there while it runs."""

    seat: SeatNumber
    left: Annotated[int, meaning("Milliseconds that are left, after the grace.")]
    grace: Annotated[int, meaning("Milliseconds that cost nothing, before `left` does.")]
    since: Annotated[
        int | UnsetType,
        meaning("Since when it runs, in milliseconds since 1970; it may be a little ahead. Else absent."),
    ] = UNSET
    deadline: Annotated[
        int | UnsetType, meaning("When it runs out: `since` + `grace` + `left`. Absent unless it runs.")
    ] = UNSET
    away: Away = UNSET


class AgreedClock(Document, frozen=True):
    """The clock that was agreed on, complete. All times are whole seconds."""

    bank: Annotated[int, meaning("The time of a seat at the start.")]
    increment: Annotated[int, meaning("What is added when a stint ends in time.")]
    grace: Annotated[int, meaning("The first part of each stint, which costs nothing.")]
    on_time_out: Annotated[
        str,
        one_of(["forfeit", "bot"]),
        meaning("What happens when it runs out: the seat loses, or a bot plays on for it."),
    ]
    start_within: Annotated[
        int,
        meaning(
            "The time for opening one's seed, and the least grace of each seat's first stint. Otherwise the game is abandoned."
        ),
    ]
    organiser_stops: Annotated[
        bool,
        meaning(
            "Whether the organiser may suspend or abandon the running game, or give away a seat, without the players' consent."
        ),
    ]
    most: Annotated[
        int | UnsetType, meaning("A bank holds no more than this after an increment. Absent: no limit.")
    ] = UNSET


TermsOfClock = Annotated[
    AgreedClock | UnsetType, meaning("The clock that was agreed on; absent where there is none.")
]


class GameClock(Document, frozen=True):
    """The clock of a game. Seats that bots took have none."""

    terms: AgreedClock
    seats: Annotated[tuple[SeatClock, ...], meaning("The clocks of the seats, by seat.")]


Clock = Annotated[
    GameClock | UnsetType,
    meaning(
        "The clock; absent where the game is played without one. `Kronika-Now` is the time to compare it with."
    ),
]
