"""Numbered actions, and the view as a row of numbers, for learning programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from domain.encoding import Part, both, counts, fields, figure, keyed, made, one_of, row
from domain.ruleset import Action
from domain.rulesets.touche.actions import ChooseSet, CrownPattern, ExchangeDead, Pass
from domain.rulesets.touche.components import BOXES, Colour
from domain.rulesets.touche.lays import all_lays
from domain.rulesets.touche.patterns import OwnPatterns, tables
from domain.rulesets.touche.view import Phase

BY_RANK = (ExchangeDead,)
"""Any of the cards of a hand, 31 choices of five at most, out of millions of any five of the pack."""
RANKS = 31


def numbered(edition: str, own: OwnPatterns, choices: Iterable[ChooseSet]) -> list[Action]:
    board = BOXES[edition].board
    return [
        Pass(),
        *choices,
        *(lay for lays in all_lays(edition).values() for _, lay in lays),
        *(
            CrownPattern(kind, board.named(fields))
            for kind, places in tables(edition, own).items()
            for fields in places.everywhere
        ),
    ]


def encoding(edition: str, own: OwnPatterns, seats: int, sides: int) -> Part:
    """For several completed patterns: their kinds and all their fields. The view says which fields belong together."""
    box = BOXES[edition]
    kinds, faces, places = tables(edition, own), box.pack.place, counts(box.board.names)
    by_kind = keyed(kinds, figure())
    side = fields(goal=by_kind, made=by_kind, points=figure())
    player = fields(hand=counts(faces, unknown=True), stack=figure(), used=counts(faces))
    colours = get_args(Colour)
    return fields(
        round=figure(),
        turn=figure(),
        dealer=one_of(range(1, seats + 1)),
        seat=one_of(range(1, seats + 1)),
        phase=one_of(get_args(Phase)),
        sides=row(sides, side),
        players=row(seats, player),
        pawns=keyed(colours, places),
        crowned=made(_by_colour, keyed(colours, places)),
        completed=both(
            kinds=made(lambda found: [it.kind for it in found], counts(kinds)),
            fields=made(_covered, places),
        ),
        turns_without_pawn=figure(),
        stalled_rounds=figure(),
    )


def _covered(patterns: Iterable[Any]) -> set[str]:
    return {field for pattern in patterns for field in pattern.fields}


def _by_colour(crowned: Iterable[Any]) -> dict[str, set[str]]:
    found = list(crowned)
    return {colour: _covered(it for it in found if it.colour == colour) for colour in get_args(Colour)}
