"""The desk while reading a log: its referees, cases, releases and rulings. All of it counts although it was taken back.

The *version* of an entry is its number + 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..entries import Entry

UNRULED = ("open", "taken")
CLOSED = ("withdrawn", "expired", "final")
REMEDIES = ("backed-up", "replayed", "corrected", "result", "void")
"""Kinds of rulings that have a remedy; a `stands` has one if it sets clocks."""


def has_remedy(ruled: Mapping[str, Any]) -> bool:
    """Whether a ruling, the data of a `ruled`, changes anything in the game, clocks included."""
    return ruled.get("kind") in REMEDIES or "remedy" in ruled


@dataclass
class Referee:
    """`from_start`: they accepted before the game began, or count as there from then on."""

    number: int
    head: bool
    appointed: Entry
    accepted: Entry | None = None
    from_start: bool = False
    left: Entry | None = None

    @property
    def name(self) -> str:
        """The actor of their entries."""
        return f"referee:{self.number}"

    @property
    def is_here(self) -> bool:
        return self.accepted is not None and self.left is None


@dataclass
class Release:
    """The `evidence-released`, the `evidence-read` of it, and the entry that ended it."""

    entry: Entry
    readings: list[Entry] = field(default_factory=list)
    ended: Entry | None = None


@dataclass
class Ruling:
    """The `ruled`, and its `ruling-final`."""

    entry: Entry
    final: Entry | None = None

    @property
    def said(self) -> dict[str, Any]:
        return self.entry["d"]  # type: ignore[no-any-return]


@dataclass
class Case:
    """One dispute, with the entries of each kind that it has.

    `referees` had accepted when it was opened and had not left; a party may refuse those of them that are `marked`.
    `referee` has it now; `taken` is the entry with which they took it, `freed` the one with which somebody lost it last.
    """

    opened: Entry
    referees: frozenset[int]
    marked: frozenset[int]
    state: str = "open"
    referee: int | None = None
    taken: Entry | None = None
    freed: Entry | None = None
    statements: list[Entry] = field(default_factory=list)
    objections: list[Entry] = field(default_factory=list)
    releases: list[Release] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    appeals: list[Entry] = field(default_factory=list)
    waivers: list[Entry] = field(default_factory=list)
    answers: list[Entry] = field(default_factory=list)
    decision: Entry | None = None
    closed: Entry | None = None

    @property
    def number(self) -> int:
        return int(self.opened["d"]["dispute"])

    @property
    def opener(self) -> str:
        return str(self.opened["by"])

    @property
    def seat(self) -> int | None:
        """The party that opened it; None if a referee did."""
        return self.opened["d"].get("seat")  # type: ignore[no-any-return]

    @property
    def is_open(self) -> bool:
        return self.state not in CLOSED

    @property
    def refused(self) -> frozenset[int]:
        """The referees whom a party has refused in it."""
        return frozenset(it["d"]["referee"] for it in self.objections if it["t"] == "referee-refused")


@dataclass
class Desk:
    """`terms` are the `disputes` of entry 0; `begun` is the number of the first entry after the start of the game."""

    terms: dict[str, Any] | None
    begun: int
    people: set[int] = field(default_factory=set)
    """The seats that people took: the parties of each case."""
    referees: dict[int, Referee] = field(default_factory=dict)
    cases: dict[int, Case] = field(default_factory=dict)
    case: Case | None = None
    """The open one: the last that was opened, until it is closed."""
    rulings: dict[int, Ruling] = field(default_factory=dict)
    started: bool = False

    @property
    def parties(self) -> list[int]:
        return sorted(self.people)

    @property
    def here(self) -> Iterator[Referee]:
        return (it for it in self.referees.values() if it.is_here)

    def seconds(self, term: str) -> int:
        """A term in milliseconds; 0 where the game has no disputes."""
        return 1000 * int(self.terms[term]) if self.terms else 0
