"""The table of Touché as one viewer may know it."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.by_seat import BySeat, by_seat, of_seat
from domain.ruleset import View
from domain.rulesets.touche.components import Colour
from domain.rulesets.touche.state import State, chooser, colour, held, members, points, side_of

Phase = Literal["choosing", "playing", "crowning", "ended"]
Face = Annotated[str, Meta(description='A card by its face: rank and suit letter ("10H"), or "joker".')]
Fields = Annotated[
    tuple[str, ...],
    Meta(
        description='Fields by name, row by row: columns a, b, c from the left, rows 1, 2, 3 from the top ("d1").'
    ),
]
Count = Annotated[int, Meta(ge=0)]


class SideView(msgspec.Struct, frozen=True):
    """A side: a single player or a team."""

    colour: Colour
    seats: Annotated[tuple[int, ...], Meta(description="Its players, ascending.")]
    goal: Annotated[
        dict[str, int], Meta(description="Its set: how many patterns of each kind; empty until chosen.")
    ]
    made: Annotated[
        dict[str, int], Meta(description="How many of each kind it has crowned; other kinds none.")
    ]
    points: Annotated[int, Meta(description="Tournament points of what it has crowned.")]


class PlayerView(msgspec.Struct, frozen=True):
    """A seat with its cards."""

    seat: int
    colour: Colour
    hand: Annotated[
        tuple[Face | None, ...],
        Meta(description="In the order in which they were drawn; null for unknown cards."),
    ]
    stack: Annotated[int, Meta(ge=0, description="How many cards its stack has; nobody knows which.")]
    used: Annotated[tuple[Face, ...], Meta(description="Its used pile, the first laid first.")]


class CrownedView(msgspec.Struct, frozen=True):
    """A pattern that counts; its fields are closed for the rest of the game."""

    colour: Colour
    kind: str
    fields: Fields


class CompletedView(msgspec.Struct, frozen=True):
    """A pattern that is complete and not crowned."""

    kind: str
    fields: Fields


class ToucheView(View, frozen=True):
    """The board, the sides and the players."""

    round: Annotated[int, Meta(ge=1, description="Rounds begin with a board without uncrowned pawns.")]
    turn: Annotated[int, Meta(ge=1, description="Turns of the whole game, counted from 1.")]
    dealer: Annotated[int | None, Meta(description="The dealer's seat; null until it is drawn.")]
    seat: Annotated[int, Meta(description="Whose decision or turn it is, or was when the game ended.")]
    phase: Annotated[
        Phase,
        Meta(
            description="A set has to be chosen, a turn to be played, or one of several patterns to be crowned."
        ),
    ]
    sides: tuple[SideView, ...]
    players: Annotated[BySeat[PlayerView], Meta(description="By seat.")]
    pawns: Annotated[
        dict[Colour, Fields], Meta(description="The fields with an uncrowned pawn of each colour.")
    ]
    crowned: Annotated[tuple[CrownedView, ...], Meta(description="In the order in which they were made.")]
    completed: Annotated[
        tuple[CompletedView, ...],
        Meta(description="Those that one pawn completed, while the player has to choose one."),
    ]
    turns_without_pawn: Annotated[Count, Meta(description="Turns since the last pawn came onto the board.")]
    stalled_rounds: Annotated[
        Count,
        Meta(
            description="Rounds running that have stalled; the option of the same name says how many end the game."
        ),
    ]


def view(state: State) -> ToucheView:
    """The table for a viewer, from state redacted for that viewer."""
    choosing = chooser(state)
    sides = range(state.sides)
    return ToucheView(
        round=state.round,
        turn=state.turn,
        dealer=state.dealer or None,
        seat=state.seat if choosing is None else choosing,
        phase=_phase(state, choosing),
        sides=tuple(_side(state, side) for side in sides),
        players=by_seat(_player(state, seat) for seat in range(1, state.seats + 1)),
        pawns={colour(state, side): state.board.named(state.pawns[side]) for side in sides},
        crowned=tuple(CrownedView(colour(state, c.side), c.kind, c.fields) for c in state.crowned),
        completed=tuple(CompletedView(p.kind, p.fields) for p in state.completed),
        turns_without_pawn=state.idle,
        stalled_rounds=state.stalls,
    )


def _phase(state: State, choosing: int | None) -> Phase:
    if state.ended:
        return "ended"
    if choosing is not None:
        return "choosing"
    return "crowning" if state.completed else "playing"


def _side(state: State, side: int) -> SideView:
    return SideView(
        colour=colour(state, side),
        seats=members(state, side),
        goal={need.kind: need.count for need in state.goals[side]},
        made=patterns_made(state, side),
        points=points(state, side),
    )


def patterns_made(state: State, side: int) -> dict[str, int]:
    """How many patterns of each kind the side has crowned."""
    return dict(Counter(c.kind for c in state.crowned if c.side == side))


def _player(state: State, seat: int) -> PlayerView:
    return PlayerView(
        seat=seat,
        colour=colour(state, side_of(state, seat)),
        hand=tuple(held(state, seat)),
        stack=len(of_seat(state.stacks, seat)),
        used=of_seat(state.used, seat),
    )
