"""L3: seats are taken, seeds revealed and the game started in this order; and the mixing of the seeds."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

from .entries import Entry
from .export import Export
from .problems import Failed
from .shapes import Shape, base64url, holds, number
from .text import b64u, from_b64u, same
from .tournament import context

_GIVEN: Shape = {
    "seat": number(1, 255),
    **dict.fromkeys(("seed_commitment", "key", "seed"), base64url(32)),
}
"""Constraints on the members of these entries, besides their kinds."""


@dataclass
class Beginning:
    """The start of a log: the seats taken, the revealed seeds, and the start of the game."""

    export: Export
    taken: dict[int, Entry] = field(default_factory=dict)
    """The `seat-taken` entries that are in effect."""
    revealed: dict[int, Entry] = field(default_factory=dict)
    """The `seed-revealed`, in log order."""
    started: int | None = None
    """The number of `game-started`."""

    @property
    def full(self) -> bool:
        return len(self.taken) == self.export.seats

    @property
    def committed(self) -> list[int]:
        """Seats that have committed to a seed, ascending."""
        return sorted(seat for seat, entry in self.taken.items() if "seed_commitment" in entry["d"])

    def mix(self, epoch: int) -> bytes:
        seeds = {seat: from_b64u(entry["d"]["seed"]) for seat, entry in self.revealed.items()}
        parts = b"".join(bytes((seat,)) + seeds[seat] for seat in sorted(seeds))
        head = b"gamelog/v1/mix\n" + self.export.game_id + epoch.to_bytes(4, "big") + self.export.roots[epoch]
        return sha256(head + bytes((len(seeds),)) + parts).digest()


def beginning(export: Export) -> Beginning:
    """The start of the log; Failed if anything is out of order."""
    begun = Beginning(export)
    if export.analysis and export.created.get("tournament") is not None:
        raise Failed("an analysis is no game of a tournament", 0)
    for entry in export.entries:
        if step := _STEPS.get(entry["t"]):
            holds(entry["d"], _GIVEN, "what it says of a seat", entry["i"])
            step(begun, entry)
    seeds = [{name: entry["d"][name] for name in ("seat", "seed")} for entry in begun.revealed.values()]
    if not same(seeds, export.seeds):
        raise Failed("the seeds in the file are not those of the log")
    return begun


def _must(holds: bool, why: str, entry: Entry) -> None:
    if not holds:
        raise Failed(why, entry["i"])


def _take(begun: Beginning, entry: Entry) -> None:
    d = entry["d"]
    _must(begun.started is None, "a seat is taken after the start", entry)
    _must(d["seat"] <= begun.export.seats, "there is no such seat", entry)
    _must(d["seat"] not in begun.taken, f"seat {d['seat']} is taken already", entry)
    own = d.keys() & {"seed_commitment", "key"}
    _must(not (own and "bot" in d), "a bot has no seed and no key", entry)
    _must(not (begun.export.analysis and "seed_commitment" in d), "an analysis has no seeds", entry)
    begun.taken[d["seat"]] = entry


def _free(begun: Beginning, entry: Entry) -> None:
    _must(not begun.full, "a seat is freed after the last one was taken", entry)
    _must(entry["d"]["seat"] in begun.taken, "the seat that is freed was not taken", entry)
    del begun.taken[entry["d"]["seat"]]


def _reveal(begun: Beginning, entry: Entry) -> None:
    d = entry["d"]
    _must(
        begun.full and begun.started is None, "a seed is revealed before all seats are taken, or late", entry
    )
    _must(d["seat"] in begun.committed, f"seat {d['seat']} has committed to no seed", entry)
    _must(d["seat"] not in begun.revealed, f"seat {d['seat']} reveals a second seed", entry)
    committed = begun.taken[d["seat"]]["d"]["seed_commitment"]
    _must(
        commitment(begun.export, d["seat"], d["seed"]) == committed,
        "the seed is not the one that the seat committed to",
        entry,
    )
    begun.revealed[d["seat"]] = entry


def commitment(export: Export, seat: int, seed: str) -> str:
    """A seat's input to the seed commitment when it is taken."""
    label = b"gamelog/v1/client-seed\n" + context(export) + bytes((seat,))
    return b64u(sha256(label + from_b64u(seed)).digest())


def _start(begun: Beginning, entry: Entry) -> None:
    _must(entry["d"]["epoch"] == 0, "the game does not start with epoch 0", entry)
    _must(begun.started is None, "the game starts a second time", entry)
    _must(begun.full, "the game starts before all seats are taken", entry)
    missing = [seat for seat in begun.committed if seat not in begun.revealed]
    _must(not missing, f"the game starts without the seeds of seats {missing}", entry)
    begun.started = entry["i"]


def _reassign(begun: Beginning, entry: Entry) -> None:
    _must(entry["d"]["seat"] <= begun.export.seats, "there is no such seat", entry)
    _must(begun.started is not None, "a seat is given to another before the start", entry)


def _fork(begun: Beginning, entry: Entry) -> None:
    _must(entry["i"] == 1, "an analysis begins with its fork", entry)


_STEPS = {
    "seat-taken": _take,
    "seat-freed": _free,
    "seed-revealed": _reveal,
    "game-started": _start,
    "seat-reassigned": _reassign,
    "forked": _fork,
}
