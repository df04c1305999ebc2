"""Draws use the committed slots in order, so that nobody can choose among them."""

from __future__ import annotations

from .commitments import Commitments, Draw, Slot
from .problems import Failed
from .rulings import Rulings, WaysBack
from .seeds import Beginning
from .versions import Versions

BEGINNING: Slot = (0, 0)


def check_places(found: Commitments) -> None:
    """Check that shuffled positions were committed before."""
    for draw in found.draws:
        for ref in draw.d.get("refs", ()):
            if not found.holds(ref, draw.entry):
                raise Failed(f"it shuffles {ref!r}, where nothing was committed before", draw.entry)


class Count:
    """The slot counter while reading a log: the next slot, the used slots, and their purposes."""

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
        """The next slot after a draw at `at`; a slot never serves both throws and shuffles."""
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


def slots_in_order(begun: Beginning, found: Commitments) -> None:
    """Every draw uses the next slot, from the start of the game; a rewind restores the slot counter of its version."""
    export, ways = begun.export, WaysBack(begun, found)
    rulings = Rulings(accepting=export.accepting)
    count, used = Count(export.slots), dict[int, list[Draw]]()
    for draw in found.draws:
        used.setdefault(draw.entry, []).append(draw)
    standing: Versions[Slot | None] = Versions(None)
    for i, entry in enumerate(export.entries):
        rulings.note(entry)
        at = standing.before(entry)
        if i == begun.started:
            at = BEGINNING
        elif entry["t"] == "rewound" and ways.drawn_anew(entry):
            at = count.anew()
        for draw in used.get(i, ()):
            at = count.use(draw, at)
        standing.keep(at)
