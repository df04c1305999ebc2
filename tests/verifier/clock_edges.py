"""Clocks at the edges of docs/ledger.md, section 16: lies that no change of an honest log comes to, and honest logs beside them.

A lie names what is wrong with it, None where it is honest. Every row was computed by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.verifier.clocked import DISPUTES, LONG, OUTCOME, START, TERMS, Clocked, Row, asked

BOTS = TERMS | {"on_time_out": "bot"}
LEFT = {"seat": 1, "bot": "greedy"}
QUIET = DISPUTES | {"pause": False}


class Edge(NamedTuple):
    make: Callable[[], Clocked]
    wrong: str | None


EDGES: dict[str, Edge] = {}
Make = Callable[[], Clocked]


def edge(name: str, wrong: str | None = None) -> Callable[[Make], Make]:
    def noted(make: Make) -> Make:
        EDGES[name] = Edge(make, wrong)
        return make

    return noted


# Who is asked while the game is halted.


def substituted(*rows: Row) -> Clocked:
    """Seat 2 is to act in a suspended game when another person comes to seat 1; then the game goes on."""
    log = Clocked(BOTS).begins((1, 1, 60_000, 30_000, 0), (2, 1, 60_000, 30_000, 0))
    a = log.does(10_000, "resigned", {"seat": 1}, "seat:1")
    log.does(10_000, "seat-left", LEFT, "table", (1, 1, 60_000, 20_000), a=a)
    log.does(20_000, "game-suspended", {}, "organiser", (2, 1, 60_000, 10_000))
    log.does(30_000, "seat-reassigned", {"seat": 1}, "organiser", (1, 1, 60_000, 0))
    log.does(40_000, "game-resumed", {}, "organiser", *rows)
    return log


@edge("a substitute comes to a suspended game")
def _substitute() -> Clocked:
    return substituted((2, 1, 60_000, 10_000, 40_000))


@edge("a substitute comes, and another's clock stays stopped", "a missing row")
def _substitute_and_stop() -> Clocked:
    return substituted()


def closed_beside(*rows: Row) -> Clocked:
    """The operator closes a game that its organiser has suspended, and reopens it first."""
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    log.does(20_000, "game-suspended", {}, "organiser", (1, 1, 60_000, 10_000))
    closed = {"why": "operator", "reason_hash": "h"}
    log.does(30_000, "game-suspended", closed, "table")
    log.does(40_000, "game-resumed", {"why": "operator"}, "table", *rows)
    return log


@edge("the operator reopens a game that its organiser has suspended")
def _closed_beside() -> Clocked:
    log = closed_beside()
    log.does(50_000, "game-resumed", {}, "organiser", (1, 1, 60_000, 10_000, 50_000))
    return log


@edge("the operator's end of a halt is taken for the organiser's", "a wrong since")
def _closed_beside_and_go() -> Clocked:
    return closed_beside((1, 1, 60_000, 10_000, 40_000))


def gone_back_while_suspended(*rows: Row) -> Clocked:
    """A ruling goes back in a suspended game to when a bot played seat 1, whose person has returned since."""
    log = Clocked(BOTS, disputes=QUIET).begins((1, 1, 60_000, 30_000, 0))
    log.appointed(1_000)
    a = log.does(90_000, "time-ran-out", {"seats": [1], "deadline": START + 90_000}, "table")
    log.does(90_000, "seat-left", LEFT, "table", (1, 1, 0, 0), a=a)
    to = log.version
    log.plays(91_000, 1, (2, 1, 60_000, 30_000, 91_000), by="bot")
    log.does(92_000, "seat-returned", {"seat": 1}, "seat:1", (1, 1, 6_500, 0))
    log.opened(93_000, 1)
    log.ruled(94_000, 1, 1, "backed-up", {"to_version": to}, (2, 1, 60_000, 27_000))
    log.does(95_000, "game-suspended", {}, "organiser")
    a = log.final(154_000, 1, 1)
    log.goes_back(154_000, to, (2, 0, 60_000, 0), a=a, ruling=1)
    log.does(200_000, "game-resumed", {}, "organiser", *rows)
    return log


@edge("a ruling goes back to when a bot played, in a suspended game")
def _back_to_a_bot() -> Clocked:
    return gone_back_while_suspended((1, 1, 6_500, 0, 200_000))


@edge("a ruling goes back so, and nobody is asked whom the rules do not ask")
def _back_to_nobody() -> Clocked:
    return gone_back_while_suspended()


@edge("a ruling goes back so, and another's clock starts", "a wrong since")
def _back_to_another() -> Clocked:
    return gone_back_while_suspended((1, 1, 6_500, 0, 200_000), (2, 0, 60_000, 0, 200_000))


# Stints.


def taken_back_without_an_event(*rows: Row) -> Clocked:
    """An undo that takes nothing back but a statement of the table: it leads into the action before."""
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    log.plays(40_000, 1, (1, 1, 60_000, 0), (2, 1, 60_000, 30_000, 40_000))
    a = asked(log, 50_000, 1, 1, log.version - 1)
    log.goes_back(50_000, log.version - 2, *rows, a=a, request=1)
    return log


@edge("an undo of no event begins a stint", "a wrong stint")
def _new_stint_by_an_undo() -> Clocked:
    return taken_back_without_an_event((1, 2, 60_000, 5_000, 50_000))


@edge("an undo of no event changes nothing")
def _no_new_stint_by_an_undo() -> Clocked:
    return taken_back_without_an_event()


@edge("a correction without an event begins a stint", "a wrong stint")
def _new_stint_by_a_correction() -> Clocked:
    log = Clocked(disputes=QUIET).begins((1, 1, 60_000, 30_000, 0))
    log.plays(40_000, 1, (1, 1, 60_000, 0), (2, 1, 60_000, 30_000, 40_000))
    log.does(50_000, "action-corrected", {"seat": 1}, "table", (1, 2, 60_000, 5_000, 50_000))
    return log


@edge("a person's return begins a stint", "a wrong stint")
def _new_stint_by_a_return() -> Clocked:
    log = Clocked(BOTS).begins((1, 1, 60_000, 30_000, 0))
    a = log.does(90_000, "time-ran-out", {"seats": [1], "deadline": START + 90_000}, "table")
    log.does(90_000, "seat-left", LEFT, "table", (1, 1, 0, 0), a=a)
    log.does(91_000, "seat-returned", {"seat": 1}, "seat:1", (1, 2, 6_500, 5_000))
    return log


@edge("a suspension in a seat's own action begins a stint", "a wrong stint")
def _new_stint_in_a_halt() -> Clocked:
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    a = log.plays(40_000, 1)
    log.does(40_000, "game-suspended", {}, "organiser", (1, 2, 60_000, 5_000), a=a)
    return log


# Undo.


def undone_at(at: int, row: Row) -> Clocked:
    """Seat 1 plays after 30 seconds, with 10 more left, and takes it back."""
    log = Clocked(TERMS | {"bank": 10, "most": 10}).begins((1, 1, 10_000, 30_000, 0))
    to = log.version
    log.plays(30_000, 1, (1, 1, 10_000, 0), (2, 1, 10_000, 30_000, 30_000))
    a = asked(log, at, 1, 1, to)
    log.goes_back(at, to, row, (2, 0, 10_000, 0), a=a, request=1)
    return log


@edge("an undo that only a new stint has the time for", "an undo without time")
def _undo_with_a_new_stint() -> Clocked:
    return undone_at(40_000, (1, 2, 0, 5_000, 40_000))


@edge("an undo that costs all but a millisecond")
def _undo_with_a_millisecond() -> Clocked:
    return undone_at(39_999, (1, 1, 1, 0, 39_999))


@edge("another asks under the same number after the undo", "a wrong left")
def _asked_again() -> Clocked:
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    to = log.version
    log.plays(40_000, 1, (1, 1, 60_000, 0), (2, 1, 60_000, 30_000, 40_000))
    a = asked(log, 50_000, 1, 1, to)
    log.goes_back(50_000, to, a=a, request=1)
    said = {"needs": [], "request": 1, "seat": 2, "to_version": to}
    log.does(50_000, "undo-requested", said, "seat:2", (1, 1, 60_000, 0, 50_000), (2, 0, 40_000, 0), a=a)
    return log


@edge("an undo costs no time of a suspension")
def _undo_after_a_suspension() -> Clocked:
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    to = log.version
    log.plays(40_000, 1, (1, 1, 60_000, 0), (2, 1, 60_000, 30_000, 40_000))
    log.does(50_000, "game-suspended", {}, "organiser", (2, 1, 60_000, 20_000))
    log.does(60_000, "game-resumed", {}, "organiser", (2, 1, 60_000, 20_000, 60_000))
    a = asked(log, 70_000, 1, 1, to)
    log.goes_back(70_000, to, (1, 1, 30_000, 0, 70_000), (2, 0, 60_000, 0), a=a, request=1)
    return log


# Cases.


def in_place_of_another(*rows: Row) -> Clocked:
    """Another case takes the place of the one that halts the game; both are withdrawn in the end."""
    log = Clocked(LONG, disputes=DISPUTES).begins((1, 1, 600_000, 30_000, 0))
    log.opened(10_000, 1, (1, 1, 600_000, 20_000), by="seat:1")
    log.opened(40_000, 2, *rows)
    log.does(70_000, "dispute-withdrawn", {"dispute": 2}, "seat:2", (1, 1, 590_000, 0, 70_000))
    return log


@edge("the opener pays for a case until another takes its place")
def _pays_until_then() -> Clocked:
    return in_place_of_another((1, 1, 590_000, 0))


@edge("the opener pays for a case when the one in its place ends", "a missing row")
def _pays_for_both() -> Clocked:
    return in_place_of_another()


@edge("the withdrawal of an unknown case does not end the halt of the open one")
def _another_withdrawn() -> Clocked:
    log = Clocked(LONG, disputes=DISPUTES).begins((1, 1, 600_000, 30_000, 0))
    log.opened(10_000, 1, (1, 1, 600_000, 20_000))
    log.does(20_000, "dispute-withdrawn", {"dispute": 2}, "seat:2")
    log.does(30_000, "dispute-withdrawn", {"dispute": 1}, "seat:2", (1, 1, 600_000, 20_000, 30_000))
    return log


@edge("a ruling in an unknown case halts nothing, and the open one expires as before")
def _another_ruled() -> Clocked:
    log = Clocked(disputes=QUIET | {"rule_within": 20}).begins((1, 1, 60_000, 30_000, 0))
    log.appointed(1_000)
    log.opened(60_000, 1)
    log.ruled(70_000, 2, 1, "stands", {"clock": {"1": 60_000}})
    log.does(95_000, "dispute-expired", {"dispute": 1}, "table")
    flag = {"seats": [1], "deadline": START + 90_000, "outcome": OUTCOME}
    log.does(95_000, "time-ran-out", flag, "table", (1, 1, 0, 0))
    return log


def opener_with(left: int, *rows: Row) -> Clocked:
    """The opener has a minute and that much more."""
    terms = TERMS | {"bank": 60, "most": 3_600}
    log = Clocked(terms, disputes=DISPUTES).begins((1, 1, 60_000, 30_000, 0))
    at = 30_000 - left
    log.opened(at, 1, (1, 1, 60_000, left), by="seat:1")
    log.does(at + 100_000, "dispute-withdrawn", {"dispute": 1}, "seat:1", *rows)
    return log


@edge("an opener keeps a minute")
def _keeps_a_minute() -> Clocked:
    return opener_with(5_000, (1, 1, 60_000, 0, 125_000))


@edge("an opener who has a minute pays nothing")
def _has_a_minute() -> Clocked:
    return opener_with(0, (1, 1, 60_000, 0, 130_000))


@edge("an opener pays more than all but a minute", "a wrong left")
def _keeps_less() -> Clocked:
    return opener_with(5_000, (1, 1, 59_999, 0, 125_000))


@edge("a ruling sets a clock before the start", "a wrong ruling")
def _banks_before_the_start() -> Clocked:
    log = Clocked(TERMS | {"grace": 0}, disputes=QUIET)
    log.appointed(0)
    log.opened(0, 1)
    log.ruled(0, 1, 1, "stands", {"clock": {"1": 60_000}})
    log.final(60_000, 1, 1)
    return log


# Time.


def due(at: int, *rows: Row) -> Clocked:
    """A case is due after 20 seconds, the clock of seat 1 after 90; both are recorded at a time."""
    log = Clocked(disputes=QUIET | {"rule_within": 20}).begins((1, 1, 60_000, 30_000, 0))
    log.opened(at, 1)
    log.does(95_000, "dispute-expired", {"dispute": 1}, "table")
    flag = {"seats": [1], "deadline": START + 90_000, "outcome": OUTCOME}
    log.does(95_000, "time-ran-out", flag, "table", *rows)
    return log


@edge("a case that was due a millisecond before the deadline")
def _due_before() -> Clocked:
    return due(69_999, (1, 1, 0, 0))


@edge("a case that was due in the millisecond of the deadline", "a late action")
def _due_with() -> Clocked:
    return due(70_000, (1, 1, 0, 0))


@edge("an action in the millisecond of the deadline", "a late action")
def _at_the_deadline() -> Clocked:
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    log.plays(90_000, 1, (1, 1, 10_000, 0), (2, 1, 60_000, 30_000, 90_000))
    return log


@edge("an action in the millisecond before the deadline")
def _before_the_deadline() -> Clocked:
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    log.plays(89_999, 1, (1, 1, 10_001, 0), (2, 1, 60_000, 30_000, 89_999))
    return log


@edge("two flags of one millisecond, one by one", "a wrong flag")
def _one_by_one() -> Clocked:
    log = Clocked(BOTS).begins((1, 1, 60_000, 30_000, 0), (2, 1, 60_000, 30_000, 0))
    for seat in (1, 2):
        a = log.does(90_000, "time-ran-out", {"seats": [seat], "deadline": START + 90_000}, "table")
        log.does(90_000, "seat-left", LEFT | {"seat": seat}, "table", (seat, 1, 0, 0), a=a)
    return log


@edge("two flags of one millisecond, together")
def _together() -> Clocked:
    log = Clocked(BOTS).begins((1, 1, 60_000, 30_000, 0), (2, 1, 60_000, 30_000, 0))
    a = log.does(90_000, "time-ran-out", {"seats": [1, 2], "deadline": START + 90_000}, "table")
    log.does(90_000, "seat-left", LEFT, "table", a=a)
    log.does(90_000, "seat-left", LEFT | {"seat": 2}, "table", (1, 1, 0, 0), (2, 1, 0, 0), a=a)
    return log


def held_twice(begins: int, *rows: Row) -> Clocked:
    """One outage is held until 60 seconds after the start, and another from then on."""
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    held = {"outage": 1, "from": START + 1_000, "to": START + 60_000}
    log.does(31_000, "time-held", held, "table", (1, 1, 60_000, 29_000, 60_000))
    held = {"outage": 2, "from": START + begins, "to": START + 120_000}
    log.does(95_000, "time-held", held, "table", *rows)
    return log


@edge("a hold that begins where another ended")
def _hold_upon_hold() -> Clocked:
    return held_twice(60_000, (1, 1, 60_000, 29_000, 120_000))


@edge("a hold that overlaps another", "a wrong hold")
def _hold_over_hold() -> Clocked:
    return held_twice(59_999, (1, 1, 60_000, 29_000, 120_000))


def held_from_a_deadline(*rows: Row) -> Clocked:
    """The clock of seat 2 runs out in the millisecond in which an outage begins, that of seat 1 later."""
    log = Clocked(BOTS).begins((1, 1, 60_000, 30_000, 0), (2, 1, 60_000, 30_000, 0))
    log.plays(10_000, 2, (2, 2, 65_000, 5_000, 10_000))
    held = {"outage": 1, "from": START + 80_000, "to": START + 120_000}
    log.does(95_000, "time-held", held, "table", (1, 1, 10_000, 0, 120_000), *rows)
    a = log.does(95_000, "time-ran-out", {"seats": [2], "deadline": START + 80_000}, "table")
    log.does(95_000, "seat-left", LEFT | {"seat": 2}, "table", (2, 2, 0, 0), a=a)
    return log


@edge("a deadline in the millisecond in which an outage begins falls as it stood")
def _held_from_a_deadline() -> Clocked:
    return held_from_a_deadline()


@edge("such a deadline is held", "a hold without an event")
def _held_past_a_deadline() -> Clocked:
    return held_from_a_deadline((2, 2, 0, 0, 120_000))


# A log that this reader's tables do not know.


@edge("a clock with other terms, of a later table")
def _later_table() -> Clocked:
    return Clocked({"days": 3}, table=99).begins()
