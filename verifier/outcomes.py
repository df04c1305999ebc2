"""Entries that give a game a result, or another status (docs/ledger.md, section 15)."""

from __future__ import annotations

from .entries import Entry

OUTCOMES = {
    "game-ended": "finished",
    "result-set": "finished",
    "game-abandoned": "abandoned",
    "game-voided": "voided",
    "time-ran-out": "finished",
    "resigned": "finished",
}
"""Their types, and the `why` of an `end` after each."""
FORFEITS = ("time-ran-out", "resigned")
"""Those of them that are such entries only with an outcome."""


def is_outcome(entry: Entry) -> bool:
    """Whether an entry gives the game a result or another status; its data may have any form."""
    return entry["t"] in OUTCOMES and (entry["t"] not in FORFEITS or "outcome" in entry["d"])
