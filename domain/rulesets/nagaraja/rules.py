"""The rules of Nagaraja: who is to act, what may be done, and what each action makes happen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.ruleset import Action
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja import choosing, confrontation, dealing, effects, exploring
from domain.rulesets.nagaraja.components import Box
from domain.rulesets.nagaraja.game import Game
from domain.rulesets.nagaraja.refusals import refusal
from domain.rulesets.nagaraja.state import State


def to_act(state: State, box: Box) -> tuple[int, ...]:
    if state.stage == "ended":
        return ()
    return (effects.chooser(state, box) if state.effect else state.seat,)


def legal_actions(state: State, box: Box) -> list[Action]:
    """Everything that the player who is to act may do. Drawing amulets come before any own decision (amulet.2)."""
    if state.effect:
        return list(effects.choices(state, box))
    if state.stage == "confront":
        return list(confrontation.turns(state, box))
    if choosing.call_begun(state):
        return list(choosing.card_choices(state, box))
    return [*_decisions(state, box), *confrontation.amulets_to_play(state, box, state.seat)]


def _decisions(state: State, box: Box) -> Sequence[Action]:
    if state.stage == "choose":
        return choosing.card_choices(state, box)
    return exploring.placements(state) if state.stage == "place" else dealing.keepings(state)


def decide(game: Game, seat: int, action: Action) -> None:
    """Carry out a legal action; refuse any other."""
    if action not in legal_actions(game.state, game.box):
        raise refusal(game.state, game.box, seat, action)
    carry_out(game, seat, action)


def carry_out(game: Game, seat: int, action: Action) -> None:
    """Carry out a legal action, then all that follows by itself."""
    if game.state.effect:
        effects.choose(game, action)
    else:
        HANDLERS[type(action)](game, seat, action)
    while (happen := BY_ITSELF.get(game.state.stage)) and happen(game):
        pass


def place_tile(game: Game, seat: int, action: a.PlaceTile) -> None:
    """Phase 3, and unless the game ends with it, the new deal."""
    exploring.place_tile(game, seat, action)
    if not game.state.ended:
        dealing.new_deal(game, seat)


def turn_up_and_throw(game: Game) -> bool:
    """The end of phase 1 and the beginning of phase 2."""
    if not choosing.turn_up_and_throw(game):
        return False
    confrontation.skip_if_nobody_can(game)
    return True


HANDLERS: dict[type, Callable[[Game, int, Any], None]] = {
    a.ChooseCards: choosing.choose_cards,
    a.SpendNaga: confrontation.spend_naga,
    a.Pass: confrontation.pass_turn,
    a.PlayAmulet: confrontation.play_amulet,
    a.PlaceTile: place_tile,
    a.KeepCards: dealing.keep_cards,
}

BY_ITSELF: dict[str, Callable[[Game], bool]] = {
    "choose": turn_up_and_throw,
    "confront": confrontation.advance,
}
