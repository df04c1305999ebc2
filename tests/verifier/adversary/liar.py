"""A log whose operator lies at one entry and signs everything with the real key, so that all else fits the lie."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Protocol

from tests.verifier.adversary.twists import renumbered, twisted
from tests.verifier.logbook import BEGUN
from tests.verifier.players import Player
from tests.verifier.synthetic import Entry, Log

BY = ("table", "organiser", "referee:1", "referee:2", "seat:1", "seat:2", "bot:1", "seat:12345678901234567")


class Timer(Protocol):
    """Says when entries are written, and sets the clocks after each action."""

    now: int
    is_on: bool

    def settle(self) -> None: ...


First = Callable[[Entry], Entry]


class Liar(Log):
    """`lie_at` is the number of the entry that is told otherwise; None for an honest operator. `first` makes the data of
    entry 0 from the usual ones. Without a timer entries are written a millisecond apart `since` then."""

    def __init__(
        self, rng: random.Random, lie_at: int | None, first: First, since: int = BEGUN, **kwargs: Any
    ) -> None:
        self._rng, self._lie_at, self._first = rng, lie_at, first
        self.did = ""
        self.timer: Timer | None = None
        self._since = since
        self.truths: list[Entry] = []
        """The entries as an honest operator would have written them, unsealed."""
        super().__init__(**kwargs)

    def _created(self) -> Entry:
        return self._first(super()._created())

    def meant(self) -> list[Entry]:
        return self.truths

    def add(self, t: str, d: dict[str, Any], by: str = "table", **members: Any) -> int:
        if self.timer is not None and members.get("a") is None:
            self.timer.settle()
        return super().add(t, d, by, **members)

    def signing(self, player: Player, action: dict[str, Any]) -> dict[str, str]:
        if self.timer is not None:
            self.timer.settle()
        return super().signing(player, action)

    def _time(self, i: int, begins: bool) -> int:
        if self.timer is None:
            return self._since + i
        return self.timer.now if begins else int(self.truths[-1]["at"])

    def _told(self, entry: Entry) -> Entry:
        self.truths.append(entry)
        if entry["i"] != self._lie_at:
            return entry
        told = deepcopy(entry)
        self.did = f"entry {entry['i']}, {entry['t']}: {self._lie(told)}"
        return told

    def _lie(self, told: Entry) -> str:
        """Say something else; most lies keep the form of what is told."""
        how = self._rng.random()
        if how < 0.1:
            return twisted(told, self._rng, lambda path: path == ())
        if how < 0.46:
            return twisted(told, self._rng, lambda path: path[:1] == ("d",))
        if how < 0.52:
            told["t"] = self._rng.choice((*{it["t"] for it in self.truths}, "constructor", "__proto__", "x"))
            return f"of type {told['t']}"
        if how < 0.59:
            told["by"] = self._rng.choice((*BY, *{it["by"] for it in self.truths}))
            return f"by {told['by']}"
        if how < 0.64:
            told["at"] += self._rng.choice((-1, 1, 1_000, -1_000, 40_000))
            return f"at {told['at']}"
        if how < 0.69:
            told["a"] = max(1, self.truths[-1]["a"] + self._rng.choice((-1, 1)))
            return f"in action {told['a']}"
        return renumbered(told["d"], self._rng)
