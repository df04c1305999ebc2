"""Seats that a bot plays while their people are away, resignations and returns (L2 and L3; docs/ledger.md, section 16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from .actors import Actors
from .entries import Entry
from .excluded import EXCLUDED, Exclusions
from .export import Export
from .problems import Failed

RETURNS = 3
"""How often a seat may come back."""
LEAVING = ("time-ran-out", "resigned")
FIRST = ("resigned", "seat-returned")
"""Types that begin an action, with clocks or without."""
CLOSING = ("dispute-withdrawn", "dispute-expired", "ruling-final")
"""Types that end a case."""


def _must(holds: bool, why: str, entry: Entry) -> None:
    if not holds:
        raise Failed(why, entry["i"])


@dataclass
class _Absence:
    """Who is away, while reading a log."""

    types: frozenset[str]
    """The ruleset's."""
    exclusions: Exclusions
    actors: Actors = field(default_factory=Actors)
    away: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    """Seats that resigned or were excluded, until the organiser gives them to others."""
    leaving: set[int] = field(default_factory=set)
    """Seats that may leave in this action."""

    def note(self, entry: Entry, first: bool) -> None:
        """Apply an entry; Failed if L2 does not allow it."""
        if first:
            self.leaving = {*_leaving(entry)}
        self._check_player(entry)
        self.actors.check(entry)
        self.exclusions.note(entry, first)
        self._move(entry)

    def _move(self, entry: Entry) -> None:
        t, seat = entry["t"], entry["d"].get("seat")
        if t == "seat-left":
            may = seat in self.leaving and seat not in self.away
            _must(may, "a seat is left once, after its clock ran out or it resigned", entry)
            self.away.add(seat)
        elif t == "seat-returned":
            _must(seat in self.away, f"seat {seat} comes back, and was not away", entry)
            _must(seat not in self.gone, f"seat {seat} comes back, and had resigned or was excluded", entry)
            self.away.discard(seat)
        elif t == "resigned":
            self.gone.add(seat)
        elif t == EXCLUDED:
            self.away.add(seat)
            self.gone.add(seat)
        elif t == "seat-reassigned" and entry["by"] == "organiser":
            self.away.discard(seat)
            self.gone.discard(seat)

    def _check_player(self, entry: Entry) -> None:
        by, _, number = entry["by"].partition(":")
        away, plays = number and int(number) in self.away, entry["t"] in self.types
        if by == "bot":
            _must(
                bool(away and plays), f"{entry['by']} plays for nobody who is away, or this is no play", entry
            )
            _must("sig" not in entry, "a bot signs nothing", entry)
        elif by == "seat":
            _must(not (away and plays), f"seat {number} is away, and a bot plays it", entry)


def _leaving(first: Entry) -> Iterable[int]:
    if first["t"] == "time-ran-out":
        return list(first["d"]["seats"])
    return [first["d"]["seat"]] if first["t"] == "resigned" else []


def check_bots(export: Export) -> None:
    """L2: bots play exactly the seats whose people are away."""
    if export.terms.table is None:
        for entry in export.entries:
            _must(
                not entry["by"].startswith("bot:"),
                "logs of older formats have no bots at people's seats",
                entry,
            )
        return
    absence, action = _Absence(export.played, Exclusions(export.created)), 0
    for entry in export.entries:
        absence.note(entry, entry["a"] != action)
        action = entry["a"]


@dataclass
class _Leaving:
    """What L3 keeps beside who is away: the terms of the clock, the open case, and how often each seat came back."""

    absence: _Absence
    clock: dict[str, object] | None
    case: int | None = None
    returns: Counter[int] = field(default_factory=Counter)

    def note(self, action: Sequence[Entry], entry: Entry) -> None:
        t, seat, away = entry["t"], entry["d"].get("seat"), self.absence.away
        first = entry is action[0]
        _must(first or t not in FIRST, f"a {t} begins an action", entry)
        if t == "resigned":
            _must(seat not in away, f"seat {seat} resigns, and is away", entry)
            _must(self.case is None, "a seat resigns while a case is open", entry)
        if t in LEAVING and first:
            _check_leaving(action, self.clock)
        was_away = seat in away
        self.absence.note(entry, first)
        if was_away and seat not in away:
            self.returns[seat] += 1
            _must(self.returns[seat] <= RETURNS, f"seat {seat} comes back a fourth time", entry)
        self._note_case(entry)

    def _note_case(self, entry: Entry) -> None:
        if entry["t"] == "dispute-opened":
            self.case = entry["d"]["dispute"]
        elif entry["t"] in CLOSING and entry["d"]["dispute"] == self.case:
            self.case = None


def check_absence(export: Export) -> None:
    """L3: how seats are left, and how often their people come back. L2 has passed."""
    leaving = _Leaving(_Absence(export.played, Exclusions(export.created)), export.created.get("clock"))
    for _, group in groupby(export.entries, key=lambda entry: entry["a"]):
        action = list(group)
        for entry in action:
            leaving.note(action, entry)


def _check_leaving(action: Sequence[Entry], clock: dict[str, object] | None) -> None:
    """A flag or a resignation ends the game, or a bot takes over each of its seats; nothing else happens in it."""
    first, seats = action[0], sorted(_leaving(action[0]))
    ends = "outcome" in first["d"]
    _must(
        clock is None or ends == (clock["on_time_out"] == "forfeit"), "it does not end as was agreed", first
    )
    rest = [entry for entry in action[1:] if entry["t"] != "clock-set"]
    left = [entry["d"]["seat"] for entry in rest if entry["t"] == "seat-left"]
    _must(len(left) == len(rest), "something else happens in the action of a flag or a resignation", first)
    _must(
        left == ([] if ends else seats),
        "a bot takes over exactly the seats that leave, unless the game ends",
        first,
    )
