"""The seats of a table: who sits there, with which key and for which account, and which seeds are opened."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.table import events as t
from domain.table.actors import ORGANISER
from domain.table.parts.part import Moment, Part


class Seats(msgspec.Struct, frozen=True):
    """The seats that are taken, by their numbers, and the seeds opened so far, in the log's order."""

    taken: tuple[t.SeatTaken, ...] = ()
    seeds: tuple[t.SeedRevealed, ...] = ()
    keys: Mapping[int, str] = {}
    """The Ed25519 keys of the seats that have one, whatever was taken back since they came."""
    accounts: Mapping[int, str] = {}
    """The hashes of the accounts that hold seats, likewise."""
    went_on: Mapping[int, int] = {}
    """How often each seat went on on another device."""

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
    return replace(_with_person(seats, event), taken=taken)


def _with_person(seats: Seats, event: t.SeatTaken | t.SeatReassigned) -> Seats:
    accounts = _with(seats.accounts, event.seat, event.account_hash)
    return replace(seats, keys=_with(seats.keys, event.seat, event.key), accounts=accounts)


def _reassigned(seats: Seats, event: t.SeatReassigned, moment: Moment) -> Seats:
    """By the organiser to another person; by the seat itself its account stays."""
    if moment.actor == ORGANISER:
        return _with_person(seats, event)
    went_on = {**seats.went_on, event.seat: seats.went_on.get(event.seat, 0) + 1}
    return replace(seats, keys=_with(seats.keys, event.seat, event.key), went_on=went_on)


def _claimed(seats: Seats, event: t.SeatClaimed, moment: Moment) -> Seats:
    return replace(seats, accounts=_with(seats.accounts, event.seat, event.account_hash))


def _freed(seats: Seats, event: t.SeatFreed, moment: Moment) -> Seats:
    taken = tuple(it for it in seats.taken if it.seat != event.seat)
    keys, accounts = _with(seats.keys, event.seat, None), _with(seats.accounts, event.seat, None)
    return replace(seats, taken=taken, keys=keys, accounts=accounts)


def _with(values: Mapping[int, str], seat: int, value: str | None) -> dict[int, str]:
    """With this value of a seat, or without any."""
    others = {other: its for other, its in values.items() if other != seat}
    return others if value is None else {**others, seat: value}


SEATS = Part(
    {
        t.SeatTaken: _taken,
        t.SeatFreed: _freed,
        t.SeatReassigned: _reassigned,
        t.SeatClaimed: _claimed,
        t.SeedRevealed: lambda seats, event, moment: replace(seats, seeds=(*seats.seeds, event)),
    },
    frozenset({t.SeatReassigned, t.SeatClaimed}),
)
