"""What every command of the desk is decided from, and how one is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.draws import Draws
from domain.ruleset import Ruleset
from domain.table.clock.holding import Outage
from domain.table.events import Disputes
from domain.table.referee.events import Kind, Remedy
from domain.table.referee.objecting import rule_since
from domain.table.referee.state import UNRULED, Case, Desk
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged, Table


class Hearing(NamedTuple):
    """A game with its whole log, and what the log does not say.

    `now` in milliseconds since the epoch, not before the last entry. `penalised`: how many penalties each seat has had in
    other games of the tournament. `outages`: those that are known and may be still to be held in this game.
    """

    ruleset: Ruleset[Any]
    table: Table
    log: Sequence[Logged]
    draws: Draws
    now: int
    penalised: Mapping[int, int] = {}
    outages: Sequence[Outage] = ()

    @property
    def desk(self) -> Desk:
        return self.table.desk

    @property
    def terms(self) -> Disputes:
        """`Refused` referee.no-game where the game takes no disputes."""
        terms = self.table.setup.disputes
        if terms is None:
            raise refused("referee.no-game", "This game was set up without disputes.")
        return terms

    @property
    def parties(self) -> tuple[int, ...]:
        return self.table.seats.people

    def at(self, version: int) -> int:
        """When an event was, in milliseconds since the epoch."""
        return self.log[version - 1].at

    def past(self, version: int, seconds: int) -> bool:
        """Whether so much time has gone by since an event."""
        return self.now >= self.at(version) + 1000 * seconds

    def statements_in(self, case: Case) -> bool:
        """Whether every party except the opener has given a statement, or the time for it is over."""
        said = {statement.seat for statement in case.statements} | {case.seat}
        return said >= {*self.parties} or self.past(case.version, self.terms.answer_within)


class Proposed(NamedTuple):
    """A ruling as far as it does something, before it is made. `why`: whether it says why the result cannot stand.

    `cites`: whether it cites a clause; `excludes`: the seats that its penalties exclude.
    """

    kind: Kind
    remedy: Remedy | None
    referee: int
    head: bool
    why: bool
    cites: bool = False
    excludes: frozenset[int] = frozenset()


def refused(rule: str, detail: str, kind: Refusal = Refusal.ILLEGAL_ACTION) -> Refused:
    return Refused(kind, detail, rule=rule)


def existing_case(cases: Sequence[Case], dispute: int) -> Case:
    """The case of this number among a game's; `Refused` not-found otherwise."""
    if not 1 <= dispute <= len(cases):
        raise Refused(Refusal.NOT_FOUND, f"This game has {len(cases)} cases; there is no case {dispute}.")
    return cases[dispute - 1]


def open_case(hearing: Hearing, dispute: int) -> Case:
    """The case of this number, which must be open; `Refused` otherwise, also when its time is over."""
    case = existing_case(hearing.desk.cases, dispute)
    if not case.is_open:
        raise refused("referee.state", f"Case {dispute} is {case.state}: nothing is added to it any more.")
    return case


def unruled_case(hearing: Hearing, dispute: int) -> Case:
    """One that nobody has ruled in yet."""
    case = open_case(hearing, dispute)
    if case.state not in UNRULED:
        raise refused("referee.state", f"Case {dispute} is {case.state}: it has been ruled.")
    if hearing.past(rule_since(case), hearing.terms.rule_within):
        raise refused("referee.expiry", f"The time to rule in case {dispute} is over: it expires.")
    return case


def check_party(hearing: Hearing, seat: int) -> None:
    if seat not in hearing.parties:
        raise refused(
            "referee.parties", f"Seat {seat} is no party: only seats held by people are.", Refusal.FORBIDDEN
        )
