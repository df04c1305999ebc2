"""The rules, clause by clause."""

from __future__ import annotations

from domain.public import Hidden, IllegalAction, Play, by_seat, of_seat, public

from . import events as e
from .state import PlaceBid, State


def set_up(play: Play[State]) -> None:
    play.record(e.PrizesShuffled(play.shuffle(play.state.box)), "new-game.setup.1")
    reveal_prize(play)


def reveal_prize(play: Play[State]) -> None:
    state = play.state
    play.record(e.PrizeRevealed(state.rounds + 1, state.deck[0].open_to()), "new-game.round.1")


def place_bid(play: Play[State], seat: int, action: PlaceBid) -> None:
    hand = of_seat(play.state.players, seat).hand
    if action.card not in hand:
        held = ", ".join(map(str, hand))
        raise IllegalAction("new-game.bid.1", f"Card {action.card} is not in your hand; there are {held}.")
    play.record(e.BidPlaced(seat, Hidden(action.card, (seat,))), "new-game.bid.1")
    if all(player.bid for player in play.state.players):
        end_round(play)


def end_round(play: Play[State]) -> None:
    bids = by_seat(player.bid.open_to() for player in play.state.players if player.bid)
    play.record(e.BidsRevealed(bids), "new-game.bid.2")
    award_prize(play, [public(bid) for bid in bids])
    if play.state.deck:
        reveal_prize(play)
    else:
        scores = by_seat(player.points for player in play.state.players)
        play.record(e.GameEnded(scores), "new-game.end.1")


def award_prize(play: Play[State], bids: list[int]) -> None:
    prize = play.state.prize
    assert prize is not None
    highest = tuple(seat for seat, bid in enumerate(bids, 1) if bid == max(bids))
    if len(highest) == 1:
        play.record(e.PrizeTaken(highest[0], prize), "new-game.prize.1")
    else:
        play.record(e.PrizeLeft(highest, prize), "new-game.prize.2")
