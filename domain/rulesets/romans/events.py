"""What happens in a game of Romans Go Home!"""

from typing import ClassVar, Literal

import msgspec

from domain.draws import Shuffle
from domain.hidden import Hidden, Opened
from domain.ruleset import Event
from domain.rulesets.romans.state import Due, Side

LossReason = Literal["tie", "nobody"]
KeepReason = Literal["axx", "komfort"]
AnswerReason = Literal["horsie", "fokus"]
EndReason = Literal["third-round", "three-fortheca"]
Decider = Literal["fortheca", "solo", "points", "forts", "strongest-forts", "nothing"]
"""What the winner has more of than the next player; "nothing" when the win is shared (romans.end.2)."""


class ClansDealt(Event, frozen=True, tag="clans-dealt"):
    """The clans at the table, each with nine warriors: the players' by seat, then the neutral ones."""

    sides: tuple[Side, ...]


class FortsShuffled(Event, frozen=True, tag="forts-shuffled"):
    """The stack of forts, next one first, known to nobody."""

    draw: Shuffle[str]


class WallRevealed(Event, frozen=True, tag="wall-revealed"):
    """The next six forts of the stack, in the order in which they are turned over."""

    round: int
    forts: tuple[Opened[str], ...]


class WallOrdered(Event, frozen=True, tag="wall-ordered"):
    """The wall from the left; `lowest` and `highest` (of positive value) were moved to its ends."""

    wall: tuple[str, ...]
    lowest: str
    highest: str


class WarriorsShuffled(Event, frozen=True, tag="warriors-shuffled"):
    """A clan's nine warriors. A player's: seven in hand, then two lost. A neutral's: six laid from the left, three left over."""

    side: Side
    draw: Shuffle[str]


class WarriorPlaced(Event, frozen=True, tag="warrior-placed"):
    """`placed` is how many warriors the seat has laid by now."""

    seat: int
    warrior: Hidden[str]
    fort: Hidden[int]
    placed: int


class WarriorWithdrawn(Event, frozen=True, tag="warrior-withdrawn"):
    """A warrior that lay at a fort goes back into the hand."""

    seat: int
    warrior: Hidden[str]
    fort: Hidden[int]
    placed: int


class SeventhDiscarded(Event, frozen=True, tag="seventh-discarded"):
    """A seat puts a warrior away face down; one that it put away before comes back into its hand."""

    seat: int
    warrior: Hidden[str]


class OrdersSealed(Event, frozen=True, tag="orders-sealed"):
    """The clan's line face down, from the left: from here on these are the cards that will be turned over."""

    seat: int
    line: tuple[Hidden[str], ...]


class Revealed(msgspec.Struct, frozen=True):
    side: Side
    warrior: Opened[str]


class WarriorsRevealed(Event, frozen=True, tag="warriors-revealed"):
    """The clash begins: every clan turns over its warrior at this fort."""

    round: int
    clash: int
    fort: str
    warriors: tuple[Revealed, ...]


class ChariottsCancelled(Event, frozen=True, tag="chariotts-cancelled"):
    """These clans revealed Ch'ariott in the same clash: all of them are discarded."""

    sides: tuple[Side, ...]


class QweensCancelled(Event, frozen=True, tag="qweens-cancelled"):
    """These clans revealed Qween in the same clash: none of them seduces anybody."""

    sides: tuple[Side, ...]


class NobodySeduced(Event, frozen=True, tag="nobody-seduced"):
    """The only Qween of the clash finds no warrior to seduce: all the others were Ch'ariott and are discarded."""

    side: Side


class DecisionDue(Event, frozen=True, tag="decision-due"):
    """Seats have to decide; several at once answer in secret."""

    decisions: tuple[Due, ...]


class WarriorSeduced(Event, frozen=True, tag="warrior-seduced"):
    """`strength` counts for `side` instead of `target` in this clash."""

    side: Side
    target: Side
    warrior: str
    strength: int


class Total(msgspec.Struct, frozen=True):
    """A clan's strength in a clash: its `line`, plus `seduced` (below zero for the clan that lost it). `out`: Filchy."""

    side: Side
    line: tuple[str, ...]
    seduced: int
    total: int
    out: bool


class ClashWon(Event, frozen=True, tag="clash-won"):
    """`tied` are the clans with the highest total when Arch'r decided between them."""

    side: Side
    by: Literal["highest", "alone", "archr"]
    tied: tuple[Side, ...]
    totals: tuple[Total, ...]


class ClashTied(Event, frozen=True, tag="clash-tied"):
    """`archrs` are those of the tied clans whose Arch'r was revealed in this clash."""

    tied: tuple[Side, ...]
    archrs: tuple[Side, ...]
    totals: tuple[Total, ...]


class ClashUnfought(Event, frozen=True, tag="clash-unfought"):
    """Every clan is out."""

    totals: tuple[Total, ...]


class FortLost(Event, frozen=True, tag="fort-lost"):
    """Nobody captures the leftmost fort of the wall; it leaves the game."""

    fort: str
    reason: LossReason


class WallShifted(Event, frozen=True, tag="wall-shifted"):
    """After a tie the wall moves one place right: `fort` is fought over again, `lost` is pushed off and leaves the game."""

    fort: str
    lost: str
    wall: tuple[str, ...]


class FortChosen(Event, frozen=True, tag="fort-chosen"):
    """Dru'hid takes the fort that lay at `place`; it now stands leftmost in `wall`, the fort fought over in `wall` too."""

    side: Side
    place: int
    fort: str
    wall: tuple[str, ...]


class FortCaptured(Event, frozen=True, tag="fort-captured"):
    """`points` and `fortheca` are what the clan holds now: all its points, and how many FortHeca."""

    mark: ClassVar[str] = "capture"
    side: Side
    fort: str
    value: int
    points: int
    fortheca: int


class WarriorKept(Event, frozen=True, tag="warrior-kept"):
    """A warrior stays in the line that would have been discarded."""

    side: Side
    warrior: str
    reason: KeepReason


class KeepDeclined(Event, frozen=True, tag="keep-declined"):
    """A warrior that could have stayed does not."""

    side: Side
    warrior: str
    reason: KeepReason


class DiscardChosen(Event, frozen=True, tag="discard-chosen"):
    """A seat's answer to Horsie or Fort Fokus, secret until the last one is in."""

    seat: int
    reason: AnswerReason
    warrior: Hidden[str]


class LineRearranged(Event, frozen=True, tag="line-rearranged"):
    """Svord's answer: the line still face down, from the left, committed anew whether or not anything moved."""

    seat: int
    line: tuple[Hidden[str], ...]


class WarriorsDiscarded(Event, frozen=True, tag="warriors-discarded"):
    """These leave a clan's line; `chosen` is the answer that it gave in secret."""

    side: Side
    reason: Literal["captured", "seduced", "horsie", "fokus"]
    warriors: tuple[str, ...]
    chosen: Opened[str] | None = None


class FortDiscarded(Event, frozen=True, tag="fort-discarded"):
    """FortUna's price; the fort leaves the game. `earlier` unless it is the FortUna just captured. `points` are left."""

    side: Side
    fort: str
    earlier: bool
    points: int


class Standing(msgspec.Struct, frozen=True):
    side: Side
    points: int
    forts: tuple[str, ...]


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """All warriors go back to their clans."""

    round: int
    standings: tuple[Standing, ...]


class GameEnded(Event, frozen=True, tag="game-ended"):
    """`winners` and what put them before the others; `standings` of the players from the first rank, then of the neutrals."""

    mark: ClassVar[str] = "end"
    reason: EndReason
    decided_by: Decider
    winners: tuple[int, ...]
    standings: tuple[Standing, ...]
