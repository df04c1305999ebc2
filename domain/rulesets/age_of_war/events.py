"""What happens in a game of Age of War."""

from typing import ClassVar, Literal

from domain.by_seat import BySeat
from domain.draws import Roll
from domain.ruleset import Event
from domain.rulesets.age_of_war.components import Dice

EndReason = Literal["last-castle", "turn-limit", "draws-used-up"]


class FirstPlayerDrawn(Event, frozen=True, tag="first-player-drawn"):
    """The dice say who begins."""

    seat: int
    draw: Roll


class DiceRolled(Event, frozen=True, tag="dice-rolled"):
    """`dice` are the faces thrown, in the order of the faces; `draw` has the numbers behind them."""

    seat: int
    dice: Dice
    draw: Roll


class LineFilled(Event, frozen=True, tag="line-filled"):
    """`held_by` is the seat whose castle is attacked, or null for one in the centre; `line` is 0 for the special line.

    `open_lines` is how many lines the castle still needs, `dice_left` how many dice are to be thrown next.
    """

    seat: int
    castle: str
    held_by: int | None
    line: int
    dice: Dice
    open_lines: int
    dice_left: int


class DieSetAside(Event, frozen=True, tag="die-set-aside"):
    """A die is given up for this turn."""

    seat: int
    dice_left: int


class CastleConquered(Event, frozen=True, tag="castle-conquered"):
    """`taken_from` is the seat that had the castle, or null when it lay in the centre."""

    mark: ClassVar[str] = "conquest"
    seat: int
    castle: str
    taken_from: int | None


class ClanCompleted(Event, frozen=True, tag="clan-completed"):
    """A player has all castles of a clan and turns them over."""

    mark: ClassVar[str] = "clan"
    seat: int
    clan: str
    points: int


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """`conquered`: whether the turn ended with a castle; `next_seat` throws next."""

    seat: int
    conquered: bool
    next_seat: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    """Points, castles and completed clans of seats 1, 2, 3 ...: what the ranking was decided by."""

    mark: ClassVar[str] = "end"
    reason: EndReason
    scores: BySeat[int]
    castles: BySeat[int]
    clans: BySeat[int]
