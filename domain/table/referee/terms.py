"""The terms of disputes, before a game is created with them."""

from __future__ import annotations

from domain.table.events import Disputes
from domain.table.referee.hearing import refused

LONGEST = 30 * 86_400
"""No time is longer than this, in seconds."""
TIMES = ("open_within", "answer_within", "rule_within", "appeal_within")


def check_terms(terms: Disputes) -> None:
    """`Refused` referee.terms when nobody could keep to them."""
    for name in TIMES:
        if not 0 <= getattr(terms, name) <= LONGEST:
            raise refused("referee.terms", f"{name} is 0 to {LONGEST} seconds.")
    if terms.answer_within >= terms.rule_within:
        raise refused(
            "referee.terms", "answer_within must be shorter than rule_within: statements come before rulings."
        )
