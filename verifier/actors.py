"""Who enters an entry of the table's own types: the table, its seat or its referee (L2; docs/ledger.md, section 16)."""

from __future__ import annotations

from dataclasses import dataclass, field

from .entries import Entry
from .problems import Failed

BY_TABLE = ("time-ran-out", "seat-left", "seat-excluded")
BY_SEAT = (
    *("resigned", "seat-returned", "agreed"),
    *("referee-refused", "referee-kept", "appeal-answered", "judge-called"),
)
PERHAPS_BY_OPERATOR = ("game-suspended", "game-resumed", "game-abandoned")
BY_REFEREE = ("referee-accepted", "referee-resigned", "evidence-read", "call-answered")


def is_by_operator(entry: Entry) -> bool:
    """Whether the operator of the service has suspended, resumed or abandoned the game, and not somebody of its own."""
    return bool(entry["d"].get("why") == "operator")


@dataclass
class Actors:
    """Checks entries in their order."""

    _callers: dict[int, int] = field(default_factory=dict)
    """The seat of each judge call."""

    def check(self, entry: Entry) -> None:
        if entry["t"] == "judge-called":
            self._callers[entry["d"]["call"]] = entry["d"]["seat"]
        wanted = self._actor(entry)
        if wanted is not None and entry["by"] != wanted:
            raise Failed(f"a {entry['t']} is by {wanted}, and this is by {entry['by']}", entry["i"])

    def _actor(self, entry: Entry) -> str | None:
        """Who it has to be; None where anybody may."""
        t, d = entry["t"], entry["d"]
        if t in BY_TABLE or (t in PERHAPS_BY_OPERATOR and is_by_operator(entry)):
            return "table"
        if t in BY_SEAT:
            return f"seat:{d['seat']}"
        if t in BY_REFEREE:
            return f"referee:{d['referee']}"
        return f"seat:{self._callers.get(d['call'])}" if t == "call-closed" else None
