"""Deliveries of webhooks as rows: what is due, what was sent, and what comes of an answer."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from projections.people import rfc3339
from service.accounts.notices.hook_rows import Hook, recipient
from service.accounts.notices.writing import Notice, account, rows
from service.store import Statement
from service.system.clock import DAY, HOUR

if TYPE_CHECKING:
    from service.accounts.notices.guarded_client import Answer

DELAYS = (5_000, 60_000, 600_000, HOUR, 6 * HOUR, DAY)
"""Milliseconds after each failure until the next try, each up to a fifth longer. After one more nothing follows."""
DISABLED_AFTER = 3 * DAY
BLOCKED_FOR, DISABLED_FOR = 60_000, DAY
"""Milliseconds until a hook is looked at again whose token the operator has blocked, or that is disabled."""
STORED_OF_ANSWER = 200
"""Bytes."""
GONE, TOO_MANY = 410, 429
PING, GAP = "ping", "gap"
ANY_DUE = """SELECT 1 FROM hook_cursors WHERE due_at <= ? UNION ALL SELECT 1 FROM hook_deliveries WHERE again_at <= ? LIMIT 1"""
DUE = """SELECT hook, game, sent, tries, gap_from FROM hook_cursors JOIN hooks ON hooks.id = hook
    WHERE due_at <= ? AND failing_since IS {0}NULL AND hook NOT IN ({1}) ORDER BY due_at LIMIT ?"""
"""Hooks whose last delivery failed have a query of their own, so that they hold up no others. What is due to hooks
that rest is found and postponed, because it would have to be passed over at every look otherwise.
"""
NEXT = """SELECT n, kind, version, seat, at FROM notices
    WHERE recipient = ? AND recipient > 'hook' AND game = ? AND n > ? ORDER BY n LIMIT 1"""
AGAIN = """SELECT hook, hook_deliveries.id, n, kind, game, body, tries FROM hook_deliveries JOIN hooks ON hooks.id = hook
    WHERE again_at <= ? AND (kind = 'ping' OR hooks.status = 'active')
    AND failing_since IS {0}NULL AND hook NOT IN ({1}) ORDER BY again_at LIMIT ?"""
BODY = "SELECT body FROM hook_deliveries WHERE hook = ? AND id = ?"
INSERT = """INSERT INTO hook_deliveries (hook, id, n, kind, game, body, made_at, state, again_at)
    SELECT id, ?, ?, ?, ?, ?, ?, 'waiting', ? FROM hooks WHERE id = ? ON CONFLICT (hook, id) DO NOTHING"""
POSTPONE = """UPDATE hook_cursors SET due_at = ? WHERE hook = ? AND due_at < ? AND EXISTS
    (SELECT 1 FROM hooks WHERE id = hook AND (status <> 'active' OR held_until > ?))"""
POSTPONE_ALL = (
    "UPDATE hook_cursors SET due_at = ? WHERE hook = ? AND due_at IS NOT NULL",
    "UPDATE hook_deliveries SET again_at = ? WHERE hook = ? AND again_at IS NOT NULL",
)
RESUME = "UPDATE hook_cursors SET due_at = ? WHERE hook = ? AND due_at IS NOT NULL"
MOVE = (
    "UPDATE hook_cursors SET tries = 0, sent = ?, gap_from = NULL WHERE hook = ? AND game = ? AND sent <= ?"
)
"""Not if later notices have been deleted meanwhile: the gap that this left is to be sent."""
REST = """UPDATE hook_cursors SET due_at = NULL WHERE hook = ? AND game = ? AND NOT EXISTS
    (SELECT 1 FROM notices WHERE recipient = ? AND recipient > 'hook' AND game = hook_cursors.game AND n > hook_cursors.sent)"""
"""A statement of its own after the row was locked: a notice that is committed meanwhile is seen here, or sees the row after."""
DROP = """UPDATE hook_cursors SET tries = 0, due_at = NULL, gap_from = coalesce(gap_from, ?),
    sent = coalesce((SELECT max(n) FROM notices WHERE recipient = ? AND recipient > 'hook' AND game = hook_cursors.game
        AND n > hook_cursors.sent), sent)
    WHERE hook = ? AND game = ?"""
RETRY = "UPDATE hook_cursors SET tries = tries + 1, due_at = ? WHERE hook = ? AND game = ?"
TRIED = """UPDATE hook_deliveries
    SET tries = tries + 1, tried_at = ?, next_at = ?, status = ?, failed = ?, milliseconds = ?, answer = ?,
    state = CASE WHEN state = 'delivered' THEN state ELSE ? END, again_at = CASE WHEN ? = 1 THEN NULL ELSE again_at END
    WHERE hook = ? AND id = ?"""
WITHHELD = "UPDATE hook_deliveries SET state = 'withheld', again_at = NULL WHERE hook = ? AND id = ?"
WELL = "UPDATE hooks SET failing_since = NULL WHERE id = ? AND failing_since IS NOT NULL"
ACTIVE = "UPDATE hooks SET status = 'active', failing_since = NULL, held_until = 0 WHERE id = ?"
FAILING = "UPDATE hooks SET failing_since = coalesce(failing_since, ?) WHERE id = ?"
DISABLE = "UPDATE hooks SET status = 'disabled' WHERE id = ? AND status = 'active'"
HOLD = "UPDATE hooks SET held_until = ? WHERE id = ?"


class Delivery(NamedTuple):
    """Something to send. `ahead`: beside the order, at somebody's request. Up to `n` nothing is left to send if it succeeds.

    `body` is None where there is nothing to send (any more).
    """

    hook: str
    id: str
    n: int
    kind: str
    game: str
    body: str | None
    tries: int
    ahead: bool = False
    new: bool = False


def message_id(hook: str, *parts: object) -> str:
    """The same for the same notice of the same hook, whenever it is sent."""
    return f"msg_{sha256(repr((hook, *parts)).encode()).hexdigest()[:32]}"


def json(body: Mapping[str, Any]) -> str:
    return orjson.dumps(body).decode()


def ping(hook: str, id: str, challenge: str, at: int) -> Statement:
    """Send a test as soon as the background worker sees it."""
    body = json({"type": PING, "timestamp": rfc3339(at), "data": {"challenge": challenge}})
    return Statement(INSERT, (id, 0, PING, "", body, at, at, hook))


def gap_body(game: str, first: int, last: int, at: int) -> str:
    return json({"type": GAP, "timestamp": rfc3339(at), "data": {"game": game, "from": first, "to": last}})


def begun(deliveries: Sequence[Delivery], at: int) -> list[Statement]:
    """Statements to commit before anything of these is sent: what is sent has the same bytes at every try."""
    return [
        Statement(INSERT, (it.id, it.n, it.kind, it.game, it.body, at, None, it.hook))
        for it in deliveries
        if it.new
    ]


def postponed(hook: Hook, at: int) -> list[Statement]:
    """The statements for a hook that rests; none if it does not. A test that succeeds wakes it."""
    if hook.blocked:
        return [Statement(sql, (at + BLOCKED_FOR, hook.id)) for sql in POSTPONE_ALL]
    until = at + DISABLED_FOR if hook.status != "active" else hook.held_until
    return [Statement(POSTPONE, (until, hook.id, until, at))] if until > at else []


def withheld(it: Delivery) -> list[Statement]:
    """What the hook may not have is passed over."""
    return [Statement(WITHHELD, (it.hook, it.id)), *([] if it.ahead else _moved(it))]


def answered(hook: Hook, it: Delivery, answer: Answer, at: int) -> list[Statement]:
    """The statements that an answer calls for."""
    if _succeeded(it, answer):
        well = [Statement(ACTIVE if it.kind == PING else WELL, (it.hook,))]
        if it.kind == PING and hook.status != "active":
            well.append(Statement(RESUME, (at, it.hook)))
        return [*well, _tried(hook, it, answer, at, None, "delivered"), *([] if it.ahead else _moved(it))]
    if it.ahead:
        return [_tried(hook, it, answer, at, None, "failed"), *_disabling(hook, answer, at)]
    next_at = _next_try(it, answer, at)
    if next_at is None:
        further = Statement(DROP, (it.n, recipient(it.hook), it.hook, it.game))
    else:
        further = Statement(RETRY, (next_at, it.hook, it.game))
    state = "waiting" if next_at else "dropped"
    failing = Statement(FAILING, (at, it.hook))
    return [failing, _tried(hook, it, answer, at, next_at, state), further, *_disabling(hook, answer, at)]


def _succeeded(it: Delivery, answer: Answer) -> bool:
    """A test succeeds if the answer is the challenge and nothing else: a server that echoes has not understood it."""
    if it.kind != PING or not answer.ok:
        return answer.ok
    challenge: str = orjson.loads(it.body or "{}")["data"]["challenge"]
    return answer.body.strip() == challenge.encode()


def _moved(it: Delivery) -> list[Statement]:
    sent = Statement(MOVE, (it.n, it.hook, it.game, it.n))
    return [sent, Statement(REST, (it.hook, it.game, recipient(it.hook)))]


def _next_try(it: Delivery, answer: Answer, at: int) -> int | None:
    if it.tries >= len(DELAYS):
        return None
    delay = round(DELAYS[it.tries] * random.uniform(1, 1.2))
    return at + max(delay, _retry_after(answer, at))


def _retry_after(answer: Answer, at: int) -> int:
    """Milliseconds that a receiver with too many requests asks for, an hour at most."""
    text = (answer.retry_after or "").strip()
    if answer.status != TOO_MANY or not text:
        return 0
    try:
        wait = 1000 * int(text) if text.isdecimal() else 1000 * parsedate_to_datetime(text).timestamp() - at
    except (ValueError, OverflowError):
        return 0
    return max(0, min(HOUR, round(wait)))


def _disabling(hook: Hook, answer: Answer, at: int) -> list[Statement]:
    """What one failure means for the whole hook. Its owner is notified of its end."""
    tired = hook.failing_since is not None and at - hook.failing_since >= DISABLED_AFTER
    if hook.status != "active" or not (answer.status == GONE or tired):
        wait = _retry_after(answer, at)
        return [Statement(HOLD, (at + wait, hook.id))] if wait else []
    owners = (
        []
        if hook.account is None
        else [Notice(account(hook.account), "account", "", 0, at, since=at, what="hook")]
    )
    return [Statement(DISABLE, (hook.id,)), *rows(owners)]


def _tried(hook: Hook, it: Delivery, answer: Answer, at: int, next_at: int | None, state: str) -> Statement:
    """Of receivers inside the operator's networks the status is all that is recorded."""
    milliseconds: int | None = None
    text: str | None = None
    if answer.status is not None and not hook.of_operator:
        milliseconds = answer.milliseconds
        text = answer.body[:STORED_OF_ANSWER].decode("utf-8", "replace").replace("\0", "\ufffd")
    said = (at, next_at, answer.status, answer.failed, milliseconds, text)
    return Statement(TRIED, (*said, state, int(it.ahead), it.hook, it.id))
