"""Steps of card effects that change temples in a game played in place, or look into them (`in_place_effects`)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.changing import OPTIONS, SWAPS, Shape, options
from domain.rulesets.nagaraja.components import Step
from domain.rulesets.nagaraja.in_place_doing import Doing, Move, Rule, Seats
from domain.rulesets.nagaraja.numbers import knower

if TYPE_CHECKING:
    from domain.rulesets.nagaraja.in_place import InPlace


@lru_cache(maxsize=1 << 11)
def _changes_of(do: str, seat: int, shape: Shape) -> list[Move]:
    action, listed = options(do, shape)
    return [(action, seat, *args) for args in listed]


def _changes(game: InPlace, doing: Doing) -> list[Move]:
    return [
        move for seat in doing.seats for move in _changes_of(doing.now.do, seat, game.players[seat].shape)
    ]


def _may_change(game: InPlace, seats: Seats, step: Step) -> bool:
    return any(options(step.do, game.players[seat].shape)[1] for seat in seats)


def _change(game: InPlace, doing: Doing, move: Move) -> None:
    action, seat, *args = move
    game.change(seat, action, tuple(args))


def _swaps(game: InPlace, doing: Doing) -> list[Move]:
    return [(a.SwapRelics, seat, *pair) for seat in doing.seats for pair in SWAPS[doing.now.adjacent]]


def _swap(game: InPlace, doing: Doing, move: Move) -> None:
    """Relics take the face state of their new places; after a look they may be left."""
    if move[0] is a.SwapRelics:
        _, seat, first, second = move
        player = game.players[seat]
        relics = [*player.relics]
        relics[first], relics[second] = relics[second], relics[first]
        player.relics = relics
        game.turn_relics(player)
        game.check_ends()


def face_down(game: InPlace, seat: int) -> list[int]:
    up = game.players[seat].up
    return [place for place in range(9) if not up >> place & 1]


def _looks(game: InPlace, doing: Doing) -> list[Move]:
    moves: list[Move] = []
    for seat in doing.seats:
        if down := face_down(game, seat):
            size = min(doing.now.number, len(down))
            moves += [(a.PeekRelics, seat, places) for places in combinations(down, size)]
    return moves


def _may_look(game: InPlace, seats: Seats, step: Step) -> bool:
    return any(face_down(game, seat) for seat in seats)


def _look(game: InPlace, doing: Doing, move: Move) -> None:
    _, doing.target, doing.places = move
    player, known = game.players[doing.target], knower(doing.owner)
    player.relics = [relic | known if n in doing.places else relic for n, relic in enumerate(player.relics)]


def _swaps_with_seen(game: InPlace, doing: Doing) -> list[Move]:
    seen = doing.places[0]
    others = [place for place in face_down(game, doing.target) if place != seen]
    pairs = [(min(seen, place), max(seen, place)) for place in others]
    return [*((a.SwapRelics, doing.target, *pair) for pair in pairs), (a.LeaveRelics,)] if pairs else []


TEMPLES: dict[str, Rule] = {
    **dict.fromkeys(OPTIONS, Rule(_change, _changes, _may_change)),
    "swap-relics": Rule(_swap, _swaps),
    "peek-relics": Rule(_look, _looks, _may_look),
    "swap-peeked": Rule(_swap, _swaps_with_seen),
}
