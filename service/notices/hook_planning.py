"""What of the webhooks' notices is to be sent now, and what is written before it is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any, NamedTuple

from projections.paging import marks
from service.notices import deliveries
from service.notices.deliveries import GAP, PING, Delivery, message_id
from service.notices.hook_access import News, may_see, view
from service.notices.hook_rows import Hook, hooks_by_id, removal
from service.store import Statement, Store
from service.system.clock import now

MOST_EACH = 8
"""Requests of one hook that are under way or wait for slots."""
GROUPS = {"": 384, "NOT ": 96}
"""How many requests are under way or wait, of hooks that succeeded last and of those that failed: these hold up no others."""
BLOCKED_FOR = 60_000
"""Milliseconds until a hook is looked at again whose token the operator has blocked."""


class Planned(NamedTuple):
    """Something to send, of a hook in one of the `GROUPS`."""

    hook: Hook
    delivery: Delivery
    group: str


class Plan(NamedTuple):
    """What is to be sent once the statements are committed."""

    planned: list[Planned]
    statements: list[Statement]


UnderWay = Collection[Planned]


def plan(store: Store, under_way: UnderWay) -> Plan:
    """What is due and not under way."""
    at, found = now(), Plan([], [])
    for group, most in GROUPS.items():
        _plan_group(store, under_way, at, group, most, found)
    found.statements.extend(deliveries.claimed([it.delivery for it in found.planned], at))
    return found


def _plan_group(store: Store, under_way: UnderWay, at: int, group: str, most: int, found: Plan) -> None:
    each = Counter(it.hook.id for it in under_way)
    room = most - sum(it.group == group for it in under_way)
    rows = _due(store, each, at, group, max(0, room))
    hooks = hooks_by_id(store, {row[0] for row in rows})
    busy = {(it.delivery.hook, it.delivery.id) for it in under_way}
    for row in rows:
        hook = hooks.get(row[0])
        if hook is None or each[hook.id] >= MOST_EACH:
            continue
        delivery = _usable(hook, row, found.statements) and _delivery(store, hook, row, at, found.statements)
        if delivery and (delivery.hook, delivery.id) not in busy:
            each[hook.id] += 1
            found.planned.append(Planned(hook, delivery, group))


def _due(store: Store, each: Counter[str], at: int, group: str, room: int) -> list[tuple[Any, ...]]:
    full = [id for id, number in each.items() if number >= MOST_EACH]
    if not room:
        return []
    others = marks(full) or "''"
    again = store.query(deliveries.AGAIN.format(group, others), (at, *full, room))
    return again + store.query(deliveries.DUE.format(group, others), (at, at, *full, room - len(again)))


def _usable(hook: Hook, row: tuple[Any, ...], statements: list[Statement]) -> bool:
    """Whether the hook may be used now. One that has ended is deleted."""
    if not hook.in_force:
        statements.extend(removal("id = ?", hook.id))
    elif hook.blocked:
        until = (now() + BLOCKED_FOR, hook.id)
        statements += [Statement(sql, until) for sql in deliveries.POSTPONE]
    return hook.in_force and not hook.blocked


def _delivery(
    store: Store, hook: Hook, row: tuple[Any, ...], at: int, statements: list[Statement]
) -> Delivery | None:
    if len(row) == len(Delivery._fields) - 2:
        return Delivery(*row)._replace(ahead=True)
    _, game, sent, tries, gap_from = row
    if gap_from is not None:
        return _gap(store, hook, game, gap_from, sent, tries, at)
    return _next(store, hook, game, sent, tries, statements)


def _gap(store: Store, hook: Hook, game: str, first: int, last: int, tries: int, at: int) -> Delivery:
    id = message_id(hook.id, GAP, game, first, last)
    body = _body(store, hook, id)
    text = body or deliveries.gap_body(game, first, last, at)
    return Delivery(hook.id, id, last, GAP, game, text, tries, new=body is None)


def _next(
    store: Store, hook: Hook, game: str, sent: int, tries: int, statements: list[Statement]
) -> Delivery | None:
    """The first notice that was not delivered. What the hook may not have is passed over."""
    found = store.query(deliveries.NEXT, (hook.recipient, game, sent))
    if not found:
        statements.append(Statement(deliveries.REST, (hook.id, game, hook.recipient)))
        return None
    n, kind, version, seat, noticed_at = found[0]
    id = message_id(hook.id, n)
    body = _body(store, hook, id)
    delivery = Delivery(hook.id, id, n, kind, game, body, tries, new=body is None)
    if body is None:
        made = view(store, hook, News(n, kind, game, version, seat, noticed_at))
        if made is None:
            statements.extend(deliveries.withheld(delivery))
            return None
        delivery = delivery._replace(body=deliveries.json(made))
    return delivery


def _body(store: Store, hook: Hook, id: str) -> str | None:
    return next((body for (body,) in store.query(deliveries.BODY, (hook.id, id))), None)


def still(store: Store, planned: Planned) -> Hook | list[Statement]:
    """The hook as it is just before it is sent something; else the statements for what is not sent."""
    it = planned.delivery
    hook = hooks_by_id(store, [it.hook]).get(it.hook)
    if hook is None or not hook.in_force or hook.blocked or (it.kind != PING and hook.status != "active"):
        return [Statement(deliveries.RELEASE, (it.hook, it.game))]
    if not may_see(store, hook, it.kind, it.game):
        return deliveries.withheld(it)
    return hook
