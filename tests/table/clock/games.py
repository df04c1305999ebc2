"""Games with clocks that go any way: whoever may do something does it at random times, also too late."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from conformance.kit import Player, Sitting, at_random, mixed
from domain.hidden import EVERYBODY, Hidden
from domain.play import IllegalAction
from domain.ruleset import Ruleset
from domain.table import decisions, seating
from domain.table.absence.resigning import resign
from domain.table.absence.returning import come_back
from domain.table.arrival import brought
from domain.table.clock.events import ClockTerms
from domain.table.clock.holding import Outage
from domain.table.events import Disputes, SeatReassigned
from domain.table.fold import Fold, fold
from domain.table.operator import deciding
from domain.table.referee import appealing, handling, opening, ruling
from domain.table.referee.assessment import Assessment
from domain.table.referee.clocks import bounds
from domain.table.referee.events import Kind, Remedy
from domain.table.referee.hearing import Hearing
from domain.table.referee.ruling import Said
from domain.table.refusals import Refused
from domain.table.state import OVER
from tests.table.clock.script import Script
from tests.table.referee.kit import BEGUN, Court, won_by

REFEREES = (False, True, True)
"""Whether each is a head referee."""
WAITS = (0, 0, 1, 700, 3_000, 12_000, 31_000, 90_000)
"""Milliseconds between two things that happen."""


def some_terms(rng: random.Random) -> ClockTerms:
    bank = rng.choice([0, 5, 40, 300, 900, 900])
    return ClockTerms(
        bank=bank,
        increment=rng.choice([0, 1, 10]),
        grace=rng.choice([0, 3, 20]) if bank else rng.choice([5, 60]),
        on_time_out=rng.choice(["forfeit", "bot", "bot", "bot"]),
        start_within=rng.choice([30, 120]),
        organiser_stops=True,
        most=rng.choice([None, None, bank, bank + 7]),
    )


class Clocked(Court):
    """A game with a clock, referees and outages. `step` lets something happen."""

    def __init__(self, ruleset: Ruleset[Any], seats: int, options: Any, seed: int) -> None:
        self.rng = random.Random(seed)
        self.player: Player = at_random if isinstance(ruleset, Script) else mixed
        self.outages = list[Outage]()
        undo, pause = self.rng.choice(["free", "consent", "consent"]), self.rng.random() < 0.7
        disputes = Disputes(answer_within=10, rule_within=60, appeal_within=20, pause=pause)
        beside: Any = {"undo": undo, "disputes": disputes, "time": BEGUN, "clock": some_terms(self.rng)}
        bots = {1 + seed % seats} if seats > 1 and seed % 5 == 4 else ()
        self.sitting = Sitting(ruleset, seats, options, str(seed), bots=bots, **beside)
        self.appoint(*REFEREES)

    @property
    def hearing(self) -> Hearing:
        return super().hearing._replace(outages=tuple(self.outages))

    def take(self, recorded: Fold) -> Any:
        return self.sitting._take(recorded)

    def check_fold(self) -> None:
        """What was folded step by step is what the whole log comes to; nothing is taken back in a game that is over."""
        whole, table = fold(self.sitting.ruleset, self.log), self.table
        assert whole == (replace(table, undo=whole.undo) if table.status in OVER else table)

    # -- time

    def later(self, ms: int) -> None:
        """Time goes by, and brings what it brings."""
        self.sitting.time += ms
        while (fold := brought(self.hearing)) is not None:
            self.take(fold)

    def wait_about(self) -> None:
        deadline = self.table.clock.deadline
        if deadline is not None and self.rng.random() < 0.04:
            self.later(max(0, deadline - self.now + self.rng.choice([-1, 0, 1, 500])))
        elif self.rng.random() < 0.04:
            self.be_away()
        else:
            self.later(self.rng.choice(WAITS))

    def be_away(self) -> None:
        """The service is away for a while."""
        gap, back = self.rng.choice([11_000, 45_000, 600_000]), self.rng.choice([0, 400, 20_000, 50_000])
        self.outages.append(Outage(len(self.outages) + 1, self.now, self.now + gap + 30_000))
        self.later(gap + back)

    # -- what happens

    def step(self) -> None:
        self.wait_about()
        hurries = self.desk.case is not None and self.rng.random() < 0.6
        what = type(self).dispute if hurries else self.rng.choices(*zip(*self.CHOICES, strict=True))[0]
        with contextlib.suppress(Refused, IllegalAction):
            what(self)

    def seat(self) -> int:
        return self.rng.randint(1, self.table.setup.seats)

    def move(self) -> None:
        table, rules = self.table, self.sitting.ruleset
        if table.in_play:
            seat = self.rng.choice(table.to_act)
            action = self.player(rules, table.game, seat, self.sitting.legal(seat), self.rng)
            self.take(decisions.play(rules, self.sitting.now, seat, action, self.sitting.draws))

    def of_table(self, decide: Callable[..., Fold], *args: Any) -> None:
        self.take(decide(self.sitting.ruleset, self.sitting.now, *args))

    def undo(self) -> None:
        request, steps = self.table.undo.request, self.table.undo.steps
        if request is not None:
            accept = self.rng.random() < 0.8
            self.of_table(decisions.answer_undo, request.needs[0], request.number, accept)
        elif steps:
            step = self.rng.choice(steps)
            seat = step.seat if self.rng.random() < 0.7 else self.seat()
            if seat in self.table.seats.people:
                self.of_table(decisions.request_undo, seat, step.version)

    def halt_or_go_on(self) -> None:
        if self.rng.random() < 0.6:
            self.of_table(decisions.resume if self.table.halted else decisions.suspend)
        elif self.table.is_closed:
            self.of_table(deciding.reopen)
        else:
            self.of_table(deciding.close, "h")

    def leave(self) -> None:
        if self.rng.random() < 0.3:
            self.of_table(resign, self.seat())

    def return_(self) -> None:
        for seat in sorted(self.table.absence.away):
            self.of_table(come_back, seat)

    def reassign(self) -> None:
        for seat in sorted(self.table.absence.away):
            self.of_table(seating.reassign_seat, SeatReassigned(seat))

    # -- disputes

    def dispute(self) -> None:
        """The next step of a case, or its first."""
        case, number = self.desk.case, len(self.desk.cases)
        if case is None:
            self.tell(opening.open_dispute, self.seat(), self.claim())
        elif case.state == "open":
            others = [seat for seat in self.hearing.parties if seat != case.seat]
            said = {it.seat for it in case.statements}
            for seat in others:
                if seat not in said:
                    self.tell(opening.state, seat, number, "h")
            self.tell(handling.take, self.rng.randint(1, 3), number)
        elif case.state == "taken":
            self.tell(ruling.rule, case.referee, number, self.said())
        elif case.state == "ruled":
            self.tell(
                *self.rng.choice(
                    ((appealing.waive, self.seat(), number), (appealing.appeal, self.seat(), number, "h"))
                )
            )
        else:
            self.go_on_with_appeal(number)

    def go_on_with_appeal(self, number: int) -> None:
        """One step of an appeal, which may be refused."""
        instead = self.rng.choice([None, self.said()])
        self.tell(
            *self.rng.choice(
                (
                    (appealing.waive, self.seat(), number),
                    (appealing.answer, self.seat(), number),
                    (handling.take, self.rng.randint(1, 3), number),
                    (appealing.decide, self.case.referee or 1, number, "h", instead),
                )
            )
        )

    def withdraw(self) -> None:
        case = self.desk.case
        if case is not None:
            self.tell(opening.withdraw, case.opener, case.number)

    def said(self) -> Said:
        kind, remedy = self.rng.choice(
            [self.stands, self.back_up, self.back_up, self.replay, self.correct, self.result]
        )()
        return Said(kind, ("table.legal",), "h", remedy, (), "why")

    def banks(self) -> dict[str, int] | None:
        least, most = bounds(self.table.setup.clock)
        banks = {str(self.seat()): self.rng.randint(least, min(most, 200_000) if most > 200_000 else most)}
        return self.rng.choice([None, banks])

    def stands(self) -> tuple[Kind, Remedy | None]:
        banks = self.banks()
        return "stands", None if banks is None else Remedy(clock=banks)

    def back_up(self) -> tuple[Kind, Remedy]:
        return "backed-up", Remedy(to_version=self.back_to(), clock=self.banks())

    def back_to(self) -> int:
        reachable = Assessment(self.sitting.ruleset, self.log).reachable
        return self.rng.choice(reachable).version if reachable else 1

    def replay(self) -> tuple[Kind, Remedy]:
        chapters = [
            it.version
            for it in self.log
            if type(it.event) in self.sitting.ruleset.events and self.sitting.ruleset.chapter(it.event)
        ]
        return "replayed", Remedy(chapter=self.rng.choice(chapters[-4:] or [1]), clock=self.banks())

    def correct(self) -> tuple[Kind, Remedy]:
        rules, version = self.sitting.ruleset, self.back_to()
        game = fold(rules, self.log[:version]).game
        seat = self.rng.choice(rules.to_act(game) or (1,)) if game is not None else 1
        legal = rules.legal_actions(game, seat) if game is not None else []
        action = msgspec.json.decode(msgspec.json.encode(self.rng.choice(legal))) if legal else {}
        secret = Hidden(action, (EVERYBODY,))
        return "corrected", Remedy(to_version=version, seat=seat, action=secret, clock=self.banks())

    def result(self) -> tuple[Kind, Remedy]:
        return "result", won_by(self.seat(), self.table.setup.seats)

    CHOICES = (
        (move, 60),
        (undo, 20),
        (halt_or_go_on, 5),
        (leave, 1),
        (return_, 4),
        (reassign, 1),
        (dispute, 4),
        (withdraw, 1),
    )
