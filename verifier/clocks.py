"""L3 of clocks: every row follows from the rows before it, without the rules of the game (docs/ledger.md, section 16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from .clock_change import After, Back, Change, Clocks, after
from .clock_course import ENDED, Course
from .clock_halts import Halts
from .clock_order import Point, check_holds, check_order, fail
from .clock_rows import Row
from .clock_terms import ClockTerms, terms_of
from .clock_written import check_rows, read_rows
from .entries import Entry
from .export import Export
from .line import Line
from .problems import NotAvailable


class Version(NamedTuple):
    """What belongs to a version of the game: who is to act, whether it has ended, and who is away.

    `unknown`: seats for which the log does not say whether they are to act.
    """

    to_act: frozenset[int] = frozenset()
    unknown: frozenset[int] = frozenset()
    ended: bool = False
    away: frozenset[int] = frozenset()


class History(NamedTuple):
    """The clocks of a log that are good: the game before each action, and before the next one; and what there is of them."""

    points: list[Point]
    rows: int
    flags: int
    holds: int

    def words(self) -> str:
        return f"{self.rows} rows computed again, {self.flags} flags, {self.holds} holds"


def read_clocks(export: Export) -> History:
    """The clocks of a game that is played with some; Failed at the first that does not follow.

    Its entries have the data of their table, and L3 of its rulings has passed.
    """
    if export.terms.table is None:
        raise NotAvailable(export.terms.lacking)
    terms = terms_of(export.created["clock"])
    check_holds(export.entries)
    return _Reader(export, terms, Halts(export.entries)).run()


def check_clockless(export: Export) -> None:
    """Check that a game without clocks has nothing of them."""
    for entry in export.entries:
        if entry["t"] in ("clock-set", "time-held", "time-ran-out"):
            fail("no clock", f"a {entry['t']} stands in a game without clocks", entry)


@dataclass
class _Reader:
    """The state while reading a log, action by action."""

    export: Export
    terms: ClockTerms
    halts: Halts
    course: Course = field(default_factory=Course)
    clocks: Clocks = field(default_factory=lambda: Clocks({}, frozenset()))
    ended: bool = False
    ends: dict[int, int] = field(default_factory=dict)
    """The last action in which a stint of a seat ended."""
    points: list[Point] = field(default_factory=list)
    rows: int = 0
    last: int = 0
    versions: list[Version] = field(default_factory=lambda: [Version()])
    line: Line | None = None

    def run(self) -> History:
        for _, action in groupby(self.export.entries, key=lambda entry: entry["a"]):
            self._act(list(action))
        self.points.append(self._point())
        counts = [
            sum(entry["t"] == t for entry in self.export.entries) for t in ("time-ran-out", "time-held")
        ]
        return History(self.points, self.rows, *counts)

    def _point(self) -> Point:
        running = {seat: row.deadline for seat, row in self.clocks.rows.items() if row.deadline is not None}
        course, halts = self.course, self.halts
        playing = course.started and not halts.halted and not course.over and not self.ended
        case = None if halts.case is None else halts.case.number
        return Point(self.clocks, running, playing, halts.rest, self.last, halts.due(), case)

    def _act(self, action: Sequence[Entry]) -> None:
        point = self._point()
        self.points.append(point)
        check_order(point, action)
        self._note(action, set(point.running))
        written = read_rows(action, self._seats() if self.course.started else set())
        change = self._change(action, written)
        found = {seat: after(change, seat) for seat in sorted(self._seats())}
        check_rows(change, found, action)
        self.rows += len(written)
        self.clocks = Clocks(
            {seat: it.row for seat, it in found.items()},
            frozenset(seat for seat, it in found.items() if it.given),
        )
        self.ends |= {seat: action[0]["a"] for seat, it in found.items() if it.ended}
        self._ask(change, found)

    def _note(self, action: Sequence[Entry], running: set[int]) -> None:
        self.halts.begin()
        for entry in action:
            self.halts.note(entry)
            self.course.note(entry)
            if entry["t"] == "rewound":
                self.ended = self.versions[entry["d"]["to_version"]].ended
            self.ended |= entry["t"] == ENDED
            inside = frozenset(self._seats())
            self.versions.append(Version(unknown=inside, ended=self.ended, away=self.course.away))
        self.halts.settle(action[0]["at"], running)
        if action[0]["t"] != "time-held":
            self.last = action[0]["at"]

    def _seats(self) -> set[int]:
        """Those that may have clocks."""
        return {*range(1, self.export.seats + 1)} - self.course.bots

    def _change(self, action: Sequence[Entry], written: Mapping[int, Row]) -> Change:
        first, course, halts = action[0], self.course, self.halts
        types = {entry["t"] for entry in action}
        rewound = next((entry for entry in action if entry["t"] == "rewound"), None)
        before = self.versions[rewound["d"]["to_version"] if rewound else first["i"]]
        left, returned, substituted = self._moved(first)
        played = bool(types & {*self.export.played, "game-started"})
        deciding = before.unknown | substituted | (before.away if rewound else frozenset())
        back = self._back(rewound) if rewound else None
        return Change(
            terms=self.terms,
            before=self.clocks,
            now=first["at"],
            rest=halts.rest,
            halted=halts.halted,
            over=course.over or self.ended,
            own=seat_of(first) if first["t"] in self.export.played else 0,
            to_act=before.to_act,
            deciding=frozenset(self._seats()) if played or "action-corrected" in types else deciding,
            renewing=played or back is not None,
            written=written,
            away=course.away,
            left=left,
            returned=returned,
            substituted=substituted,
            hold=first["d"] if first["t"] == "time-held" else None,
            flag=first["d"] if first["t"] == "time-ran-out" else None,
            back=back,
            pays=halts.pays,
            remedied=halts.remedied,
            ruled=self._ruled(action),
        )

    def _moved(self, first: Entry) -> list[frozenset[int]]:
        """The seats that left in this action, those that came back, and those of them to which another person came."""
        moved = [(self.export.entries[i]["t"], seat) for i, seat in self.course.moved if i >= first["i"]]
        given = ("seat-left", "seat-excluded"), ("seat-returned", "seat-reassigned"), ("seat-reassigned",)
        return [frozenset(seat for t, seat in moved if t in types) for types in given]

    def _back(self, rewound: Entry) -> Back | None:
        entry = self._first_taken_back(rewound)
        if entry is None:
            return None
        before, a = self.points[entry["a"] - 1].clocks, entry["a"]
        if "ruling" in rewound["d"]:
            entries = self.export.entries
            moved = frozenset(seat for i, seat in self.course.moved if entries[i]["a"] >= a)
            return Back(entry["at"], before, moved, moved, 0, 0)
        through = (seat for seat, row in self.clocks.rows.items() if row.since is not None)
        unchanged = frozenset(seat for seat in through if _runs(before, seat) and self.ends.get(seat, 0) < a)
        cost = self.halts.counted(entry["at"], rewound["at"])
        return Back(entry["at"], before, unchanged, frozenset(), self.course.asker, cost)

    def _first_taken_back(self, rewound: Entry) -> Entry | None:
        """The first event of the ruleset that counted before, and does not count after it."""
        self.line = self.line or Line(self.export.entries)
        i = rewound["i"]
        for entry in self.export.entries[rewound["d"]["to_version"] : i]:
            if entry["t"] in self.export.played and self.line.counts(entry["i"] + 1, i):
                return entry
        return None

    def _ruled(self, action: Sequence[Entry]) -> dict[int, int]:
        """The banks that a ruling sets which becomes final in this action."""
        final = next((entry for entry in action if entry["t"] == "ruling-final"), None)
        remedy = self.halts.rulings[final["d"]["ruling"]].get("remedy", {}) if final else {}
        if final is None or "clock" not in remedy:
            return {}
        clock = remedy["clock"]
        good = all(self.terms.allows(left) for left in clock.values())
        if not good or not {*clock} <= {str(seat) for seat in range(1, self.export.seats + 1)}:
            fail("a wrong ruling", "it sets a clock to what no ruling may, or that of no seat", final)
        if not self.course.started or self.course.over or self.ended:
            fail("a wrong ruling", "it sets clocks, and the game has not started, or is over", final)
        return {int(seat): left for seat, left in clock.items() if int(seat) in self._seats()}

    def _ask(self, change: Change, found: Mapping[int, After]) -> None:
        """Who is to act from now on."""
        said = {seat: change.asks(seat) for seat in found}
        to_act, unknown = (
            frozenset(seat for seat, it in said.items() if it is wanted) for wanted in (True, None)
        )
        self.versions[-1] = self.versions[-1]._replace(to_act=to_act, unknown=unknown)


def _runs(clocks: Clocks, seat: int) -> bool:
    return seat in clocks.rows and clocks.rows[seat].since is not None


def seat_of(entry: Entry) -> int:
    by, _, number = entry["by"].partition(":")
    return int(number) if by == "seat" else 0
