"""The state of a game of Romans Go Home!"""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.by_seat import BySeat, first_seats
from domain.hidden import Hidden
from domain.rulesets.romans.components import BOXES, WALL, Box, ClanName

IN_HAND = 0
PUT_AWAY = -1


class Side(msgspec.Struct, frozen=True):
    """A clan and the seat that plays it; a neutral clan has none."""

    clan: ClanName
    seat: int | None


Decision = Literal[
    "seduce", "take-fort", "keep-axx", "keep-warrior", "discard-revealed", "discard-fort", "rearrange"
]
"""The type of the action that answers."""


class Due(msgspec.Struct, frozen=True):
    """A decision that a seat has to make: the type of its action, and the clause that asks for it."""

    seat: int
    action: Decision
    rule: str


class Clan(msgspec.Struct, frozen=True):
    """Nine warriors, always: in `deck`, or in `hand`, `away`, `orders`, `line`, `fresh` and `discards` together."""

    side: Side
    deck: tuple[str, ...]
    """All nine, while they are not in use (before and between rounds)."""
    hand: tuple[Hidden[str], ...] = ()
    """While orders are given: the seven dealt, in the order of the shuffle, wherever they lie now."""
    posts: Hidden[tuple[int, ...]] | None = None
    """Where each warrior of `hand` lies: at the fort of this place, `IN_HAND` or `PUT_AWAY`."""
    placed: int = 0
    put_away: bool = False
    """Whether the seventh has been discarded."""
    sealed: bool = False
    away: tuple[Hidden[str], ...] = ()
    """Out of this round unseen: the two lost, and after sealing the seventh."""
    orders: tuple[Hidden[str], ...] = ()
    """Face down at the forts still to be fought over, from the left."""
    line: tuple[str, ...] = ()
    """Revealed in earlier clashes and still there, oldest first."""
    fresh: str = ""
    """Revealed in this clash and still in the line."""
    revealed: str = ""
    """Revealed in this clash; its ability counts although it may be discarded by now (romans.clash.2)."""
    discards: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    """Held, in the order of capture."""
    walls: tuple[int, ...] = ()
    """The round of the wall that each of `forts` was captured from; missing in positions written before it was kept."""
    answer: Hidden[str] | None = None
    """The warrior chosen to be discarded, until the answers of all are in."""

    @property
    def whole_line(self) -> tuple[str, ...]:
        return (*self.line, self.fresh) if self.fresh else self.line


class State(msgspec.Struct, frozen=True):
    """Clans 1 to `seats` belong to those seats; the others are neutral and numbered behind them."""

    edition: str
    seats: int
    neutral_abilities: str
    tied_fort: bool
    druhid_shift: bool
    clans: BySeat[Clan]
    stack: tuple[Hidden[str], ...]
    """Forts not revealed yet, next one first."""
    round: int = 0
    clash: int = 0
    """1 to 6; 0 while orders are given."""
    wall: tuple[str, ...] = ()
    """Forts not decided yet, from the left; the last one is always at place 6."""
    lost_forts: tuple[str, ...] = ()
    due: tuple[Due, ...] = ()
    """Decisions that seats still have to make in this clash."""
    seducer: ClanName | None = None
    seduced: ClanName | None = None
    """The clan whose warrior is seduced in this clash."""
    captor: ClanName | None = None
    """The clan that captured in this clash."""
    keeping: tuple[str, ...] = ()
    """What the captor keeps when its line is discarded."""
    ended: str = ""
    """The end reason once the game is over."""

    @property
    def box(self) -> Box:
        return BOXES[self.edition]

    @property
    def players(self) -> BySeat[Clan]:
        return first_seats(self.clans, self.seats)

    @property
    def neutral(self) -> tuple[Clan, ...]:
        return tuple(clan for clan in self.clans if clan.side.seat is None)

    @property
    def first_place(self) -> int:
        """The place of the leftmost fort in the wall."""
        return WALL + 1 - len(self.wall)

    def clan(self, name: str) -> Clan:
        return next(clan for clan in self.clans if clan.side.clan == name)


def to_act(state: State) -> tuple[int, ...]:
    """The seats whose decision is due; while orders are given, those that have not sealed theirs."""
    if state.ended:
        return ()
    if state.due:
        return tuple(due.seat for due in state.due)
    return tuple(seat for seat, clan in enumerate(state.players, 1) if not clan.sealed)


def in_hand(clan: Clan) -> tuple[str, ...]:
    """The warriors that a seat still holds while it gives orders; for a viewer who knows them."""
    return _lying(clan, IN_HAND)


def at_forts(clan: Clan) -> dict[int, str]:
    """The warriors laid at forts while orders are given, by place; for a viewer who knows them."""
    assert clan.posts is not None
    assert clan.posts.value is not None
    pairs = zip(clan.posts.value, clan.hand, strict=True)
    return {post: str(card.value) for post, card in pairs if post > IN_HAND}


def the_seventh(clan: Clan) -> str | None:
    """The warrior put away while orders are given; for a viewer who knows it."""
    return next(iter(_lying(clan, PUT_AWAY)), None)


def _lying(clan: Clan, where: int) -> tuple[str, ...]:
    assert clan.posts is not None
    assert clan.posts.value is not None
    pairs = zip(clan.posts.value, clan.hand, strict=True)
    return tuple(str(card.value) for post, card in pairs if post == where)


def points(state: State, clan: Clan) -> int:
    """The points of the forts that a clan holds (romans.end.1)."""
    value = state.box.value
    return sum(value[fort] for fort in clan.forts)
