"""Where mischief is done: a game as far as it is told."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.verifier.adversary.liar import Liar
from tests.verifier.adversary.teller import Teller, Unwritable


class Scene:
    """A game as far as it is told: its log, the entries as they were meant, and who tells."""

    def __init__(self, log: Liar, teller: Teller, rng: random.Random) -> None:
        self.log, self.teller, self.rng = log, teller, rng

    def one(self, *types: str) -> dict[str, Any]:
        """An earlier entry of one of these types."""
        found = [entry for entry in self.log.meant() if entry["t"] in types]
        if not found:
            raise Unwritable(str(types))
        return self.rng.choice(found)

    def judged(self) -> dict[str, Any]:
        """What a ruling has from table 4 on: the version that was judged."""
        return {"judged": self.version()} if self.log.truths[0]["d"].get("table", 0) >= 4 else {}

    def version(self) -> int:
        return self.rng.randint(0, len(self.log.trees))


Mischief = Callable[[Scene], object]
"""Writes one thing that no honest operator writes. `Unwritable` where there is nothing to do it with."""
