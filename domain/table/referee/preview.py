"""What a ruling would do, before it is made: nothing is drawn and nothing recorded."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from domain.table.clock.events import ClockRow
from domain.table.clock.rulings import with_banks
from domain.table.referee import remedies
from domain.table.referee.again import again_from
from domain.table.referee.assessment import Assessment, WayBack
from domain.table.referee.back_up import rng_of, to_shuffle
from domain.table.referee.clocks import clocks_after, lowered
from domain.table.referee.events import Kind, Remedy
from domain.table.referee.hearing import Hearing, Proposed
from domain.table.referee.weight import PAST_SOMETHING, WEIGHTY


class Preview(msgspec.Struct, frozen=True):
    """What a ruling would do to the game, as everyone who may see the game may know it.

    `way`, `rng` and `shuffled` (for each pool the places "4/d/draw/order/7" that would be shuffled): None and () where
    the game would not go back. `head`: whether only a head referee may rule so, and cites a clause.
    `acts` is the seat whose action the table would make, again or corrected. `clocks`: the rows of all clocks, none of which
    runs yet, where the game would go back or banks would be set.
    """

    way: WayBack | None = None
    rng: Literal["same", "fresh"] | None = None
    shuffled: tuple[tuple[str, ...], ...] = ()
    head: bool = False
    acts: int | None = None
    clocks: tuple[ClockRow, ...] = ()


def preview(hearing: Hearing, proposed: Proposed, opened: int) -> Preview:
    """`Refused` as the ruling itself would be, but for being made by a head referee. `opened`: when the case was, in ms."""
    remedies.check(hearing, proposed._replace(head=True, why=True, cites=True))
    remedy = proposed.remedy or Remedy()
    seen, terms = _without_clocks(hearing, proposed.kind, remedy, opened), hearing.table.setup.clock
    seen = replace(seen, head=seen.head or proposed.kind in WEIGHTY)
    if terms is None or (seen.way is None and remedy.clock is None):
        return seen
    rows = clocks_after(hearing, None if seen.way is None else seen.way.version)
    banks = with_banks(rows, remedy, terms)
    clocks = tuple(banks[seat] for seat in sorted(banks))
    return replace(seen, clocks=clocks, head=seen.head or lowered(rows, banks, terms))


def _without_clocks(hearing: Hearing, kind: Kind, remedy: Remedy, opened: int) -> Preview:
    assessment = Assessment(hearing.ruleset, hearing.log)
    if kind == "replayed":
        again = again_from(hearing.ruleset, hearing.log, assessment, remedy.chapter or 0)
        acts = None if again.made is None else again.seat
        return _going_back(hearing, assessment, again.to_version, opened, acts)
    if remedy.to_version is not None:
        return _going_back(hearing, assessment, remedy.to_version, opened, remedy.seat)
    return Preview()


def _going_back(
    hearing: Hearing, assessment: Assessment, to_version: int, opened: int, acts: int | None
) -> Preview:
    pools = to_shuffle(hearing.ruleset, hearing.log, assessment, to_version)
    way = assessment.way(to_version, opened)
    shuffled = tuple(tuple(secret.ref for _, secret in places) for places in pools)
    return Preview(way, rng_of(assessment, to_version), shuffled, way.kind in PAST_SOMETHING, acts)
