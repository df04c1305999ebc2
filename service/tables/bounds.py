"""Bounds of what may be done at one table."""

from __future__ import annotations

from domain.table.refusals import Refusal, Refused
from domain.table.state import Table

MOST_DECISIONS = 256
"""The game document lists every decision of the account, so without a bound a client could make it grow for ever."""


def check_account(table: Table) -> None:
    """`Refused` where the account has no room for another decision to suspend the game, free a seat or give one away."""
    if len(table.account.decisions) >= MOST_DECISIONS:
        raise Refused(
            Refusal.GONE_ELSEWHERE,
            f"The account of this game lists {MOST_DECISIONS} decisions already. The game cannot be suspended any more, and "
            "no seat can be freed or given to somebody else; it can still be played, resumed and abandoned.",
        )
