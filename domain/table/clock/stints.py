"""Stints: what increments and new graces are given for, once each.

A seat's stint has a value (`Ruleset.stint`; by default the table counts). A new stint begins only where that value is another
one than at the beginning of the seat's last stint. All of this follows the line that counts: what is taken back is as if it
had never been.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.ruleset import Event, Ruleset
from domain.table import events as t
from domain.table.actors import seat_of
from domain.table.clock.events import ClockRow, ClockSet
from domain.table.parts.part import Moment, Part


class Begun(msgspec.Struct, frozen=True):
    """A seat's last stint: its number, its value when it began, and whether its increment was given.

    `value` is None where it began on a line that a ruling has taken back.
    """

    stint: int
    value: int | None
    rewarded: bool = False


class Stints(msgspec.Struct, frozen=True):
    """`begun` has the last stint of each seat that has had one; `by` is the seat whose own action is the last, 0 for nobody.

    `counted` says how many turns each seat has begun, nobody (0) included; in a ruleset without `turns`, how many actions.
    `went_back`: whether the last action went back.
    """

    counted: Mapping[int, int] = {}
    begun: Mapping[int, Begun] = {}
    by: int = 0
    went_back: bool = False

    def count_of_others(self, seat: int) -> int:
        """The value of a seat's stint where the ruleset says none."""
        return sum(number for owner, number in self.counted.items() if owner != seat)

    def counting(self, owner: int) -> Stints:
        """With one more turn, or action, of this seat or of nobody."""
        return replace(self, counted={**self.counted, owner: self.counted.get(owner, 0) + 1})

    def with_unwritten(self, rows: Mapping[int, ClockRow], value: Callable[[int], int]) -> Stints:
        """After an action that went back: with the stints that began in it, of which no row tells because it equals the last."""
        new = {
            seat: Begun(row.stint, value(seat)) for seat, row in rows.items() if row.stint > self.last(seat)
        }
        return replace(self, begun={**self.begun, **new}) if new else self

    def last(self, seat: int) -> int:
        """The number of a seat's last stint on the line that counts; 0 before its first one."""
        return self.begun[seat].stint if seat in self.begun else 0

    def is_new(self, seat: int, value: int) -> bool:
        """Whether a stint of this value is another one than the seat's last."""
        return seat not in self.begun or self.begun[seat].value != value

    def rewarded(self, seat: int) -> bool:
        """Whether the increment of the seat's last stint was given."""
        return seat in self.begun and self.begun[seat].rewarded


def with_action(stints: Stints, ruleset: Ruleset[Any], player: str) -> Stints:
    """At the beginning of an action of a `player`, who may be a bot at a person's seat, or of nobody ("")."""
    stints = replace(stints, by=own_seat(player), went_back=False)
    return stints.counting(seat_of(player)) if player and not ruleset.turns else stints


def with_turn(stints: Stints, ruleset: Ruleset[Any], event: Event) -> Stints:
    """After an event of the ruleset: where it begins a turn, stints of other seats may begin anew."""
    owner = ruleset.turn(event) if ruleset.turns else None
    return stints if owner is None else stints.counting(owner)


def own_seat(actor: str) -> int:
    """The seat whose own action this is; 0 for the table, others, and bots that play for somebody."""
    who, _, number = actor.partition(":")
    return int(number) if who == "seat" else 0


def _set(stints: Stints, event: ClockSet, moment: Moment) -> Stints:
    begun = dict(stints.begun)
    for row in event.seats:
        if row.stint > _last(stints, row.seat, moment.parts.clock.rows):
            begun[row.seat] = Begun(row.stint, moment.stint(row.seat))
        elif row.since is None and row.seat == stints.by and row.seat in begun:
            begun[row.seat] = replace(begun[row.seat], rewarded=True)
    return replace(stints, begun=begun)


def _last(stints: Stints, seat: int, rows: Mapping[int, ClockRow]) -> int:
    """The number of a seat's last stint: on the line that was gone back to, or as its clock says."""
    if stints.went_back:
        return stints.last(seat)
    return rows[seat].stint if seat in rows else 0


def _rewound(stints: Stints, event: t.Rewound, moment: Moment) -> Stints:
    """Seats that left or returned since then keep their clocks (clock.undo.2), and the stints of these.

    What such a stint began with is on a line that does not count any more: it gives no increment, and the next one is new.
    """
    clock = moment.parts.clock
    unchanged = {
        seat for seat, version in clock.moved.items() if version > event.to_version and seat in clock.rows
    }
    begun = {seat: Begun(clock.rows[seat].stint, None, rewarded=True) for seat in unchanged}
    return replace(stints, by=0, went_back=True, begun={**stints.begun, **begun})


STINTS = Part(
    {ClockSet: _set, t.Rewound: _rewound},
    taken_back={ClockSet: lambda stints, event, moment: stints},
)
