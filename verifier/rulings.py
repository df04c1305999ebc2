"""L3: rewinds and redraws by rulings of referees (docs/ledger.md, section 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .commitments import Commitments
from .entries import Entry
from .line import Line
from .problems import Failed
from .seeds import Beginning

GOING_BACK = ("backed-up", "replayed", "corrected")
"""Kinds of rulings that rewind the game."""


def must(holds: bool, why: str, entry: Entry) -> None:
    if not holds:
        raise Failed(why, entry["i"])


@dataclass
class Rulings:
    """The referees and rulings so far, while reading a log. Undone events count too."""

    accepting: bool
    """Whether the log's table has `referee-accepted`."""
    appointed: set[int] = field(default_factory=set)
    here: set[int] = field(default_factory=set)
    """Referees who may act: they have accepted, where the table has that, and are not gone."""
    ruled: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The data of each `ruled` by its number."""
    final: set[int] = field(default_factory=set)
    carried_out: set[int] = field(default_factory=set)
    """The rulings that a `rewound` has carried out."""
    _action: int = 0
    _becoming: int | None = None
    """The ruling that became final in the current action."""
    _reshuffling: bool = False
    """Whether a `stack-reshuffled` may be next."""

    def note(self, entry: Entry) -> None:
        """Apply an entry; Failed if the rules for disputes do not allow it."""
        if entry["a"] != self._action:
            self._action, self._becoming, self._reshuffling = entry["a"], None, False
        if step := _STEPS.get(entry["t"]):
            step(self, entry)
        else:
            self._reshuffling = False

    def _appoint(self, entry: Entry) -> None:
        self.appointed.add(entry["d"]["referee"])
        if not self.accepting:
            self.here.add(entry["d"]["referee"])

    def _accept(self, entry: Entry) -> None:
        referee = entry["d"]["referee"]
        if referee in self.appointed and entry["by"] == f"referee:{referee}":
            self.here.add(referee)

    def _leave(self, entry: Entry) -> None:
        self.appointed.discard(entry["d"]["referee"])
        self.here.discard(entry["d"]["referee"])

    def _rule(self, entry: Entry) -> None:
        d = entry["d"]
        by_referee = entry["by"] == f"referee:{d['referee']}" and d["referee"] in self.here
        why = "it rules, and is not by the referee that it names, or this one was not appointed, has not accepted or is gone"
        must(by_referee, why, entry)
        must(d["ruling"] not in self.ruled, f"there is a ruling {d['ruling']} already", entry)
        self.ruled[d["ruling"]] = d

    def _end(self, entry: Entry) -> None:
        d, ruled = entry["d"], self.ruled.get(entry["d"]["ruling"])
        must(entry["by"] == "table", "a ruling becomes final by the table", entry)
        must(
            ruled is not None and ruled["dispute"] == d["dispute"],
            "it ends a case that was not ruled so",
            entry,
        )
        must(d["ruling"] not in self.final, f"ruling {d['ruling']} becomes final a second time", entry)
        must(self._becoming is None, "two rulings become final in one action", entry)
        self.final.add(d["ruling"])
        self._becoming, self._reshuffling = d["ruling"], False

    def _go_back(self, entry: Entry) -> None:
        d = entry["d"]
        self._reshuffling = "ruling" in d
        if "ruling" not in d:
            return
        ruled = self.ruled.get(d["ruling"], {"kind": ""})
        ordered = entry["by"] == "table" and d["ruling"] == self._becoming and ruled["kind"] in GOING_BACK
        must(
            ordered,
            "it goes back by a ruling that did not become final in this action, or does not go back",
            entry,
        )
        must(d["ruling"] not in self.carried_out, f"ruling {d['ruling']} goes back a second time", entry)
        must(_leads(ruled, d["to_version"]), "it does not go back to where the ruling says", entry)
        self.carried_out.add(d["ruling"])

    def _reshuffle(self, entry: Entry) -> None:
        must(
            self._reshuffling and entry["by"] == "table",
            "it shuffles anew, and does not follow directly on a ruling's way back",
            entry,
        )


def _leads(ruled: dict[str, Any], to_version: int) -> bool:
    remedy = ruled["remedy"]
    if ruled["kind"] == "replayed":
        return bool(to_version < remedy["chapter"])
    return bool(to_version == remedy["to_version"])


_STEPS = {
    "referee-appointed": Rulings._appoint,
    "referee-accepted": Rulings._accept,
    "referee-dismissed": Rulings._leave,
    "referee-resigned": Rulings._leave,
    "ruled": Rulings._rule,
    "ruling-final": Rulings._end,
    "rewound": Rulings._go_back,
    "stack-reshuffled": Rulings._reshuffle,
}


class WaysBack:
    """Whether each `rewound` may go back that far, and have its draws made anew."""

    def __init__(self, begun: Beginning, found: Commitments) -> None:
        self._begun, self._analysis = begun, begun.export.analysis
        self._drawn = _Last(draw.entry for draw in found.draws)
        self._revealed = _Last(it.entry for it in found.opened)
        self._line: Line | None = None

    def drawn_anew(self, rewound: Entry) -> bool:
        """Whether the draws after it are made anew; Failed if it may not go back there."""
        i, d = rewound["i"], rewound["d"]
        started, to = self._begun.started, d["to_version"]
        must(started is not None, "it goes back before the game has started", rewound)
        must(started is not None and started < to <= i, "its 'to_version' is out of range", rewound)
        must(d.get("rng", "same") in ("same", "fresh"), "its 'rng' is neither 'same' nor 'fresh'", rewound)
        fresh = bool(d.get("rng") == "fresh")
        if not self._analysis:
            must(self._counts(to, i), "it goes back to a version that does not count any more", rewound)
        if not self._analysis or "ruling" in d:
            self._check_draws(rewound, fresh, self._drawn.since(to, i))
        return fresh

    def _check_draws(self, rewound: Entry, fresh: bool, drawn: bool) -> None:
        """With a ruling, no slot is used twice; without one, nothing that was drawn or revealed is undone."""
        i, d = rewound["i"], rewound["d"]
        if "ruling" in d:
            why = "draws are made anew if, and only if, the ruling goes back past a draw"
            must(fresh == drawn, why, rewound)
            return
        must(not fresh, "it has draws made anew, and no ruling orders that", rewound)
        seen = drawn or self._revealed.since(d["to_version"], i)
        must(not seen, "without a ruling it goes back past something that was drawn or shown", rewound)

    def _counts(self, to: int, i: int) -> bool:
        self._line = self._line or Line(self._begun.export.entries)
        return self._line.counts(to, i)


class _Last:
    """Entries, queried in order: whether one of them is in a range that ends before the querying entry."""

    def __init__(self, entries: Iterable[int]) -> None:
        self._entries, self._at = list(entries), 0

    def since(self, version: int, i: int) -> bool:
        """Whether one of the entries `version` .. `i` - 1 is among them."""
        while self._at < len(self._entries) and self._entries[self._at] < i:
            self._at += 1
        return self._at > 0 and self._entries[self._at - 1] >= version
