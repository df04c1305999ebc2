"""What happens in a game of Touché. Colours name sides; fields are listed row by row."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.draws import Roll, Shuffle
from domain.hidden import Opened
from domain.ruleset import Event
from domain.rulesets.touche.components import Colour, SetName
from domain.rulesets.touche.options import Goal
from domain.rulesets.touche.state import Pattern

EndReason = Literal["set-completed", "no-place-left", "stalled"]


class DealerDrawn(Event, frozen=True, tag="dealer-drawn"):
    """`seats` draw `cards` from the pack. `dealer` is null when a joker or a tie makes some of them draw again."""

    seats: tuple[int, ...]
    cards: tuple[str, ...]
    dealer: int | None
    draw: Roll


class SetChosen(Event, frozen=True, tag="set-chosen"):
    """The set that these sides have to make. `seat` is null when the table agreed on it at the start.

    `players` are the seats of each of the `colours`.
    """

    seat: int | None
    colours: tuple[Colour, ...]
    players: tuple[tuple[int, ...], ...]
    set: SetName
    goal: Goal


class CardsDealt(Event, frozen=True, tag="cards-dealt"):
    """The shuffled pack is dealt one at a time: places 0, 1, 2 ... of `draw.order` go round from the dealer's left.

    `first` is the seat there, which begins.
    """

    dealer: int
    first: int
    draw: Shuffle[str]


class CardLaid(Event, frozen=True, tag="card-laid"):
    """A card of the hand is laid."""

    seat: int
    card: Opened[str]


class PawnPlaced(Event, frozen=True, tag="pawn-placed"):
    """`in_vain` are patterns that it completes and that do not count for its side."""

    seat: int
    colour: Colour
    field: str
    in_vain: tuple[Pattern, ...]


class PawnReplaced(Event, frozen=True, tag="pawn-replaced"):
    """A pawn is put in the place of another side's, which goes back to it. `in_vain` as in pawn-placed."""

    mark: ClassVar[str] = "capture"
    seat: int
    colour: Colour
    field: str
    replaced: Colour
    in_vain: tuple[Pattern, ...]


class CardDrawn(Event, frozen=True, tag="card-drawn"):
    """The top card of the seat's own stack; `stack` cards are left there."""

    seat: int
    card: Opened[str]
    stack: int


class CardsExchanged(Event, frozen=True, tag="cards-exchanged"):
    """Dead cards are laid to draw as many new ones."""

    seat: int
    cards: tuple[Opened[str], ...]


class StacksRefilled(Event, frozen=True, tag="stacks-refilled"):
    """The used cards `draw.of`, shuffled: `each` go under every stack, one at a time from the dealer's left.

    The last `left_over` places of the order are open to everybody and stay on the dealer's used pile.
    """

    dealer: int
    each: int
    left_over: int
    draw: Shuffle[str]


class PatternCompleted(Event, frozen=True, tag="pattern-completed"):
    """Touché! Several patterns stand here when one pawn completes them together and the player has to choose."""

    mark: ClassVar[str] = "pattern"
    seat: int
    colour: Colour
    patterns: tuple[Pattern, ...]


class PatternCrowned(Event, frozen=True, tag="pattern-crowned"):
    """`made` of the `needed` patterns of this kind are crowned now; `points` is what this one brings."""

    mark: ClassVar[str] = "crown"
    seat: int
    colour: Colour
    kind: str
    fields: tuple[str, ...]
    made: int
    needed: int
    points: int


class BoardCleared(Event, frozen=True, tag="board-cleared"):
    """Uncrowned pawns leave the board, `pawns` of each side; round number `round` begins with `next_seat`."""

    pawns: tuple[int, ...]
    round: int
    next_seat: int


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """The seat can do nothing: it has no card and can draw none, or nothing can be done with its `cards` cards."""

    seat: int
    cards: int


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """The turn passes to the next seat."""

    seat: int
    next_seat: int


class RoundStalled(Event, frozen=True, tag="round-stalled"):
    """No pawn came onto the board in the last `turns` turns. `running`: stalled rounds since the last crowning.

    `limit` stalled rounds running end the game, 0: none ever do.
    """

    turns: int
    running: int
    limit: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    """Seats, patterns and tournament points of each colour; `winner` is the winning colour, null for a draw."""

    mark: ClassVar[str] = "end"
    reason: EndReason
    winner: Colour | None
    colours: tuple[Colour, ...]
    players: tuple[tuple[int, ...], ...]
    patterns: tuple[int, ...]
    points: tuple[int, ...]
