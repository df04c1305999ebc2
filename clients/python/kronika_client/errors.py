"""What can go wrong: every exception of this client is a `KronikaError`."""

from __future__ import annotations

import json
from typing import Any


class KronikaError(Exception):
    """The base of all exceptions of this client."""


class Unreachable(KronikaError):
    """The service has not answered within the client's patience."""


class Problem(KronikaError):
    """The service has refused a request (RFC 9457). `document` has the members of its kind, such as `legal_actions`."""

    def __init__(self, status: int, document: dict[str, Any]) -> None:
        self.status, self.document = status, document
        self.kind = str(document.get("type", "about:blank")).rpartition("/")[2]
        self.title = str(document.get("title", f"HTTP status {status}"))
        self.detail = str(document.get("detail", self.title))
        self.rule: str | None = document.get("rule")
        cited = f" ({self.rule})" if self.rule else ""
        super().__init__(f"{self.kind}: {self.detail}{cited}")


class Malformed(Problem):
    """The request does not match its schema; `document["errors"]` says where."""


class IllegalAction(Problem):
    """The rules forbid the action now; `rule` is the clause."""


class MovedOn(Problem):
    """The position is another one by now: not this seat's turn, another version, time that ran out, a game that is over."""


class NotAllowed(Problem):
    """No token, a wrong token, or one that does not allow this."""


class NotFound(Problem):
    """No such resource, or none that this caller may see."""


class Taken(Problem):
    """What was requested is gone: the seat is taken, the game is full."""


class Busy(Problem):
    """Too many requests, or a service that cannot work now, for longer than the client's patience."""


KINDS: dict[str, type[Problem]] = {
    "malformed": Malformed,
    "illegal-action": IllegalAction,
    **dict.fromkeys(("not-your-turn", "stale", "time-ran-out", "game-closed"), MovedOn),
    **dict.fromkeys(("unauthenticated", "forbidden", "account-needed", "assertion-needed"), NotAllowed),
    "not-found": NotFound,
    "gone-elsewhere": Taken,
}
STATUSES: dict[int, type[Problem]] = {401: NotAllowed, 403: NotAllowed, 404: NotFound, 412: MovedOn}


def problem(status: int, body: bytes) -> Problem:
    """The exception for a response that is no success."""
    try:
        document = json.loads(body)
    except ValueError:
        document = {}
    document = document if isinstance(document, dict) else {}
    kind = str(document.get("type", "")).rpartition("/")[2]
    default = Busy if status == 429 or status >= 500 else STATUSES.get(status, Problem)
    return KINDS.get(kind, default)(status, document)
