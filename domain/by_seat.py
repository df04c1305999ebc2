"""What belongs to each seat, in the order of the seats. Seats are numbered from 1, and only this module counts from 0.

At run time a `BySeat` is a plain tuple, so it is written, hashed, compared and redacted as one. To the type checker it is
a type of its own without an index: `hands[seat - 1]`, and the slip `hands[seat]`, are errors there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")
Item = TypeVar("Item", covariant=True)

if TYPE_CHECKING:

    class BySeat(Collection[Item]):
        """One thing for each seat. Iterating begins with seat 1."""

else:
    BySeat = tuple[Item, ...]


def by_seat(things: Iterable[T]) -> BySeat[T]:
    """These things as those of seats 1, 2, 3 ..."""
    return tuple(things)  # type: ignore[return-value]


def of_seat(things: BySeat[T], seat: int) -> T:
    """What belongs to a seat. LookupError for a seat that is not at the table, and for 0, which means no seat."""
    if seat < 1:
        raise _nobody(seat)
    return things[seat - 1]  # type: ignore[index, no-any-return]


def with_seat(things: BySeat[T], seat: int, thing: T) -> BySeat[T]:
    """A copy with another thing for one seat. LookupError as above."""
    if seat < 1:
        raise _nobody(seat)
    changed = list(things)
    changed[seat - 1] = thing
    return by_seat(changed)


def first_seats(things: BySeat[T], number: int) -> BySeat[T]:
    """Those of seats 1 to `number`."""
    return things[:number]  # type: ignore[index, no-any-return]


def _nobody(seat: int) -> LookupError:
    return LookupError(f"There is no seat {seat}.")
