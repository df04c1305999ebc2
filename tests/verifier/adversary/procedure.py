"""The referee's desk of a random game from table 4 on: what its parties and referees may do next, and what time brings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tests.verifier.adversary.clerk import Clerk
from tests.verifier.adversary.clockplay import promised
from tests.verifier.adversary.drafts import ruling
from tests.verifier.adversary.teller import Unwritable

if TYPE_CHECKING:
    from tests.verifier.adversary.games import Game

DESK_TYPES = {
    "appeal-answered", "appeal-decided", "appeal-waived", "appealed", "call-answered", "call-closed", "case-taken",
    "dispute-expired", "dispute-opened", "dispute-withdrawn", "evidence-read", "evidence-released", "judge-called",
    "referee-accepted", "referee-appointed", "referee-dismissed", "referee-kept", "referee-refused", "referee-resigned",
    "ruled", "ruling-final", "seat-excluded", "statement-given",
}  # fmt: skip
ENDING = frozenset(("game-abandoned", "game-ended", "game-voided", "result-set"))
"""Types that none writes while a case is open, in which a ruling may still set clocks."""
TABLE = 4
"""The first table with this procedure."""
REFEREES, RELEASES, OPENED = 4, 10, 3
BETWEEN_CALLS = 60_000
"""Milliseconds between two calls of a seat."""
Step = Callable[[], object]


def terms_of(rng: random.Random) -> dict[str, Any]:
    within = {
        "appeal_within": rng.choice((3, 10, 60)),
        "open_within": 60,
        "rule_within": rng.choice((40, 200)),
    }
    return within | {"answer_within": rng.choice((1, 5, 30)), "pause": rng.random() < 0.5}


def entry_0(rng: random.Random, analysis: bool) -> dict[str, Any]:
    """What tables up to 4 add to entry 0: terms of disputes, and perhaps a meeting."""
    its = promised(rng, analysis)
    if analysis:
        return its
    meeting = {"meeting": rng.randbytes(16).hex()} if rng.random() < 0.2 else {}
    return its | meeting | {"disputes": None if rng.random() < 0.1 else terms_of(rng)}


class Desk:
    """Writes what happens at the desk of a game, by turns."""

    def __init__(self, game: Game) -> None:
        self.game, self.rng, self.log = game, game.rng, game.log

    @property
    def clerk(self) -> Clerk:
        return Clerk(self.log.truths, self.game.timer.now)

    def step(self) -> None:
        """The next thing that somebody may do, by chance."""
        steps = [*self._steps()] if isinstance(self.log.truths[0]["d"].get("disputes"), dict) else []
        if not steps:
            raise Unwritable("something at the desk")
        self.rng.choice(steps)()

    def _steps(self) -> Iterator[Step]:
        clerk = self.clerk
        n = clerk.open_case()
        if n is None or self.rng.random() < 0.1:
            yield from self._of_referees(clerk)
            yield from self._of_calls(clerk)
        if n is None:
            yield from self._opening(clerk)
        else:
            yield from (
                self._of_case(clerk, n) if clerk.state(n) in ("open", "taken") else self._of_appeal(clerk, n)
            )

    def _add(self, t: str, d: dict[str, Any], by: str) -> None:
        """By a referee or the organiser; seats sign what they do."""
        if by.startswith("seat:"):
            self.game.acts(d.get("seat") or int(by[5:]), t, d)
        else:
            self.log.add(t, d, by)

    def _said(self, t: str, member: str, n: int, seat: int) -> Step:
        d = {"dispute": n, "seat": seat}
        return lambda: self._add(t, d | {member: self.game.teller.hash_of_text()}, f"seat:{seat}")

    # Referees.

    def _of_referees(self, clerk: Clerk) -> Iterator[Step]:
        appointed = clerk.appointed()
        if len(appointed) < REFEREES:
            yield lambda: self.appoint(clerk)
        for n in appointed:
            if clerk.left(n) is not None:
                continue
            if clerk.accepted(n) is None:
                yield from (self._by_referee("referee-accepted", n) for _ in range(4))
            elif self.rng.random() < 0.1:
                yield lambda n=n: self._resign(n)  # type: ignore[misc]
            if clerk.open_case() is None and self.rng.random() < 0.05:
                yield lambda n=n: self._add("referee-dismissed", {"referee": n}, "organiser")  # type: ignore[misc]

    def appoint(self, clerk: Clerk) -> int:
        n = 1 + len(clerk.appointed())
        self._add("referee-appointed", {"referee": n, "head": self.rng.random() < 0.6}, "organiser")
        return n

    def _by_referee(self, t: str, n: int, **d: Any) -> Step:
        return lambda: self._add(t, {"referee": n} | d, f"referee:{n}")

    def _resign(self, referee: int) -> None:
        """If no head is left who could hear an appeal, the ruling is final at once."""
        self._by_referee("referee-resigned", referee)()
        clerk = self.clerk
        n = clerk.open_case()
        if n is not None and clerk.rulings(n) and not clerk.hearing(n):
            self._final(clerk.rulings(n)[0]["d"]["ruling"], self.log.truths[-1]["a"])

    def begin(self) -> None:
        """Directly after the start: who is excluded from the whole tournament, and the referees of the place."""
        created = self.log.truths[0]["d"]
        cup = created.get("tournament", {}).get("number", 0) > 0
        if self.rng.random() < 0.4 or not (cup or "meeting" in created):
            return
        people = self.clerk.parties
        if cup and people and self.rng.random() < 0.4:
            its = {"seat": self.rng.choice(people), "bot": "greedy", "game": "f" * 32, "ruling": 1}
            self.log.add("seat-excluded", its)
        self.gather(self.rng.randint(0, 2))

    def gather(self, count: int) -> None:
        """So many referees are appointed and accept."""
        for _ in range(count):
            self._by_referee("referee-accepted", self.appoint(self.clerk))()

    # Calls.

    def _of_calls(self, clerk: Clerk) -> Iterator[Step]:
        calls = clerk.all("judge-called")
        own = [it for it in calls[-1:] if self.game.timer.now < it["at"] + BETWEEN_CALLS]
        if clerk.parties and not own and self.rng.random() < 0.3:
            seat = self.rng.choice(clerk.parties)
            about = self.rng.choice(({}, {"from": 1, "to": len(self.log.truths)}))
            asked = about | {
                "call": 1 + len(calls),
                "seat": seat,
                "question_hash": self.game.teller.hash_of_text(),
            }
            yield lambda: self._add("judge-called", asked, f"seat:{seat}")
        for it in calls:
            n, seat = it["d"]["call"], it["d"]["seat"]
            if clerk.first("call-closed", call=n) is None:
                yield from self._of_call(clerk, n, seat)

    def _of_call(self, clerk: Clerk, n: int, seat: int) -> Iterator[Step]:
        able = [it for it in clerk.here() if clerk.first("evidence-read", referee=it) is None]
        if able and clerk.first("call-answered", call=n) is None:
            hashed = self.game.teller.hash_of_text()
            yield self._by_referee("call-answered", self.rng.choice(able), call=n, answer_hash=hashed)
        yield lambda: self._add("call-closed", {"call": n}, f"seat:{seat}")

    # A case.

    def _opening(self, clerk: Clerk) -> Iterator[Step]:
        here, opened = clerk.here(), clerk.all("dispute-opened")
        able = [it for it in clerk.parties if sum(c["d"].get("seat") == it for c in opened) < OPENED]
        if not here or not able:
            return
        to = self.rng.randint(1, len(self.log.truths))
        d = {"dispute": 1 + len(opened), "from": self.rng.randint(1, to), "to": to, "wants": "explanation"}
        d |= {
            "clauses": self.rng.choice(([], ["table.turns"])),
            "claim_hash": self.game.teller.hash_of_text(),
        }
        seat, referee = self.rng.choice(able), self.rng.choice(here)
        for _ in range(4):
            yield lambda: self._add("dispute-opened", d | {"seat": seat}, f"seat:{seat}")
        yield lambda: self._add("dispute-opened", d, f"referee:{referee}")

    def _of_case(self, clerk: Clerk, n: int) -> Iterator[Step]:
        for seat in () if clerk.statements_in(n) else clerk.silent(n):
            yield self._said("statement-given", "statement_hash", n, seat)
        by, who = clerk.opened(n)["by"], clerk.held(n).referee
        gone = "seat" not in clerk.opened(n)["d"] and int(by.removeprefix("referee:")) not in clerk.here()
        if self.rng.random() < 0.1 and clerk.first("evidence-released", dispute=n) is None and not gone:
            yield lambda: self._add("dispute-withdrawn", {"dispute": n}, by)
        if who is None:
            yield from (self._by_referee("case-taken", it, dispute=n) for it in clerk.taking(n))
            return
        for seat in (refusing := clerk.may_refuse(n)):
            t = self.rng.choice(("referee-refused", "referee-kept"))
            yield self._by_seat(t, seat, dispute=n, referee=who)
        if not refusing:
            yield from self._of_evidence(clerk, n, who)
        if not refusing and clerk.statements_in(n):
            yield from [lambda: self._rule(n, who)] * 4

    def _by_seat(self, t: str, seat: int, **d: Any) -> Step:
        return lambda: self._add(t, {"seat": seat} | d, f"seat:{seat}")

    def _of_evidence(self, clerk: Clerk, n: int, who: int) -> Iterator[Step]:
        released, about = clerk.all("evidence-released", dispute=n), clerk.opened(n)["d"]
        if len(released) < RELEASES and self.rng.random() < 0.5:
            seats = sorted(
                self.rng.sample(sorted(self.game.seats), self.rng.randint(1, len(self.game.seats)))
            )
            start = self.rng.randint(about["from"], about["to"])
            d = {"dispute": n, "release": 1 + len(released), "seats": seats, "from": start, "to": about["to"]}
            yield self._by_referee("evidence-released", who, **d, reason_hash=self.game.teller.hash_of_text())
        ended = max((it["i"] for it in clerk.all("ruled", dispute=n)), default=0)
        for it in released:
            of, by = it["d"]["release"], it["d"]["referee"]
            read = {it["d"]["seat"] for it in clerk.all("evidence-read", dispute=n, release=of)}
            if it["i"] > ended and by == who and clerk.left(by) is None:
                unread = [seat for seat in it["d"]["seats"] if seat not in read]
                yield from (
                    self._by_referee("evidence-read", by, dispute=n, release=of, seat=seat) for seat in unread
                )

    # A ruling.

    def _rule(self, n: int, who: int) -> None:
        said = ruling(self.game, self.clerk, n, who, len(self.log.truths))
        a = self.log.truths[self.log.add("ruled", said, f"referee:{who}")]["a"]
        self.game.open[said["ruling"]] = said
        if not self.clerk.may_appeal(n) or not self.clerk.hearing(n):
            self._final(said["ruling"], a)

    def _final(self, number: int, a: int | None = None) -> None:
        game, said = self.game, self.game.open[number]
        a = game.end(number, a)
        if game.timer.game.over or has_ended(self.log.truths, a):
            return
        for it in sorted(said.get("penalties", ()), key=lambda it: int(it["seat"])):
            if it["kind"] == "exclusion":
                self.log.add("seat-excluded", {"seat": it["seat"], "bot": "greedy"}, a=a)

    # Appeals.

    def _of_appeal(self, clerk: Clerk, n: int) -> Iterator[Step]:
        now = self.game.timer.now
        if now < clerk.appealed_until(n):
            for seat in clerk.may_appeal(n):
                yield self._said("appealed", "grounds_hash", n, seat)
                yield lambda seat=seat: self._waive(n, seat)  # type: ignore[misc]
        elif now < clerk.answered_until(n):
            for seat in clerk.unanswered(n):
                hashed = self.rng.choice(({}, {"answer_hash": self.game.teller.hash_of_text()}))
                yield self._by_seat("appeal-answered", seat, dispute=n, **hashed)
        elif (who := clerk.held(n).referee) is None:
            yield from (self._by_referee("case-taken", it, dispute=n) for it in clerk.hearing(n))
        else:
            yield from self._of_evidence(clerk, n, who)
            yield from [lambda: self._decide(n, who)] * 3

    def _waive(self, n: int, seat: int) -> None:
        self._by_seat("appeal-waived", seat, dispute=n)()
        clerk = self.clerk
        if not clerk.may_appeal(n) and clerk.first("appealed", dispute=n) is None:
            self._final(clerk.rulings(n)[0]["d"]["ruling"], self.log.truths[-1]["a"])

    def _decide(self, n: int, who: int) -> None:
        decision = self.rng.choice(("upheld", "changed"))
        d = {"dispute": n, "referee": who, "decision": decision, "judged": (judged := len(self.log.truths))}
        i = self.log.add(
            "appeal-decided", d | {"findings_hash": self.game.teller.hash_of_text()}, f"referee:{who}"
        )
        a, number = self.log.truths[i]["a"], self.clerk.rulings(n)[0]["d"]["ruling"]
        if decision == "changed":
            said = ruling(self.game, self.clerk, n, who, judged)
            number = said["ruling"]
            self.log.add("ruled", said, f"referee:{who}", a=a)
            self.game.open[number] = said
        self._final(number, a)

    # Time.

    def ends_at(self) -> int | None:
        """When the table ends the open case."""
        clerk = self.clerk
        n = clerk.open_case()
        return None if n is None else clerk.ends_at(n)

    def end(self) -> None:
        """The table ends the case whose time is over."""
        clerk = self.clerk
        n = clerk.open_case()
        assert n is not None
        if rulings := clerk.rulings(n):
            self._final(rulings[0]["d"]["ruling"])
        else:
            self.log.add("dispute-expired", {"dispute": n})


def has_ended(truths: list[dict[str, Any]], a: int) -> bool:
    return any(it["t"] in ENDING for it in truths if it["a"] == a)
