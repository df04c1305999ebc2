"""Effects on fate sticks: discard, add points, throw more, throw again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.ruleset import Action
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.actions import ChoosePlayer, DiscardSticks, NameStick, ThrowNamed
from domain.rulesets.nagaraja.components import colour_of, fate
from domain.rulesets.nagaraja.effects.step import Doing, Rule
from domain.rulesets.nagaraja.evolve import less
from domain.rulesets.nagaraja.game import Game, selections, throw
from domain.rulesets.nagaraja.state import total_fate


def discards(doing: Doing) -> Sequence[Action]:
    """As many sticks of the colour as the card says, or as there are."""
    colour = doing.step.colour
    sticks = [stick for stick in doing.target.sticks if colour in ("", colour_of(stick))]
    number = min(doing.step.number, len(sticks))
    return [DiscardSticks(chosen) for chosen in selections(sticks, number)] if number else []


def discard(game: Game, doing: Doing, action: DiscardSticks) -> bool:
    left = total_fate(doing.target) - sum(map(fate, action.sticks))
    game.record(e.SticksDiscarded(doing.effect.target, action.sticks, left), "naga.3")
    return True


def add_points(game: Game, doing: Doing, action: Any) -> bool:
    seat, number = doing.effect.owner, doing.step.number
    total = total_fate(game.state.player(seat)) + number
    game.record(e.FatePointsAdded(seat, number, total), "naga.3")
    return True


def throw_more(game: Game, doing: Doing, action: Any) -> bool:
    """More sticks of the card's colour join one's own (call.2 when they are short)."""
    seat = doing.effect.owner
    sticks, draw = throw(game, [doing.step.colour] * doing.step.number)
    total = total_fate(game.state.player(seat)) + sum(map(fate, sticks))
    game.record(e.MoreSticksThrown(seat, sticks, total, draw), "naga.3", "call.2")
    return True


def namings(doing: Doing) -> Sequence[Action]:
    """One more of one's own sticks, or throw those that are named."""
    named = doing.effect.sticks
    left = sorted(set(less(doing.target.sticks, named)))
    return [*map(NameStick, left), *([ThrowNamed()] if named else [])]


def name_or_throw(game: Game, doing: Doing, action: NameStick | ThrowNamed) -> bool:
    """All are named before the throw."""
    if isinstance(action, NameStick):
        game.record(e.StickNamed(doing.effect.owner, action.stick), "naga.3")
        return False
    _throw_again(game, doing.effect.owner, doing.effect.sticks)
    return True


def players_with_sticks(doing: Doing) -> Sequence[Action]:
    return [ChoosePlayer(seat) for seat in doing.seats if doing.state.player(seat).sticks]


def throw_all_again(game: Game, doing: Doing, action: ChoosePlayer) -> bool:
    game.record(e.PlayerChosen(doing.effect.owner, action.player), "naga.3")
    _throw_again(game, action.player, game.state.player(action.player).sticks)
    return True


def _throw_again(game: Game, seat: int, before: tuple[str, ...]) -> None:
    sticks, draw = throw(game, [colour_of(stick) for stick in before])
    change = sum(map(fate, sticks)) - sum(map(fate, before))
    total = total_fate(game.state.player(seat)) + change
    game.record(e.SticksThrownAgain(seat, before, sticks, total, draw), "naga.3")


RULES: dict[str, Rule] = {
    "discard-sticks": Rule(discard, discards),
    "add-fate-points": Rule(add_points),
    "throw-more-sticks": Rule(throw_more),
    "throw-chosen-again": Rule(name_or_throw, namings),
    "throw-all-again": Rule(throw_all_again, players_with_sticks),
}
