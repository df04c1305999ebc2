"""A game of Touché that steps in place: faces, fields and seats are numbers, and an observation changes where the game does.

What an action brings is written a second time here; `tests/engine/test_vector.py` demands the same game as by the rules.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from domain.hidden import redact
from domain.play import Play
from domain.ruleset import Outcome, Stepper
from domain.rulesets.touche import rules, view
from domain.rulesets.touche.components import Bits
from domain.rulesets.touche.figures import layout_of
from domain.rulesets.touche.in_place import InPlace
from domain.rulesets.touche.lays import exchanges
from domain.rulesets.touche.patterns import complete
from domain.rulesets.touche.state import Crowned, State, can_go_on, chooser, usable_spaces
from domain.rulesets.touche.turns import NO_PLACE_LEFT, SET_COMPLETED


class ToucheStepper(InPlace[int], Stepper):
    """Sets are chosen and cards are dealt by the rules."""

    def __init__(self, play: Play[State], outcome: Callable[[State], Outcome | None]) -> None:
        self._play, self._outcome = play, outcome
        self._layout = layout_of(play.state)
        super().__init__(play.state)

    def _take_over(self, state: State) -> None:
        super()._take_over(state)
        self._goals = [{need.kind: need.count for need in goal} for goal in state.goals]
        self._made = [view.patterns_made(state, side) for side in range(state.sides)]
        self._open = [self._open_kinds(side) for side in range(state.sides)]
        self._spaces = [usable_spaces(state, side) for side in range(state.sides)]
        choosing = chooser(state)
        self._choosing, self._seat = choosing is not None, (choosing or state.seat) - 1
        self.to_act = 0 if self._ended else self._seat + 1
        figures = self._layout.part.read(view.view(redact(state, None)))
        self._row = array("f", [0.0] * (2 * state.seats) + list(figures))

    # -- what the seat to act sees and may do

    def show(self, row: memoryview[float]) -> None:
        seat, layout = self._seat, self._layout
        row[:] = memoryview(self._row)
        row[seat] = row[layout.seats + seat] = 1.0
        row[layout.unknown[seat]] = 0.0
        first = layout.hands[seat]
        for face in self._hands[seat]:
            row[first + face] += 1.0

    def legal(self) -> Sequence[int]:
        layout = self._layout
        if self._choosing:
            return [*layout.sets]
        if self._completed:
            return [layout.crown_number[found] for found in self._completed]
        hand, taken, legal = sorted(self._hands[self._seat]), self._taken(), list[int]()
        spaces = self._spaces[self._seat % layout.sides]
        for face in dict.fromkeys(hand):
            numbers, fields = layout.number[face], self._reach(face, taken) | spaces
            while fields:
                field = fields & -fields
                legal.append(numbers[field])
                fields ^= field
        dead = [face for face in hand if not self._reach(face, taken) and face != layout.joker]
        if dead:
            legal += range(layout.size, layout.size + len(self._exchanges(dead)))
        return legal or [layout.passing]

    def _reach(self, face: int, taken: Bits) -> Bits:
        """Without Free Spaces (touche.turn.2, touche.joker.1)."""
        layout = self._layout
        if face == layout.joker:
            return layout.cards & ~self._crowns & ~self._pawns[self._seat % layout.sides]
        return layout.fields_of[face] & ~taken

    def _exchanges(self, dead: Sequence[int]) -> Sequence[tuple[str, ...]]:
        faces = self._layout.faces
        return [action.cards for action in exchanges(tuple(faces[face] for face in dead))]

    def outcome(self) -> Outcome | None:
        return self._outcome(replace(self._play.state, crowned=tuple(self._crowned), ended=self._ended))

    # -- what an action brings

    def step(self, number: int) -> None:
        layout = self._layout
        if number in layout.lays:
            self._lay(*layout.lays[number])
        elif number >= layout.size:
            self._exchange(number - layout.size)
        elif self._choosing:
            rules.decide(self._play, self.to_act, layout.sets[number])
            self._take_over(self._play.state)
        elif self._completed:
            self._crown(*layout.crowns[number])
        else:
            self._idle += 1
            self._pass_on(self._left())
        self.to_act = 0 if self._ended else self._seat + 1
        self._note()

    def _note(self) -> None:
        """The figures that nearly every step changes."""
        layout, row = self._layout, self._row
        row[layout.turn], row[layout.idle], row[layout.stalls] = self._turn, self._idle, self._stalls
        for seat, at in enumerate(layout.seat):
            row[at] = float(seat == self._seat)

    def _lay(self, face: int, field: Bits) -> None:
        layout, side = self._layout, self._seat % self._layout.sides
        self._use(face)
        if face == layout.joker:
            self._remove(field)
        pawns = self._pawns[side] = self._pawns[side] | field
        self._row[layout.pawns[side] + layout.place[field]] = 1.0
        self._idle = 0
        self._open_spaces(side, field)
        found = [(k, p) for k in self._open[side] for p in complete(layout.tables[k], pawns, field)]
        if not found:
            self._draw_up()
            self._pass_on(self._left())
        elif len(found) == 1:
            self._crown(*found[0])
        else:
            self._ask_which(found)

    def _use(self, face: int) -> None:
        """Of equal cards the one that was drawn first."""
        seat = self._seat
        self._hands[seat].remove(face)
        self._used[seat].append(face)
        self._row[self._layout.used[seat] + face] += 1.0

    def _remove(self, field: Bits) -> None:
        """A joker takes the place of another side's pawn."""
        for side, pawns in enumerate(self._pawns):
            if pawns & field:
                self._pawns[side] = pawns & ~field
                self._row[self._layout.pawns[side] + self._layout.place[field]] = 0.0
                self._spaces[side] = 0
                for own in self._layout.single(pawns & ~field):
                    self._open_spaces(side, own)

    def _open_spaces(self, side: int, field: Bits) -> None:
        """The Free Spaces that a new pawn makes usable (touche.free.1)."""
        pawns = self._pawns[side]
        for kind in self._open[side]:
            for before, space in self._layout.closing[kind].get(field, ()):
                if before & pawns == before and not space & self._crowns:
                    self._spaces[side] |= space

    def _ask_which(self, found: list[tuple[str, Bits]]) -> None:
        self._completed, row, layout = found, self._row, self._layout
        self._phase("crowning")
        for kind, fields in found:
            row[layout.at[f"completed/kinds/{kind}"]] += 1.0
            for field in layout.single(fields):
                row[layout.completed + layout.place[field]] = 1.0

    def _phase(self, phase: view.Phase) -> None:
        for each, at in self._layout.phase.items():
            self._row[at] = float(each == phase)

    def _crown(self, kind: str, fields: Bits) -> None:
        side, seat, layout = self._seat % self._layout.sides, self._seat, self._layout
        if self._completed:
            self._completed = []
            self._blank(layout.kinds, len(layout.tables))
            self._blank(layout.completed, len(layout.place))
            self._phase("playing")
        self._count_pattern(side, kind, fields)
        self._crowns |= fields
        if not self._open[side]:
            self._ended = SET_COMPLETED
            return
        self._clear()
        if not can_go_on(self._crowned_state()):
            self._ended = NO_PLACE_LEFT
            return
        self._draw_up()
        self._pass_on(seat)

    def _count_pattern(self, side: int, kind: str, fields: Bits) -> None:
        layout, row, made = self._layout, self._row, self._made[side]
        made[kind] = made.get(kind, 0) + 1
        self._open[side] = self._open_kinds(side)
        self._crowned.append(Crowned(side, kind, layout.board.named(fields)))
        self._stalls = 0
        row[layout.at[f"sides/{side}/made/{kind}"]] += 1.0
        row[layout.at[f"sides/{side}/points"]] += self._play.state.options.points.get(kind, 0)
        for field in layout.single(fields):
            row[layout.crowned[side] + layout.place[field]] = 1.0

    def _open_kinds(self, side: int) -> list[str]:
        made = self._made[side]
        return [kind for kind, count in self._goals[side].items() if made.get(kind, 0) < count]

    def _crowned_state(self) -> State:
        return replace(self._play.state, crowned=tuple(self._crowned), crowns=self._crowns)

    def _clear(self) -> None:
        layout = self._layout
        for side in range(layout.sides):
            self._pawns[side] = self._spaces[side] = 0
            self._blank(layout.pawns[side], len(layout.place))
        self._round += 1
        self._row[layout.round] = self._round

    def _blank(self, first: int, figures: int) -> None:
        self._row[first : first + figures] = array("f", bytes(4 * figures))

    def _exchange(self, rank: int) -> None:
        taken, layout, seat = self._taken(), self._layout, self._seat
        hand = sorted(self._hands[seat])
        dead = [face for face in hand if not self._reach(face, taken) and face != layout.joker]
        cards = self._exchanges(dead)[rank]
        for card in cards:
            self._use(layout.face[card])
        self._idle += 1
        self._draw(len(cards))
        self._pass_on(self._left())

    # -- cards

    def _face(self, card: str) -> int:
        return self._layout.face[card]

    def _mixed(self, cards: Sequence[int]) -> Sequence[int]:
        if self._play.draws_left == 0:
            return ()
        return self._play.mixed(cards)

    def _draw(self, count: int) -> None:
        super()._draw(count)
        self._row[self._layout.unknown[self._seat]] = len(self._hands[self._seat])
        self._row[self._layout.stacks[self._seat]] = len(self._stacks[self._seat])

    def _refill(self) -> None:
        super()._refill()
        layout, row = self._layout, self._row
        for seat, used in enumerate(self._used):
            row[layout.stacks[seat]] = len(self._stacks[seat])
            self._blank(layout.used[seat], len(layout.faces))
            for face in used:
                row[layout.used[seat] + face] += 1.0
