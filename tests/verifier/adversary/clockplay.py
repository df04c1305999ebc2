"""Time in a random game: when entries are written, what clocks say after them, and who leaves, returns, halts and disputes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.verifier.adversary.leaves import promise
from tests.verifier.adversary.liar import Liar
from tests.verifier.adversary.page import block_of, revisions, types_in
from tests.verifier.adversary.reckoner import Clock, Reckoner
from tests.verifier.adversary.teller import Unwritable
from tests.verifier.bundles import hash_of
from tests.verifier.logbook import BEGUN

if TYPE_CHECKING:
    from tests.verifier.adversary.games import Game
    from tests.verifier.adversary.procedure import Desk

CLOCK_TYPES = {
    "agreed", "clock-set", "resigned", "seat-left", "seat-returned", "time-held", "time-ran-out",
}  # fmt: skip
CASE_TYPES = {
    "dispute-opened", "dispute-withdrawn", "dispute-expired", "appealed", "case-taken", "game-suspended", "game-resumed",
}  # fmt: skip
"""Types of which the next ones depend on those before, in a game with clocks."""
WAITS = (0, 0, 1, 400, 3_000, 9_000, 25_000, 70_000)
HEARD = (0, 1, 400, 1_500, 3_000)
"""Milliseconds between steps; while a case is open mostly less, so that it does not always expire."""
OUTCOME = {"winners": [1], "ranking": [[1]], "scores": {"1": 0}, "reason": "time"}
RETURNS = 3
LEADS = 3_600_000
"""So long before the service's log begins games with clocks begin, in milliseconds."""


def promised(rng: random.Random, analysis: bool) -> dict[str, Any]:
    """What table 3 adds to entry 0: perhaps a clock, and terms of disputes that matter to it."""
    its = promise(rng, analysis)
    if analysis or rng.random() < 0.4:
        return its
    bank = rng.choice((0, 20, 90))
    most = rng.choice(({}, {"most": bank}, {"most": bank + 9}))
    clock = {
        "bank": bank,
        "increment": rng.choice((0, 2, 10)),
        "grace": rng.choice((0, 5)) if bank else rng.choice((5, 30)),
        "on_time_out": rng.choice(("forfeit", "bot", "bot", "bot")),
        "start_within": rng.choice((30, 60)),
        "organiser_stops": rng.random() < 0.5,
    }
    within = {"answer_within": 5, "appeal_within": rng.choice((10, 60)), "open_within": 60, "rule_within": 40}
    disputes = rng.choice((None, within | {"pause": True}, within | {"pause": False}))
    return its | {"clock": clock | most, "disputes": disputes}


Twist = Callable[[list[dict[str, int]], random.Random], None]


class Clockwork:
    """The time of a game. `twist` changes the rows of one action, once: the lie of an operator."""

    def __init__(self, log: Liar, rng: random.Random, edition: tuple[str, str]) -> None:
        created = log.truths[0]["d"]
        self.log, self.rng, self.now = log, rng, BEGUN - LEADS
        self.twist: Twist | None = None
        played = frozenset(types_in(block_of(min(created.get("table", 1), max(revisions())), *edition)))
        self.is_on = "clock" in created
        self.terms = created.get("clock", {})
        self.game = Reckoner(self.terms, created.get("disputes"), log.seats, played, rng, log.truths)
        self.desk: Desk | None = None
        self._done = 1

    def settle(self) -> None:
        """Set the clocks after the last action, if that is still to do."""
        action, self._done = self.log.truths[self._done :], len(self.log.truths)
        if not action:
            return
        if not self.game.started:
            self.game.clocks = self._unused()
        rows = self.game.read(action)
        if self.twist is not None and rows:
            self.twist(rows, self.rng)
            self.twist = None
        if rows and self.is_on:
            self.log.add("clock-set", {"seats": rows}, a=action[-1]["a"])
            self._done = len(self.log.truths)

    def _unused(self) -> dict[int, Clock]:
        taken: dict[int, bool] = {}
        for entry in self.log.truths:
            if entry["t"] == "seat-taken":
                taken[entry["d"]["seat"]] = "bot" in entry["d"]
            if entry["t"] == "seat-freed":
                taken.pop(entry["d"]["seat"], None)
        return {
            seat: Clock(0, 1000 * self.terms.get("bank", 0), 0)
            for seat, bot in sorted(taken.items())
            if not bot
        }

    # Time goes by.

    def go_on(self) -> None:
        """Some time later, after what it brings."""
        self.settle()
        if not self.is_on and self.desk is None:
            return
        heard = self.game.case is not None and self.rng.random() < 0.8
        later = self.now + self.rng.choice(HEARD if heard else WAITS)
        if self.is_on and self.rng.random() < 0.06:
            later = self._be_away() or later
        self._bring(later)
        self.now = max(self.now, later)
        if self.desk is None:
            self._maybe_expire()

    def _bring(self, until: int) -> None:
        """Flags, and from table 4 on the ends of cases, in the order of their times."""
        while self.desk is not None and (end := self.desk.ends_at()) is not None and end <= until:
            self._flags(end)
            if self.desk.ends_at() == end:
                self.now = max(self.now, end + self.rng.choice((0, 0, 80, 2_500)))
                self.desk.end()
                self.settle()
        self._flags(until)

    def _maybe_expire(self) -> None:
        due, deadline = self.game.case_due(), self.game.deadline
        if due is not None and deadline is not None and due < deadline and self.rng.random() < 0.2:
            self._expire(max(due, self.now) + self.rng.choice((0, 50_000)))

    def _flags(self, until: int) -> None:
        while (deadline := self.game.deadline) is not None and deadline <= until and not self.game.over:
            self.now = max(self.now, deadline + self.rng.choice((0, 0, 80, 2_500)))
            seats = self.game.flagged(deadline)
            ends = self.terms["on_time_out"] == "forfeit"
            said = {"seats": seats, "deadline": deadline} | ({"outcome": OUTCOME} if ends else {})
            i = self.log.add("time-ran-out", said)
            for seat in () if ends else seats:
                self.log.add("seat-left", {"seat": seat, "bot": "greedy"}, a=self.log.truths[i]["a"])
            self.settle()

    def _expire(self, at: int) -> None:
        """A case that waits for nobody any more, perhaps after a flag has come due too."""
        case = self.game.case
        if case is None or case.ruling is not None or self.game.over:
            return
        self.now = at
        self.log.add("dispute-expired", {"dispute": case.number})
        self.settle()
        self._flags(self.now)

    def _be_away(self) -> int | None:
        """The service is away; returns when it is back, None where there was nothing to hold."""
        quiet = [it["at"] for it in self.log.truths if it["a"] not in self._holds()]
        begins = max(self.now, quiet[-1], self.game.rest) + self.rng.choice((0, 0, 800))
        back = begins + self.rng.choice((10_000, 60_000))
        due = [clock.deadline or 0 for clock in self.game.running.values()]
        if self.game.over or self.game.halted or not any(it > begins for it in due):
            return None
        self.now = back + self.rng.choice((0, 0, 500, 32_000))
        outage = max(self.game.held, default=0) + self.rng.choice((1, 1, 2))
        self.log.add("time-held", {"outage": outage, "from": begins, "to": back + 30_000})
        self.settle()
        return self.now

    def _holds(self) -> set[int]:
        return {it["a"] for it in self.log.truths if it["t"] == "time-held"}


# Steps of a game.


def resign(game: Game) -> None:
    its = game.timer.game
    seats = [seat for seat, it in game.seats.items() if seat not in its.away and it is not None]
    if not seats or its.case is not None or its.over:
        raise Unwritable("somebody who may resign")
    seat = game.rng.choice(seats)
    ends = game.timer.terms.get("on_time_out", game.rng.choice(("bot", "forfeit"))) == "forfeit"
    game.acts(seat, "resigned", {"seat": seat} | ({"outcome": OUTCOME} if ends else {}))
    if not ends:
        left = {"seat": seat, "bot": "greedy"}
        game.log.add("seat-left", left, a=game.log.truths[-1]["a"])


def come_back(game: Game) -> None:
    its = game.timer.game
    seats = [seat for seat in sorted(its.away - its.resigned) if its.returns.get(seat, 0) < RETURNS]
    if not seats:
        raise Unwritable("somebody who may return")
    seat = game.rng.choice(seats)
    game.acts(seat, "seat-returned", {"seat": seat})


def agree(game: Game) -> None:
    seat = game.rng.choice([*game.seats])
    game.acts(seat, "agreed", {"seat": seat, "to": game.rng.choice(("suspend", "abandon", "reassign:1"))})


def halt_or_go_on(game: Game) -> None:
    """By the organiser, or by the operator of the service: each lifts only their own halt."""
    by_operator = len(game.log.truths) % 3 == 0
    resumes = by_operator in game.timer.game.suspending
    why = {"why": "operator"} if by_operator else {}
    reason = {"reason_hash": hash_of("x")} if by_operator and not resumes else {}
    t = "game-resumed" if resumes else "game-suspended"
    game.log.add(t, why | reason, "table" if by_operator else "organiser")


def dispute(game: Game) -> None:
    """The next step of a case, or its first."""
    case, rng, log = game.timer.game.case, game.rng, game.log
    if game.has_desk:
        game.desk.step()
    elif case is None:
        seat = rng.choice([*game.seats])
        number = 1 + sum(it["t"] == "dispute-opened" for it in log.truths)
        said = {
            "dispute": number,
            "from": 1,
            "to": 1,
            "clauses": [],
            "wants": "explanation",
            "claim_hash": hash_of("x"),
        }
        game.acts(seat, "dispute-opened", said | rng.choice(({"seat": seat}, {})))
    elif case.ruling is None:
        how = rng.random()
        if how < 0.2:
            log.add("dispute-withdrawn", {"dispute": case.number}, "table")
        elif how < 0.8 and game.referees:
            game.rule()
    elif case.appealed is None and rng.random() < 0.2:
        log.add("appealed", {"dispute": case.number, "seat": 1, "grounds_hash": hash_of("y")})
    elif game.open:
        game.end(rng.choice([*game.open]))


def undo(game: Game, versions: list[int]) -> None:
    """Somebody asks to take back, whose clock has the time."""
    log, its = game.log, game.timer.game
    seat, to = game.rng.choice([*game.seats]), game.rng.choice(versions)
    if seat in its.clocks and not its.can_take_back(to, seat, game.timer.now):
        raise Unwritable("the time for it")
    number = 1 + sum(it["t"] == "undo-requested" for it in log.truths)
    game.acts(seat, "undo-requested", {"seat": seat, "request": number, "needs": [], "to_version": to})
    log.rewind(to, a=log.truths[-1]["a"], request=number)


Step = Callable[["Game"], None]
STEPS: tuple[Step, ...] = (resign, come_back, come_back, agree, halt_or_go_on, dispute, dispute, dispute)
