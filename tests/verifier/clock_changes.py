"""Structural attacks on clocks: changes of honest logs that the operator signs again, and what finds each.

`found` is the first level that fails, `said` a part of why. None: only the rules (L4) or the log of logs (L1) can tell.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from tests.verifier.clocked import HONEST, START, Row, row_of
from tests.verifier.primitives import b64u, jcs
from tests.verifier.synthetic import Audit, Entry, signed_again

Alter = Callable[[list[Entry]], Any]
RULES = "only the rules can tell (L4)"
LEAF = "only the leaf of the outage can tell (L1)"


class ClockChange(NamedTuple):
    of: str
    alter: Alter
    found: str | None
    said: str


CHANGES: dict[str, ClockChange] = {}


@cache
def _texts(name: str) -> Audit:
    return HONEST[name]().audit()


def changed(change: ClockChange) -> Audit:
    audit = _texts(change.of)
    trees = [json.loads(text) for text in audit["entries"]]
    altered = change.alter(trees)
    trees = altered if type(altered) is list else trees
    seeds = [{name: it["d"][name] for name in ("seat", "seed")} for it in trees if it["t"] == "seed-revealed"]
    return signed_again(audit | {"entries": [jcs(tree) for tree in trees], "seeds": seeds})


def attack(name: str, of: str, said: str, alter: Alter, found: str | None = "L3") -> None:
    CHANGES[name] = ClockChange(of, alter, found, said)


# Ways to change a log.


def nth(trees: list[Entry], t: str, n: int = 0) -> Entry:
    return [tree for tree in trees if tree["t"] == t][n]


def row(n: int, seat: int, **to: Any) -> Alter:
    """Another row of a seat in the nth `clock-set`; `since` counts from the start."""

    def alter(trees: list[Entry]) -> None:
        written = next(it for it in nth(trees, "clock-set", n)["d"]["seats"] if it["seat"] == seat)
        written |= to | ({"since": START + to["since"]} if "since" in to else {})

    return alter


def without_row(n: int, seat: int) -> Alter:
    def alter(trees: list[Entry]) -> Any:
        rows = nth(trees, "clock-set", n)["d"]["seats"]
        rows[:] = [it for it in rows if it["seat"] != seat]
        return without("clock-set", n)(trees) if not rows else None

    return alter


def with_row(n: int, *more: Row) -> Alter:
    def alter(trees: list[Entry]) -> None:
        rows = nth(trees, "clock-set", n)["d"]["seats"]
        rows[:] = sorted([*rows, *map(row_of, more)], key=lambda it: int(it["seat"]))

    return alter


def without(t: str, n: int = 0) -> Alter:
    """The log without the nth entry of a type, in whose action something else remains."""

    def alter(trees: list[Entry]) -> list[Entry]:
        gone = nth(trees, t, n)
        return renumbered([tree for tree in trees if tree is not gone])

    return alter


def renumbered(trees: list[Entry]) -> list[Entry]:
    return [tree | {"i": i} for i, tree in enumerate(trees)]


def entry(of: str, n: int = 0, **to: Any) -> Alter:
    """Other members of the nth entry of a type."""
    return lambda trees: nth(trees, of, n).update(to)


def data(of: str, n: int = 0, **to: Any) -> Alter:
    """Other data of the nth entry of a type."""
    return lambda trees: nth(trees, of, n)["d"].update(to)


def moved(t: str, at: int, n: int = 0) -> Alter:
    """The action of the nth entry of a type is of another time."""

    def alter(trees: list[Entry]) -> None:
        a = nth(trees, t, n)["a"]
        for tree in trees:
            if tree["a"] == a:
                tree["at"] = START + at

    return alter


def both(*alters: Alter) -> Alter:
    def alter(trees: list[Entry]) -> Any:
        for one in alters:
            trees = one(trees) or trees
        return trees

    return alter


def appended(at: int, t: str, d: dict[str, Any], by: str, *rows: Row) -> Alter:
    """One more action at the end."""

    def alter(trees: list[Entry]) -> None:
        more = {"a": trees[-1]["a"] + 1, "at": START + at, "r": [], "v": 1}
        trees.append({"i": len(trees), "t": t, "d": d, "by": by} | more)
        if rows:
            d_ = {"seats": [row_of(it) for it in rows]}
            trees.append({"i": len(trees), "t": "clock-set", "d": d_, "by": "table"} | more)

    return alter


def _seat_left(trees: list[Entry]) -> list[Entry]:
    """A bot takes over after the flag that ends the game."""
    flag, clocks = trees[-2:]
    left = flag | {"t": "seat-left", "d": {"seat": 1, "bot": "greedy"}}
    return renumbered([*trees[:-1], left, clocks])


# Time given, and time burnt.

attack("a seat gets time", "played", "a wrong left", row(1, 1, left=61_000))
attack("a seat's time is burnt", "played", "a wrong left", row(1, 1, left=59_000))
attack("an increment after a suspension", "played", "an increment too many", row(5, 1, left=65_000))
attack("an increment for another's action", "undone", "an increment too many", row(3, 1, left=65_000))
attack("an increment is denied", "played", "a wrong left", row(2, 2, left=60_000))
attack("an increment above the agreed maximum", "played", "a wrong left", row(2, 2, left=70_000))
attack("a longer grace", "played", "a wrong grace", row(2, 1, grace=6_000))
attack("a first stint without the time to begin", "played", "a wrong grace", row(0, 1, grace=5_000))
attack("a clock that starts later", "played", "a wrong since", row(1, 2, since=41_000))
attack("a clock that started earlier", "played", "a wrong since", row(1, 2, since=39_000))
attack("a clock that is never started", "played", "a wrong stint", without_row(1, 2))
attack("a clock that is never stopped", "played", "a hold without an event", without_row(1, 1))
attack("a stint is skipped", "played", "a wrong stint", row(3, 1, stint=4))
attack("a negative clock", "played", "less than nothing", row(1, 1, left=-1))

# Stops.

attack("a suspension that stops no clock", "played", "a missing row", without("clock-set", 4))
attack("a suspension that gives time", "played", "a wrong left", row(4, 1, left=63_000))
attack("a clock that stays stopped", "played", "a missing row", without("clock-set", 5))
attack("a suspended time that counts", "played", "a wrong since", row(5, 1, since=90_000))
attack("a case that stops no clock", "ruled", "a missing row", without("clock-set", 3))
attack("an opener who does not pay", "ruled", "a wrong left", row(4, 1, left=597_000))
attack("an opener who pays twice", "ruled", "a wrong left", row(4, 1, left=537_000))

# Flags, and actions that are late.

attack("an early flag", "played", "an early flag", moved("time-ran-out", 304_999))
attack(
    "a flag for a later deadline", "played", "a missing flag", data("time-ran-out", deadline=START + 305_001)
)
attack(
    "a flag for an earlier deadline", "played", "a wrong flag", data("time-ran-out", deadline=START + 304_000)
)
attack("a flag of another seat", "played", "a wrong flag", data("time-ran-out", seats=[2]))
attack("a flag of a seat more", "played", "a wrong flag", data("time-ran-out", seats=[1, 2]))
attack(
    "a flag that does not end the game",
    "played",
    "as was agreed",
    lambda t: nth(t, "time-ran-out")["d"].pop("outcome"),
)
attack(
    "an action after the deadline",
    "played",
    "a late action",
    entry("time-ran-out", t="card-named", d={"card": 1}, by="seat:1"),
)
attack("a case that was due after the deadline", "unpaused", "a late action", moved("dispute-opened", 75_000))
attack("a flag that leaves time", "played", "a wrong left", row(9, 1, left=1))
attack(
    "a game that continues after a flag",
    "played",
    "a wrong since",
    appended(306_000, "card-named", {"card": 1}, "seat:2", (2, 2, 65_000, 0, 306_000)),
)

# Times.

attack("time backwards", "played", "older than the entry before", moved("time-ran-out", 200_000), "L0")
attack("two times in one action", "played", "several times", entry("clock-set", 9, at=START + 305_101))

# Holds.

attack(
    "a hold without an event",
    "played",
    "a hold without an event",
    both(
        entry("time-held", t="referee-appointed", d={"referee": 1, "head": True}, by="organiser"),
        row(7, 2, grace=5_000),
        moved("referee-appointed", 150_000),
    ),
)
attack(
    "a hold from before the last entry",
    "played",
    "a wrong hold",
    data("time-held", **{"from": START + 100_000}),
)
attack(
    "a hold in which an entry was made",
    "played",
    "the service was away",
    data("time-held", to=START + 260_000),
)
attack("a hold of no outage", "played", "a wrong hold", data("time-held", outage=0))
attack("a hold that changes no clock", "played", "a wrong hold", without("clock-set", 7))
attack("a hold of less than ten seconds", "played", "a wrong hold", data("time-held", to=START + 133_000))
attack("a hold that gives time", "played", "a wrong left", row(7, 2, left=66_000))
attack(
    "a hold that is longer than its rows", "played", "a wrong since", data("time-held", to=START + 230_400)
)
attack(
    "a longer hold",
    "played",
    LEAF,
    both(data("time-held", to=START + 230_400), row(7, 2, since=230_400)),
    None,
)
attack(
    "a hold that begins late",
    "played",
    LEAF,
    both(data("time-held", **{"from": START + 104_000}), row(7, 2, grace=2_000)),
    None,
)

# The form of rows.

attack("a row that does not differ", "played", "does not differ", with_row(3, (2, 1, 65_000, 20_000)))
attack(
    "rows that do not ascend",
    "played",
    "a wrong clock-set",
    lambda t: nth(t, "clock-set", 1)["d"]["seats"].reverse(),
)
attack("clocks without rows", "played", "a wrong clock-set", data("clock-set", seats=[]))
attack("clocks by a seat", "played", "a wrong clock-set", entry("clock-set", by="seat:1"))
attack("clocks that cite a clause", "played", "a wrong clock-set", entry("clock-set", r=["clock.flag"]))
attack("a row of no seat", "played", "a row too many", with_row(3, (3, 1, 1, 1)))
attack(
    "clocks before their action",
    "played",
    "an entry after the clocks",
    lambda t: renumbered([*t[:7], t[8], t[7], *t[9:]]),
)
attack("a row with an additional member", "played", "unknown members", row(1, 1, more=1), "L2")
attack(
    "a row without one of its members",
    "played",
    "is missing",
    lambda t: nth(t, "clock-set")["d"]["seats"][0].pop("grace"),
    "L2",
)

# Undo and rulings.

attack("an undo that costs nothing", "undone", "a wrong grace", row(3, 2, grace=20_000))
attack("an undo that costs more", "undone", "a wrong grace", row(3, 2, grace=12_000))
attack("an undo that burns the other's time", "undone", "a wrong left", row(3, 1, left=59_000))
attack("an undo that keeps the increment", "undone", "an increment too many", row(5, 1, left=36_000))
attack("no increment for what is played again", "undone", "a wrong left", row(4, 2, left=60_000))
attack(
    "an undo that gives the other a whole stint",
    "together",
    "a hold without an event",
    with_row(2, (2, 1, 60_000, 30_000, 14_000)),
)
attack(
    "an undo that its asker has no time for",
    "together",
    "an undo without time",
    both(
        lambda t: t[: t.index(nth(t, "undo-requested"))],
        appended(89_999, "card-named", {"card": 1}, "seat:2", (2, 1, 10_001, 0)),
        appended(
            101_000,
            "undo-requested",
            {"needs": [], "request": 1, "seat": 1, "to_version": 7},
            "seat:1",
            (1, 1, 0, 0, 101_000),
            (2, 1, 60_000, 20_000, 101_000),
        ),
        lambda t: renumbered(
            [*t[:-1], t[-2] | {"t": "rewound", "by": "table", "d": {"to_version": 7, "request": 1}}, t[-1]]
        ),
    ),
)
attack("a bank that no ruling has set", "ruled", "a wrong left", row(6, 2, left=700_001))
attack("no rest after a ruling", "ruled", "a wrong since", row(6, 1, since=180_000))
attack(
    "a ruling beyond all limits",
    "ruled",
    "a wrong ruling",
    lambda t: nth(t, "ruled")["d"]["remedy"]["clock"].update({"2": 2_592_000_001}),
)
attack(
    "a ruling for no seat",
    "ruled",
    "a wrong ruling",
    lambda t: nth(t, "ruled")["d"]["remedy"]["clock"].update({"02": 20_000}),
)
attack("a way back that leaves a bank", "ruled", "a wrong left", row(8, 2, left=700_000))
attack("a ruling that costs time", "ruled", "a wrong left", row(8, 2, left=599_000))
attack(
    "a ruling that sets a clock to text",
    "ruled",
    "is no integer",
    lambda t: nth(t, "ruled")["d"]["remedy"]["clock"].update({"2": "x"}),
    "L2",
)
attack("a ruling that sets no clock in an empty remedy", "ruled", "is empty", data("ruled", remedy={}), "L2")

# Seats that a bot plays.

attack(
    "a bot plays a seat that is there", "left", "plays for nobody", entry("card-named", 1, by="bot:2"), "L2"
)
attack("a seat plays while it is away", "left", "a bot plays it", entry("card-named", 0, by="seat:1"), "L2")
attack(
    "a bot causes an entry that is no play",
    "left",
    "this is no play",
    entry("clock-set", 2, by="bot:1"),
    "L2",
)
attack(
    "a bot signs", "left", "", entry("card-named", 0, sig={"h": b64u(bytes(32)), "s": b64u(bytes(64))}), "L2"
)
attack("a seat whose clock runs is left", "left", "a seat is left", data("seat-left", seat=2), "L2")
attack(
    "the organiser says that a seat was left", "left", "is by table", entry("seat-left", by="organiser"), "L2"
)
attack(
    "a seat that was not away comes back",
    "left",
    "was not away",
    entry("seat-returned", d={"seat": 2}, by="seat:2"),
    "L2",
)
attack("another seat brings a seat back", "left", "is by seat:1", entry("seat-returned", by="seat:2"), "L2")
attack(
    "a seat that resigned comes back",
    "left",
    "had resigned",
    entry("seat-reassigned", t="seat-returned", by="seat:1"),
    "L2",
)
attack("the table resigns for a seat", "left", "is by seat:1", entry("resigned", by="table"), "L2")
attack("a seat says that a clock ran out", "left", "is by table", entry("time-ran-out", by="seat:1"), "L2")
attack("no bot takes over", "left", "plays for nobody", without("seat-left"), "L2")
attack("a bot takes over although the game ends", "unpaused", "takes over exactly", _seat_left)
attack("a seat that comes back with more time", "left", "a wrong left", row(3, 1, left=10_000))
attack("a seat that comes back with a grace", "left", "a wrong grace", row(3, 1, grace=5_000))
attack("a clock of a seat that is away", "left", "a wrong since", with_row(2, (1, 1, 0, 0, 91_000)))
attack("a resignation that costs time", "left", "a wrong left", row(5, 1, left=6_000))

# The terms.

for _name, _to in (
    ("bank", -1),
    ("bank", 2_592_001),
    ("increment", 86_401),
    ("grace", True),
    ("most", 59),
    ("on_time_out", "win"),
    ("start_within", 29),
    ("organiser_stops", 1),
    ("more", 1),
):
    attack(
        f"the terms: {_name} is {_to}",
        "played",
        "",
        lambda t, name=_name, to=_to: t[0]["d"]["clock"].update({name: to}),  # type: ignore[misc]
        "L0",
    )
attack(
    "a clock of no time",
    "played",
    "less than 5 seconds",
    lambda t: t[0]["d"]["clock"].update(bank=0, grace=4, most=5),
    "L0",
)
attack(
    "another increment after the seats were taken",
    "played",
    "not the one that the seat committed to",
    lambda t: t[0]["d"]["clock"].update(increment=20),
)

# What L3 leaves to the rules.

attack("no new stint where one begins", "left", RULES, row(8, 1, stint=2, grace=0), None)
attack("a seat that is not to act", "together", RULES, row(3, 2, stint=2, grace=5_000, since=15_000), None)
