"""A game of Age of War that steps in place, by numbers of actions, and whose observation changes where the game does.

The rules of a turn are written a second time here; `tests/engine/test_vector.py` demands the same game as by the rules.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from domain.by_seat import by_seat
from domain.play import Play
from domain.ruleset import Outcome, Stepper
from domain.rulesets.age_of_war.actions import FillLine
from domain.rulesets.age_of_war.components import DICE, FACES, TURN_LIMIT
from domain.rulesets.age_of_war.figures import (
    ROLL,
    SET,
    SET_ASIDE,
    Holder,
    Place,
    Thrown,
    figures,
    layout_of,
)
from domain.rulesets.age_of_war.state import FilledLine, State
from domain.rulesets.age_of_war.view import view

SIDES = [(len(FACES),) * dice for dice in range(DICE + 1)]


class WarStepper(Stepper):
    """Seats count from 0 here."""

    def __init__(self, play: Play[State], outcome: Callable[[State], Outcome | None]) -> None:
        self._play, self._outcome, state = play, outcome, play.state
        self._layout = layout_of(state.edition, state.seats)
        self._centre, self._stacks = list(state.centre), [list(clans) for clans in state.stacks]
        self._castles = [list(castles) for castles in state.castles]
        self._seat, self._turn, self._ended = state.seat - 1, state.turn, state.ended
        self._set_aside, self._draws = state.set_aside, play.draws_left
        values = tuple(FACES.index(face) + 1 for face in state.dice)
        self._thrown = self._layout.thrown(values) if values else self._layout.to_throw[state.to_throw]
        self._siege: Place | None = None
        self._filled: tuple[FilledLine, ...] = ()
        self._look()
        if state.siege is not None:
            self._besiege(self._place(state.siege))
            for it in state.filled:
                self._cover(FillLine(state.siege, it.line, it.dice))

    def _look(self) -> None:
        """All figures, and what may be attacked: once in a while, as when a clan is complete."""
        layout = self._layout
        self._row = array("f", [0.0] * (2 * layout.seats) + list(layout.part.read(view(self._state()))))
        self._figures = memoryview(self._row)
        held = [[self._place(castle) for castle in castles] for castles in (self._centre, *self._castles)]
        seats = range(1, layout.seats + 1)
        opens = [sum(layout.sieges[place].all for place in places) for places in held]
        self._targets = [SET + sum(opens) - opens[seat] for seat in seats]
        self._pass_to(self._seat)

    def _pass_to(self, seat: int) -> None:
        row, layout = self._row, self._layout
        for first in layout.seat:
            row[first + self._seat] = 0.0
            row[first + seat] = 1.0
        row[layout.turn] = self._turn
        self._seat, self.to_act = seat, 0 if self._ended else seat + 1
        self._open = self._targets[seat]

    def _state(self) -> State:
        return State(
            self._layout.edition,
            self._layout.seats,
            tuple(self._centre),
            by_seat(map(tuple, self._castles)),
            by_seat(map(tuple, self._stacks)),
            self._seat + 1,
            self._turn,
            self._thrown.to_throw,
            dice=self._thrown.dice,
            set_aside=self._set_aside,
            siege=None if self._siege is None else self._layout.ids[self._siege % len(self._layout.ids)],
            filled=self._filled,
            ended=self._ended,
        )

    # -- what the seat to act sees and may do

    def show(self, row: memoryview[float]) -> None:
        row[:] = self._figures

    def legal(self) -> Sequence[int]:
        mask = bytearray(len(self._layout.roll))
        self.mark(memoryview(mask))
        return [number for number, legal in enumerate(mask) if legal]

    def mark(self, mask: memoryview[int]) -> None:
        thrown, roll = self._thrown, self._layout.roll
        if thrown.to_throw:
            mask[:] = roll
        else:
            mask[:] = (thrown.fits & self._open).to_bytes(len(roll), "little")

    def _place(self, castle: str) -> Place:
        return self._layout.place(castle, castle not in self._centre)

    def outcome(self) -> Outcome | None:
        return self._outcome(self._state())

    # -- what an action brings

    def step(self, number: int) -> None:
        if number == ROLL:
            values = self._play.thrown(SIDES[self._thrown.to_throw])
            self._draws -= 1
            self._lie(self._layout.thrown(tuple(sorted(values))))
        elif number == SET_ASIDE:
            self._set_aside += 1
            self._row[self._layout.set_aside] = self._set_aside
            self._throw_next(len(self._thrown.dice) - 1)
        else:
            self._fill(number)

    def _lie(self, thrown: Thrown) -> None:
        self._thrown = thrown
        self._row[self._layout.dice] = thrown.figures

    def _throw_next(self, left: int) -> None:
        """War.turn.2, war.turn.5, war.cap.1."""
        if left:
            self._lie(self._layout.to_throw[left])
            if self._draws == 0:
                self._ended, self.to_act = "draws-used-up", 0
        else:
            self._end_turn()

    def _fill(self, number: int) -> None:
        action = self._layout.actions[number]
        assert isinstance(action, FillLine)
        if self._siege is None:
            self._besiege(self._place(action.castle))
        self._cover(action)
        if self._open == SET:
            self._conquer(action.castle)
        else:
            self._throw_next(len(self._thrown.dice) - len(action.dice))

    def _besiege(self, place: Place) -> None:
        siege = self._layout.sieges[place]
        self._siege, self._open = place, SET + siege.all
        self._row[self._layout.siege] = siege.figures

    def _cover(self, action: FillLine) -> None:
        """Dice lie on this line now."""
        assert self._siege is not None
        siege = self._layout.sieges[self._siege]
        self._filled = (*self._filled, FilledLine(action.line, action.dice))
        self._open &= ~siege.lines[action.line]
        self._row[siege.dice_at[action.line]] = figures(action.dice)

    def _conquer(self, castle: str) -> None:
        """War.capture.1, war.clan.1, war.end.1."""
        self._take(castle)
        completed = self._complete(self._layout.clan[castle])
        if not self._centre:
            self._ended = "last-castle"
        else:
            self._end_turn()
        if completed or self._ended:
            self._look()

    def _complete(self, clan: str) -> bool:
        """Turn the clan over if the player has all its castles."""
        layout, own = self._layout, self._castles[self._seat]
        if layout.castles_of[clan] & ~layout.bits(own):
            return False
        own[:] = [castle for castle in own if layout.clan[castle] != clan]
        self._stacks[self._seat].append(clan)
        return True

    def _take(self, castle: str) -> None:
        """From the centre or another player."""
        holders = (self._centre, *self._castles)
        holder = next(number for number, castles in enumerate(holders) if castle in castles)
        self._move(castle, holder, -1)
        holders[holder].remove(castle)
        self._move(castle, self._seat + 1, 1)
        holders[self._seat + 1].append(castle)

    def _move(self, castle: str, holder: Holder, sign: int) -> None:
        """It comes to a holder (1) or leaves one (-1): its figures, and what others may attack."""
        layout = self._layout
        for at, worth in layout.worth[holder][castle]:
            self._row[at] += sign * worth
        fills = sign * layout.sieges[layout.place(castle, holder > 0)].all
        for seat in range(layout.seats):
            if seat + 1 != holder:
                self._targets[seat] += fills

    def _end_turn(self) -> None:
        """War.turn.5; endless games stop (war.cap.1)."""
        layout = self._layout
        self._set_aside, self._turn = 0, self._turn + 1
        if self._siege is not None:
            self._siege, self._filled = None, ()
            self._row[layout.siege] = layout.no_siege
        self._row[layout.set_aside] = 0.0
        self._lie(layout.to_throw[DICE])
        if self._turn > TURN_LIMIT:
            self._ended = "turn-limit"
        elif self._draws == 0:
            self._ended = "draws-used-up"
        self._pass_to((self._seat + 1) % layout.seats)
