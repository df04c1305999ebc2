"""Setting up, and phase 4: the new deal and the next tile."""

from __future__ import annotations

from collections import Counter

from domain.by_seat import by_seat
from domain.hidden import Opened
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.actions import KeepCards
from domain.rulesets.nagaraja.components import SEATS, other
from domain.rulesets.nagaraja.game import Game, draw_cards, known, places_of, selections, throw_both
from domain.rulesets.nagaraja.state import State


def set_up(game: Game) -> None:
    """Everything is shuffled, the first guide is thrown for, hands are dealt and the first tile is turned up (setup)."""
    box, shuffle = game.box, game.play.shuffle
    for seat in SEATS:
        game.record(t.RelicsHidden(seat, shuffle(box.all_relics)), "setup.1")
    game.record(e.TilesShuffled(shuffle(box.all_tiles)), "setup.1")
    game.record(e.AmuletsShuffled(shuffle(box.all_amulets)), "setup.1")
    game.record(e.DeckShuffled(len(box.all_cards), shuffle(box.all_cards)), "setup.1")
    while not game.state.guide:
        _throw_for_guide(game)
    _deal_hands(game)
    turn_up_tile(game, "setup.3")


def _throw_for_guide(game: Game) -> None:
    """Each throws two brown sticks, the higher is guide; equal: again (setup.2)."""
    colours = list(Counter(game.box.figure("guide_sticks")).elements())
    sticks, points, draw = throw_both(game, colours, colours)
    one, two = points
    guide = 0 if one == two else SEATS[two > one]
    game.record(e.GuideThrown(sticks, points, guide, draw), "setup.2")


def _deal_hands(game: Game) -> None:
    number, deck = game.box.figure("hand"), game.state.deck
    hands = by_seat(
        tuple(card.open_to(seat) for card in deck[at : at + number]) for seat, at in ((1, 0), (2, number))
    )
    game.record(e.HandsDealt(hands), "setup.3")


def turn_up_tile(game: Game, *rules: str) -> None:
    """The next tile lies open; one with an amulet place gets the top amulet, face down (setup.3, deal.2)."""
    state, box = game.state, game.box
    tile = state.tiles[0]
    assert tile.value is not None
    with_amulet = box.amulet_path[tile.value] is not None and bool(state.amulets)
    game.record(e.TileTurnedUp(state.round + 1, state.guide, tile.open_to(), with_amulet), *rules)


def new_deal(game: Game, winner: int) -> None:
    """The player who did not win the tile becomes guide and draws; fewer than two cards leave nothing to decide (deal.1)."""
    guide = other(winner)
    game.record(e.GuidePassed(guide), "deal.1")
    draw_cards(game, guide, game.box.figure("deal_drawn"), "keep", "deal.1")
    if len(game.state.drawn) <= 1:
        game.record(e.CardsKept(guide, len(game.state.drawn), None, None), "deal.1")
        turn_up_tile(game, "deal.2")


def keepings(state: State) -> list[KeepCards]:
    """All of the cards drawn but one (deal.1)."""
    return [KeepCards(cards) for cards in selections(known(state.drawn), len(state.drawn) - 1)]


def keep_cards(game: Game, seat: int, action: KeepCards) -> None:
    """The other card is given away, seen by the two alone; then the next round begins (deal.1, deal.2)."""
    drawn = game.state.drawn
    keeping = places_of(drawn, action.cards)
    (place,) = (i for i in range(len(drawn)) if i not in keeping)
    given: Opened[str] = drawn[place].open_to(other(seat))
    game.record(e.CardsKept(seat, len(keeping), place, given), "deal.1")
    turn_up_tile(game, "deal.2")
