"""Blocking clients by address, network or token, for a time."""

from __future__ import annotations

from typing import NamedTuple

from domain.table.refusals import Refusal, Refused, malformed
from service.log.restrictions import subject_of
from service.operation.moderation.acts import Act, check_reason, next_act, record
from service.play.context import Context
from service.store import Statement, Store

BLOCK = """INSERT INTO blocks (subject, until, act) VALUES (?, ?, ?)
    ON CONFLICT (subject) DO UPDATE SET until = excluded.until, act = excluded.act"""
UNBLOCK = "DELETE FROM blocks WHERE subject = ?"
FORGET = "DELETE FROM blocks WHERE until <= ?"
BLOCKS = """SELECT blocks.subject, until, at, reason FROM blocks JOIN operator_acts ON operator_acts.id = blocks.act
    WHERE until > ? ORDER BY blocks.act"""


class Block(NamedTuple):
    """Who is blocked, `since` and `until` when in milliseconds since the epoch, and why."""

    subject: str
    until: int
    since: int
    reason: str


def block(context: Context, subject: str, until: int, reason: str) -> Act:
    """Refuse all requests of a subject until a time (milliseconds since the epoch), and cut its streams, within a second.

    `subject`: an IPv4 address or /24, an IPv6 address (which counts by its /64), /64 or /48, a bearer token, or "token " and
    the SHA-256 of one in hex. A later block of the same subject replaces the earlier one. `Refused` malformed for anything else,
    for a time that is past, and for a blank reason.
    """
    repository, subject = context.repository, subject_of(subject)
    check_reason(reason)

    def act() -> tuple[Act, list[Statement]]:
        now = repository.now()
        if until <= now:
            raise malformed("until", "A block ends in the future.")
        made = next_act(repository.store, now, "block", subject, reason, {"until": until})
        return made, [Statement(FORGET, (now,)), Statement(BLOCK, (subject, until, made.id))]

    return record(repository.store, act)


def unblock(context: Context, subject: str, reason: str) -> Act:
    """End a block before its time; `Refused` not-found without one, malformed as in `block`."""
    repository, subject = context.repository, subject_of(subject)
    check_reason(reason)

    def act() -> tuple[Act, list[Statement]]:
        now = repository.now()
        if subject not in {it.subject for it in blocks(repository.store, now)}:
            raise Refused(Refusal.NOT_FOUND, f"{subject} is not blocked.")
        return next_act(repository.store, now, "unblock", subject, reason), [Statement(UNBLOCK, (subject,))]

    return record(repository.store, act)


def blocks(store: Store, now: int) -> list[Block]:
    """The blocks that hold at a time, in milliseconds since the epoch, the oldest first."""
    return [Block(*row) for row in store.query(BLOCKS, (now,))]
