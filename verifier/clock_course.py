"""Who plays a game with clocks, and whether it is over (docs/ledger.md, section 16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .entries import Entry
from .outcomes import is_outcome

ENDED = "game-ended"
"""The outcome that belongs to a version, and is taken back with it."""


@dataclass
class Course:
    """Who sits and plays, who requested undo, and whether the game has begun and is over, so far, while reading a log.

    All of these facts count although they were taken back.
    """

    bots: set[int] = field(default_factory=set)
    away: frozenset[int] = frozenset()
    moved: list[tuple[int, int]] = field(default_factory=list)
    """Entries with which a seat left or came back, and the seat."""
    askers: dict[int, int] = field(default_factory=dict)
    """The seats of undo requests, by their numbers."""
    asker: int = 0
    """The seat that requested the last `rewound`; 0: none."""
    started: bool = False
    over: bool = False

    def note(self, entry: Entry) -> None:
        """Apply an entry, whose data have the form of its table."""
        if step := _STEPS.get(entry["t"]):
            step(self, entry)
        self.over |= is_outcome(entry) and entry["t"] != ENDED

    def _take(self, entry: Entry) -> None:
        (self.bots.add if "bot" in entry["d"] else self.bots.discard)(entry["d"]["seat"])

    def _start(self, entry: Entry) -> None:
        self.started = True

    def _leave(self, entry: Entry) -> None:
        self.away |= {entry["d"]["seat"]}
        self.moved.append((entry["i"], entry["d"]["seat"]))

    def _return(self, entry: Entry) -> None:
        self.away -= {entry["d"]["seat"]}
        self.moved.append((entry["i"], entry["d"]["seat"]))

    def _reassign(self, entry: Entry) -> None:
        if entry["by"] == "organiser" and entry["d"]["seat"] in self.away:
            self._return(entry)

    def _ask(self, entry: Entry) -> None:
        self.askers[entry["d"]["request"]] = entry["d"]["seat"]

    def _go_back(self, entry: Entry) -> None:
        self.asker = self.askers.get(entry["d"].get("request"), 0)


_STEPS: dict[str, Callable[[Course, Entry], None]] = {
    "seat-taken": Course._take,
    "game-started": Course._start,
    "seat-left": Course._leave,
    "seat-excluded": Course._leave,
    "seat-returned": Course._return,
    "seat-reassigned": Course._reassign,
    "undo-requested": Course._ask,
    "rewound": Course._go_back,
}
