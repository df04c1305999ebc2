"""Deleted notices that a webhook has not been sent: its next delivery in that game says so."""

from __future__ import annotations

from service.accounts.notices.writing import HOOK
from service.store import Statement

OF_CURSOR = (
    f"FROM notices WHERE recipient = '{HOOK}' || hook AND recipient > 'hook' AND game = hook_cursors.game"
)
LEFT = f"{OF_CURSOR} AND n > sent AND"
PASS_OVER = f"""UPDATE hook_cursors SET tries = 0, gap_from = coalesce(gap_from, (SELECT min(n) {LEFT} {{0}})),
    sent = (SELECT max(n) {LEFT} {{0}}) WHERE due_at IS NOT NULL AND EXISTS (SELECT 1 {LEFT} {{0}})"""
BY_AGE, BY_NUMBER = PASS_OVER.format("at <= ?"), PASS_OVER.format("n <= ?") + " AND hook = ?"
UNUSED = f"DELETE FROM hook_cursors WHERE due_at IS NULL AND gap_from IS NULL AND NOT EXISTS (SELECT 1 {OF_CURSOR})"


def pass_over_old(before: int) -> list[Statement]:
    """Statements to commit before notices up to this time are deleted (milliseconds since the epoch)."""
    return [Statement(BY_AGE, (before,) * 3), Statement(UNUSED)]


def pass_over_surplus(recipient: str, n: int) -> Statement:
    """For the transaction that deletes a recipient's notices up to `n`."""
    return Statement(BY_NUMBER, (n, n, n, recipient.removeprefix(HOOK)))
