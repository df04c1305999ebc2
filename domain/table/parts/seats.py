"""The seats of a table: who sits there, with which key, and which seeds are opened."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.table import events as t
from domain.table.parts.part import Moment, Part


class Seats(msgspec.Struct, frozen=True):
    """The seats that are taken, by their numbers, and the seeds opened so far, in the log's order."""

    taken: tuple[t.SeatTaken, ...] = ()
    seeds: tuple[t.SeedRevealed, ...] = ()
    keys: Mapping[int, str] = {}
    """The Ed25519 keys of the seats that have one, whatever was taken back since they came."""

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the seats that are taken."""
        return frozenset(it.seat for it in self.taken)

    @property
    def people(self) -> tuple[int, ...]:
        """The numbers of the seats that people hold."""
        return tuple(it.seat for it in self.taken if it.bot is None)

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """The seats that have committed to a seed and not opened it."""
        opened = {it.seat for it in self.seeds}
        return tuple(it.seat for it in self.taken if it.seed_commitment and it.seat not in opened)


def _taken(seats: Seats, event: t.SeatTaken, moment: Moment) -> Seats:
    taken = tuple(sorted((*seats.taken, event), key=lambda it: it.seat))
    return replace(_with_key(seats, event, moment), taken=taken)


def _with_key(seats: Seats, event: t.SeatTaken | t.SeatReassigned, moment: Moment) -> Seats:
    others = _without(seats.keys, event.seat)
    return replace(seats, keys=others if event.key is None else {**others, event.seat: event.key})


def _freed(seats: Seats, event: t.SeatFreed, moment: Moment) -> Seats:
    taken = tuple(it for it in seats.taken if it.seat != event.seat)
    return replace(seats, taken=taken, keys=_without(seats.keys, event.seat))


def _without(keys: Mapping[int, str], seat: int) -> dict[int, str]:
    return {other: key for other, key in keys.items() if other != seat}


SEATS = Part(
    {
        t.SeatTaken: _taken,
        t.SeatFreed: _freed,
        t.SeatReassigned: _with_key,
        t.SeedRevealed: lambda seats, event, moment: replace(seats, seeds=(*seats.seeds, event)),
    },
    frozenset({t.SeatReassigned}),
)
