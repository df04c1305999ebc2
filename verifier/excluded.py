"""Where a `seat-excluded` may occur: with its ruling, or at the start of a later game (L2; docs/ledger.md, section 16)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from .entries import Entry
from .problems import Failed

EXCLUDED = "seat-excluded"
_GAME = re.compile(r"[0-9a-f]{32}")


@dataclass
class Exclusions:
    """The rulings that exclude seats, while reading a log. `created` is the data of entry 0."""

    created: dict[str, Any]
    _ordered: dict[int, set[int]] = field(default_factory=dict)
    """The seats that each ruling excludes."""
    _final: int | None = None
    """The ruling that became final in the current action."""
    _start: int | None = None
    """The last action that excludes seats at the start of the game; before that, the action of `game-started`."""
    _before: Entry | None = None
    """The entry before, if it is of the current action."""

    def note(self, entry: Entry, first: bool) -> None:
        """Apply an entry; Failed if L2 does not allow it."""
        if first:
            self._before, self._final = None, None
        if self._before is not None and self._before["t"] == EXCLUDED:
            self._check_follows(self._before, entry)
        self._step(entry, first)
        self._before = entry

    def _step(self, entry: Entry, first: bool) -> None:
        d = entry["d"]
        if entry["t"] == "ruled":
            excluded = (it["seat"] for it in d.get("penalties", ()) if it["kind"] == "exclusion")
            self._ordered[d["ruling"]] = set(excluded)
        elif entry["t"] == "ruling-final":
            self._final = d["ruling"]
        elif entry["t"] == "game-started":
            self._start = entry["a"]
        elif entry["t"] == EXCLUDED and d.keys() & {"game", "ruling"}:
            self._check_at_start(entry, first)
        elif entry["t"] == EXCLUDED:
            self._check_ruled(entry)

    def _check_ruled(self, entry: Entry) -> None:
        seat = entry["d"]["seat"]
        if self._final is None or seat not in self._ordered.get(self._final, ()):
            why = f"no ruling that became final before it in this action excludes seat {seat}"
            raise Failed(why, entry["i"])

    def _check_at_start(self, entry: Entry, first: bool) -> None:
        """By the ruling of an earlier game: directly after the start, each in an action of its own."""
        d = entry["d"]
        if d.keys() < {"seat", "bot", "game", "ruling"} or not _GAME.fullmatch(d["game"]) or d["ruling"] < 1:
            raise Failed("it names an earlier game and the ruling there, or neither", entry["i"])
        if self.created.get("tournament", {}).get("number", 0) < 1 or d["game"] == self.created["game"]:
            raise Failed("it names an earlier game, and there was none in a tournament", entry["i"])
        if not first or self._start is None or entry["a"] != self._start + 1:
            raise Failed("it does not follow directly on the start of the game", entry["i"])
        self._start = entry["a"]

    @staticmethod
    def _check_follows(before: Entry, entry: Entry) -> None:
        """Only others follow on it in its action, by seat, and then clocks."""
        next_one = entry["t"] == EXCLUDED and entry["d"]["seat"] > before["d"]["seat"]
        if entry["t"] != "clock-set" and not (next_one and "game" not in before["d"]):
            raise Failed("it follows on a seat that is excluded, out of order", entry["i"])
