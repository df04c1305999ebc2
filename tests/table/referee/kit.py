"""A game with referees and a clock of its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.kit import Sitting, mixed
from domain.ruleset import Ruleset
from domain.rulesets.romans import RULESET as ROMANS
from domain.table import decisions
from domain.table.clock.events import ClockTerms
from domain.table.events import Disputes
from domain.table.fold import Fold, fold
from domain.table.redecide import redecided
from domain.table.referee import appealing, appointing, handling, opening, ruling
from domain.table.referee.deadlines import may_appeal
from domain.table.referee.events import Remedy
from domain.table.referee.finality import keep
from domain.table.referee.hearing import Hearing
from domain.table.referee.objecting import may_refuse
from domain.table.referee.opening import Claim
from domain.table.referee.ruling import Said
from domain.table.referee.state import Case, Desk
from domain.table.refusals import Refused
from domain.table.state import Logged

TERMS = Disputes()
BEGUN = 1_000_000
CITED = ("table.legal",)
"""What rulings cite."""


class Court:
    """A sitting whose log has times. `tell` decides a command, keeps what it records, and folds the whole log again."""

    def __init__(
        self,
        ruleset: Ruleset[Any] = ROMANS,
        seats: int = 2,
        terms: Disputes | None = TERMS,
        undo: str = "consent",
        seed: str = "court",
        clock: ClockTerms | None = None,
        heads: Sequence[bool] = (),
    ) -> None:
        beside: Any = {"disputes": terms, "time": BEGUN, "clock": clock, "heads": heads}
        self.sitting = Sitting(ruleset, seats, ruleset.options(), seed, undo, **beside)
        self.rng = random.Random(seed)
        self._date()

    def _date(self) -> None:
        """What has no time yet was now."""
        log = self.sitting.log
        log[:] = [it if it.at else replace(it, at=self.now) for it in log]

    @property
    def now(self) -> int:
        return self.sitting.time

    @property
    def table(self) -> Any:
        return self.sitting.table

    @property
    def log(self) -> list[Logged]:
        return self.sitting.log

    @property
    def desk(self) -> Desk:
        return self.sitting.table.desk

    @property
    def case(self) -> Case:
        return self.desk.cases[-1]

    @property
    def hearing(self) -> Hearing:
        return self.sitting.hearing()

    def take(self, recorded: Fold) -> list[Logged]:
        new = self.sitting._take(recorded)
        self._date()
        assert fold(self.sitting.ruleset, self.log) == self.table
        return new

    def tell(self, command: Callable[..., Fold], *args: Any) -> list[Logged]:
        return self.take(command(self.hearing, *args))

    def event_types(self, command: Callable[..., Fold], *args: Any) -> list[str]:
        """The types of what a command records."""
        return [str(type(it.event).__struct_config__.tag) for it in self.tell(command, *args)]

    def organise(self, step: Callable[..., Fold]) -> None:
        self.take(step(self.sitting.ruleset, self.sitting.now))

    def wait(self, seconds: int) -> None:
        self.sitting.time += 1000 * seconds

    def keep(self) -> list[str]:
        fold = keep(self.hearing)
        return [] if fold is None else [str(type(it.event).__struct_config__.tag) for it in self.take(fold)]

    def play(self, actions: int | None = None) -> Court:
        """Play on, or to the end."""
        for _ in self.sitting.play(mixed, self.rng, actions):
            self._date()
        self._date()
        return self

    def appoint(self, *heads: bool) -> Court:
        """More referees, who have accepted; True for a head referee."""
        for head in heads:
            number = appointing.next_number(self.desk)
            self.tell(appointing.appoint, number, head)
            self.tell(appointing.accept, number)
        return self

    def open(self, seat: int = 1, **claim: Any) -> Court:
        self.tell(opening.open_dispute, seat, self.claim(**claim))
        return self

    def claim(self, **claim: Any) -> Claim:
        played = max(it.version for it in self.log if isinstance(it.event, self.sitting.ruleset.events))
        stretch = {"first": played, "last": played}
        return Claim(**{**stretch, "clauses": (), "wants": "correction", "claim_hash": "h", **claim})

    def taken_about(self, version: int) -> Court:
        """A case about one event."""
        return self.taken(first=version, last=version)

    def taken(self, referee: int = 1, seat: int = 1, **claim: Any) -> Court:
        """A case that a referee has taken, whom nobody refuses, with all statements in."""
        self.open(seat, **claim)
        for other in self.hearing.parties:
            if other != seat:
                self.tell(opening.state, other, self.case.number, "h")
        self.tell(handling.take, referee, self.case.number)
        for party in may_refuse(self.table, self.case):
            self.tell(handling.answer_objection, party, self.case.number, False)
        return self

    def rule(
        self, kind: Any = "stands", remedy: Remedy | None = None, referee: int = 1, **more: Any
    ) -> list[str]:
        whole = Said(kind, CITED, "h", remedy, **more)
        return self.event_types(ruling.rule, referee, self.case.number, whole)

    def appealed(self, *seats: int, head: int = 2) -> Court:
        """These seats appeal, all others that may do so waive, nobody answers, and a head referee takes it."""
        number = self.case.number
        for seat in may_appeal(self.desk, self.case, self.hearing.parties):
            step = appealing.appeal if seat in seats else appealing.waive
            self.tell(step, seat, number, *["grounds"] * (seat in seats))
        return self.answered(head)

    def answered(self, head: int = 2) -> Court:
        """Nobody has anything to say to the grounds, and a head referee takes the appeal."""
        for seat in self.hearing.parties:
            self.tell(appealing.answer, seat, self.case.number)
        self.tell(handling.take, head, self.case.number)
        return self

    def decide(self, instead: Said | None = None, head: int = 2) -> list[str]:
        return self.event_types(appealing.decide, head, self.case.number, "found", instead)

    def redecide(self) -> None:
        """L4 passes."""
        recorded = [it for again in redecided(self.sitting.ruleset, self.log) for it in again.recorded]
        assert len(recorded) == len(self.log)


def won_by(seat: int, seats: int = 2) -> Remedy:
    """A result with one winner, and all others on the second rank."""
    others = tuple(s for s in range(1, seats + 1) if s != seat)
    scores = {str(s): int(s == seat) for s in range(1, seats + 1)}
    return Remedy(winners=(seat,), ranking=((seat,), others), scores=scores)


def court(*heads: bool, actions: int = 4, **more: Any) -> Court:
    """A running game with referees from before its start, of whom those named True are head ones."""
    return Court(heads=heads, **more).play(actions)


def refusing(clause: str) -> Any:
    """A refusal that cites this clause."""

    class Refusing:
        def __enter__(self) -> None:
            self._raises = pytest.raises(Refused)
            self._caught = self._raises.__enter__()

        def __exit__(self, *error: Any) -> bool | None:
            swallowed = self._raises.__exit__(*error)
            if swallowed:
                assert self._caught.value.more.get("rule") == clause, str(self._caught.value)
            return swallowed

    return Refusing()


def last_word(court: Court) -> str:
    return str(type(court.log[-1].event).__struct_config__.tag)


suspend, resume, abandon = decisions.suspend, decisions.resume, decisions.abandon
