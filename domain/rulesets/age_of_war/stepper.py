"""A game of Age of War that steps in place, by numbers of actions, and whose observation changes where the game does.

The rules of a turn are written a second time here; `tests/engine/test_vector.py` demands the same game as by the rules.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from domain.by_seat import by_seat
from domain.play import Play
from domain.ruleset import Outcome, Stepper
from domain.rulesets.age_of_war.actions import FillLine
from domain.rulesets.age_of_war.arrays import encoding, numbered
from domain.rulesets.age_of_war.components import BOXES, DICE, FACES, TURN_LIMIT, Dice
from domain.rulesets.age_of_war.rules import fillings
from domain.rulesets.age_of_war.state import FilledLine, State, lines_of
from domain.rulesets.age_of_war.view import view

ROLL, SET_ASIDE = [0], 1
Place = int
"""A castle by its number, in the centre; in front of a player behind all those."""


class Layout:
    """What all games of one kind have in common."""

    def __init__(self, edition: str, seats: int) -> None:
        self.edition, self.seats, box = edition, seats, BOXES[edition]
        self.ids = [castle.id for castle in box.castles]
        self.bit = {id: 1 << n for n, id in enumerate(self.ids)}
        self.clan = {castle.id: castle.clan for castle in box.castles}
        self.castles_of = {clan: self.bits(castles) for clan, castles in box.castles_of.items()}
        self.actions = numbered(edition, box)
        self.number = {action: n for n, action in enumerate(self.actions)}
        self.part = encoding(edition, box, seats)
        at = {name: 2 * seats + n for n, name in enumerate(self.part.names)}
        self.turn, self.seat = at["turn"], at["seat/1"]
        self.siege, self.dice = at[f"siege/castle/{self.ids[0]}"], at[f"dice/thrown/{FACES[0]}"]
        self.to_throw, self.set_aside = at["dice/to_throw"], at["dice/set_aside"]
        self.thrown = cache(lambda dice: array("f", [float(dice.count(face)) for face in FACES]))
        self.fills = lru_cache(1 << 12)(self._fills)
        self.fills_besieged = lru_cache(1 << 14)(self._fills_at)
        self.besieging = lru_cache(1 << 16)(self._besieging)
        self.no_siege = array("f", bytes(4 * (self.dice - self.siege)))

    def bits(self, castles: Sequence[str] | frozenset[str]) -> int:
        return sum(self.bit[castle] for castle in castles)

    def _fills(self, dice: Dice) -> list[tuple[int, ...]]:
        """By place, the numbers of all ways to begin a siege with these dice. There are 3,431 throws."""
        return [self._fills_at(place, (), dice) for place in range(2 * len(self.ids))]

    def _fills_at(self, place: Place, filled: tuple[int, ...], dice: Dice) -> tuple[int, ...]:
        taken, castle = divmod(place, len(self.ids))
        found = fillings(self.edition, self.ids[castle], bool(taken), filled, dice)
        return tuple(self.number[action] for action in found)

    def _besieging(self, castle: str, centre: bool, filled: tuple[FilledLine, ...]) -> array[float]:
        """The figures of a siege of this castle, in the centre or in front of a player."""
        first, nothing = self.siege - 2 * self.seats, by_seat(((),) * self.seats)
        lies = (castle,) if centre else ()
        state = State(self.edition, self.seats, lies, nothing, nothing, 1, 1, 0, siege=castle, filled=filled)
        return array("f", self.part.read(view(state))[first : first + len(self.no_siege)])


layout_of = lru_cache(maxsize=16)(Layout)


class WarStepper(Stepper):
    """Seats count from 0 here."""

    def __init__(self, play: Play[State], outcome: Callable[[State], Outcome | None]) -> None:
        self._play, self._outcome, state = play, outcome, play.state
        self._layout = layout_of(state.edition, state.seats)
        self._centre, self._stacks = list(state.centre), [list(clans) for clans in state.stacks]
        self._castles = [list(castles) for castles in state.castles]
        self._seat, self._turn, self._ended = state.seat - 1, state.turn, state.ended
        self._to_throw, self._dice, self._set_aside = state.to_throw, state.dice, state.set_aside
        self._siege, self._filled = state.siege, state.filled
        self._look()

    def _look(self) -> None:
        """All figures, and what may be attacked: once in a while, as after a conquest."""
        layout = self._layout
        self._row = array("f", [0.0] * (2 * layout.seats) + list(layout.part.read(view(self._state()))))
        held = [[self._place(castle) for castle in castles] for castles in (self._centre, *self._castles)]
        seats = range(1, layout.seats + 1)
        self._targets = [
            [place for who, places in enumerate(held) if who != seat for place in places] for seat in seats
        ]
        self._pass_to(self._seat)

    def _pass_to(self, seat: int) -> None:
        self._row[self._layout.seat + self._seat] = 0.0
        self._row[self._layout.seat + seat] = 1.0
        self._row[self._layout.turn] = self._turn
        self._seat, self.to_act = seat, 0 if self._ended else seat + 1

    def _state(self) -> State:
        return State(
            self._layout.edition,
            self._layout.seats,
            tuple(self._centre),
            by_seat(map(tuple, self._castles)),
            by_seat(map(tuple, self._stacks)),
            self._seat + 1,
            self._turn,
            self._to_throw,
            dice=self._dice,
            set_aside=self._set_aside,
            siege=self._siege,
            filled=self._filled,
            ended=self._ended,
        )

    # -- what the seat to act sees and may do

    def show(self, row: memoryview[float]) -> None:
        row[:] = memoryview(self._row)
        row[self._seat] = row[self._layout.seats + self._seat] = 1.0

    def legal(self) -> Sequence[int]:
        if self._to_throw:
            return ROLL
        legal = [SET_ASIDE]
        if self._siege is None:
            fills = self._layout.fills(self._dice)
            for place in self._targets[self._seat]:
                legal += fills[place]
        else:
            legal += self._layout.fills_besieged(self._place(self._siege), self._lines(), self._dice)
        return legal

    def _place(self, castle: str) -> Place:
        ids = self._layout.ids
        return ids.index(castle) + (0 if castle in self._centre else len(ids))

    def _lines(self) -> tuple[int, ...]:
        return tuple(sorted([filled.line for filled in self._filled]))

    def outcome(self) -> Outcome | None:
        return self._outcome(self._state())

    # -- what an action brings

    def step(self, number: int) -> None:
        action = self._layout.actions[number]
        if isinstance(action, FillLine):
            self._fill(action)
        elif number == SET_ASIDE:
            self._set_aside += 1
            self._throw_next(len(self._dice) - 1)
        else:
            values = self._play.roll([len(FACES)] * self._to_throw).values
            self._lie(tuple([FACES[value - 1] for value in sorted(values)]), 0)

    def _lie(self, dice: Dice, to_throw: int) -> None:
        layout, row = self._layout, self._row
        self._dice, self._to_throw = dice, to_throw
        row[layout.dice : layout.dice + len(FACES)] = layout.thrown(dice)
        row[layout.to_throw], row[layout.set_aside] = to_throw, self._set_aside

    def _throw_next(self, left: int) -> None:
        """War.turn.2, war.turn.5, war.cap.1."""
        if left:
            self._lie((), left)
            self._stop_without_draws()
        else:
            self._end_turn()

    def _fill(self, action: FillLine) -> None:
        layout, castle = self._layout, action.castle
        left = len(self._dice) - len(action.dice)
        self._siege, self._filled = castle, (*self._filled, FilledLine(action.line, action.dice))
        if lines_of(layout.edition, castle, castle not in self._centre, self._lines()):
            first = layout.siege
            self._row[first : first + len(layout.no_siege)] = layout.besieging(
                castle, castle in self._centre, self._filled
            )
            self._throw_next(left)
        else:
            self._conquer(castle)

    def _conquer(self, castle: str) -> None:
        """War.capture.1, war.clan.1, war.end.1."""
        layout, seat = self._layout, self._seat
        for castles in (self._centre, *self._castles):
            if castle in castles:
                castles.remove(castle)
        own, clan = self._castles[seat], layout.clan[castle]
        own.append(castle)
        if layout.castles_of[clan] & ~layout.bits(own) == 0:
            self._castles[seat] = [other for other in own if layout.clan[other] != clan]
            self._stacks[seat].append(clan)
        if not self._centre:
            self._ended = "last-castle"
        else:
            self._end_turn()
        self._look()

    def _end_turn(self) -> None:
        """War.turn.5; endless games stop (war.cap.1)."""
        layout = self._layout
        self._set_aside, self._turn = 0, self._turn + 1
        if self._siege is not None:
            self._siege, self._filled = None, ()
            self._row[layout.siege : layout.siege + len(layout.no_siege)] = layout.no_siege
        self._lie((), DICE)
        if self._turn > TURN_LIMIT:
            self._ended = "turn-limit"
        else:
            self._stop_without_draws()
        self._pass_to((self._seat + 1) % layout.seats)

    def _stop_without_draws(self) -> None:
        if self._play.draws_left == 0:
            self._ended, self.to_act = "draws-used-up", 0
