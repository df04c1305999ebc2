"""Logs of the made-up game with clocks, written from docs/ledger.md alone: every row in them was computed by hand.

Times are milliseconds after the start of the game; `START` is when that was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.verifier.players import Player
from tests.verifier.synthetic import PROMISED, Log

START = 1_700_000_010_000
TERMS = {
    "bank": 60,
    "increment": 10,
    "grace": 5,
    "most": 65,
    "on_time_out": "forfeit",
    "start_within": 30,
    "organiser_stops": True,
}
LONG = {name: value for name, value in TERMS.items() if name != "most"} | {"bank": 600}
DISPUTES = {"answer_within": 60, "appeal_within": 60, "open_within": 600, "pause": True, "rule_within": 3600}
OUTCOME = {"winners": [2], "ranking": [[2], [1]], "scores": {"1": 0, "2": 0}, "reason": "time"}
Row = tuple[int, ...]
"""Seat, stint, left, grace, and since if it runs."""


class Clocked(Log):
    """A log whose actions end with the rows that are named."""

    def __init__(self, clock: dict[str, Any] | None = None, **created: Any) -> None:
        super().__init__(created=PROMISED | {"clock": clock or TERMS} | created)

    def add(self, t: str, d: dict[str, Any], by: str = "table", **members: Any) -> int:
        """An event of the time of the one before, if no other is named."""
        before = self.trees[-1]["at"] if self.trees else START - 10_000
        return super().add(t, d, by, **({"at": before} | members))

    def does(
        self, at: int, t: str, d: dict[str, Any], by: str, *rows: Row, a: int | None = None, **more: Any
    ) -> int:
        """An event at a time, with the rows that end its action. Its action."""
        i = self.add(t, d, by, at=START + at, a=a, **more)
        a = int(self.trees[i]["a"])
        if rows:
            self.add("clock-set", {"seats": [row_of(row) for row in rows]}, at=START + at, a=a)
        return a

    def plays(self, at: int, seat: int, *rows: Row, by: str = "seat") -> int:
        """A seat names a card."""
        return self.does(at, "card-named", {"card": 1}, f"{by}:{seat}", *rows)

    def begins(self, *rows: Row) -> Clocked:
        players = [Player(seat) for seat in range(1, self.seats + 1)]
        for player in players:
            self.take(player)
        for player in players:
            self.reveal(player)
        self.does(0, "game-started", {"epoch": 0}, "table", *rows)
        return self

    def appointed(self, at: int) -> None:
        """A head referee is appointed, and accepts."""
        self.does(at, "referee-appointed", {"referee": 1, "head": True}, "organiser")
        self.does(at, "referee-accepted", {"referee": 1}, "referee:1")

    def opened(self, at: int, number: int, *rows: Row, by: str = "seat:2") -> None:
        """A case is opened."""
        said = {
            "dispute": number,
            "seat": int(by[-1]),
            "from": 1,
            "to": 2,
            "wants": "back-up",
            "claim_hash": "x",
        }
        self.does(at, "dispute-opened", said | {"clauses": []}, by, *rows)

    def ruled(self, at: int, dispute: int, ruling: int, kind: str, remedy: dict[str, Any], *rows: Row) -> int:
        """A referee rules."""
        said = {
            "dispute": dispute,
            "ruling": ruling,
            "referee": 1,
            "kind": kind,
            "clauses": [],
            "remedy": remedy,
            "judged": self.version,
        }
        return self.does(at, "ruled", said | {"findings_hash": "x"}, "referee:1", *rows)

    def final(self, at: int, dispute: int, ruling: int, *rows: Row) -> int:
        return self.does(at, "ruling-final", {"dispute": dispute, "ruling": ruling}, "table", *rows)

    def goes_back(self, at: int, to: int, *rows: Row, a: int, **how: int) -> None:
        """`rewound`, in an action, by a request or a ruling."""
        self.does(at, "rewound", {"to_version": to} | how, "table", *rows, a=a)

    @property
    def version(self) -> int:
        return len(self.trees)


def row_of(row: Row) -> dict[str, int]:
    seat, stint, left, grace, *since = row
    named = {"seat": seat, "stint": stint, "left": left, "grace": grace}
    return named | ({"since": START + since[0]} if since else {})


def played() -> Clocked:
    """Increments, a second stint at once, a suspension, an outage, and a flag that ends the game."""
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    log.plays(40_000, 1, (1, 1, 60_000, 0), (2, 1, 60_000, 30_000, 40_000))
    log.plays(50_000, 2, (1, 2, 60_000, 5_000, 50_000), (2, 1, 65_000, 20_000))
    log.plays(52_000, 1, (1, 3, 65_000, 5_000, 52_000))
    log.does(60_000, "game-suspended", {}, "organiser", (1, 3, 62_000, 0))
    log.does(100_000, "game-resumed", {}, "organiser", (1, 3, 62_000, 0, 100_000))
    log.plays(101_000, 1, (1, 3, 65_000, 0), (2, 2, 65_000, 5_000, 101_000))
    held = {"outage": 1, "from": START + 103_000, "to": START + 230_000}
    log.does(200_500, "time-held", held, "table", (2, 2, 65_000, 3_000, 230_000))
    log.plays(235_000, 2, (1, 4, 65_000, 5_000, 235_000), (2, 2, 65_000, 0))
    flag = {"seats": [1], "deadline": START + 305_000, "outcome": OUTCOME}
    log.does(305_100, "time-ran-out", flag, "table", (1, 4, 0, 0))
    return log


def undone() -> Clocked:
    """A seat takes its action back, and later, with the other's consent, an earlier one."""
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    first = log.version
    log.plays(40_000, 1, (1, 1, 60_000, 0), (2, 1, 60_000, 30_000, 40_000))
    second = log.version
    log.plays(50_000, 2, (1, 2, 60_000, 5_000, 50_000), (2, 1, 65_000, 20_000))
    a = asked(log, 57_000, 2, 1, second)
    log.goes_back(57_000, second, (1, 1, 60_000, 0), (2, 1, 60_000, 13_000, 57_000), a=a, request=1)
    log.plays(60_000, 2, (1, 2, 60_000, 5_000, 60_000), (2, 1, 65_000, 10_000))
    asked(log, 62_000, 1, 2, first, [2])
    a = log.does(64_000, "undo-answered", {"accept": True, "request": 2, "seat": 2}, "seat:2")
    log.goes_back(64_000, first, (1, 1, 26_000, 0, 64_000), (2, 0, 60_000, 0), a=a, request=2)
    log.plays(65_000, 1, (1, 1, 35_000, 0), (2, 1, 60_000, 30_000, 65_000))
    return log


def asked(log: Clocked, at: int, seat: int, request: int, to: int, needs: list[int] | None = None) -> int:
    said = {"needs": needs or [], "request": request, "seat": seat, "to_version": to}
    return log.does(at, "undo-requested", said, f"seat:{seat}")


def together() -> Clocked:
    """Both seats are to act; one acts and takes it back, which leaves the other's clock alone."""
    log = Clocked().begins((1, 1, 60_000, 30_000, 0), (2, 1, 60_000, 30_000, 0))
    before = log.version
    log.plays(10_000, 1, (1, 1, 65_000, 20_000))
    a = asked(log, 14_000, 1, 1, before)
    log.goes_back(14_000, before, (1, 1, 60_000, 16_000, 14_000), a=a, request=1)
    log.plays(15_000, 2, (2, 1, 65_000, 15_000))
    return log


def ruled() -> Clocked:
    """An opener pays for a case; a ruling sets a clock; another one goes back."""
    log = Clocked(LONG, disputes=DISPUTES).begins((1, 1, 600_000, 30_000, 0))
    log.appointed(1_000)
    log.plays(40_000, 1, (1, 1, 600_000, 0), (2, 1, 600_000, 30_000, 40_000))
    second = log.version
    log.plays(50_000, 2, (1, 2, 600_000, 5_000, 50_000), (2, 1, 610_000, 20_000))
    log.opened(58_000, 1, (1, 2, 597_000, 0), by="seat:1")
    log.does(88_000, "dispute-withdrawn", {"dispute": 1}, "seat:1", (1, 2, 567_000, 0, 88_000))
    log.opened(90_000, 2, (1, 2, 565_000, 0))
    log.ruled(120_000, 2, 1, "stands", {"clock": {"2": 700_000}})
    log.final(180_000, 2, 1, (1, 2, 565_000, 0, 210_000), (2, 1, 700_000, 5_000))
    log.opened(220_000, 3, (1, 2, 555_000, 0))
    log.ruled(230_000, 3, 2, "backed-up", {"to_version": second})
    a = log.final(290_000, 3, 2)
    log.goes_back(290_000, second, (1, 1, 600_000, 0), (2, 1, 600_000, 20_000, 320_000), a=a, ruling=2)
    log.plays(325_000, 2, (1, 2, 600_000, 5_000, 325_000), (2, 1, 610_000, 15_000))
    return log


def left() -> Clocked:
    """A bot takes over after a flag; the person comes back, resigns, and another one sits down."""
    log = Clocked(TERMS | {"on_time_out": "bot"}).begins((1, 1, 60_000, 30_000, 0))
    a = log.does(90_000, "time-ran-out", {"seats": [1], "deadline": START + 90_000}, "table")
    log.does(90_000, "seat-left", {"seat": 1, "bot": "greedy"}, "table", (1, 1, 0, 0), a=a)
    log.plays(91_000, 1, (2, 1, 60_000, 30_000, 91_000), by="bot")
    log.does(92_000, "seat-returned", {"seat": 1}, "seat:1", (1, 1, 6_500, 0))
    log.plays(93_000, 2, (1, 2, 6_500, 5_000, 93_000), (2, 1, 65_000, 28_000))
    a = log.does(94_000, "resigned", {"seat": 1}, "seat:1")
    log.does(94_000, "seat-left", {"seat": 1, "bot": "greedy"}, "table", (1, 2, 6_500, 4_000), a=a)
    log.plays(95_000, 1, (2, 2, 65_000, 5_000, 95_000), by="bot")
    log.does(96_000, "seat-reassigned", {"seat": 1}, "organiser", (1, 2, 6_500, 0))
    log.plays(97_000, 2, (1, 3, 6_500, 5_000, 97_000), (2, 2, 65_000, 3_000))
    return log


def unpaused() -> Clocked:
    """A case that nobody decides expires before a clock runs out, and both are recorded late."""
    log = Clocked(disputes=DISPUTES | {"pause": False, "rule_within": 20}).begins((1, 1, 60_000, 30_000, 0))
    log.opened(10_000, 1)
    log.does(95_000, "dispute-expired", {"dispute": 1}, "table")
    flag = {"seats": [1], "deadline": START + 90_000, "outcome": OUTCOME}
    log.does(95_000, "time-ran-out", flag, "table", (1, 1, 0, 0))
    return log


HONEST: dict[str, Callable[[], Clocked]] = {
    made.__name__: made for made in (played, undone, together, ruled, left, unpaused)
}
