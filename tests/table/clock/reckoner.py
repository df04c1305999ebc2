"""Clocks reckoned a second time, from a log alone: its types, times and actors, and whom the rules ask.

Written from the specification, without `domain.table.clock`, whose rows the tests compare with these to the millisecond. The
game itself is folded with the ruleset's `evolve`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from domain.ruleset import Ruleset
from domain.table.fold import options_of
from domain.table.state import Logged
from tests.table.clock.reckoned import FLOOR, REST, Case, Change, Position, Row, Seat, Seats, remedies, tag


def reckon(ruleset: Ruleset[Any], log: Sequence[Logged]) -> Iterator[tuple[Sequence[Logged], dict[int, Row]]]:
    """Every action of a log without its `clock-set`, and the rows that this should have."""
    reckoner = Reckoner(ruleset, log[0].event)
    for _, group in groupby(log, key=lambda logged: logged.action):
        action = list(group)
        yield action, reckoner.read([it for it in action if tag(it) != "clock-set"], action[-1].version)


class Reckoner:
    def __init__(self, ruleset: Ruleset[Any], setup: Any) -> None:
        self.ruleset, self.setup, self.terms = ruleset, setup, setup.clock
        self.fresh = Seat(Row(0, 1000 * setup.clock.bank, 0))
        self.people, self.away = set[int](), set[int]()
        self.moves: list[tuple[int, int]] = []
        self.position = Position(None, {}, {})
        self.befores: dict[int, tuple[Position, int]] = {}
        self.ended: dict[int, int] = {}
        self.askers: dict[int, int] = {}
        self.rulings: dict[int, Any] = {}
        self.over = False
        self.suspending = set[str | None]()
        """Who has suspended it, by the `why` of the event."""
        self.case: Case | None = None
        self.spells: list[tuple[int, int]] = []
        self.rest = self.last = 0

    @property
    def halted(self) -> bool:
        return bool(self.suspending) or (self.case is not None and self.case.halts)

    @property
    def asked(self) -> frozenset[int]:
        """Whom the rules ask, of the seats that have a clock."""
        if self.position.state is None or self.over:
            return frozenset()
        return frozenset(self.ruleset.to_act(self.position.state)) & (self.people - self.away)

    def value(self, seat: int) -> int:
        said = self.ruleset.stint(self.position.state, seat)
        turns = self.position.turns.items()
        return sum(number for owner, number in turns if owner != seat) if said is None else said

    def read(self, action: Sequence[Logged], last: int) -> dict[int, Row]:
        """The rows that differ after an action, which ends with the version `last`."""
        first, at, before = action[0], action[0].at, self.position.seats
        assert {it.at for it in action} == {at}, "all entries of an action have one time"
        self.befores[first.version - 1] = (self.position, at)
        self._pass_time(at)
        change, owner = Change(at, before, self.asked), self._owner(first)
        if not self.ruleset.turns and type(first.event) in self.ruleset.events:
            self._count(int(first.actor.partition(":")[2]))
        for logged in action:
            change = self._follow(logged, change)
        seats = {seat: self._after(seat, change, owner) for seat in self.people}
        self.position = self.position._replace(seats=seats)
        rows = {seat: it.row for seat, it in seats.items() if it.row != before.get(seat, self.fresh).row}
        self.ended |= {
            seat: last for seat in rows if self._ends(before.get(seat, self.fresh).row, rows[seat])
        }
        return rows

    def _ends(self, before: Row, row: Row) -> bool:
        """Whether a stint ended with a row; stops end none."""
        return before.since is not None and (
            row.stint != before.stint or (row.since is None and not self.halted)
        )

    def _owner(self, first: Logged) -> int:
        who, _, number = first.actor.partition(":")
        return int(number) if who == "seat" and type(first.event) in self.ruleset.events else 0

    def _pass_time(self, at: int) -> None:
        if self.halted:
            self.spells.append((self.last, at))
        if self.case is not None and self.case.halts and not self.suspending:
            self.case = self.case._replace(alone=self.case.alone + at - self.last)
        self.last = at

    def stood(self, start: int, end: int) -> int:
        """How many of these milliseconds are in any spell."""
        total, upto = 0, start
        for from_, to in sorted(self.spells):
            from_, to = max(from_, upto), min(to, end)
            if from_ < to:
                total, upto = total + to - from_, to
        return total

    # -- what an entry says

    def _follow(self, logged: Logged, change: Change) -> Change:
        event = logged.event
        if type(event) in self.ruleset.events:
            self._play(event)
            return change
        follow = getattr(self, "_" + tag(logged).replace("-", "_"), None)
        return (follow(event, logged, change) if follow else None) or change

    def _count(self, owner: int) -> None:
        turns = self.position.turns
        self.position = self.position._replace(turns={**turns, owner: turns.get(owner, 0) + 1})

    def _play(self, event: Any) -> None:
        turn = self.ruleset.turn(event) if self.ruleset.turns else None
        if turn is not None:
            self._count(turn)
        state = self.ruleset.evolve(self.position.state, event)
        self.position = self.position._replace(state=state)
        self.over = self.over or self.ruleset.outcome(state) is not None

    def _seat_taken(self, event: Any, logged: Logged, change: Change) -> None:
        self.people |= {event.seat} if event.bot is None else set()

    def _seat_freed(self, event: Any, logged: Logged, change: Change) -> None:
        self.people.discard(event.seat)

    def _game_started(self, event: Any, logged: Logged, change: Change) -> None:
        rules, setup = self.ruleset, self.setup
        state = rules.initial(setup.seats, options_of(rules, setup.options), rules.edition(setup.edition))
        self.position = self.position._replace(state=state)

    def _game_suspended(self, event: Any, logged: Logged, change: Change) -> None:
        self.suspending.add(event.why)

    def _game_resumed(self, event: Any, logged: Logged, change: Change) -> None:
        self.suspending.discard(event.why)

    def _result_set(self, event: Any, logged: Logged, change: Change) -> None:
        self.over = True

    _game_voided = _game_abandoned = _result_set

    def _resigned(self, event: Any, logged: Logged, change: Change) -> None:
        self.over = self.over or event.outcome is not None

    def _time_held(self, event: Any, logged: Logged, change: Change) -> Change:
        self.spells.append((event.from_, event.to))
        self.rest = max(self.rest, event.to)
        return change._replace(held=(event.from_, event.to))

    def _time_ran_out(self, event: Any, logged: Logged, change: Change) -> Change:
        running = ((seat, it.row.deadline) for seat, it in change.seats.items())
        deadlines = {seat: deadline for seat, deadline in running if deadline is not None}
        assert event.deadline == min(deadlines.values()) <= logged.at, "the earliest of all that run"
        due = sorted(seat for seat, deadline in deadlines.items() if deadline == event.deadline)
        assert list(event.seats) == due, "all seats of that millisecond"
        self._resigned(event, logged, change)
        return change._replace(stops=event.deadline)

    def _seat_left(self, event: Any, logged: Logged, change: Change) -> None:
        self.moves.append((event.seat, logged.version))
        self.away.add(event.seat)

    def _seat_returned(self, event: Any, logged: Logged, change: Change) -> Change:
        self.moves.append((event.seat, logged.version))
        self.away.discard(event.seat)
        return change._replace(back=event.seat)

    def _seat_reassigned(self, event: Any, logged: Logged, change: Change) -> Change | None:
        back = logged.actor == "organiser" and event.seat in self.away
        return self._seat_returned(event, logged, change) if back else None

    def _undo_requested(self, event: Any, logged: Logged, change: Change) -> None:
        self.askers[event.request] = event.seat

    # -- cases

    def _dispute_opened(self, event: Any, logged: Logged, change: Change) -> None:
        self.case = Case(event.seat)
        if self.setup.disputes.pause and not self.over:
            self._begin_halt(change)

    def _begin_halt(self, change: Change) -> None:
        assert self.case is not None
        opener = self.case.opener
        ran = opener is not None and change.seats.get(opener, self.fresh).row.since is not None
        self.case = self.case._replace(halts=True, payer=opener if ran else None, alone=0)

    def _dispute_withdrawn(self, event: Any, logged: Logged, change: Change) -> Change:
        change, self.case = self._end_halt(change), None
        return change

    _dispute_expired = _dispute_withdrawn

    def _ruled(self, event: Any, logged: Logged, change: Change) -> Change | None:
        assert self.case is not None
        self.rulings[event.ruling] = event
        if not remedies(event):
            return self._end_halt(change)
        if not self.case.halts and not self.over:
            self._begin_halt(change)
        return None

    def _end_halt(self, change: Change) -> Change:
        """Otherwise than by a ruling with a remedy."""
        case = self.case
        if case is None or not case.halts:
            return change
        self.case = case._replace(halts=False)
        return change._replace(payer=case.payer, pays=case.alone)

    def _ruling_final(self, event: Any, logged: Logged, change: Change) -> Change:
        ruled, self.case = self.rulings[event.ruling], None
        if not remedies(ruled):
            return change
        self.rest = max(self.rest, logged.at + REST)
        self.spells.append((logged.at, logged.at + REST))
        return change._replace(remedied=True, banks=(ruled.remedy and ruled.remedy.clock) or {})

    # -- going back

    def _rewound(self, event: Any, logged: Logged, change: Change) -> Change:
        (then, f), now = self.befores[event.to_version], self.position.seats
        if event.ruling is None:
            lost, asker = change.at - f - self.stood(f, change.at), self.askers[event.request]
            kept = {seat for seat in now if self._unbroken(then, now, seat, event.to_version)} | self.away
            seats = {seat: self._undone(then, seat, f, lost if seat == asker else 0) for seat in now}
        else:
            kept = {seat for seat, version in self.moves if version > event.to_version}
            seats = {seat: self._undone(then, seat, f, 0) for seat in now}
            now = {seat: Seat(it.row, None, True) for seat, it in now.items()}
        seats |= {seat: now[seat] for seat in kept}
        self.position = then._replace(seats=seats)
        return change._replace(seats=seats, asked=self.asked)

    def _unbroken(self, then: Position, now: Seats, seat: int, to_version: int) -> bool:
        """Whether a clock ran at F and runs now, in a stint that did not end in between."""
        ran = then.seats.get(seat, self.fresh).row.since is not None
        return ran and now[seat].row.since is not None and self.ended.get(seat, 0) <= to_version

    def _undone(self, then: Position, seat: int, f: int, lost: int) -> Seat:
        it = then.seats.get(seat, self.fresh)
        row = it.row.read(f)
        ran = it.row.since is not None
        return it._replace(row=row.less(lost) if ran else row._replace(left=row.left - lost))

    # -- the rows after the action

    def _after(self, seat: int, change: Change, owner: int) -> Seat:
        it = change.seats.get(seat, self.fresh)
        if change.held is not None:
            return it._replace(row=self._held(it.row, *change.held))
        row = it.row.read(change.at if change.stops is None else change.stops)
        if seat == change.back:
            row = row._replace(left=max(row.left, 100 * (self.terms.bank + self.terms.grace)), grace=0)
        it = self._ended_or_begun(seat, it._replace(row=row), change, seat == owner)
        row = it.row
        if seat == change.payer:
            row = row.less(min(change.pays, max(0, row.grace + row.left - FLOOR)))
        if str(seat) in change.banks:
            row = row._replace(left=change.banks[str(seat)], grace=1000 * self.terms.grace)
        return it._replace(row=self._started(seat, row, change))

    def _held(self, row: Row, start: int, end: int) -> Row:
        if row.deadline is None or row.deadline <= start:
            return row
        return row.read(start)._replace(since=end)

    def _ended_or_begun(self, seat: int, it: Seat, change: Change, own: bool) -> Seat:
        was, asked = seat in change.asked, seat in self.asked
        other = asked and it.began != self.value(seat)
        if was and own and (not asked or other) and not it.given:
            it = it._replace(row=self._with_increment(it.row), given=True)
        if not other or (was and not own):
            return it
        grace = max(self.terms.grace, 0 if it.row.stint else self.terms.start_within)
        row = it.row._replace(stint=it.row.stint + 1, grace=1000 * grace)
        return Seat(row, self.value(seat))

    def _with_increment(self, row: Row) -> Row:
        left = row.left + 1000 * self.terms.increment
        left = left if self.terms.most is None else min(left, 1000 * self.terms.most)
        return row._replace(left=max(row.left, left))

    def _started(self, seat: int, row: Row, change: Change) -> Row:
        if seat not in self.asked or self.halted:
            return row
        before = change.seats.get(seat, self.fresh).row
        if before.since is not None and before.stint == row.stint and not change.remedied:
            return before
        return row._replace(since=max(change.at, self.rest))
