"""What of the webhooks' notices is to be sent now, and what is written before it is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from projections.paging import marks
from service.accounts.notices import deliveries
from service.accounts.notices.deliveries import GAP, PING, Delivery, message_id
from service.accounts.notices.hook_access import News, may_see, view
from service.accounts.notices.hook_rows import Hook, hooks_by_id, removal
from service.store import Statement, Store
from service.system.clock import now

MOST_EACH = 8
"""Requests of one hook that are under way or wait for slots."""
GROUPS = {"": 384, "NOT ": 96}
"""How many requests are under way or wait, of hooks that succeeded last and of those that failed: these hold up no others."""


class Planned(NamedTuple):
    """Something to send, of a hook in one of the `GROUPS`."""

    hook: Hook
    delivery: Delivery
    group: str


class Plan(NamedTuple):
    """What is to be sent once the statements are committed."""

    planned: list[Planned]
    statements: list[Statement]


def plan(store: Store, under_way: Collection[Planned]) -> Plan:
    """What is due and not under way."""
    planner = Planner(store, under_way)
    if store.query(deliveries.ANY_DUE, (planner.at, planner.at)):
        for group, most in GROUPS.items():
            planner.fill(group, most)
    planner.found.statements.extend(
        deliveries.begun([it.delivery for it in planner.found.planned], planner.at)
    )
    return planner.found


class Planner:
    """Chooses of what is due. Hooks that have most of it do not keep others waiting."""

    def __init__(self, store: Store, under_way: Collection[Planned]) -> None:
        self.found, self.at = Plan([], []), now()
        self._store, self._under_way = store, under_way
        self._each = Counter(it.hook.id for it in under_way)
        self._seen = set().union(*map(_keys, under_way))

    def fill(self, group: str, most: int) -> None:
        """Plan up to this many of a group, with those that are under way."""
        room = most - sum(it.group == group for it in self._under_way)
        more = True
        while more and room > 0:
            rows = self._due(group, most)
            new = [row for row in rows if row[:2] not in self._seen]
            self._seen.update(row[:2] for row in new)
            planned = self._planned(new, group, room)
            self.found.planned.extend(planned)
            room, more = room - len(planned), len(rows) >= most and bool(new)

    def _due(self, group: str, most: int) -> list[tuple[Any, ...]]:
        """With those that are under way; repetitions that were requested come first."""
        full = [id for id, number in self._each.items() if number >= MOST_EACH]
        others = marks(full) or "''"
        again, due = (sql.format(group, others) for sql in (deliveries.AGAIN, deliveries.DUE))
        return self._store.query(again, (self.at, *full, most)) + self._store.query(
            due, (self.at, *full, most)
        )

    def _planned(self, rows: Sequence[tuple[Any, ...]], group: str, room: int) -> list[Planned]:
        hooks, planned = hooks_by_id(self._store, {row[0] for row in rows}), list[Planned]()
        for row in rows:
            hook = hooks.get(row[0])
            if hook is None or self._each[hook.id] >= MOST_EACH or len(planned) == room:
                continue
            if _usable(hook, row, self.at, self.found.statements) and (
                delivery := _delivery(self._store, hook, row, self.at, self.found.statements)
            ):
                self._each[hook.id] += 1
                planned.append(Planned(hook, delivery, group))
        return planned


def _keys(it: Planned) -> set[tuple[str, str]]:
    """What is under way, as rows begin: of a game one at a time, and none beside itself out of order."""
    id, game = it.delivery.id, it.delivery.game
    return {(it.hook.id, id)} if it.delivery.ahead else {(it.hook.id, id), (it.hook.id, game)}


def _usable(hook: Hook, row: tuple[Any, ...], at: int, statements: list[Statement]) -> bool:
    """Whether the hook may be used now. One that has ended is deleted."""
    if not hook.in_force:
        statements.extend(removal("id = ?", hook.id))
    elif hook.blocked or not _is_ahead(row):
        statements.extend(resting := deliveries.postponed(hook, at))
        return not resting
    return hook.in_force


def _is_ahead(row: tuple[Any, ...]) -> bool:
    return len(row) == len(Delivery._fields) - 2


def _delivery(
    store: Store, hook: Hook, row: tuple[Any, ...], at: int, statements: list[Statement]
) -> Delivery | None:
    if _is_ahead(row):
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
    """The hook as it is just before it is sent something; else the statements for what is not sent now."""
    it = planned.delivery
    hook = hooks_by_id(store, [it.hook]).get(it.hook)
    if hook is None or not hook.in_force or hook.blocked or (it.kind != PING and hook.status != "active"):
        return []
    if not may_see(store, hook, it.kind, it.game):
        return deliveries.withheld(it)
    return hook
