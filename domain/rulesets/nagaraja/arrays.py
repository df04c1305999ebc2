"""Numbered actions, and the view as a row of numbers, for learning programs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, get_args

from domain.encoding import Part, both, counts, fields, figure, keyed, made, one_of, row
from domain.ruleset import Action
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.components import SEATS, TRAP, Box, stick
from domain.rulesets.nagaraja.names import LINES, PLACES, SPACES
from domain.rulesets.nagaraja.state import Stage

BY_RANK = (a.ChooseCards, a.KeepCards, a.DiscardCards, a.DiscardSticks, a.PeekRelics)
"""Choices of several things out of some that are at hand."""
RANKS = 255
"""A hand of more than eight cards is laid one by one, so there are never more choices than parts of eight."""
TURNS = range(4)


def sticks(box: Box) -> list[str]:
    """Every way in which a stick can lie."""
    return [stick(colour, face) for colour, kind in box.sticks.items() for face in dict.fromkeys(kind.faces)]


def numbered(box: Box) -> list[Action]:
    return [
        a.Pass(),
        a.LeaveRelics(),
        a.ThrowNamed(),
        *(a.SpendNaga(way, card) for way in sticks(box) if way.endswith("-N") for card in box.card),
        *(a.PlayAmulet(amulet, card) for amulet in box.amulet for card in ("", *box.card)),
        *map(a.NameStick, sticks(box)),
        *map(a.ChoosePlayer, SEATS),
        *map(a.TakeCard, box.card),
        *(a.PlaceTile(space, turns) for space in SPACES for turns in TURNS),
        *(action for seat in SEATS for action in _in_temple(seat)),
    ]


def _in_temple(seat: int) -> Iterator[Action]:
    """What can be done to a temple."""
    yield from (a.SwapRelics(seat, *pair) for pair in combinations(PLACES, 2))
    yield from (a.RotateTile(seat, space, turns) for space in SPACES for turns in TURNS)
    yield from (a.SwapTiles(seat, *pair) for pair in combinations(SPACES, 2))
    yield from (a.MoveTile(seat, *pair, turns) for pair in permutations(SPACES, 2) for turns in TURNS)
    for line in LINES:
        for direction in ("left", "right") if line.isdigit() else ("up", "down"):
            yield a.SlideLine(seat, line, direction)
    yield from (a.PlaceTrap(seat, space) for space in SPACES)


def encoding(box: Box) -> Part:
    player = player_parts(box)
    temple = fields(**{name: player.pop(name) for name in ("spaces", "live", "relics")})
    laid = player.pop("laid")
    one = both(shown=fields(**player, temple=temple), laid=made(_laid, laid))
    return fields(**table_parts(box), players=row(len(SEATS), one))


def table_parts(box: Box) -> dict[str, Part]:
    """What belongs to no player, in the order of the figures."""
    cards, partly = counts(box.card), counts(box.card, unknown=True)
    return {
        "round": figure(),
        "stage": one_of(get_args(Stage)),
        "seat": one_of(SEATS),
        "guide": one_of(SEATS),
        "offered": _tile(box),
        "trap": fields(seat=one_of(SEATS), space=one_of(SPACES)),
        "piles": fields(tiles=figure(), amulets=figure(), deck=figure(), discards=figure()),
        "sticks": keyed(box.sticks, figure()),
        "used": partly,
        "drawn": partly,
        "played_amulets": counts(box.amulet),
        "effect": fields(
            card=one_of(cards.names),
            seat=one_of(SEATS),
            chooser=one_of(SEATS),
            step=figure(),
            target=one_of(SEATS),
            looked_at=counts(PLACES),
            named=counts(sticks(box)),
            cards=partly,
        ),
    }


def player_parts(box: Box) -> dict[str, Part]:
    """What lies in front of a player; the last four are the temple, and the cards laid face down."""
    partly, relic = counts(box.card, unknown=True), fields(relic=one_of(box.all_relics), face_up=figure())
    return {
        "points": figure(),
        "hand": partly,
        "sticks": counts(sticks(box)),
        "fate_points": figure(),
        "nagas": figure(),
        "passed": figure(),
        "amulets": counts(box.amulet, unknown=True),
        "spaces": row(len(SPACES), _tile(box)),
        "live": counts(SPACES),
        "relics": keyed(PLACES, relic),
        "laid": partly,
    }


def _tile(box: Box) -> Part:
    return fields(kind=one_of([TRAP, *(tile.id for tile in box.tiles)]), turns=figure(), amulet=figure())


def _laid(player: Any) -> list[str | None]:
    """The cards laid face down, as far as the viewer knows them."""
    return [None if place is None else player.hand[place] for place in player.laid]
