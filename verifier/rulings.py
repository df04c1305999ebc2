"""L3: draws are made anew only where a referee may order it (docs/ledger.md, section 7)."""

from __future__ import annotations

from typing import Any

from verifier.entries import Entry


class Referees:
    """Who may rule, and what has been ruled, as a log goes on. What was taken back counts too."""

    def __init__(self) -> None:
        self._appointed: set[Any] = set()
        self._ruled: set[Any] = set()
        self._final: set[Any] = set()

    def note(self, entry: Entry) -> None:
        d = entry["d"]
        if entry["t"] == "referee-appointed" and type(d.get("referee")) is int:
            self._appointed.add(d["referee"])
        elif entry["t"] == "referee-dismissed" and type(d.get("referee")) is int:
            self._appointed.discard(d["referee"])
        elif entry["t"] == "ruled" and self._is_referee(entry["by"]) and type(d.get("ruling")) is int:
            self._ruled.add(d["ruling"])
        elif entry["t"] == "ruling-final" and type(d.get("ruling")) is int:
            self._final |= self._ruled & {d["ruling"]}

    def may_draw_anew(self, rewound: Entry) -> bool:
        ruling = rewound["d"].get("ruling")
        if type(ruling) is not int:
            return False
        return self._is_referee(rewound["by"]) or (rewound["by"] == "table" and ruling in self._final)

    def _is_referee(self, by: str) -> bool:
        who, _, number = by.partition(":")
        return who == "referee" and int(number) in self._appointed
