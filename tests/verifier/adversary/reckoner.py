"""Clocks as docs/ledger.md, section 16, has them, for a writer who decides at random who is asked: the rows that follow."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from tests.verifier.adversary.course import REST, Course
from tests.verifier.synthetic import Entry

KEPT = 60_000
Snapshot = tuple[dict[int, "Clock"], frozenset[int], frozenset[int]]
"""Clocks, who is asked, and who is away."""


class TooLate(ValueError):
    """Whoever asks to take something back has not the time for it."""


@dataclass
class Clock:
    """`begun` since when it runs; `ends` how many of its stints have ended, `given` whether the last had its increment."""

    stint: int
    left: int
    grace: int
    begun: int | None = None
    given: bool = False
    ends: int = 0

    @property
    def deadline(self) -> int | None:
        return None if self.begun is None else self.begun + self.grace + self.left

    def stopped(self, at: int) -> Clock:
        clock = copy(self)
        if clock.begun is not None:
            clock.begun = None
            clock.pay(max(0, at - (self.begun or 0)))
        return clock

    def pay(self, time: int) -> None:
        free = min(self.grace, time)
        self.grace -= free
        self.left -= time - free

    def row(self) -> dict[str, int]:
        row = {"stint": self.stint, "left": self.left, "grace": self.grace}
        return row if self.begun is None else row | {"since": self.begun}


@dataclass
class Reckoner(Course):
    """`read` takes the entries of an action and returns its rows."""

    clocks: dict[int, Clock] = field(default_factory=dict)
    asked: frozenset[int] = frozenset()
    before: dict[int, Snapshot] = field(default_factory=dict)

    # What a writer asks before it writes.

    @property
    def running(self) -> dict[int, Clock]:
        return {seat: clock for seat, clock in self.clocks.items() if clock.begun is not None}

    @property
    def deadline(self) -> int | None:
        return min((clock.deadline or 0 for clock in self.running.values()), default=None)

    def flagged(self, deadline: int) -> list[int]:
        return [seat for seat, clock in sorted(self.running.items()) if clock.deadline == deadline]

    def can_take_back(self, to: int, seat: int, at: int) -> bool:
        """Whether the clock of the asker has the time for it."""
        try:
            self._went_back(to, seat, at, ruling=False)
        except TooLate:
            return False
        return True

    # An action.

    def read(self, action: list[Entry]) -> list[dict[str, int]]:
        first, at = action[0], action[0]["at"]
        self.before[first["a"]] = (self.clocks, self.asked, self.away)
        clocks = {seat: copy(clock) for seat, clock in self.clocks.items()}
        ran = {seat for seat, clock in clocks.items() if clock.begun is not None}
        was_away, was_halted = self.away, self.halted
        final, pays = self._note(action, ran)
        if final is not None:
            self.rest = max(self.rest, at + REST)
            self.pauses.append((at, at + REST))
        self._stand(was_halted, at)
        if not self.started or not self.terms:
            return []
        return self._rows(action, clocks, ran, was_away, final, pays)

    # Rows.

    def _rows(
        self,
        action: list[Entry],
        clocks: dict[int, Clock],
        ran: set[int],
        was_away: frozenset[int],
        final: dict[str, Any] | None,
        pays: tuple[int, int] | None,
    ) -> list[dict[str, int]]:
        first, at = action[0], action[0]["at"]
        stops = self.over or self.halted
        start = max(at, self.rest)
        own = int(first["by"][5:]) if first["t"] in self.played and first["by"].startswith("seat:") else 0
        back = next((entry for entry in action if entry["t"] == "rewound"), None)
        bases = self._bases(action, clocks, back)
        self.asked = asked = self._who_is_asked(action, back, was_away, bases)
        far = back is not None and bool(self._taken_back(back["d"]["to_version"], back["i"]))
        renews = far or any(e["t"] in self.played or e["t"] == "game-started" for e in action)
        given = {
            e["d"]["seat"] for e in action if e["t"] == "seat-reassigned" and e["by"] == "organiser"
        } & was_away
        returned = given | {e["d"]["seat"] for e in action if e["t"] == "seat-returned"}
        rows = []
        for seat, base in bases.items():
            if seat in self.away and seat in was_away:
                continue
            last, runs = self.clocks[seat], base.begun is not None
            new = (
                not self.over
                and seat in asked
                and seat not in self.away
                and (renews or seat in given)
                and (not runs or ((own == seat or back is not None) and not stops))
                and (base.stint == 0 or self.rng.random() < (0.6 if not runs else 0.3))
            )
            clock = base
            ends = runs and (seat not in asked or self.over or new)
            if runs and (ends or stops or final is not None):
                clock = base.stopped(at)
                clock.ends += ends
                if ends and own == seat and not clock.given:
                    clock.left = max(
                        clock.left, min(self._most(), clock.left + 1000 * self.terms["increment"])
                    )
                    clock.given = True
            if pays is not None and pays[0] == seat:
                had = clock.grace + clock.left
                clock.pay(max(0, min(pays[1], had - KEPT)))
            if seat in returned:
                tenth = 100 * (self.terms["bank"] + self.terms["grace"])
                clock.left, clock.grace = max(clock.left, tenth), 0
            if new:
                clock.stint, clock.given = clock.stint + 1, False
                grace = 1000 * self.terms["grace"]
                clock.grace = grace if clock.stint > 1 else max(grace, 1000 * self.terms["start_within"])
            banks = (final or {}).get("remedy", {}).get("clock", {})
            if str(seat) in banks and seat not in self.away:
                clock.left, clock.grace = banks[str(seat)], 1000 * self.terms["grace"]
                clock.begun = None
            if seat in asked and not stops and clock.begun is None:
                clock.begun = start
            if clock.row() != last.row():
                rows.append({"seat": seat} | clock.row())
            bases[seat] = clock
        self.clocks = bases
        return rows

    def _bases(self, action: list[Entry], clocks: dict[int, Clock], back: Entry | None) -> dict[int, Clock]:
        first = action[0]
        t, d = first["t"], first["d"]
        if back is not None:
            asker = 0
            if "ruling" not in back["d"]:
                requests = (e["d"] for e in reversed(self.log[: back["i"]]) if e["t"] == "undo-requested")
                asker = next((d["seat"] for d in requests if d["request"] == back["d"].get("request")), 0)
            return self._went_back(
                back["d"]["to_version"], asker, back["at"], "ruling" in back["d"], back["i"]
            )
        for seat, clock in clocks.items():
            due = clock.deadline
            if t == "time-held" and due is not None and due > d["from"]:
                clocks[seat] = clock.stopped(d["from"])
                clocks[seat].begun = d["to"]
            if t == "time-ran-out" and seat in d["seats"]:
                clocks[seat] = Clock(clock.stint, 0, 0, None, clock.given, clock.ends + 1)
            elif t == "time-ran-out" and "outcome" in d:
                clocks[seat] = clock.stopped(d["deadline"])
        return clocks

    def _went_back(
        self, to: int, asker: int, at: int, ruling: bool, i: int | None = None
    ) -> dict[int, Clock]:
        i = len(self.log) if i is None else i
        now = {seat: copy(clock) for seat, clock in self.clocks.items()}
        gone = self._taken_back(to, i)
        if not gone:
            return now
        first = self.log[min(gone)]
        # an action that is only about to be written began with the clocks as they are
        then = self.before[first["a"]][0] if first["a"] in self.before else self.clocks
        for seat, last in now.items():
            was = then[seat]
            unbroken = (
                not ruling and was.begun is not None and last.begun is not None and was.ends == last.ends
            )
            stays = ruling and self.moved.get(seat, 0) >= first["a"]
            if unbroken or stays or seat in self.away:
                last.given = stays or was.given
                continue
            clock = was.stopped(first["at"])
            clock.ends = last.ends
            if seat == asker:
                time = at - first["at"] - self._stood(first["at"], at)
                if was.begun is None:
                    clock.left -= time
                else:
                    clock.pay(time)
                if clock.left < 0 or clock.left + clock.grace <= 0:
                    raise TooLate
            now[seat] = clock
        return now

    def _taken_back(self, to: int, i: int) -> list[int]:
        """The numbers of the entries of the ruleset that entry `i` takes back."""
        return [n for n in self.counting(i) if n >= to and self.log[n]["t"] in self.played]

    def _most(self) -> int:
        return 1000 * int(self.terms.get("most", 2**40))

    # Who is asked.

    def _who_is_asked(
        self, action: list[Entry], back: Entry | None, was_away: frozenset[int], bases: dict[int, Clock]
    ) -> frozenset[int]:
        present = frozenset(bases) - self.away
        if self.over:
            return frozenset()
        if any(e["t"] in self.played or e["t"] in ("game-started", "action-corrected") for e in action):
            return self._some(present)
        asked = self.asked - was_away
        if back is not None:
            version = back["d"]["to_version"]
            at_end, next_ = self.log[version - 1], self.log[version]
            if at_end["a"] == next_["a"]:
                return self._some(present)
            _, asked, away = self.before[next_["a"]]
            asked -= away
            asked |= self._some(away)
        given = {e["d"]["seat"] for e in action if e["t"] == "seat-reassigned" and e["by"] == "organiser"}
        if not self.halted:
            asked |= self._some(frozenset(given) & was_away)
        return asked & present

    def _some(self, seats: Iterable[int]) -> frozenset[int]:
        return frozenset(seat for seat in sorted(seats) if self.rng.random() < 0.55)
