"""The referee's desk as docs/ledger.md has it, section 13: who has a case, who may refuse or appeal, and what is due when.

It reads a log again for every question, and remembers nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

Entry = dict[str, Any]
Row = dict[str, Any]
CLOSING = {"dispute-withdrawn": "withdrawn", "dispute-expired": "expired", "ruling-final": "final"}
REMEDIES = ("backed-up", "replayed", "corrected", "result", "void")
AT_START = {"seat-excluded", "referee-appointed", "referee-accepted", "clock-set"}


class Held(NamedTuple):
    """Who has a case since which entry; or since which entry it was last free again."""

    referee: int | None
    taken: Entry | None
    freed: Entry | None


class Clerk:
    """The desk after some entries, at the time of the last one or `now`."""

    def __init__(self, entries: list[Entry], now: int | None = None) -> None:
        self.entries = entries
        self.now = entries[-1]["at"] if now is None else now

    # What stands in the log.

    def all(self, *types: str, **d: Any) -> list[Entry]:
        """The entries of these types whose data have these values."""
        return [
            it
            for it in self.entries
            if it["t"] in types and all(it["d"].get(name) == value for name, value in d.items())
        ]

    def first(self, *types: str, **d: Any) -> Entry | None:
        return next(iter(self.all(*types, **d)), None)

    def term(self, name: str) -> int:
        return 1000 * int(self.entries[0]["d"]["disputes"][name])

    @property
    def parties(self) -> list[int]:
        taken: dict[int, bool] = {}
        for it in self.all("seat-taken", "seat-freed"):
            taken[it["d"]["seat"]] = it["t"] == "seat-taken" and "bot" not in it["d"]
        return sorted(seat for seat, person in taken.items() if person)

    # Referees.

    def appointed(self) -> dict[int, Entry]:
        return {it["d"]["referee"]: it for it in self.all("referee-appointed")}

    def accepted(self, referee: int) -> Entry | None:
        return self.first("referee-accepted", referee=referee)

    def left(self, referee: int) -> Entry | None:
        return self.first("referee-dismissed", "referee-resigned", referee=referee)

    def head(self, referee: int) -> bool:
        return bool(self.appointed()[referee]["d"]["head"])

    def here(self, before: Entry | None = None) -> list[int]:
        """Who had accepted and not left before an entry, or has now."""
        i = len(self.entries) if before is None else before["i"]
        return [
            n for n in self.appointed() if _is_before(self.accepted(n), i) and not _is_before(self.left(n), i)
        ]

    def from_start(self, referee: int) -> bool:
        """Whether an acceptance is not after the start."""
        accepted, start = self.accepted(referee), self.first("game-started")
        assert accepted is not None
        if start is None or accepted["i"] < start["i"]:
            return True
        created = self.entries[0]["d"]
        if not {"tournament", "meeting"} & created.keys():
            return False
        after = [it for it in self.entries if it["a"] > start["a"]]
        for a, action in groupby(after, key=lambda it: it["a"]):
            if not {it["t"] for it in action} <= AT_START:
                return False
            if a == accepted["a"]:
                return True
        return False

    # A case.

    def open_case(self) -> int | None:
        """The last case, if it is open."""
        last = self.all("dispute-opened")[-1:]
        return last[0]["d"]["dispute"] if last and self.closed(last[0]["d"]["dispute"]) is None else None

    def opened(self, n: int) -> Entry:
        found = self.first("dispute-opened", dispute=n)
        assert found is not None
        return found

    def closed(self, n: int) -> Entry | None:
        return self.first(*CLOSING, dispute=n)

    def rulings(self, n: int) -> list[Entry]:
        return self.all("ruled", dispute=n)

    def state(self, n: int) -> str:
        if (closed := self.closed(n)) is not None:
            return CLOSING[closed["t"]]
        if rulings := self.rulings(n):
            appealed = any(it["i"] > rulings[-1]["i"] for it in self.all("appealed", dispute=n))
            return "appealed" if appealed else "ruled"
        return "open" if self.held(n).referee is None else "taken"

    def held(self, n: int) -> Held:
        held = Held(None, None, None)
        for it in self.entries[self.opened(n)["i"] :]:
            t, d = it["t"], it["d"]
            if t == "case-taken" and d["dispute"] == n:
                held = Held(d["referee"], it, held.freed)
            elif t == "ruled" and d["dispute"] == n:
                held = Held(None, None, held.freed)
            elif t in CLOSING and d["dispute"] == n:
                return Held(None, None, None)
            elif held.referee is not None and held.referee == d.get("referee") and _frees(t, d, n):
                held = Held(None, None, it)
        return held

    def marked(self, n: int) -> list[int]:
        here = self.here(self.opened(n))
        return [it for it in here if len(here) == 1 or not self.from_start(it)]

    def present(self, n: int) -> list[int]:
        """Who had accepted before the case and has not left, refused or not."""
        return [it for it in self.here(self.opened(n)) if self.left(it) is None]

    def acting(self, n: int) -> list[int]:
        refused = [it["d"]["referee"] for it in self.all("referee-refused", dispute=n)]
        return [it for it in self.present(n) if it not in refused]

    def taking(self, n: int) -> list[int]:
        """Who may take it before it is ruled: its opener, and then the refused, only where nobody else can act."""
        by = self.opened(n)["by"]
        others = [it for it in self.acting(n) if by != f"referee:{it}"]
        return others or self.acting(n) or self.present(n)

    def statements_until(self, n: int) -> int:
        return int(self.opened(n)["at"]) + self.term("answer_within")

    def silent(self, n: int) -> list[int]:
        return self._without("statement-given", n, {self.opened(n)["d"].get("seat")})

    def statements_in(self, n: int) -> bool:
        unruled = self.state(n) in ("open", "taken")
        return not unruled or not self.silent(n) or self.now >= self.statements_until(n)

    def _without(self, t: str, n: int, others: Iterable[int | None] = ()) -> list[int]:
        said = {it["d"]["seat"] for it in self.all(t, dispute=n)} | {*others}
        return [seat for seat in self.parties if seat not in said]

    # Refusals.

    def may_refuse(self, n: int) -> list[int]:
        """Who may refuse the referee who has the case, now."""
        who, taken, _ = self.held(n)
        if who is None or taken is None or self.state(n) != "taken" or who not in self.marked(n):
            return []
        others = (it for it in self.acting(n) if it != who and self.opened(n)["by"] != f"referee:{it}")
        able = any(self.head(it) or not self.head(who) for it in others)
        if not able or self.now >= self.refusals_until(n):
            return []
        kept = {it["d"]["seat"] for it in self.all("referee-kept", dispute=n, referee=who)}
        return self._without("referee-refused", n, kept)

    def refusals_until(self, n: int) -> int:
        taken = self.held(n).taken
        assert taken is not None
        return int(taken["at"]) + self.term("answer_within")

    # Appeals.

    def may_appeal(self, n: int) -> list[int]:
        """Whether the time is over or not."""
        said = self.rulings(n)[0]["d"]
        its = {self.opened(n)["d"].get("seat"), *(it["seat"] for it in said.get("penalties", ()))}
        able = [seat for seat in self.parties if has_remedy(said) or seat in its]
        spoken = [it["d"]["seat"] for it in self.all("appealed", "appeal-waived", dispute=n)]
        return [seat for seat in able if seat not in spoken]

    def appealed_until(self, n: int) -> int:
        """A."""
        until = int(self.rulings(n)[0]["at"]) + self.term("appeal_within")
        said = [it["at"] for it in self.all("appealed", "appeal-waived", dispute=n)]
        return until if self.may_appeal(n) or not said else min(until, said[-1])

    def unanswered(self, n: int) -> list[int]:
        return self._without("appeal-answered", n)

    def answered_until(self, n: int) -> int:
        """B."""
        until = self.appealed_until(n) + self.term("answer_within")
        said = [it["at"] for it in self.all("appeal-answered", dispute=n)]
        return until if self.unanswered(n) or not said else min(until, said[-1])

    def hearing(self, n: int) -> list[int]:
        """The heads who may take and decide an appeal."""
        busy = {self.opened(n)["by"], *(it["by"] for it in self.rulings(n))}
        able = [it for it in self.present(n) if self.head(it) and f"referee:{it}" not in busy]
        return [it for it in able if it in self.acting(n)] or able

    # What is due.

    def ends_at(self, n: int) -> int:
        """When the table ends it."""
        if not self.rulings(n):
            held = self.held(n)
            since = held.taken or held.freed or self.opened(n)
            return int(since["at"]) + self.term("rule_within")
        if not self.all("appealed", dispute=n):
            return self.appealed_until(n)
        return self.answered_until(n) + self.term("rule_within")

    def due(self, n: int) -> Iterator[tuple[str, list[int], int | None, int]]:
        """`what`, `seats`, `referee`, `at` in milliseconds."""
        state, who = self.state(n), self.held(n).referee
        if state in ("open", "taken"):
            if not self.statements_in(n):
                yield "statement", self.silent(n), None, self.statements_until(n)
            if refusing := self.may_refuse(n):
                yield "refusal", refusing, None, self.refusals_until(n)
            yield "taking" if who is None else "ruling", [], who, self.ends_at(n)
        elif state in ("ruled", "appealed"):
            yield self._due_after_ruling(n, who)

    def _due_after_ruling(self, n: int, who: int | None) -> tuple[str, list[int], int | None, int]:
        if self.now < (until := self.appealed_until(n)):
            return "appeal", self.may_appeal(n), None, until
        if self.now < (until := self.answered_until(n)):
            return "answer", self.unanswered(n), None, until
        return (
            "appeal-taking" if who is None else "decision",
            [],
            who,
            self.answered_until(n) + self.term("rule_within"),
        )


def has_remedy(said: dict[str, Any]) -> bool:
    return said["kind"] in REMEDIES or "remedy" in said


def _is_before(entry: Entry | None, i: int) -> bool:
    return entry is not None and entry["i"] < i


def _frees(t: str, d: dict[str, Any], n: int) -> bool:
    return t in ("referee-dismissed", "referee-resigned") or (t == "referee-refused" and d["dispute"] == n)
