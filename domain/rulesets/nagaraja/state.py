"""The state of a game of Nagaraja."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from domain.by_seat import BySeat, by_seat, of_seat, with_seat
from domain.hidden import Hidden
from domain.ruleset import ScorePart
from domain.rulesets.nagaraja.components import TRAP, Box, fate, is_cursed, shows_naga, worth
from domain.rulesets.nagaraja.names import Place

Stage = Literal["setup", "choose", "confront", "place", "keep", "ended"]


class Relic(msgspec.Struct, frozen=True):
    """A relic at a hiding place. A seat that has seen it once knows it wherever it lies."""

    secret: Hidden[str]
    face_up: bool = False


class Tile(msgspec.Struct, frozen=True):
    """A tile with its quarter turns clockwise and the amulet that lies on it; the trap is a tile of kind "trap"."""

    kind: str
    turns: int = 0
    amulet: Hidden[str] | None = None


Spaces = tuple[Tile | None, ...]
"""The nine spaces of a temple, row by row from the top left."""


class Player(msgspec.Struct, frozen=True):
    relics: tuple[Relic, ...] = ()
    """At the hiding places, in the order of `names.PLACES`."""
    spaces: Spaces = (None,) * 9
    hand: tuple[Hidden[str], ...] = ()
    laid: tuple[Hidden[int], ...] = ()
    """Places in the hand of the cards laid face down in phase 1; they leave the hand when they are turned up."""
    laying: bool = False
    """Whether the player lays further cards."""
    sticks: tuple[str, ...] = ()
    fate_points: int = 0
    """Points added to those of the sticks this round."""
    passed: bool = False
    amulets: tuple[Hidden[str], ...] = ()
    """Collected and not played."""


class Effect(msgspec.Struct, frozen=True):
    """An activated card whose effect is being carried out."""

    owner: int
    card: str
    step: int = 0
    target: int = 0
    """The player whom it concerns; 0 until the owner has chosen."""
    places: tuple[Place, ...] = ()
    """Hiding places looked at."""
    sticks: tuple[str, ...] = ()
    """Sticks named to be thrown again."""
    cards: tuple[Hidden[str], ...] = ()
    """Cards looked at on top of the deck."""


class State(msgspec.Struct, frozen=True):
    """`seat` is to act unless an effect is under way."""

    edition: str
    supply: dict[str, int]
    """Sticks not thrown, by colour; below zero while sticks are thrown more than once for want of others."""
    players: Annotated[BySeat[Player], Meta(min_length=2, max_length=2)] = by_seat((Player(), Player()))
    stage: Stage = "setup"
    seat: int = 0
    guide: int = 0
    round: int = 0
    tiles: tuple[Hidden[str], ...] = ()
    amulets: tuple[Hidden[str], ...] = ()
    deck: tuple[Hidden[str], ...] = ()
    discards: tuple[Hidden[str], ...] = ()
    used: tuple[Hidden[str], ...] = ()
    """Cards that lie face up, used in phases 1 and 2 of this round."""
    offered: Tile | None = None
    """The tile of this round."""
    drawn: tuple[Hidden[str], ...] = ()
    """Cards of the new deal, of which the guide gives one away."""
    effect: Effect | None = None
    played: tuple[str, ...] = ()
    """Amulets that were played."""
    winner: int = 0
    ended: str = ""
    """The end reason once the game is over."""

    def player(self, seat: int) -> Player:
        return of_seat(self.players, seat)


def with_player(state: State, seat: int, **changes: Any) -> State:
    player = replace(state.player(seat), **changes)
    return replace(state, players=with_seat(state.players, seat, player))


def nagas(player: Player) -> tuple[str, ...]:
    """The sticks that show a Naga."""
    return tuple(stick for stick in player.sticks if shows_naga(stick))


def total_fate(player: Player) -> int:
    """The fate points that count for the tile of this round (win.1)."""
    return sum(map(fate, player.sticks)) + player.fate_points


def face_up(player: Player) -> list[str]:
    """The relics that lie face up."""
    return [r.secret.value for r in player.relics if r.face_up and r.secret.value is not None]


def cursed_face_up(player: Player) -> int:
    return sum(map(is_cursed, face_up(player)))


def points(player: Player, box: Box) -> int:
    """Victory points: relics face up and collected amulets, as far as they are known here (relic.1, amulet.2)."""
    return sum(map(worth, face_up(player))) + amulet_points(player, box)


def amulet_points(player: Player, box: Box) -> int:
    effects = [box.amulet[a.value] for a in player.amulets if a.value is not None]
    return sum(e.number for e in effects if e.do == "points")


def score_parts(state: State, box: Box) -> tuple[ScorePart, ...]:
    """Sacred and cursed relics face up, and amulets (relic.1, amulet.2)."""
    counts: dict[str, Callable[[Player], int]] = {
        "sacred": lambda player: sum(worth(it) for it in face_up(player) if not is_cursed(it)),
        "cursed": lambda player: sum(worth(it) for it in face_up(player) if is_cursed(it)),
        "amulets": lambda player: amulet_points(player, box),
    }
    return tuple(
        ScorePart(part, {str(seat): of(state.player(seat)) for seat in (1, 2)}) for part, of in counts.items()
    )


def room_tiles(spaces: Spaces) -> list[int]:
    """The spaces with a room tile."""
    return [space for space, tile in enumerate(spaces) if tile is not None and tile.kind != TRAP]


def empty(spaces: Spaces) -> list[int]:
    return [space for space, tile in enumerate(spaces) if tile is None]


def trap_in(spaces: Spaces) -> int | None:
    """The space where the trap lies."""
    return next((s for s, tile in enumerate(spaces) if tile is not None and tile.kind == TRAP), None)
