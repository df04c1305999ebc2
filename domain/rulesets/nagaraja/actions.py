"""What a seat may ask for. Cards, tiles and amulets go by their kinds, sticks by how they lie ("white-N")."""

from typing import Annotated

from msgspec import Meta

from domain.ruleset import Action, Unordered
from domain.rulesets.nagaraja.names import PLACES, SPACES, Direction, Line, Place, Space

Temple = Annotated[int, Meta(ge=1, le=2)]
"""The seat whose temple it is."""
Turns = Annotated[int, Meta(ge=0, le=3)]
"""Quarter turns clockwise."""


class ChooseCards(Action, frozen=True, tag="choose-cards"):
    """Lay these cards face down, named in any order (listed alphabetically). With more than eight cards in hand they are
    laid one by one: `more` says that another one follows."""

    unordered = (Unordered(("cards",)),)
    cards: tuple[str, ...]
    more: bool = False


class SpendNaga(Action, frozen=True, tag="spend-naga"):
    """Discard a stick that shows a Naga and activate a card of the hand."""

    stick: str
    card: str


class Pass(Action, frozen=True, tag="pass"):
    """Pass in the confrontation."""


class PlayAmulet(Action, frozen=True, tag="play-amulet"):
    """Play a collected amulet; `card` is the card that an amulet acting as a Naga activates, else empty."""

    amulet: str
    card: str = ""


class PlaceTile(Action, frozen=True, tag="place-tile"):
    """Put the tile that was won into one's temple, turned from the way it is printed."""

    space: Space
    turns: Turns


class KeepCards(Action, frozen=True, tag="keep-cards"):
    """Keep these of the cards drawn, named in any order (listed alphabetically); the other one is given away."""

    unordered = (Unordered(("cards",)),)
    cards: tuple[str, ...]


class SwapRelics(Action, frozen=True, tag="swap-relics"):
    """Two relics of a temple trade places, named in any order; places are listed once around it, from W3 up and along to E3."""

    unordered = (Unordered(("first", "second"), PLACES),)
    temple: Temple
    first: Place
    second: Place


class PeekRelics(Action, frozen=True, tag="peek-relics"):
    """Look at these face-down relics; all are named, in any order, before any is seen."""

    unordered = (Unordered(("places",), PLACES),)
    temple: Temple
    places: tuple[Place, ...]


class LeaveRelics(Action, frozen=True, tag="leave-relics"):
    """Swap nothing after a look."""


class RotateTile(Action, frozen=True, tag="rotate-tile"):
    """Turn a room tile by so many quarter turns."""

    temple: Temple
    space: Space
    turns: Turns


class SwapTiles(Action, frozen=True, tag="swap-tiles"):
    """Two room tiles trade places, named in any order; spaces are listed row by row."""

    unordered = (Unordered(("first", "second"), SPACES),)
    temple: Temple
    first: Space
    second: Space


class MoveTile(Action, frozen=True, tag="move-tile"):
    """Move a room tile to another space and turn it by `turns` from how it lies."""

    temple: Temple
    space: Space
    to: Space
    turns: Turns


class SlideLine(Action, frozen=True, tag="slide-line"):
    """Push a row left or right, or a column up or down, by one space."""

    temple: Temple
    line: Line
    direction: Direction


class PlaceTrap(Action, frozen=True, tag="place-trap"):
    """Put the trap on a free space of a temple."""

    temple: Temple
    space: Space


class DiscardSticks(Action, frozen=True, tag="discard-sticks"):
    """These sticks of the opponent go, named in any order (listed alphabetically)."""

    unordered = (Unordered(("sticks",)),)
    sticks: tuple[str, ...]


class NameStick(Action, frozen=True, tag="name-stick"):
    """Name one more stick to be thrown again."""

    stick: str


class ThrowNamed(Action, frozen=True, tag="throw-named"):
    """Throw the sticks that were named."""


class ChoosePlayer(Action, frozen=True, tag="choose-player"):
    """Choose whom the card concerns."""

    player: Temple


class DiscardCards(Action, frozen=True, tag="discard-cards"):
    """Discard these cards of the hand, named in any order (listed alphabetically)."""

    unordered = (Unordered(("cards",)),)
    cards: tuple[str, ...]


class TakeCard(Action, frozen=True, tag="take-card"):
    """Take this one of the cards looked at."""

    card: str


ACTIONS = (
    ChooseCards,
    SpendNaga,
    Pass,
    PlayAmulet,
    PlaceTile,
    KeepCards,
    SwapRelics,
    PeekRelics,
    LeaveRelics,
    RotateTile,
    SwapTiles,
    MoveTile,
    SlideLine,
    PlaceTrap,
    DiscardSticks,
    NameStick,
    ThrowNamed,
    ChoosePlayer,
    DiscardCards,
    TakeCard,
)
