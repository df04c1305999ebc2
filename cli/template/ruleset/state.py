"""Everything on the table, and the actions of a seat."""

from __future__ import annotations

import msgspec

from domain.public import Action, BySeat, Hidden


class PlaceBid(Action, frozen=True, tag="place-bid"):
    """Lay a card of the own hand face down."""

    card: int


class Player(msgspec.Struct, frozen=True):
    """What belongs to one seat."""

    seat: int
    hand: tuple[int, ...]
    """Cards not revealed yet, including one that lies face down, so that everybody may know the hands."""
    bid: Hidden[int] | None = None
    played: tuple[int, ...] = ()
    won: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        return sum(self.won)


class State(msgspec.Struct, frozen=True):
    """There is no view of its own: people see this, without what they may not know."""

    box: tuple[int, ...]
    """The prizes until they are shuffled."""
    players: BySeat[Player]
    deck: tuple[Hidden[int], ...] = ()
    """Prizes that lie face down, the next one first."""
    prize: int | None = None
    """What is bid for."""
    untaken: tuple[int, ...] = ()
    """Prizes that nobody took."""
    over: bool = False

    @property
    def rounds(self) -> int:
        """How many have been played to their end."""
        return len(self.untaken) + sum(len(player.won) for player in self.players)
