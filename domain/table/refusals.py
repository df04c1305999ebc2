"""Refusals: every reason why a request is not carried out."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Any


class Refusal(StrEnum):
    """The kinds of refusals; there are no others. What a kind means over HTTP is the API's to say."""

    MALFORMED = "malformed"
    ILLEGAL_ACTION = "illegal-action"
    NOT_YOUR_TURN = "not-your-turn"
    TIME_RAN_OUT = "time-ran-out"
    GAME_CLOSED = "game-closed"
    GAMES_PAUSED = "games-paused"
    STALE = "stale"
    SPLIT_VIEW = "split-view"
    UNAUTHENTICATED = "unauthenticated"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    GONE_ELSEWHERE = "gone-elsewhere"
    IDEMPOTENCY_CONFLICT = "idempotency-conflict"
    IDEMPOTENCY_EXPIRED = "idempotency-expired"
    BAD_IMPORT = "bad-import"
    BAD_SUBMISSION = "bad-submission"
    BAD_PROOF = "bad-proof"
    BUSY = "busy"
    QUEUE_FULL = "queue-full"
    LOG_INCOMPLETE = "log-incomplete"
    LOG_MISSING = "log-missing"
    BEYOND_THE_LOG = "beyond-the-log"
    NOT_PROVIDED = "not-provided"
    NEWER_LOG = "newer-log"
    UNREADABLE_LOG = "unreadable-log"
    NOT_VERIFIED = "not-verified"
    ASSERTION_NEEDED = "assertion-needed"
    OTHER_SITE = "other-site"
    ACCOUNT_NEEDED = "account-needed"
    TOO_EARLY = "too-early"
    RULESET_FAILED = "ruleset-failed"
    RULESET_CHANGED = "ruleset-changed"
    RULESET_MISSING = "ruleset-missing"


ALL_MISSING = (
    "This service has signed entries of this game and has none of them now, which happens when an older copy of its database "
    "is restored. The game is back as soon as the operator has restored its entries."
)
"""The detail of `LOG_MISSING`, the same for every game and every caller: only its head is known, so the answer cannot depend on
who asks."""


class Refused(Exception):
    """Something is refused and nothing was recorded. `more` are the members of the kind beside `detail`."""

    def __init__(self, kind: Refusal, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.kind, self.detail, self.more = kind, detail, more

    def __reduce__(self) -> tuple[Any, ...]:
        """As a process that works for another one hands it over."""
        return partial(Refused, **self.more), (self.kind, self.detail)


def malformed(field: str, detail: str) -> Refused:
    """A request that is well-formed JSON and still cannot be meant, with the place that is wrong."""
    return Refused(Refusal.MALFORMED, detail, errors={field: [detail]})
