"""What happens in a game of Nagaraja. `seat` is the seat that acts, or whose temple, hand or sticks it concerns."""

from typing import ClassVar, Literal

from domain.by_seat import BySeat
from domain.draws import Roll, Shuffle
from domain.hidden import Hidden, Opened
from domain.ruleset import Event
from domain.rulesets.nagaraja.components import Step

Purpose = Literal["hand", "keep", "look"]
"""What cards are drawn for: to the hand, to keep some of them, to be looked at."""
EndReason = Literal["cursed", "points", "full-temple"]
Lack = Literal["", "naga", "card", "naga-and-card"]
"""What a player who can do nothing lacks, besides an amulet."""
AmuletUse = Literal["naga", "fate-points", "draw-cards"]
"""What an amulet that is played does."""


class TilesShuffled(Event, frozen=True, tag="tiles-shuffled"):
    """The tiles are shuffled face down."""

    draw: Shuffle[str]


class AmuletsShuffled(Event, frozen=True, tag="amulets-shuffled"):
    """The amulets are shuffled face down."""

    draw: Shuffle[str]


class DeckShuffled(Event, frozen=True, tag="deck-shuffled"):
    """The deck is made: from all cards at first, later from the discards. `cards` is how many there are."""

    cards: int
    draw: Shuffle[str]


class GuideThrown(Event, frozen=True, tag="guide-thrown"):
    """Both throw for the first guide; `points` of seats 1 and 2, `guide` 0 when they are equal."""

    sticks: BySeat[tuple[str, ...]]
    points: BySeat[int]
    guide: int
    draw: Roll


class HandsDealt(Event, frozen=True, tag="hands-dealt"):
    """Both players get their first cards."""

    hands: BySeat[tuple[Opened[str], ...]]


class TileTurnedUp(Event, frozen=True, tag="tile-turned-up"):
    """A round begins: the next tile is turned up, with the top amulet face down if it has a place for one."""

    round: int
    guide: int
    tile: Opened[str]
    amulet: bool


class CardsChosen(Event, frozen=True, tag="cards-chosen"):
    """Cards are laid face down; how many is public, which ones (places in the hand) is not."""

    seat: int
    count: int
    places: tuple[Hidden[int], ...]
    more: bool


class CardsTurnedUp(Event, frozen=True, tag="cards-turned-up"):
    """The cards of seats 1 and 2 are turned up together, with their places in the hands."""

    places: BySeat[tuple[Opened[int], ...]]
    cards: BySeat[tuple[Opened[str], ...]]


class SticksThrown(Event, frozen=True, tag="sticks-thrown"):
    """Both throw at once: the sticks of seats 1 and 2 as they lie, their fate points and Nagas."""

    sticks: BySeat[tuple[str, ...]]
    points: BySeat[int]
    nagas: BySeat[int]
    draw: Roll


class ConfrontationSkipped(Event, frozen=True, tag="confrontation-skipped"):
    """Neither player can do anything, as both can see; `lacks` of seats 1 and 2."""

    lacks: tuple[Lack, Lack]


class NagaSpent(Event, frozen=True, tag="naga-spent"):
    """A stick that shows a Naga is discarded to activate a card."""

    seat: int
    stick: str


class CardActivated(Event, frozen=True, tag="card-activated"):
    """A card of the hand lies face up and takes effect; `target` is whom it concerns, 0 while that is to be chosen.
    `effect` is what it does, step after step."""

    mark: ClassVar[str] = "card"
    seat: int
    place: int
    card: Opened[str]
    target: int
    effect: tuple[Step, ...]


class EffectGoesOn(Event, frozen=True, tag="effect-goes-on"):
    """The next step (from 0) of the card's effect, which does `does`; `chooser` makes its choices, if there are any."""

    seat: int
    card: str
    step: int
    chooser: int
    does: Step


class EffectCarriedOut(Event, frozen=True, tag="effect-carried-out"):
    """The effect is over and the turn passes to `next_seat`."""

    seat: int
    card: str
    next_seat: int


class Passed(Event, frozen=True, tag="passed"):
    """`by_himself` is false when the table passed, since all can see what the player `lacks` to do anything."""

    seat: int
    by_himself: bool
    lacks: Lack = ""


class AmuletPlayed(Event, frozen=True, tag="amulet-played"):
    """`place` is where it lay among the player's amulets; `takes_turn` passes the turn, unless a card is activated with it."""

    mark: ClassVar[str] = "amulet"
    seat: int
    place: int
    amulet: Opened[str]
    does: AmuletUse
    takes_turn: bool


class FatePointsAdded(Event, frozen=True, tag="fate-points-added"):
    """`total` is the seat's fate points now."""

    seat: int
    points: int
    total: int


class SticksDiscarded(Event, frozen=True, tag="sticks-discarded"):
    """`total` is the owner's fate points now."""

    seat: int
    sticks: tuple[str, ...]
    total: int


class StickNamed(Event, frozen=True, tag="stick-named"):
    """A stick is named that is to be thrown again."""

    seat: int
    stick: str


class MoreSticksThrown(Event, frozen=True, tag="more-sticks-thrown"):
    """Further sticks are thrown and added to the others."""

    seat: int
    sticks: tuple[str, ...]
    total: int
    draw: Roll


class SticksThrownAgain(Event, frozen=True, tag="sticks-thrown-again"):
    """The sticks that lay as `before` now lie as `sticks`, one by one."""

    seat: int
    before: tuple[str, ...]
    sticks: tuple[str, ...]
    total: int
    draw: Roll


class PlayerChosen(Event, frozen=True, tag="player-chosen"):
    """It is chosen whom the card concerns."""

    seat: int
    player: int


class CardsDrawn(Event, frozen=True, tag="cards-drawn"):
    """Cards from the top of the deck, seen by the player who draws them."""

    seat: int
    purpose: Purpose
    cards: tuple[Opened[str], ...]


class CardsDiscarded(Event, frozen=True, tag="cards-discarded"):
    """Cards of the hand, picked and seen by their owner alone; committed anew so that nobody can trace them."""

    seat: int
    count: int
    places: tuple[Hidden[int], ...]
    cards: tuple[Hidden[str], ...]


class CardDiscardedAtRandom(Event, frozen=True, tag="card-discarded-at-random"):
    """The card at `place` (from 0) of the hand, drawn at random, is discarded unseen by the other."""

    seat: int
    place: int
    draw: Roll


class CardTakenAtRandom(Event, frozen=True, tag="card-taken-at-random"):
    """The card at `place` (from 0) of the other player's hand, drawn at random, goes to `seat`."""

    seat: int
    place: int
    card: Opened[str]
    draw: Roll


class CardTaken(Event, frozen=True, tag="card-taken"):
    """One of the cards looked at goes to the hand, the others are discarded; `place` counts from 0."""

    seat: int
    place: int
    discarded: int


class TileWon(Event, frozen=True, tag="tile-won"):
    """`points` are the fate points of seats 1 and 2; with `tie` the guide won it. Cards are discarded, sticks returned."""

    mark: ClassVar[str] = "won"
    seat: int
    points: BySeat[int]
    tie: bool


class GuidePassed(Event, frozen=True, tag="guide-passed"):
    """The guide goes to the other player."""

    seat: int


class CardsKept(Event, frozen=True, tag="cards-kept"):
    """The guide keeps `kept` of the cards drawn and gives the one at `place` away (null when there was none to give)."""

    seat: int
    kept: int
    place: int | None
    given: Opened[str] | None


class GameEnded(Event, frozen=True, tag="game-ended"):
    """`points` of seats 1 and 2 with the amulets that each had not played, `cursed` their cursed relics face up.

    `needed` are the points that win at once; `filled` is whose temple is full, 0 while neither is.
    """

    mark: ClassVar[str] = "end"
    reason: EndReason
    winner: int
    points: BySeat[int]
    cursed: BySeat[int]
    needed: int
    filled: int
    amulets: BySeat[tuple[Opened[str], ...]]
