"""What the clocks of a random game depend on: who plays, what halts the game, whether it is over (docs/ledger.md, section 16)."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.verifier.synthetic import Entry

REST = 30_000
REMEDIES = ("backed-up", "replayed", "corrected", "result", "void")
ENDS = ("game-abandoned", "result-set", "game-voided")


@dataclass
class Case:
    """The open case: since when it halts the game, and for how much of that the game was not suspended beside."""

    number: int
    opener: str
    opened: int
    ruling: dict[str, Any] | None = None
    appealed: int | None = None
    halting: bool = False
    ran: bool = False
    stood: int = 0


@dataclass
class Course:
    """`played` are the types of the ruleset, `log` the entries so far."""

    terms: dict[str, Any]
    disputes: dict[str, Any] | None
    seats: int
    played: frozenset[str]
    rng: random.Random
    log: list[Entry]
    away: frozenset[int] = frozenset()
    resigned: set[int] = field(default_factory=set)
    returns: dict[int, int] = field(default_factory=dict)
    started: bool = False
    over: bool = False
    suspending: frozenset[bool] = frozenset()
    """Who has suspended it: the operator (true), the organiser (false), or both."""
    case: Case | None = None
    rulings: dict[int, dict[str, Any]] = field(default_factory=dict)
    rest: int = 0
    pauses: list[tuple[int, int]] = field(default_factory=list)
    halted_at: int | None = None
    moved: dict[int, int] = field(default_factory=dict)
    held: set[int] = field(default_factory=set)
    _last: int = 0
    """The time of the last action."""
    _stopped: bool = False
    """Whether it is over, whatever is taken back."""

    @property
    def suspended(self) -> bool:
        return bool(self.suspending)

    @property
    def halted(self) -> bool:
        return self.suspended or (self.case is not None and self._halts(self.case))

    def case_due(self) -> int | None:
        """Of a case before table 4 that nobody has ruled in, and nobody takes."""
        if self.case is None or self.disputes is None:
            return None
        return self.case.opened + 1000 * int(self.disputes["rule_within"])

    def _note(
        self, action: list[Entry], ran: set[int]
    ) -> tuple[dict[str, Any] | None, tuple[int, int] | None]:
        """The ruling with a remedy that becomes final, and what an opener pays."""
        at, case, suspended = action[0]["at"], self.case, self.suspended
        halting = case is not None and case.halting
        if case is not None and halting and not suspended:
            case.stood += at - self._last
        self._last = at
        final = None
        for entry in action:
            t, d = entry["t"], entry["d"]
            self._of_game(entry)
            self._of_case(entry)
            if t == "ruling-final" and self._has_remedy(self.rulings[d["ruling"]]):
                final = self.rulings[d["ruling"]]
        self.over = self._is_over(action[-1]["i"] + 1)
        now = self.case
        if now is not None and self._halts(now) and not now.halting:
            now.halting, now.stood = True, 0
            now.ran = now.opener.startswith("seat:") and int(now.opener[5:]) in ran
        over = case is not None and halting and (now is not case or not self._halts(case))
        if not over or case is None:
            return final, None
        case.halting = False
        pays = case.ran and final is None and not self.over
        return final, (int(case.opener[5:]), case.stood) if pays else None

    def _is_over(self, version: int) -> bool:
        return self._stopped or any(self.log[n]["t"] == "game-ended" for n in self.counting(version))

    def _of_game(self, entry: Entry) -> None:
        t, d = entry["t"], entry["d"]
        self.started |= t == "game-started"
        self._stopped |= t in ENDS or (t in ("time-ran-out", "resigned") and "outcome" in d)
        if t in ("game-suspended", "game-resumed"):
            halt = frozenset({d.get("why") == "operator"})
            self.suspending = self.suspending | halt if t == "game-suspended" else self.suspending - halt
        if t in ("seat-left", "seat-excluded"):
            self.away |= {d["seat"]}
            self.moved[d["seat"]] = entry["a"]
        if t in ("resigned", "seat-excluded"):
            self.resigned.add(d["seat"])
        given = t == "seat-reassigned" and entry["by"] == "organiser"
        if given:
            self.resigned.discard(d["seat"])
        if (given or t == "seat-returned") and d["seat"] in self.away:
            self.away -= {d["seat"]}
            self.moved[d["seat"]] = entry["a"]
            self.returns[d["seat"]] = self.returns.get(d["seat"], 0) + 1
        if t == "time-held":
            self.held.add(d["outage"])
            self.rest = max(self.rest, d["to"])
            self.pauses.append((d["from"], d["to"]))

    def _of_case(self, entry: Entry) -> None:
        t, d, at = entry["t"], entry["d"], entry["at"]
        if t == "dispute-opened":
            self.case = Case(d["dispute"], entry["by"], at)
        if t == "ruled":
            self.rulings[d["ruling"]] = d
        if self.case is None or self.case.number != d.get("dispute"):
            return
        if t == "ruled":
            self.case.ruling = d
        if t == "appealed":
            self.case.appealed = at
        if t in ("dispute-withdrawn", "dispute-expired", "ruling-final"):
            self.case = None

    def _halts(self, case: Case) -> bool:
        if case.ruling is None:
            return isinstance(self.disputes, dict) and bool(self.disputes["pause"])
        return self._has_remedy(case.ruling)

    def _has_remedy(self, ruling: dict[str, Any]) -> bool:
        return ruling["kind"] in REMEDIES or (ruling["kind"] == "stands" and "remedy" in ruling)

    def _stand(self, was_halted: bool, at: int) -> None:
        if self.halted and not was_halted:
            self.halted_at = at
        if was_halted and not self.halted and self.halted_at is not None:
            self.pauses.append((self.halted_at, at))
            self.halted_at = None

    def counting(self, i: int) -> list[int]:
        """The numbers of the entries that count before entry `i`."""
        found, version = [], i
        while version > 0:
            entry = self.log[version - 1]
            found.append(version - 1)
            version = entry["d"]["to_version"] if entry["t"] == "rewound" else version - 1
        return found

    def _stood(self, since: int, until: int) -> int:
        open_ = [] if self.halted_at is None else [(self.halted_at, until)]
        spans = [(max(a, since), min(b, until)) for a, b in (*self.pauses, *open_)]
        points = sorted({point for span in spans if span[0] < span[1] for point in span})
        steps = pairwise(points)
        return sum(b - a for a, b in steps if any(x <= a and b <= y for x, y in spans))
