"""Values per version of a log, which a `rewound` restores."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Versions(Generic[Value]):
    """One value per version. Version 0 is the empty log; version i + 1 follows entry i."""

    def __init__(self, start: Value) -> None:
        self._values = [start]

    def before(self, entry: dict[str, Any]) -> Value:
        """The value before the next entry: for a rewind, that of its target version."""
        to = entry["d"].get("to_version") if entry["t"] == "rewound" else None
        return self._values[to if type(to) is int and 0 <= to < len(self._values) else -1]

    def keep(self, value: Value) -> None:
        """Store the value after the entry."""
        self._values.append(value)
