"""The leaves of a log of logs: their forms and their order (docs/ledger.md, section 15)."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from .problems import Failed
from .shapes import Shape, base64s, base64url, fits, is_a, number
from .text import b64u, decode_entry

Leaf = dict[str, Any]
MINUTE = 60_000
"""How many milliseconds later than a clock says a leaf may be."""
REST, GAP = 30_000, 5_000
"""Milliseconds at the end of an outage in which the service is back already, and at its beginning in which it still was there."""


def log_id(of: bytes) -> str:
    """The id of a game (of its first leaf hash), or of a tournament (of its ctx), in a log of logs."""
    return b64u(sha256(b"gamelog/v1/log-id\n" + of).digest())


# Forms.


def _one_of(*words: str) -> Callable[[Any], bool]:
    return lambda value: type(value) is str and value in words


def _root(value: Any) -> bool:
    return base64s(1)([value])


_ANY: Shape = {"k": is_a(str), "at": number()}
_OF: Shape = {"id": base64url(32)}
_HEAD: Shape = {"n": number(1), "r": _root}
_OUTAGE: Shape = {"n": number(1), "from": number(), "to": number()}
_FORMS: dict[str, Shape] = {
    "tournament": {**_OF, "games": number(1, 2**32 - 1)},
    "tournament-seats": {**_OF, "c": base64url(32)},
    "tournament-end": {**_OF, "why": _one_of("finished", "abandoned", "lost")},
    "game": _OF,
    "game of": {**_OF, "of": base64url(32), "number": number()},
    "seats": {**_OF, **_HEAD},
    "end": {**_OF, **_HEAD, "why": _one_of("finished", "abandoned", "voided")},
    "end lost": {**_OF, "why": _one_of("lost")},
    "outage": _OUTAGE,
    "outage id": {**_OF, **_OUTAGE},
}


def read_leaf(data: bytes) -> Leaf:
    """A leaf of one of the known forms; Failed otherwise."""
    try:
        leaf = decode_entry(data)
    except ValueError as error:
        raise Failed(f"a leaf does not read: {error}") from error
    if type(leaf) is not dict or type(leaf.get("k")) is not str:
        raise Failed("a leaf is no object with a kind")
    form = _FORMS.get(_form(leaf))
    if form is None:
        raise Failed(f"this reader knows no leaves of the kind {leaf['k'][:60]!r}")
    fits(leaf, {**_ANY, **form}, f"a leaf of the kind {leaf['k']!r}")
    return leaf


def _form(leaf: Leaf) -> str:
    if leaf["k"] == "game" and "of" in leaf:
        return "game of"
    if leaf["k"] == "outage" and "id" in leaf:
        return "outage id"
    if leaf["k"] == "end" and leaf.get("why") == "lost":
        return "end lost"
    return str(leaf["k"])


# Order.


@dataclass(slots=True)
class Game:
    """The leaves of a game so far. Times are milliseconds; `number` of the tournament `of`, if it belongs to one."""

    created: int
    of: str | None
    number: int | None
    seats: int | None = None
    """When its seats were taken."""
    n: int = 0
    why: str | None = None
    """Of its last `end`."""


@dataclass(slots=True)
class Tournament:
    """The leaves of a tournament so far; `next` is the number of its next game."""

    games: int
    seats: bool = False
    next: int = 0
    why: str | None = None


@dataclass
class Order:
    """Leaves in the order of the log; `add` raises Failed at the first one out of order.

    `latest` is the last millisecond that a leaf may have. Of a list of one game's leaves (not `whole`), the other games
    of its tournament are left out.
    """

    latest: int
    whole: bool = True
    games: dict[str, Game] = field(default_factory=dict)
    tournaments: dict[str, Tournament] = field(default_factory=dict)
    outages: int = 0
    """The number of the last outage."""
    _at: int = 0
    _away: int = 0
    """The end of the last outage of the whole service."""
    _latest: array[int] = field(default_factory=lambda: array("q"))
    """The times of leaves, ascending."""

    def add(self, leaf: Leaf) -> None:
        _must(leaf["at"] >= self._at, "is older than the one before it", leaf)
        _must(leaf["at"] <= self.latest, "is later than the reader's time, or than a cosignature of it", leaf)
        self._at = leaf["at"]
        self._latest.append(leaf["at"])
        _STEPS[leaf["k"]](self, leaf)

    def _new(self, leaf: Leaf) -> None:
        new = leaf["id"] not in self.games and leaf["id"] not in self.tournaments
        _must(new, "is not the first of its id", leaf)

    def _game(self, leaf: Leaf) -> None:
        self._new(leaf)
        if "of" in leaf:
            self._take_number(leaf)
        self.games[leaf["id"]] = Game(leaf["at"], leaf.get("of"), leaf.get("number"))

    def _take_number(self, leaf: Leaf) -> None:
        its = self._its(self.tournaments, leaf, leaf["of"])
        _must(its.seats and its.why is None, "is not between its tournament's seats and end", leaf)
        in_turn = not self.whole or leaf["number"] == its.next
        _must(in_turn and leaf["number"] < its.games, "does not have its tournament's next number", leaf)
        its.next = leaf["number"] + 1

    def _seats(self, leaf: Leaf) -> None:
        its = self._its(self.games, leaf, leaf["id"])
        _must(its.seats is None and its.why is None, "has the seats taken again, or after the end", leaf)
        its.seats, its.n = leaf["at"], leaf["n"]

    def _end(self, leaf: Leaf) -> None:
        its = self._its(self.games, leaf, leaf["id"])
        _must(its.why != "lost", "follows after the game was lost", leaf)
        _must(leaf["why"] != "finished" or its.seats is not None, "ends a game without seats", leaf)
        _must(leaf.get("n", its.n + 1) > its.n, "has no larger n than the one before", leaf)
        its.n, its.why = leaf.get("n", its.n), leaf["why"]

    def _tournament(self, leaf: Leaf) -> None:
        self._new(leaf)
        self.tournaments[leaf["id"]] = Tournament(leaf["games"])

    def _tournament_seats(self, leaf: Leaf) -> None:
        its = self._its(self.tournaments, leaf, leaf["id"])
        _must(not its.seats and its.why is None, "has the seats taken again, or after the end", leaf)
        its.seats = True

    def _tournament_end(self, leaf: Leaf) -> None:
        its = self._its(self.tournaments, leaf, leaf["id"])
        _must(its.why is None, "ends the tournament again", leaf)
        its.why = leaf["why"]

    def _outage(self, leaf: Leaf) -> None:
        in_turn = leaf["n"] == self.outages + 1 if self.whole else leaf["n"] > self.outages
        _must(in_turn, "does not have the next number of an outage", leaf)
        back = leaf["to"] - REST
        _must(leaf["from"] < back <= leaf["at"], "ends before it begins, or after its leaf", leaf)
        self.outages = leaf["n"]
        if "id" in leaf:
            its = self._its(self.games, leaf, leaf["id"])
            _must(its.why != "lost", "follows after the game was lost", leaf)
            return
        _must(leaf["from"] >= self._away, "begins before the outage before it ends", leaf)
        inside = bisect_left(self._latest, back) > bisect_left(self._latest, leaf["from"] + GAP)
        _must(not inside, "is of a time in which there are leaves", leaf)
        self._away = leaf["to"]

    @staticmethod
    def _its(known: dict[str, Any], leaf: Leaf, id: str) -> Any:
        _must(id in known, "comes before the game or tournament that it is of", leaf)
        return known[id]


def _must(holds: bool, why: str, leaf: Leaf) -> None:
    if not holds:
        of = leaf.get("id", f"number {leaf.get('n')}")
        raise Failed(f"the leaf {leaf['k']!r} of {of} is out of order: it {why}")


_STEPS: dict[str, Callable[[Order, Leaf], None]] = {
    "game": Order._game,
    "seats": Order._seats,
    "end": Order._end,
    "tournament": Order._tournament,
    "tournament-seats": Order._tournament_seats,
    "tournament-end": Order._tournament_end,
    "outage": Order._outage,
}
