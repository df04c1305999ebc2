"""What people see of a game of Nagaraja, made from state that holds only what the viewer may know."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from domain.by_seat import BySeat, by_seat
from domain.hidden import Hidden
from domain.meaning import meaning
from domain.ruleset import View
from domain.rulesets.nagaraja import effects
from domain.rulesets.nagaraja.components import SEATS, Box
from domain.rulesets.nagaraja.names import PLACES, SPACES, Place, Space, names
from domain.rulesets.nagaraja.paths import live_paths
from domain.rulesets.nagaraja.state import (
    Player,
    Spaces,
    Stage,
    State,
    Tile,
    nagas,
    points,
    total_fate,
    trap_in,
)

Cards = tuple[str | None, ...]
"""By kind; null where the viewer does not know it."""


class TileView(Struct, frozen=True):
    """A tile in a temple, or on offer."""

    kind: Annotated[str, meaning('The kind of room tile, or "trap".')]
    turns: Annotated[int, Meta(ge=0, le=3, description="Quarter turns clockwise from the way it is printed.")]
    amulet: Annotated[bool, meaning("Whether an amulet lies on it, face down.")]


class TrapView(Struct, frozen=True):
    """Where the trap lies."""

    seat: Annotated[int, meaning("Whose temple it lies in.")]
    space: Space


class PilesView(Struct, frozen=True):
    """How many are left face down; the discards are counted, never listed (naga.4)."""

    tiles: int
    amulets: int
    deck: int
    discards: int


class EffectView(Struct, frozen=True):
    """The effect under way."""

    card: str
    seat: Annotated[int, meaning("Who activated the card.")]
    chooser: Annotated[int, meaning("Who makes the choices of this step.")]
    step: Annotated[int, meaning("Which step of the card's effect, from 0.")]
    target: Annotated[int | None, meaning("Whom it concerns; null until that is chosen.")]
    looked_at: Annotated[tuple[Place, ...], meaning("Hiding places looked at.")]
    named: Annotated[tuple[str, ...], meaning("Sticks named to be thrown again, as they lie.")]
    cards: Annotated[
        Cards, meaning("Cards looked at on top of the deck; null for a viewer who does not look.")
    ]


class RelicView(Struct, frozen=True):
    """A relic at its hiding place."""

    relic: Annotated[str | None, meaning('"sacred-4", "cursed-6"; null where the viewer does not know it.')]
    face_up: bool


class TempleView(Struct, frozen=True):
    """A player's temple."""

    spaces: Annotated[tuple[TileView | None, ...], meaning("Row by row from a1; null where nothing lies.")]
    live: Annotated[tuple[Space, ...], meaning("Spaces with a path that can be walked from an entrance.")]
    relics: Annotated[dict[Place, RelicView], meaning("By hiding place.")]


class PlayerView(Struct, frozen=True):
    """What lies in front of one player."""

    seat: int
    points: Annotated[
        int, meaning("Victory points: relics face up, and amulets as far as the viewer knows them.")
    ]
    hand: Annotated[Cards, meaning("Null where unknown. Includes cards laid face down.")]
    laid: Annotated[
        tuple[int | None, ...],
        meaning(
            "Places in the hand (from 0) of the cards laid face down; null where the viewer does not know it."
        ),
    ]
    sticks: Annotated[tuple[str, ...], meaning('Sticks as they lie: "brown-4", "green-N" for a Naga.')]
    fate_points: Annotated[int, meaning("Fate points for the tile of this round.")]
    nagas: Annotated[int, meaning("Sticks that show a Naga.")]
    passed: Annotated[bool, meaning("Whether this player passed and nobody has acted since.")]
    amulets: Annotated[Cards, meaning("Collected and not played, by kind; null where unknown.")]
    temple: TempleView


class Board(View, frozen=True):
    """The table."""

    round: int
    stage: Annotated[
        Stage, meaning("The current stage; the four phases are choose, confront, place and keep.")
    ]
    seat: Annotated[int, meaning("Whose turn it is, 0 when nobody's; an effect may ask the other to choose.")]
    guide: Annotated[int, meaning("The guide of this round; 0 before the first is found.")]
    offered: Annotated[TileView | None, meaning("The tile of this round.")]
    trap: Annotated[TrapView | None, meaning("Where the trap lies; null while it lies beside the tiles.")]
    piles: PilesView
    sticks: Annotated[
        dict[str, int], meaning("Sticks not thrown, by colour; below zero when some are thrown twice.")
    ]
    used: Annotated[Cards, meaning("Cards that lie face up, used in this round.")]
    drawn: Annotated[Cards, meaning("Cards of the new deal, of which one is given away; null where unknown.")]
    played_amulets: Annotated[tuple[str, ...], meaning("By kind, in the order in which they were played.")]
    effect: EffectView | None
    players: Annotated[BySeat[PlayerView], meaning("Seats 1 and 2.")]


def view(state: State, box: Box) -> Board:
    return Board(
        round=state.round,
        stage=state.stage,
        seat=state.seat,
        guide=state.guide,
        offered=tile_view(state.offered),
        trap=trap_view(*(player.spaces for player in state.players)),
        piles=PilesView(len(state.tiles), len(state.amulets), len(state.deck), len(state.discards)),
        sticks=state.supply,
        used=_values(state.used),
        drawn=_values(state.drawn),
        played_amulets=state.played,
        effect=effect_view(state, box),
        players=by_seat(_player(state, box, seat) for seat in SEATS),
    )


def _values(secrets: tuple[Hidden[str], ...]) -> tuple[str | None, ...]:
    return tuple(secret.value for secret in secrets)


def tile_view(tile: Tile | None) -> TileView | None:
    return None if tile is None else TileView(tile.kind, tile.turns, tile.amulet is not None)


def trap_view(*temples: Spaces) -> TrapView | None:
    for seat, spaces in zip(SEATS, temples, strict=True):
        if (space := trap_in(spaces)) is not None:
            return TrapView(seat, SPACES[space])
    return None


def effect_view(state: State, box: Box) -> EffectView | None:
    effect = state.effect
    if effect is None:
        return None
    return EffectView(
        card=effect.card,
        seat=effect.owner,
        chooser=effects.chooser(state, box),
        step=effect.step,
        target=effect.target or None,
        looked_at=effect.places,
        named=effect.sticks,
        cards=_values(effect.cards),
    )


def _player(state: State, box: Box, seat: int) -> PlayerView:
    player = state.player(seat)
    return PlayerView(
        seat=seat,
        points=points(player, box),
        hand=_values(player.hand),
        laid=tuple(place.value for place in player.laid),
        sticks=player.sticks,
        fate_points=total_fate(player),
        nagas=len(nagas(player)),
        passed=player.passed,
        amulets=_values(player.amulets),
        temple=_temple(player, box),
    )


def _temple(player: Player, box: Box) -> TempleView:
    live = live_paths(box, player.spaces)
    hidden = zip(PLACES, player.relics, strict=False)  # at the very start there are none yet
    return TempleView(
        spaces=tuple(map(tile_view, player.spaces)),
        live=names(sorted({space for space, _ in live})),
        relics={place: RelicView(relic.secret.value, relic.face_up) for place, relic in hidden},
    )
