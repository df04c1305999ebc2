"""New Game in sentences; pl.po has the Polish ones."""

from __future__ import annotations

from collections.abc import Iterable

from domain.public import Seat, Sentence, public, ranked, say

from . import events as e
from .state import PlaceBid


def _bid_placed(event: e.BidPlaced) -> Sentence:
    """Only the player who laid the card knows which it is."""
    seat, card = Seat(event.seat), event.bid.value
    if card is None:
        return say("{seat} lays a card face down.", seat=seat)
    return say("{seat} lays {card} face down.", seat=seat, card=card)


def _bids_revealed(event: e.BidsRevealed) -> Sentence:
    return say("The bids are shown: {bids}.", bids=_seats(map(public, event.bids)))


def _prize_taken(event: e.PrizeTaken) -> Sentence:
    return say(
        "{seat} takes the prize for {n} point.",
        plural="{seat} takes the prize for {n} points.",
        count=event.prize,
        seat=Seat(event.seat),
        n=event.prize,
    )


def _prize_left(event: e.PrizeLeft) -> Sentence:
    seats = tuple(Seat(seat) for seat in event.seats)
    return say("{seats} bid alike: nobody takes the prize of {n}.", seats=seats, n=event.prize)


def _game_ended(event: e.GameEnded) -> Sentence:
    winners = ranked(dict(enumerate(event.scores, 1)))[0]
    return say(
        "The last prize is gone. {winners} wins. Points: {points}.",
        plural="The last prize is gone. {winners} share the win. Points: {points}.",
        count=len(winners),
        winners=tuple(Seat(seat) for seat in winners),
        points=_seats(event.scores),
    )


def _seats(numbers: Iterable[int]) -> tuple[Sentence, ...]:
    return tuple(say("{seat} {n}", seat=Seat(seat), n=n) for seat, n in enumerate(numbers, 1))


SENTENCES = {
    e.PrizesShuffled: lambda event: say("The prizes are shuffled."),
    e.PrizeRevealed: lambda event: say("The prize of this round is {n}.", n=public(event.prize)),
    e.BidPlaced: _bid_placed,
    e.BidsRevealed: _bids_revealed,
    e.PrizeTaken: _prize_taken,
    e.PrizeLeft: _prize_left,
    e.GameEnded: _game_ended,
}
CHAPTERS = {e.PrizeRevealed: lambda event: say("Round {n}", n=event.round)}
DESCRIPTIONS = {PlaceBid: lambda action: say("Bid {card}", card=action.card)}
