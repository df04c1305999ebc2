"""The state of a game of Touché."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from domain.by_seat import BySeat, by_seat, of_seat
from domain.hidden import Hidden
from domain.ruleset import ScorePart
from domain.rulesets.touche.actions import ChooseSet
from domain.rulesets.touche.components import BOXES, Bits, Board, Box, Colour
from domain.rulesets.touche.options import Goal, ToucheOptions, own_patterns, set_choices
from domain.rulesets.touche.patterns import Places, complete, finishable, lacking, tables

Cards = tuple[Hidden[str], ...]


class Pattern(msgspec.Struct, frozen=True):
    """A pattern on the board: its kind and its fields, row by row."""

    kind: str
    fields: tuple[str, ...]


class Crowned(msgspec.Struct, frozen=True):
    """A pattern that counts, and the side that made it."""

    side: int
    kind: str
    fields: tuple[str, ...]


class State(msgspec.Struct, frozen=True):
    """Cards are always in exactly one of `pack`, `stacks`, `hands` and `used`. Sides are numbered from 0."""

    edition: str
    seats: int
    sides: int
    options: ToucheOptions
    pack: tuple[str, ...]
    """All cards, until they are dealt."""
    goals: tuple[Goal, ...]
    """The set of each side; empty until it is chosen."""
    stacks: BySeat[Cards]
    """Face-down stacks of each seat, the top first."""
    hands: BySeat[Cards]
    used: BySeat[tuple[str, ...]]
    """Used piles of each seat, the first laid first."""
    pawns: tuple[Bits, ...]
    """Fields with an uncrowned pawn, by side."""
    crowns: Bits = 0
    crowned: tuple[Crowned, ...] = ()
    """Patterns that count, in the order in which they were made."""
    completed: tuple[Pattern, ...] = ()
    """Patterns just completed by one pawn, while nothing is crowned yet."""
    dealer: int = 0
    """0 until the dealer is drawn."""
    seat: int = 0
    """Whose turn it is; 0 before the cards are dealt."""
    round: int = 1
    turn: int = 1
    idle: int = 0
    """Turns since the last pawn was put on the board."""
    stalls: int = 0
    """Stalled rounds since the last pattern was crowned."""
    ended: str = ""
    """The end reason once the game is over."""

    @property
    def box(self) -> Box:
        return BOXES[self.edition]

    @property
    def board(self) -> Board:
        return BOXES[self.edition].board

    @property
    def places(self) -> Mapping[str, Places]:
        return tables(self.edition, own_patterns(self.options))

    @property
    def side(self) -> int:
        """The side of the seat whose turn it is."""
        return (self.seat - 1) % self.sides

    @property
    def taken(self) -> Bits:
        """Fields with a pawn or a crown (touche.turn.3)."""
        bits = self.crowns
        for pawns in self.pawns:
            bits |= pawns
        return bits


def empty_table(edition: str, seats: int, sides: int, options: ToucheOptions) -> State:
    """Nothing is drawn, chosen or dealt yet."""
    nothing: BySeat[Cards] = by_seat(((),) * seats)
    used: BySeat[tuple[str, ...]] = by_seat(((),) * seats)
    goals: tuple[Goal, ...] = ((),) * sides
    pack, pawns = BOXES[edition].pack.cards, (0,) * sides
    return State(
        edition, seats, sides, options, pack, goals, nothing, nothing, used, pawns, dealer=options.dealer
    )


def colour(state: State, side: int) -> Colour:
    return state.box.pawns.colours[side]


def side_of(state: State, seat: int) -> int:
    """Sides sit alternately (touche.setup.1)."""
    return (seat - 1) % state.sides


def members(state: State, side: int) -> tuple[int, ...]:
    """The seats of a side, ascending (touche.setup.1)."""
    return tuple(seat for seat in range(1, state.seats + 1) if side_of(state, seat) == side)


def left_of(state: State, seat: int) -> int:
    """The next seat clockwise (touche.turn.1)."""
    return seat % state.seats + 1


def from_the_left(state: State) -> list[int]:
    """All seats clockwise, from the dealer's left to the dealer."""
    return [(state.dealer + n) % state.seats + 1 for n in range(state.seats)]


def chooser(state: State) -> int | None:
    """The seat that has to choose a set now, None when all sets are chosen (touche.set.1)."""
    if all(state.goals):
        return None
    if state.options.set_choice != "own":
        return state.dealer
    return next(s for s in from_the_left(state) if not state.goals[side_of(state, s)])


def choices(state: State) -> tuple[ChooseSet, ...]:
    return set_choices(state.box, state.options)


def held(state: State, seat: int) -> list[str | None]:
    """The faces of a hand; None for a card that the reader of this state does not know."""
    return [card.value for card in of_seat(state.hands, seat)]


def made(state: State, side: int, kind: str) -> int:
    return sum(c.side == side and c.kind == kind for c in state.crowned)


def needed_of(state: State, side: int, kind: str) -> int:
    """How many patterns of a kind the set of a side asks for."""
    return next((need.count for need in state.goals[side] if need.kind == kind), 0)


def open_kinds(state: State, side: int) -> list[str]:
    """The kinds of pattern that still count for a side (touche.done.3)."""
    goal = state.goals[side]
    if not state.crowned:
        return [need.kind for need in goal]
    return [need.kind for need in goal if made(state, side, need.kind) < need.count]


def usable_spaces(state: State, side: int) -> Bits:
    """The Free Spaces that this side may use now (touche.free.1)."""
    spaces, pawns, places = state.board.free & ~state.crowns, state.pawns[side], state.places
    bits = 0
    for kind in open_kinds(state, side):
        bits |= finishable(places[kind], pawns, spaces)
    return bits


def lacking_before(state: State, side: int, space: Bits) -> int | None:
    """How many fields the nearest pattern that counts for a side still lacks before this Free Space (touche.free.1).

    None when no such pattern can be made through it any more.
    """
    needed = (p for kind in open_kinds(state, side) for p in state.places[kind].before[space])
    return min((lacking(p, state.pawns[side]) for p in needed if not p & state.crowns), default=None)


def patterns_with(state: State, kinds: Iterable[str], pawns: Bits, field: Bits) -> Iterator[Pattern]:
    """The patterns of these kinds that these pawns make through a field."""
    for kind in kinds:
        for bits in complete(state.places[kind], pawns, field):
            yield Pattern(kind, state.board.named(bits))


def can_go_on(state: State) -> bool:
    """Whether some side can still complete a pattern that counts for it (touche.end.2)."""
    kinds = {kind for side in range(state.sides) for kind in open_kinds(state, side)}
    return any(not p & state.crowns for kind in kinds for p in state.places[kind].everywhere)


def out_of_cards(state: State) -> bool:
    """Nobody holds a card, nor has one to draw: no pattern can be completed any more (touche.end.2)."""
    return not any(state.hands) and not any(state.stacks)


def points(state: State, side: int) -> int:
    """Tournament points of a side (touche.tournament.1)."""
    return sum(points_of(state, side, kind) for kind in {c.kind for c in state.crowned})


def points_of(state: State, side: int, kind: str) -> int:
    """Those of its patterns of one kind."""
    return made(state, side, kind) * state.options.points.get(kind, 0)


def score_parts(state: State) -> tuple[ScorePart, ...]:
    """By kind of pattern: those that the sets ask for (touche.tournament.1)."""
    kinds = dict.fromkeys(need.kind for goal in state.goals for need in goal)
    seats = {str(seat): side_of(state, seat) for seat in range(1, state.seats + 1)}
    return tuple(
        ScorePart(kind, {seat: points_of(state, side, kind) for seat, side in seats.items()})
        for kind in kinds
    )
