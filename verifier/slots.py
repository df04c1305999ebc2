"""Which draws the log holds, and that they use the committed slots in order, so that nobody chooses among them."""

from __future__ import annotations

from typing import Any, NamedTuple

from verifier.entries import EPOCHS, Entry
from verifier.export import Export
from verifier.problems import Failed
from verifier.rulings import Referees
from verifier.seeds import Beginning
from verifier.shapes import SHUFFLE, THROW, objects_in
from verifier.values import Commitments
from verifier.versions import Versions

Slot = tuple[int, int]
"""(epoch, slot)"""
BEGINNING: Slot = (0, 0)


class Draw(NamedTuple):
    """A throw or shuffle of an entry; `path` leads to its object `d`."""

    entry: int
    path: str
    d: dict[str, Any]

    @property
    def slot(self) -> Slot:
        return self.d["epoch"], self.d["slot"]

    @property
    def shuffles(self) -> bool:
        return "order" in self.d


def draws_in(export: Export, found: Commitments) -> list[Draw]:
    """Every throw and shuffle of the log, well-formed, in the order of their slots within an entry."""
    draws: list[Draw] = []
    for i, entry in enumerate(export.entries):
        objects = [Draw(i, path, d) for path, d in objects_in(entry["d"]) if d.keys() in (THROW, SHUFFLE)]
        for draw in objects:
            _check(export, found, draw)
        draws += sorted(objects, key=lambda draw: draw.slot)
    return draws


def _check(export: Export, found: Commitments, draw: Draw) -> None:
    i, d = draw.entry, draw.d
    number(i, d, "epoch", 0, EPOCHS - 1)
    number(i, d, "slot", 0, export.slots - 1)
    if not (_good_shuffle(d) if draw.shuffles else _good_throw(d)):
        raise Failed(f"its draw from slot {d['slot']} is malformed", i)
    for ref in d.get("refs", ()):
        if not found.holds(ref, i):
            raise Failed(f"it shuffles {ref!r}, where nothing was committed before", i)


def _good_throw(d: dict[str, Any]) -> bool:
    sides, values = d["sides"], d["values"]
    numbers = type(sides) is list and type(values) is list and all(type(n) is int for n in [*sides, *values])
    return numbers and len(sides) == len(values) and all(n >= 1 for n in sides)


def _good_shuffle(d: dict[str, Any]) -> bool:
    order, of, refs = d["order"], d["of"], d["refs"]
    if type(of) is not list or type(refs) is not list or (of and refs):
        return False
    texts = all(type(ref) is str for ref in refs)
    return texts and len(set(refs)) == len(refs) and len(order) == len(of) + len(refs)


def number(i: int, d: dict[str, Any], name: str, low: int, high: int) -> int:
    """An integer member of entry `i`'s data within these bounds; Failed otherwise."""
    value = d.get(name)
    if type(value) is not int or not low <= value <= high:
        raise Failed(f"its {name!r} is missing or out of range", i)
    return value


class Count:
    """The slot number as a log goes on: where the next draw stands, which slots were used, and for what."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._highest: Slot = (0, -1)
        self._shuffled: dict[Slot, bool] = {}

    def anew(self) -> Slot:
        """The slot after the highest used."""
        return self._after(self._highest)

    def _after(self, slot: Slot) -> Slot:
        return (slot[0], slot[1] + 1) if slot[1] + 1 < self._slots else (slot[0] + 1, 0)

    def use(self, draw: Draw, at: Slot | None) -> Slot:
        """The slot that stands after a draw where `at` stood; a slot never serves throws and shuffles both."""
        if at is not None and self._shuffled.get(at, draw.shuffles) != draw.shuffles:
            at = self.anew()
        if draw.slot != at:
            raise Failed(
                f"it draws from slot {draw.slot[1]} of epoch {draw.slot[0]}, which is not the next one",
                draw.entry,
            )
        self._shuffled[draw.slot] = draw.shuffles
        self._highest = max(self._highest, draw.slot)
        return self._after(draw.slot)


def slots_in_order(begun: Beginning, draws: list[Draw]) -> None:
    """Every draw takes the next slot, from the start of the game on; a way back goes back to the slot that stood there."""
    export, referees, count = begun.export, Referees(), Count(begun.export.slots)
    used: dict[int, list[Draw]] = {}
    for draw in draws:
        used.setdefault(draw.entry, []).append(draw)
    standing: Versions[Slot | None] = Versions(None)
    for i, entry in enumerate(export.entries):
        at = standing.before(entry)
        if i == begun.started:
            at = BEGINNING
        elif entry["t"] == "rewound":
            at = count.anew() if _drawn_anew(begun, entry, referees, used) else at
        for draw in used.get(i, ()):
            at = count.use(draw, at)
        standing.keep(at)
        referees.note(entry)


def _drawn_anew(begun: Beginning, rewound: Entry, referees: Referees, used: dict[int, list[Draw]]) -> bool:
    """Whether the draws after a way back are made anew; Failed when it goes back too far, or nobody may order that.

    A ruling that goes back past a draw (`used` has them by entry) has to have them made anew.
    """
    i, d = rewound["i"], rewound["d"]
    if begun.started is None:
        raise Failed("it goes back before the game has started", i)
    number(i, d, "to_version", begun.started + 1, i)
    if d.get("rng", "same") not in ("same", "fresh"):
        raise Failed("its 'rng' is neither 'same' nor 'fresh'", i)
    if d.get("rng") != "fresh":
        if "ruling" in d and any(n in used for n in range(d["to_version"], i)):
            raise Failed("by a ruling it goes back past a draw, whose slot would serve again", i)
        return False
    if not begun.export.analysis and not referees.may_draw_anew(rewound):
        raise Failed("it has draws made anew, and no referee may order that here", i)
    return True
