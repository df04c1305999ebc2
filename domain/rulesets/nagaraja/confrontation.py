"""Phase 2, the confrontation: Nagas and amulets are spent in turn until both pass; then the tile is won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.by_seat import by_seat
from domain.hidden import Opened
from domain.ruleset import Action
from domain.rulesets.nagaraja import effects
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.actions import Pass, PlayAmulet, SpendNaga
from domain.rulesets.nagaraja.components import SEATS, Box, other
from domain.rulesets.nagaraja.evolve import card_activated, less
from domain.rulesets.nagaraja.game import Game, draw_cards, known, places_of
from domain.rulesets.nagaraja.state import Player, State, nagas, total_fate, with_player


def seems_able(player: Player) -> bool:
    """Whether the player may be able to do something, as far as all can see (naga.1)."""
    return not lack(player) or bool(player.amulets)


def lack(player: Player) -> e.Lack:
    """What the player lacks to activate a card."""
    if nagas(player):
        return "" if player.hand else "card"
    return "naga" if player.hand else "naga-and-card"


def turns(state: State, box: Box) -> Sequence[Action]:
    """Spend a Naga, play an amulet, or pass (naga.1, amulet.2)."""
    seat = state.seat
    spending = [
        SpendNaga(stick, card)
        for stick in sorted(set(nagas(state.player(seat))))
        for card in cards_to_activate(state, box, seat, stick)
    ]
    return [*spending, *amulets_to_play(state, box, seat), Pass()]


def cards_to_activate(state: State, box: Box, seat: int, stick: str = "") -> Iterator[str]:
    """Cards of the hand with a legal target once this stick (if any) is paid (naga.3)."""
    for card in sorted(set(known(state.player(seat).hand))):
        if effects.possible(activated(state, box, seat, stick, card), box):
            yield card


def activated(state: State, box: Box, seat: int, stick: str, card: str) -> State:
    """The state as it would be with this stick (if any) paid and the card lying face up, its effect still to come."""
    if stick:
        state = with_player(state, seat, sticks=less(state.player(seat).sticks, [stick]))
    return card_activated(state, _activation(state, box, seat, card))


def _activation(state: State, box: Box, seat: int, card: str) -> e.CardActivated:
    hand = state.player(seat).hand
    (place,) = places_of(hand, (card,))
    targets = box.card[card].targets(seat)
    target = targets[0] if len(targets) == 1 else 0
    return e.CardActivated(seat, place, hand[place].open_to(), target, box.card[card].effect)


def amulets_to_play(state: State, box: Box, seat: int) -> Iterator[PlayAmulet]:
    """One that draws before any own decision; the others only in the confrontation (amulet.2)."""
    for amulet in sorted(set(known(state.player(seat).amulets))):
        does = box.amulet[amulet].do
        confronting = state.stage == "confront"
        if does == "naga" and confronting:
            yield from (PlayAmulet(amulet, card) for card in cards_to_activate(state, box, seat))
        elif (does == "fate-points" and confronting) or (
            does == "draw-cards" and (state.deck or state.discards)
        ):
            yield PlayAmulet(amulet)


def spend_naga(game: Game, seat: int, action: SpendNaga) -> None:
    """The stick leaves; the card lies face up and takes effect (naga.1, naga.3, naga.4)."""
    game.record(e.NagaSpent(seat, action.stick), "naga.1", "naga.4")
    _activate(game, seat, action.card)


def _activate(game: Game, seat: int, card: str) -> None:
    game.record(_activation(game.state, game.box, seat, card), "naga.3")


def play_amulet(game: Game, seat: int, action: PlayAmulet) -> None:
    """An amulet is revealed and used up; fate points and a Naga take the turn, cards do not (amulet.2)."""
    does = game.box.amulet[action.amulet]
    amulets = game.state.player(seat).amulets
    (place,) = places_of(amulets, (action.amulet,))
    use: e.AmuletUse = msgspec.convert(does.do, e.AmuletUse)
    takes_turn = use == "fate-points"
    opened: Opened[str] = amulets[place].open_to()
    game.record(e.AmuletPlayed(seat, place, opened, use, takes_turn), "amulet.2")
    if does.do == "naga":
        _activate(game, seat, action.card)
    elif does.do == "draw-cards":
        draw_cards(game, seat, does.number, "hand", "amulet.2")
    else:
        total = total_fate(game.state.player(seat)) + does.number
        game.record(e.FatePointsAdded(seat, does.number, total), "amulet.2")


def pass_turn(game: Game, seat: int, action: Pass) -> None:
    game.record(e.Passed(seat, by_himself=True), "naga.1")


def skip_if_nobody_can(game: Game) -> None:
    """Nobody has anything to spend: the phase is left out (naga.1)."""
    if not any(map(seems_able, game.state.players)):
        one, two = map(lack, game.state.players)
        game.record(e.ConfrontationSkipped((one, two)), "naga.1")


def advance(game: Game) -> bool:
    """Do what happens by itself: effects, forced passes, the end of the phase. False when somebody has to decide."""
    state = game.state
    if state.effect is not None:
        return effects.happen(game)
    if all(player.passed for player in state.players):
        _win_tile(game)
    elif not seems_able(state.player(state.seat)):
        lacking = lack(state.player(state.seat))
        game.record(e.Passed(state.seat, by_himself=False, lacks=lacking), *clauses_of_passing(state))
    else:
        return False
    return True


def clauses_of_passing(state: State) -> list[str]:
    """The other alone has Nagas and uses them one after the other (naga.2)."""
    alone = nagas(state.player(other(state.seat))) and not nagas(state.player(state.seat))
    return ["naga.1", "naga.2"] if alone else ["naga.1"]


def _win_tile(game: Game) -> None:
    game.record(tile_won(game.state), "win.1")


def tile_won(state: State) -> e.TileWon:
    """More fate points, or the guide when they are equal (win.1)."""
    points = by_seat(map(total_fate, state.players))
    one, two = points
    return e.TileWon(state.guide if one == two else SEATS[two > one], points, one == two)
