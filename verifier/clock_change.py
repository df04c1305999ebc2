"""What an action makes of each clock, computed from the rows before it (docs/ledger.md, section 16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .clock_rows import Row
from .clock_terms import ClockTerms


class Clocks(NamedTuple):
    """All clocks between two actions: the rows, and the seats whose increment of their present stint was given."""

    rows: Mapping[int, Row]
    given: frozenset[int]


class Back(NamedTuple):
    """What a `rewound` takes back: since the time `at`, just before which the clocks were these."""

    at: int
    before: Clocks
    unchanged: frozenset[int]
    """Seats whose clocks do not go back."""
    moved: frozenset[int]
    """Those of them that left or came back since: the stint of such a clock has nothing more to give."""
    charged: int
    """The seat that pays for it; 0: nobody."""
    cost: int


@dataclass(frozen=True)
class Change:
    """An action as clocks see it. Times are milliseconds; `now` is the `at` of the action."""

    terms: ClockTerms
    before: Clocks
    now: int
    rest: int
    halted: bool
    over: bool
    own: int
    """The seat whose own action it is: it begins with an event of the ruleset by this seat; 0 otherwise."""
    to_act: frozenset[int]
    """Seats that are to act after it, except those that the rows decide."""
    deciding: frozenset[int]
    """Seats for which the rows decide whether they are to act."""
    renewing: bool
    """Whether stints of all seats may begin."""
    written: Mapping[int, Row]
    away: frozenset[int]
    left: frozenset[int]
    """Seats that left in this action."""
    returned: frozenset[int] = frozenset()
    """Seats that came back in this action."""
    substituted: frozenset[int] = frozenset()
    """Those of them to which another person came."""
    hold: dict[str, Any] | None = None
    flag: dict[str, Any] | None = None
    back: Back | None = None
    pays: tuple[int, int] | None = None
    remedied: bool = False
    """Whether a ruling with a remedy became final in it."""
    ruled: Mapping[int, int] = field(default_factory=dict)
    """The banks that this ruling sets."""

    def last(self, seat: int) -> Row:
        return self.before.rows.get(seat) or Row(0, self.terms.bank, 0)

    def asks(self, seat: int) -> bool | None:
        """Whether a player is to act after it; None where only the rows could say so, and no clock runs."""
        if self.over or seat in self.away:
            return False
        if seat not in self.deciding:
            return seat in self.to_act
        if self.halted:
            return None
        row = self.written.get(seat)
        return (row or self.last(seat)).since is not None


class After(NamedTuple):
    """A clock after an action."""

    row: Row
    given: bool
    ended: bool
    """Whether a stint of it ended in the action."""


def after(change: Change, seat: int) -> After:
    """The clock of a seat that has one, or had one before."""
    last, given = change.last(seat), _given(change, seat)
    if seat in change.away and seat not in change.left:
        return After(last, given, False)
    base = _base(change, seat, last)
    new = _begins(change, seat, base)
    ends = base.since is not None and (new or change.asks(seat) is False)
    row = base.read(change.now) if ends or change.halted or _restarts(change, base) else base
    if ends and seat == change.own and not given:
        row, given = row._replace(left=change.terms.raised(row.left)), True
    row = _paid(change, seat, row)
    if new:
        row, given = row._replace(stint=row.stint + 1, grace=change.terms.graced(row.stint + 1)), False
    if seat in change.ruled and seat not in change.away:
        row = row._replace(left=change.ruled[seat], grace=change.terms.grace)
    return After(_run(change, seat, base, row), given, ends or seat in _flagged(change))


def _given(change: Change, seat: int) -> bool:
    """Whether the increment of a seat's stint was given: on the line that counts."""
    back = change.back
    if back is None:
        return seat in change.before.given
    return seat in back.before.given or seat in back.moved


def _flagged(change: Change) -> list[int]:
    return list(change.flag["seats"]) if change.flag else []


def _base(change: Change, seat: int, last: Row) -> Row:
    """What the action begins with: the last row, or an earlier one that comes again, or what is left at an earlier time."""
    deadline = last.deadline
    if change.back and seat not in change.back.unchanged:
        return gone_back(change, change.back, seat)
    if change.hold and deadline is not None and deadline > change.hold["from"]:
        return last.read(change.hold["from"])._replace(since=change.hold["to"])
    if seat in _flagged(change):
        return last._replace(left=0, grace=0, since=None)
    if change.flag and "outcome" in change.flag:
        return last.read(change.flag["deadline"])
    return last


def gone_back(change: Change, back: Back, seat: int) -> Row:
    """The clock as it was before what is taken back; the seat that requested it pays for the time since."""
    was = back.before.rows.get(seat) or Row(0, change.terms.bank, 0)
    row = was.read(back.at)
    if seat == back.charged:
        row = row.less(back.cost) if was.since is not None else row._replace(left=row.left - back.cost)
    return row


def _begins(change: Change, seat: int, base: Row) -> bool:
    """Whether a new stint begins: where one may, the written row says so, or the last one that is to stay."""
    row, acts = change.written.get(seat) or change.last(seat), change.asks(seat)
    may = change.renewing or seat in change.substituted
    if row.stint == base.stint or not may or change.over or seat in change.away:
        return False
    if base.since is None:
        return change.halted or bool(acts)
    return bool(acts) and (seat == change.own or change.back is not None)


def _restarts(change: Change, base: Row) -> bool:
    return change.remedied and base.since is not None


def _paid(change: Change, seat: int, row: Row) -> Row:
    """After what an opener pays, and what a player has who comes back."""
    if change.pays and change.pays[0] == seat and not change.over:
        row = row.less(min(change.pays[1], max(0, row.grace + row.left - 60_000)))
    if seat in change.returned:
        row = row._replace(grace=0, left=change.terms.back(row.left))
    return row


def _run(change: Change, seat: int, base: Row, row: Row) -> Row:
    """With `since` if the clock runs after the action."""
    if change.halted or not change.asks(seat):
        return row._replace(since=None)
    if row == base and base.since is not None:
        return row
    return row._replace(since=max(change.now, change.rest))
