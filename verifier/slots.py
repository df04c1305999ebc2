"""Which draws the log holds, and that they use the committed slots in order, so that nobody chooses among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.export import EPOCHS, Export
from verifier.report import Failed

Slot = tuple[int, int]
"""(epoch, slot)"""

Draw = tuple[int, str, dict[str, Any]]
"""(entry, path, the draw's object)"""

ROLL = {"epoch", "slot", "sides", "values"}
SHUFFLE = {"epoch", "slot", "order", "of", "refs"}


def draws_in(export: Export) -> list[Draw]:
    """Every throw and shuffle of the log, well-formed, in the order of their slots within an entry."""
    found: list[Draw] = []
    for i, entry in enumerate(export.entries):
        draws = [(i, path, _checked(export, draw, i)) for path, draw in _draws(entry["d"], "/d")]
        found += sorted(draws, key=lambda draw: slot_of(draw[2]))
    return found


def slot_of(draw: dict[str, Any]) -> Slot:
    return draw["epoch"], draw["slot"]


def _draws(node: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """`node` is an array or object."""
    if type(node) is dict and node.keys() in (ROLL, SHUFFLE):
        yield path, node
        return
    for step, item in node.items() if type(node) is dict else enumerate(node):
        if type(item) in (list, dict):
            yield from _draws(item, f"{path}/{step}")


def _checked(export: Export, draw: dict[str, Any], i: int) -> dict[str, Any]:
    number(i, draw, "epoch", 0, EPOCHS - 1)
    number(i, draw, "slot", 0, export.slots - 1)
    if not (_good_roll(draw) if "sides" in draw else _good_shuffle(draw)):
        raise Failed(f"its draw from slot {draw['slot']} is malformed", i)
    return draw


def _good_roll(draw: dict[str, Any]) -> bool:
    sides, values = draw["sides"], draw["values"]
    numbers = type(sides) is list and type(values) is list and all(type(n) is int for n in [*sides, *values])
    return numbers and len(sides) == len(values) and all(n >= 1 for n in sides)


def _good_shuffle(draw: dict[str, Any]) -> bool:
    order, of, refs = draw["order"], draw["of"], draw["refs"]
    if not all(type(part) is list for part in (order, of, refs)) or (of and refs):
        return False
    return len(order) == len(of) + len(refs) and all(type(ref) is str for ref in refs)


def number(i: int, d: dict[str, Any], name: str, low: int, high: int) -> int:
    """An integer member of entry `i`'s data within these bounds; Failed otherwise."""
    value = d.get(name)
    if type(value) is not int or not low <= value <= high:
        raise Failed(f"its {name!r} is missing or out of range", i)
    return value


def slots_in_order(export: Export, draws: list[Draw]) -> None:
    """Every draw takes the next slot.

    The start of the game opens its epoch at slot 0; a used-up epoch goes on in the next. A rewind goes back to
    the slot of the version it returns to, or, by a ruling with `"rng": "fresh"`, on to the slot after the
    highest used.
    """
    used: dict[int, list[Slot]] = {}
    for i, _, draw in draws:
        used.setdefault(i, []).append(slot_of(draw))
    at_version: list[Slot | None] = [None]
    highest: Slot = (0, -1)
    for i, entry in enumerate(export.entries):
        at = _moved(export, entry, at_version, highest, i)
        for slot in used.get(i, ()):
            if slot != at:
                raise Failed(f"it draws from slot {slot[1]} of epoch {slot[0]}, which is not the next one", i)
            highest, at = max(highest, slot), _after(export, slot)
        at_version.append(at)


def _after(export: Export, slot: Slot) -> Slot:
    return (slot[0], slot[1] + 1) if slot[1] + 1 < export.slots else (slot[0] + 1, 0)


def _moved(
    export: Export, entry: dict[str, Any], at_version: list[Slot | None], highest: Slot, i: int
) -> Slot | None:
    """Where the next draw stands after what this entry does to the slot number by itself."""
    d = entry["d"]
    if entry["t"] == "game-started":
        return number(i, d, "epoch", 0, EPOCHS - 1), 0
    if entry["t"] == "rewound":
        back = at_version[number(i, d, "to_version", 0, i)]
        return _after(export, highest) if d.get("rng") == "fresh" else back
    return at_version[-1]
