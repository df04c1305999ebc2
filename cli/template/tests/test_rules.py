"""The rules of New Game, clause by clause."""

from __future__ import annotations

from typing import Any

from conformance.public import Renderer, Sitting
from domain.public import NoOptions, redact
from domain.rulesets.new_game import RULESET
from domain.rulesets.new_game.events import BidPlaced, GameEnded, PrizeLeft, PrizeRevealed, PrizeTaken
from domain.rulesets.new_game.state import PlaceBid

CARDS = (1, 2, 3, 4, 5, 6, 7)


def sit(seats: int = 2) -> Sitting:
    return Sitting(RULESET, seats, NoOptions(), "rules")


def bid(sitting: Sitting, *cards: int) -> list[Any]:
    """A round with these bids of seats 1, 2, 3 ...; the events of the last one."""
    recorded = [sitting.act(seat, PlaceBid(card)) for seat, card in enumerate(cards, 1)]
    return [logged.event for logged in recorded[-1]]


def test_new_game_setup_1_hands_are_equal_and_prizes_lie_in_another_order() -> None:
    game = sit(4).table.game
    assert [player.hand for player in game.players] == [CARDS] * 4
    order = (game.prize, *(hidden.value for hidden in game.deck))
    assert sorted(order) == list(CARDS)
    assert order != CARDS
    assert [hidden.value for hidden in redact(game, 1).deck] == [None] * 6


def test_new_game_round_1_the_next_prize_is_turned_up() -> None:
    sitting = sit()
    top = sitting.table.game.deck[0].value
    revealed = next(event for event in bid(sitting, 3, 5) if isinstance(event, PrizeRevealed))
    assert (revealed.round, revealed.prize.value, sitting.table.game.prize) == (2, top, top)


def test_new_game_bid_1_everybody_bids_at_once_from_the_hand_and_in_secret() -> None:
    sitting = sit()
    assert sitting.table.to_act == (1, 2)
    sitting.act(1, PlaceBid(4))
    assert sitting.table.to_act == (2,)
    assert [redact(sitting.table.game, seat).players[0].bid.value for seat in (1, 2)] == [4, None]
    assert "(new-game.bid.1)" in str(sitting.refusal(2, PlaceBid(8)))


def test_new_game_bid_2_cards_that_were_shown_are_gone() -> None:
    sitting = sit()
    bid(sitting, 4, 6)
    hands = [player.hand for player in sitting.table.game.players]
    assert hands == [(1, 2, 3, 5, 6, 7), (1, 2, 3, 4, 5, 7)]
    assert sitting.refusal(1, PlaceBid(4))


def test_new_game_prize_1_the_highest_bid_takes_the_prize() -> None:
    sitting = sit(3)
    prize = sitting.table.game.prize
    assert PrizeTaken(2, prize) in bid(sitting, 4, 6, 5)
    assert [player.won for player in sitting.table.game.players] == [(), (prize,), ()]


def test_new_game_prize_2_when_the_highest_bids_are_alike_nobody_takes_it() -> None:
    sitting = sit(3)
    prize = sitting.table.game.prize
    assert PrizeLeft((1, 3), prize) in bid(sitting, 6, 5, 6)
    assert sitting.table.game.untaken == (prize,)


def test_new_game_end_1_after_the_last_prize_most_points_win() -> None:
    sitting = sit()
    for card in CARDS:
        last = bid(sitting, card, card % 7 + 1)
    scores = tuple(sum(player.won) for player in sitting.table.game.players)
    assert last[-1] == GameEnded(scores)
    assert sitting.table.outcome.winners == (1 if scores[0] > scores[1] else 2,)


def test_a_shared_win_and_a_secret_bid_are_told_in_both_languages() -> None:
    english, polish = (Renderer(RULESET, lang, {1: "Ala", 2: "Ola"}) for lang in ("en", "pl"))
    ended = RULESET.narrate(GameEnded((5, 5)))
    assert (
        english.render(ended) == "The last prize is gone. Ala and Ola share the win. Points: Ala 5 and Ola 5."
    )
    assert polish.render(ended) == "Nie ma już nagród. Zwycięstwo dzielą: Ala i Ola. Punkty: Ala 5 i Ola 5."
    placed = sit().act(1, PlaceBid(4))[0].event
    assert isinstance(placed, BidPlaced)
    assert english.render(RULESET.narrate(placed)) == "Ala lays 4 face down."
    assert english.render(RULESET.narrate(redact(placed, 2))) == "Ala lays a card face down."
