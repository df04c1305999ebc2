"""What a viewer subscribes to."""

from __future__ import annotations

import msgspec

from service.store import COMMITS

QUEUES = "meetings/"
"""Begins the `game` of a subscription to a meeting's queue."""
ACCOUNTS = "accounts/"
"""Begins the `game` of a subscription to an account's notices."""
Position = tuple[int, int]
"""`after` and `new_at` of a subscription."""


def meeting_of(followed: str) -> str | None:
    """The meeting whose queue is followed."""
    return followed.removeprefix(QUEUES) if followed.startswith(QUEUES) else None


def account_of(followed: str) -> str | None:
    """The account whose notices are followed."""
    return followed.removeprefix(ACCOUNTS) if followed.startswith(ACCOUNTS) else None


def watched(followed: str) -> str:
    """The game whose commits bring news; "" where any game's may, or `COMMITS` where commits without events may too."""
    if account_of(followed):
        return COMMITS
    return "" if meeting_of(followed) else followed


class Kind(msgspec.Struct, frozen=True):
    """What is requested, and with which token. All viewers of one kind are sent the same bytes.

    `game` is "" for the lobby; `QUEUES` with its id for a meeting's queue; `ACCOUNTS` with its id for an account's notices.
    `typed`: messages have their `event` line;
    `chunked`: the answer is in chunks of HTTP/1.1; `counted`: it is part of the figures, which anybody may read.
    """

    game: str
    token: str | None = None
    analysed: bool = False
    labels: bool = False
    typed: bool = True
    chunked: bool = True
    counted: bool = False


class Subscription(msgspec.Struct, frozen=True):
    """`after`: the version, or position in the lobby, that the viewer has. `client`: the address that the viewer counts for.

    `new_at`: the lobby's position when a viewer came without any; 0 for others, and once `after` has reached it.
    """

    kind: Kind
    after: int
    client: str
    new_at: int = 0
