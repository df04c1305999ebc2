"""The board as a viewer may see it, from state redacted for that viewer."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.hidden import Hidden
from domain.ruleset import View
from domain.rulesets.romans.components import WALL, ClanName
from domain.rulesets.romans.state import Clan, Due, State, at_forts, in_hand, points, the_seventh

Place = Annotated[int, Meta(ge=1, le=WALL, description="A place in the wall, from the left.")]
FortId = Annotated[str, Meta(description="A fort's id, as in the components; equal cards share it.")]
WarriorId = Annotated[str, Meta(description="A warrior's id, as in the components.")]
Unknown = Annotated[
    WarriorId | None, Meta(description="A warrior's id; null if the viewer does not know it.")
]


class StandingFort(msgspec.Struct, frozen=True):
    """A fort that is not decided yet; the one fought over is the leftmost."""

    place: Place
    fort: FortId
    value: Annotated[int, Meta(description="Its points.")]


class LineWarrior(msgspec.Struct, frozen=True):
    """A warrior of a clan's line."""

    warrior: WarriorId
    strength: int


class ClanView(msgspec.Struct, frozen=True):
    """A clan: what lies open, and as many nulls as there are cards that the viewer does not know."""

    clan: ClanName
    seat: Annotated[int | None, Meta(description="Who plays it; null for a neutral clan.")]
    forts: Annotated[list[FortId], Meta(description="Held, in the order of capture.")]
    points: Annotated[int, Meta(description="Of the forts held.")]
    line: Annotated[list[LineWarrior], Meta(description="Revealed and still there, oldest first.")]
    revealed: Annotated[
        WarriorId | None, Meta(description="Revealed in this clash, even if discarded by now.")
    ]
    strength: Annotated[int, Meta(description="Of the whole line, as printed.")]
    discards: Annotated[list[WarriorId], Meta(description="Discarded from the line, first one first.")]
    answer: Annotated[
        Unknown, Meta(description="The warrior chosen to be discarded, until all answers are in.")
    ]
    placed: Annotated[int, Meta(ge=0, le=WALL, description="How many warriors the clan has laid.")]
    sealed: Annotated[bool, Meta(description="Whether its orders stand.")]
    away: Annotated[
        list[Unknown], Meta(description="Out of this round unseen: two lost, a neutral's three left.")
    ]
    hand: list[Unknown]
    orders: Annotated[
        list[Unknown] | None,
        Meta(
            description=(
                "While orders are given, by place, null also where nothing lies; null as a whole if the viewer does "
                "not see them. Afterwards the hidden warriors at the forts still standing, from the left."
            )
        ),
    ]
    seventh: Annotated[list[Unknown], Meta(description="The warrior put away as the seventh, if any.")]


class RomansView(View, frozen=True):
    """Hadrian's wall, the clans before it, and what is to be decided."""

    round: Annotated[int, Meta(description="1 to 3.")]
    clash: Annotated[int, Meta(description="1 to 6; 0 while orders are given.")]
    stack: Annotated[int, Meta(description="How many forts are left in the stack.")]
    wall: Annotated[list[StandingFort], Meta(description="From the left.")]
    lost_forts: Annotated[list[FortId], Meta(description="Out of the game, first one first.")]
    decisions: Annotated[list[Due], Meta(description="What seats have to decide now, beside orders.")]
    seduced: Annotated[ClanName | None, Meta(description="Whose warrior Qween has seduced in this clash.")]
    clans: Annotated[list[ClanView], Meta(description="The players' by seat, then the neutral ones.")]


def view(state: State) -> RomansView:
    value = state.box.value
    wall = enumerate(state.wall, state.first_place)
    return RomansView(
        round=state.round,
        clash=state.clash,
        stack=len(state.stack),
        wall=[StandingFort(place, fort, value[fort]) for place, fort in wall],
        lost_forts=list(state.lost_forts),
        decisions=list(state.due),
        seduced=state.seduced,
        clans=[_clan(state, clan) for clan in state.clans],
    )


class _Orders(msgspec.Struct, frozen=True):
    """Where the warriors lie that are not revealed."""

    placed: int
    sealed: bool
    away: list[str | None]
    hand: list[str | None]
    orders: list[str | None] | None
    seventh: list[str | None]


def _clan(state: State, clan: Clan) -> ClanView:
    strength = state.box.strength
    orders = _orders(clan) if clan.posts else _sealed(clan)
    return ClanView(
        clan=clan.side.clan,
        seat=clan.side.seat,
        forts=list(clan.forts),
        points=points(state, clan),
        line=[LineWarrior(w, strength[w]) for w in clan.whole_line],
        revealed=clan.revealed or None,
        strength=sum(strength[w] for w in clan.whole_line),
        discards=list(clan.discards),
        answer=clan.answer.value if clan.answer else None,
        **msgspec.structs.asdict(orders),
    )


def _orders(clan: Clan) -> _Orders:
    """While orders are given others see how many warriors are placed and put away, not where."""
    away = _values(clan.away)
    if clan.posts is None or clan.posts.value is None:
        left = len(clan.hand) - clan.placed - clan.put_away
        return _Orders(clan.placed, False, away, [None] * left, None, [None] * clan.put_away)
    placed = at_forts(clan)
    posts = [placed.get(place) for place in range(1, WALL + 1)]
    seventh = [the_seventh(clan)] * clan.put_away
    return _Orders(clan.placed, False, away, list(in_hand(clan)), posts, seventh)


def _sealed(clan: Clan) -> _Orders:
    """The hidden warriors stand at the forts still to be fought over, from the left."""
    lost, seventh = clan.away[:2], clan.away[2:]
    if clan.side.seat is None:
        lost, seventh = clan.away, ()
    placed = WALL if clan.sealed else 0
    return _Orders(placed, clan.sealed, _values(lost), [], _values(clan.orders), _values(seventh))


def _values(cards: tuple[Hidden[str], ...]) -> list[str | None]:
    return [card.value for card in cards]
