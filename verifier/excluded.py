"""Where a `seat-excluded` stands: with its ruling, or at the start of a later game (L2; docs/ledger.md, section 16)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from verifier.entries import Entry
from verifier.problems import Failed

EXCLUDED = "seat-excluded"
_GAME = re.compile(r"[0-9a-f]{32}")


@dataclass
class Exclusions:
    """The rulings that exclude seats, while reading a log. `created` is the data of entry 0."""

    created: dict[str, Any]
    _ordered: dict[int, set[int]] = field(default_factory=dict)
    """The seats that each ruling excludes."""
    _action: int = 0
    _final: int | None = None
    """The ruling that became final in the current action."""
    _start: int | None = None
    """The last action of those that exclude seats at the start of the game; the first of them is that of `game-started`."""
    _last: int = 0
    """The last seat that was excluded in the current action."""

    def note(self, entry: Entry, first: bool) -> None:
        """Apply an entry; Failed if L2 does not allow it."""
        if first:
            self._action, self._final, self._last = entry["a"], None, 0
        d = entry["d"]
        if entry["t"] == "ruled":
            self._ordered[d["ruling"]] = {
                it["seat"] for it in d.get("penalties", ()) if it["kind"] == "exclusion"
            }
        elif entry["t"] == "ruling-final":
            self._final = d["ruling"]
        elif entry["t"] == "game-started":
            self._start = entry["a"]
        elif entry["t"] == EXCLUDED:
            self._check(entry, first)

    def _check(self, entry: Entry, first: bool) -> None:
        d = entry["d"]
        if entry["by"] != "table":
            raise Failed(f"a seat is excluded by the table, and this is by {entry['by']}", entry["i"])
        if d.keys() & {"game", "ruling"}:
            self._check_at_start(entry, first)
        elif self._final is None or d["seat"] not in self._ordered.get(self._final, ()):
            why = f"no ruling that becomes final in this action excludes seat {d['seat']}"
            raise Failed(why, entry["i"])
        if d["seat"] <= self._last:
            raise Failed("seats are excluded in ascending order", entry["i"])
        self._last = d["seat"]

    def _check_at_start(self, entry: Entry, first: bool) -> None:
        """By the ruling of an earlier game: directly after the start, each in an action of its own."""
        d = entry["d"]
        if d.keys() < {"seat", "bot", "game", "ruling"} or not _GAME.fullmatch(d["game"]) or d["ruling"] < 1:
            raise Failed("it names an earlier game and the ruling there, or neither", entry["i"])
        if self.created.get("tournament", {}).get("number", 0) < 1 or d["game"] == self.created["game"]:
            raise Failed("a seat is excluded in a later game of the tournament", entry["i"])
        if not first or self._start is None or entry["a"] != self._start + 1:
            raise Failed("it does not follow directly on the start of the game", entry["i"])
        self._start = entry["a"]
