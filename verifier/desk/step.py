"""One entry of the desk, with all that it is judged by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from ..entries import Entry
from ..problems import Failed
from .state import Case, Desk, Referee


class Step(NamedTuple):
    """`desk` is that before the entry, `action` are the entries of its action, `played` the types of the ruleset."""

    entries: Sequence[Entry]
    played: frozenset[str]
    desk: Desk
    entry: Entry
    action: Sequence[Entry]

    @property
    def d(self) -> dict[str, Any]:
        return self.entry["d"]  # type: ignore[no-any-return]

    @property
    def at(self) -> int:
        return int(self.entry["at"])

    @property
    def begins(self) -> bool:
        """Whether it is the first entry of its action."""
        return self.entry is self.action[0]

    @property
    def before(self) -> Entry:
        """The entry before it."""
        return self.entries[int(self.entry["i"]) - 1]

    def fail(self, why: str) -> NoReturn:
        raise Failed(f"a {self.entry['t']}: {why}", self.entry["i"])

    def must(self, holds: bool, why: str) -> None:
        if not holds:
            self.fail(why)

    def by(self, actor: str) -> None:
        self.must(self.entry["by"] == actor, f"it is by {actor}, and this is by {self.entry['by']}")

    def by_party(self) -> int:
        """The seat that it names, whose own it has to be."""
        seat = int(self.d["seat"])
        self.by(f"seat:{seat}")
        self.must(seat in self.desk.people, f"seat {seat} is no party: no person took it")
        return seat

    def by_referee(self) -> Referee:
        """The referee that it names, whose own it has to be, and who has accepted and not left."""
        number = self.d["referee"]
        self.by(f"referee:{number}")
        referee = self.desk.referees.get(number)
        if referee is None or not referee.is_here:
            self.fail(f"referee {number} has not accepted, or has left")
        return referee

    def case(self, *states: str) -> Case:
        """The open case that it names, which has to be in one of these states."""
        case = self.desk.case
        if case is None or case.number != self.d["dispute"]:
            self.fail(f"case {self.d['dispute']} is not open")
        self.must(case.state in states, f"case {case.number} is {case.state}, not {' or '.join(states)}")
        return case
