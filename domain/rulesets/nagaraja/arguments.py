"""The arguments behind events and actions of Nagaraja; each function is given the state before, the box, and the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.argument import Step, step
from domain.ruleset import Action
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja import arguments_contest as contest
from domain.rulesets.nagaraja import arguments_temples as temples
from domain.rulesets.nagaraja import effects
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.components import Box
from domain.rulesets.nagaraja.names import number
from domain.rulesets.nagaraja.phrases import step_said, stick_named
from domain.rulesets.nagaraja.state import State
from domain.sentence import Term

EXPLANATIONS: Mapping[type, Callable[[State, Box, Any], Sequence[Step]]] = {
    e.GuideThrown: contest.guide_thrown,
    e.CardsTurnedUp: contest.turned_up,
    e.SticksThrown: contest.thrown,
    e.ConfrontationSkipped: contest.skipped,
    e.Passed: contest.passed,
    e.NagaSpent: contest.naga_spent,
    e.CardActivated: contest.activated,
    e.AmuletPlayed: contest.amulet_played,
    e.FatePointsAdded: contest.added,
    e.SticksDiscarded: contest.sticks_lost,
    e.MoreSticksThrown: contest.more_thrown,
    e.SticksThrownAgain: contest.thrown_again,
    e.TileWon: contest.won,
    e.GuidePassed: contest.guide_passed,
    e.CardsKept: contest.cards_kept,
    t.TilePlaced: temples.placed,
    t.RelicsSwapped: temples.by_card,
    t.TileRotated: temples.by_card,
    t.TilesSwapped: temples.by_card,
    t.TileMoved: temples.by_card,
    t.LineSlid: temples.by_card,
    t.TrapPlaced: temples.by_card,
    t.PathJoined: temples.joined,
    t.PathBroken: temples.broken,
    t.RelicUncovered: temples.uncovered,
    t.RelicCovered: temples.covered,
    t.AmuletTaken: temples.amulet_taken,
    e.GameEnded: temples.ended,
}


def legal(state: State, box: Box, seat: int, action: Action) -> Sequence[Step]:
    """Why a legal action of the seat that is to act is legal."""
    if state.effect:
        does = step_said(effects.doing(state, box).step)
        return [step("nagaraja.naga.3", "{card}: {does}.", card=state.effect.card, does=does)]
    return LEGAL[type(action)](state, box, seat, action)


def _lays(state: State, box: Box, seat: int, action: a.ChooseCards) -> list[Step]:
    if not action.cards:
        return [step("nagaraja.call.1", "There is no card to lay.")]
    symbol = Term(box.card[action.cards[0]].symbol)
    return [
        step(
            "nagaraja.call.1",
            "All have the same symbol, {symbol}: {cards}.",
            symbol=symbol,
            cards=action.cards,
        )
    ]


def _spends(state: State, box: Box, seat: int, action: a.SpendNaga) -> list[Step]:
    text = "A stick that shows a Naga pays for {card}: {stick}."
    paid = step("nagaraja.naga.1", text, card=action.card, stick=stick_named(action.stick))
    return [paid, *contest.takes_effect(box, seat, action.card)]


def _plays(state: State, box: Box, seat: int, action: a.PlayAmulet) -> list[Step]:
    played = contest.plays(box, action.amulet)
    return [played, *(contest.takes_effect(box, seat, action.card) if action.card else ())]


def _keeps(state: State, box: Box, seat: int, action: a.KeepCards) -> list[Step]:
    text = "Of {drawn} cards drawn one is given away."
    return [step("nagaraja.deal.1", text, drawn=len(state.drawn))]


LEGAL: Mapping[type, Callable[[State, Box, int, Any], Sequence[Step]]] = {
    a.ChooseCards: _lays,
    a.SpendNaga: _spends,
    a.Pass: lambda state, box, seat, action: [step("nagaraja.naga.1", "Passing is always allowed here.")],
    a.PlayAmulet: _plays,
    a.PlaceTile: lambda state, box, seat, action: temples.may_lie(
        state.player(seat).spaces, number(action.space)
    ),
    a.KeepCards: _keeps,
}
