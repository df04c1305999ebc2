"""Numbered actions, and the view as a row of numbers, for learning programs."""

from __future__ import annotations

from typing import get_args

from domain.encoding import Part, counts, fields, figure, keyed, made, one_of, row
from domain.ruleset import Action
from domain.rulesets.romans import actions as a
from domain.rulesets.romans.components import WALL, Box, ClanName
from domain.rulesets.romans.state import Decision

PLACES = range(1, WALL + 1)
BY_RANK = (a.Rearrange,)
"""The orders of five warriors: 120 at most, out of more than ten thousand of any five of a clan."""
RANKS = 120


def numbered(box: Box) -> list[Action]:
    warriors, clans = box.strength, get_args(ClanName)
    return [
        a.SealOrders(),
        *map(a.DiscardWarrior, warriors),
        *(a.PlaceWarrior(warrior, place) for warrior in warriors for place in PLACES),
        *map(a.WithdrawWarrior, PLACES),
        *map(a.Seduce, clans),
        *map(a.TakeFort, PLACES),
        *(keep(choice) for keep in (a.KeepAxx, a.KeepWarrior) for choice in (True, False)),
        *map(a.DiscardRevealed, warriors),
        *map(a.DiscardFort, box.fort),
    ]


def encoding(box: Box, seats: int, clans: int) -> Part:
    fort, wall = one_of(box.fort), fields(place=figure(), fort=one_of(box.fort), value=figure())
    return fields(
        round=figure(),
        clash=figure(),
        stack=figure(),
        wall=row(WALL, wall),
        lost_forts=counts(fort.names),
        decisions=made(
            lambda dues: {str(due.seat): due.action for due in dues},
            keyed(range(1, seats + 1), one_of(get_args(Decision))),
        ),
        seduced=one_of(get_args(ClanName)),
        clans=row(clans, _clan(box)),
    )


def _clan(box: Box) -> Part:
    warriors = box.strength
    seen, partly, one = counts(warriors), counts(warriors, unknown=True), one_of(warriors)
    return fields(
        clan=one_of(get_args(ClanName)),
        seat=figure(),
        forts=counts(box.fort),
        points=figure(),
        line=made(lambda line: [it.warrior for it in line], seen),
        revealed=one,
        strength=figure(),
        discards=seen,
        answer=one,
        placed=figure(),
        sealed=figure(),
        away=partly,
        hand=partly,
        orders=row(WALL, one),
        seventh=partly,
    )
