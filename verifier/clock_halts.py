"""What halts a game with clocks, and the times that cost nobody anything (docs/ledger.md, section 16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Any

from .actors import is_by_operator
from .clock_rows import Span, outside
from .desk.folding import fold, new_desk
from .desk.state import Desk, has_remedy
from .desk.times import ends_at
from .entries import Entry
from .leaves import REST


@dataclass
class Case:
    """The open case. `owes`: its opener's clock ran when it began to halt the game, at the time `since`."""

    number: int
    opener: int
    ruling: dict[str, Any] | None = None
    since: int = 0
    owes: bool = False


@dataclass
class Halts:
    """Suspensions, cases, rulings and holds so far, while reading a log. All of them count although they were taken back.

    `entries` are those of the whole log. They are noted one by one, and each action is settled after its last one.
    """

    entries: InitVar[Sequence[Entry]]
    desk: Desk = field(init=False)
    rulings: dict[int, dict[str, Any]] = field(default_factory=dict)
    halted: bool = False
    rest: int = 0
    case: Case | None = None
    pays: tuple[int, int] | None = None
    """Who pays for a halt that the last action ended, and for how long."""
    remedied: bool = False
    """Whether a ruling with a remedy became final in this action."""
    _suspended: int | None = None
    """Since when."""
    _suspending: set[bool] = field(default_factory=set)
    """Who has suspended the game: the operator (true), the organiser (false), or both."""
    _halting: Case | None = None
    """The case that halts the game."""
    _halted: int = 0
    _free: list[Span] = field(default_factory=list)
    """Times that cost nobody anything: halts that have ended, holds, and the rests after rulings."""
    _suspensions: list[Span] = field(default_factory=list)

    def __post_init__(self, entries: Sequence[Entry]) -> None:
        self.desk = new_desk(entries)

    def begin(self) -> None:
        """An action begins."""
        self.pays, self.remedied = None, False

    def note(self, entry: Entry) -> None:
        """Apply an entry, whose data have the form of its table."""
        fold(self.desk, entry)
        if step := _STEPS.get(entry["t"]):
            step(self, entry)

    def settle(self, at: int, running: set[int]) -> None:
        """The action of a time is whole. `running`: whose clocks ran before it."""
        was, now = self._halting, self.case if self.case and self._halts(self.case) else None
        if was is not None and now is not was and was.owes and not self.remedied:
            self.pays = was.opener, outside(was.since, at, self._suspended_until(at))
        if now is not None and now is not was:
            now.since, now.owes = at, now.opener in running
        self._halting = now
        self._note_halt(at, now is not None or self._suspended is not None)

    def counted(self, start: int, end: int) -> int:
        """How much of this time was not halted, held or at rest."""
        return outside(start, end, [*self._free, *([(self._halted, end)] if self.halted else [])])

    def due(self) -> int | None:
        """When the open case expires, or its ruling becomes final, by the table; None without one."""
        case = self.desk.case
        return None if case is None or self.desk.terms is None else ends_at(self.desk, case)

    def _halts(self, case: Case) -> bool:
        if case.ruling is not None:
            return has_remedy(case.ruling)
        return bool(self.desk.terms and self.desk.terms["pause"])

    def _suspended_until(self, at: int) -> list[Span]:
        return [*self._suspensions, *([] if self._suspended is None else [(self._suspended, at)])]

    def _note_halt(self, at: int, halted: bool) -> None:
        if halted and not self.halted:
            self._halted = at
        elif self.halted and not halted:
            self._free.append((self._halted, at))
        self.halted = halted

    # Steps.

    def _suspend(self, entry: Entry) -> None:
        self._suspending.add(is_by_operator(entry))
        self._suspended = entry["at"] if self._suspended is None else self._suspended

    def _resume(self, entry: Entry) -> None:
        self._suspending.discard(is_by_operator(entry))
        if self._suspending:
            return
        self._suspensions = self._suspended_until(entry["at"])
        self._suspended = None

    def _open(self, entry: Entry) -> None:
        by, _, seat = entry["by"].partition(":")
        self.case = Case(entry["d"]["dispute"], int(seat) if by == "seat" else 0)

    def _rule(self, entry: Entry) -> None:
        d = entry["d"]
        self.rulings[d["ruling"]] = d
        if self.case and self.case.number == d["dispute"]:
            self.case.ruling = d

    def _close(self, entry: Entry) -> None:
        if self.case and self.case.number == entry["d"]["dispute"]:
            self.case = None

    def _end(self, entry: Entry) -> None:
        self._close(entry)
        if has_remedy(self.rulings[entry["d"]["ruling"]]):
            self.remedied = True
            self.rest = max(self.rest, entry["at"] + REST)
            self._free.append((entry["at"], entry["at"] + REST))

    def _hold(self, entry: Entry) -> None:
        d = entry["d"]
        self.rest = max(self.rest, d["to"])
        self._free.append((d["from"], d["to"]))


_STEPS: dict[str, Callable[[Halts, Entry], None]] = {
    "game-suspended": Halts._suspend,
    "game-resumed": Halts._resume,
    "dispute-opened": Halts._open,
    "ruled": Halts._rule,
    "dispute-withdrawn": Halts._close,
    "dispute-expired": Halts._close,
    "ruling-final": Halts._end,
    "time-held": Halts._hold,
}
