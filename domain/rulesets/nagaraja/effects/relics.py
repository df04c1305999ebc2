"""Effects on relics: swap two, look at some, swap the one looked at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from domain.ruleset import Action
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.actions import LeaveRelics, PeekRelics, SwapRelics
from domain.rulesets.nagaraja.effects.changes import change
from domain.rulesets.nagaraja.effects.step import Doing, Rule
from domain.rulesets.nagaraja.game import Game
from domain.rulesets.nagaraja.names import PLACES, Place
from domain.rulesets.nagaraja.state import Player


def swaps(doing: Doing) -> Sequence[Action]:
    """Any two relics of a temple, or two neighbours around its edge."""
    pairs = list(pairwise(PLACES) if doing.step.adjacent else combinations(PLACES, 2))
    return [SwapRelics(seat, *pair) for seat in doing.seats for pair in pairs]


def swap_or_leave(game: Game, doing: Doing, action: SwapRelics | LeaveRelics) -> bool:
    """After a look the relic may be swapped or left."""
    if isinstance(action, SwapRelics):
        return change(game, doing, action)
    game.record(t.RelicsLeft(doing.effect.owner), "naga.3")
    return True


def _face_down(player: Player) -> list[Place]:
    return [place for place, relic in zip(PLACES, player.relics, strict=True) if not relic.face_up]


def looks(doing: Doing) -> Sequence[Action]:
    """As many face-down relics as the card says, or as there are; all of one temple."""
    hidden = {seat: _face_down(doing.state.player(seat)) for seat in doing.seats}
    return [
        PeekRelics(seat, places)
        for seat, down in hidden.items()
        if down
        for places in combinations(down, min(doing.step.number, len(down)))
    ]


def look(game: Game, doing: Doing, action: PeekRelics) -> bool:
    """The owner of the card sees them and nobody else does (naga.3)."""
    lying = dict(zip(PLACES, game.state.player(action.temple).relics, strict=True))
    seat = doing.effect.owner
    seen = tuple(lying[place].secret.open_to(seat) for place in action.places)
    game.record(t.RelicsPeeked(seat, action.temple, action.places, seen), "naga.3")
    return True


def swaps_with_seen(doing: Doing) -> Sequence[Action]:
    """The relic looked at with another face-down one, or none; [] when there is no other."""
    seen = doing.effect.places[0]
    others = [place for place in _face_down(doing.target) if place != seen]
    pairs = [sorted((seen, place), key=PLACES.index) for place in others]
    return [*(SwapRelics(doing.effect.target, *pair) for pair in pairs), LeaveRelics()] if pairs else []


RULES: dict[str, Rule] = {
    "swap-relics": Rule(change, swaps),
    "peek-relics": Rule(look, looks),
    "swap-peeked": Rule(swap_or_leave, swaps_with_seen),
}
