"""What happens in New Game."""

from typing import ClassVar

from domain.public import BySeat, Event, Hidden, Opened, Shuffle


class PrizesShuffled(Event, frozen=True, tag="prizes-shuffled"):
    """The prizes are shuffled face down."""

    draw: Shuffle[int]


class PrizeRevealed(Event, frozen=True, tag="prize-revealed"):
    """A round begins: the next prize is turned up."""

    round: int
    prize: Opened[int]


class BidPlaced(Event, frozen=True, tag="bid-placed"):
    """A seat lays its bid face down."""

    seat: int
    bid: Hidden[int]


class BidsRevealed(Event, frozen=True, tag="bids-revealed"):
    """The bids of seats 1, 2, 3 ..."""

    bids: BySeat[Opened[int]]


class PrizeTaken(Event, frozen=True, tag="prize-taken"):
    """The highest bid takes the prize."""

    mark: ClassVar[str] = "capture"
    seat: int
    prize: int


class PrizeLeft(Event, frozen=True, tag="prize-left"):
    """Nobody takes the prize, because these `seats` share the highest bid."""

    seats: tuple[int, ...]
    prize: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    """The points of seats 1, 2, 3 ..."""

    mark: ClassVar[str] = "end"
    scores: BySeat[int]
