"""What a log goes back to: something kept for every version, which `rewound` takes up again."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

Kept = TypeVar("Kept")


class Versions(Generic[Kept]):
    """One value a version. Version 0 is the empty log; version i + 1 that after entry i."""

    def __init__(self, start: Kept) -> None:
        self._kept = [start]

    def before(self, entry: dict[str, Any]) -> Kept:
        """What holds when this next entry begins: that of the version it goes back to, if it is a way back."""
        to = entry["d"].get("to_version") if entry["t"] == "rewound" else None
        return self._kept[to if type(to) is int and 0 <= to < len(self._kept) else -1]

    def keep(self, value: Kept) -> None:
        """What holds after the entry."""
        self._kept.append(value)
