"""A game of Age of War that steps in place, by numbers of actions, and whose observation changes where the game does.

The rules of a turn are written a second time here; `tests/engine/test_vector.py` demands the same game as by the rules.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from domain.by_seat import by_seat
from domain.play import Play
from domain.ruleset import Outcome, Stepper
from domain.rulesets.age_of_war.actions import FillLine
from domain.rulesets.age_of_war.arrays import encoding, numbered
from domain.rulesets.age_of_war.components import BOXES, DICE, FACES, TURN_LIMIT, Dice
from domain.rulesets.age_of_war.rules import fillings
from domain.rulesets.age_of_war.state import FilledLine, State, lines_of
from domain.rulesets.age_of_war.view import view

ROLL, SET_ASIDE = 0, 1
SIDES = [(len(FACES),) * dice for dice in range(DICE + 1)]
Place = int
"""A castle by its number, in the centre; in front of a player behind all those."""
Holder = int
"""0 is the centre; players count from 1."""
Mask = int
"""Which actions: the byte of an action's number is 1 or 0, the lowest byte first."""


class Thrown(NamedTuple):
    """Dice that lie on the table, or else how many are to be thrown, and both as figures.

    `fits` is all that the dice allow, whatever is attacked.
    """

    dice: Dice
    to_throw: int
    figures: array[float]
    fits: Mask


class Siege(NamedTuple):
    """At its beginning: its figures, what fills any line and each of them, and where among a game's figures their dice are."""

    figures: array[float]
    all: Mask
    lines: Mapping[int, Mask]
    dice_at: Mapping[int, slice]


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
        self.roll = bytes(int(number == ROLL) for number in range(len(self.actions)))
        self.part = encoding(edition, box, seats)
        at = {name: 2 * seats + n for n, name in enumerate(self.part.names)}
        self.turn, self.seat = at["turn"], (0, seats, at["seat/1"])
        first, dice = at[f"siege/castle/{self.ids[0]}"], at[f"dice/thrown/{FACES[0]}"]
        self.siege, self.dice = slice(first, dice), slice(dice, at["dice/to_throw"] + 1)
        self.set_aside = at["dice/set_aside"]
        self.thrown = cache(self._thrown)
        self.to_throw = [Thrown((), dice, array("f", [*figures(()), dice]), 0) for dice in range(DICE + 1)]
        self.no_siege = array("f", bytes(4 * (dice - first)))
        firsts = (at[name] for name in at if name.endswith(f"dice/{FACES[0]}"))
        self.dice_of_lines = [slice(first, first + len(FACES)) for first in firsts]
        self.sieges = [self._siege(place) for place in range(2 * len(self.ids))]
        self.worth = [self._worth(at, holder) for holder in range(seats + 1)]

    def _worth(self, at: Mapping[str, int], holder: Holder) -> dict[str, list[tuple[int, int]]]:
        """Which figures each castle adds to where it lies, and how much."""
        castles = BOXES[self.edition].castles
        if not holder:
            return {castle.id: [(at[f"centre/{castle.id}"], 1)] for castle in castles}
        own = f"players/{holder - 1}"
        count, score = at[f"{own}/castle_count"], at[f"{own}/score"]
        return {it.id: [(at[f"{own}/castles/{it.id}"], 1), (count, 1), (score, it.points)] for it in castles}

    def place(self, castle: str, taken: bool) -> Place:
        return self.ids.index(castle) + (len(self.ids) if taken else 0)

    def bits(self, castles: Sequence[str] | frozenset[str]) -> int:
        return sum(self.bit[castle] for castle in castles)

    def _thrown(self, values: tuple[int, ...]) -> Thrown:
        """By ascending values. There are 1,716 such throws."""
        dice = tuple(FACES[value - 1] for value in values)
        fills = (action for id in self.ids for action in fillings(self.edition, id, True, (), dice))
        numbers = [SET_ASIDE, *map(self.number.__getitem__, fills)]
        return Thrown(dice, 0, array("f", [*figures(dice), 0]), mask_of(numbers))

    def _siege(self, place: Place) -> Siege:
        taken, number = divmod(place, len(self.ids))
        nothing, castle = by_seat(((),) * self.seats), self.ids[number]
        lies = () if taken else (castle,)
        state = State(self.edition, self.seats, lies, nothing, nothing, 1, 1, 0, siege=castle)
        lines = {line: self._filling(castle, line) for line in lines_of(self.edition, castle, bool(taken))}
        return Siege(
            array("f", [0.0] * (2 * self.seats) + list(self.part.read(view(state))))[self.siege],
            sum(lines.values()),
            lines,
            dict(zip(lines, self.dice_of_lines, strict=False)),
        )

    def _filling(self, castle: str, line: int) -> Mask:
        """All actions that fill this line, with whatever dice."""
        fills = [(action, n) for action, n in self.number.items() if isinstance(action, FillLine)]
        return mask_of(n for action, n in fills if (action.castle, action.line) == (castle, line))


def mask_of(numbers: Iterable[int]) -> Mask:
    return sum(1 << 8 * number for number in numbers)


@cache
def figures(dice: Dice) -> array[float]:
    return array("f", [float(dice.count(face)) for face in FACES])


SET = mask_of([SET_ASIDE])


layout_of = lru_cache(maxsize=16)(Layout)


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
        """All figures, and what may be attacked: once in a while, as after a conquest."""
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
            values = self._play.roll(SIDES[self._thrown.to_throw]).values
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
                self._stop_without_draws()
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
        layout, seat, clan = self._layout, self._seat, self._layout.clan[castle]
        self._take(castle)
        own = self._castles[seat]
        completed = layout.castles_of[clan] & ~layout.bits(own) == 0
        if completed:
            self._castles[seat] = [other for other in own if layout.clan[other] != clan]
            self._stacks[seat].append(clan)
        if not self._centre:
            self._ended = "last-castle"
        else:
            self._end_turn()
        if completed or self._ended:
            self._look()

    def _take(self, castle: str) -> None:
        """From the centre or another player."""
        layout, holders = self._layout, (self._centre, *self._castles)
        holder = next(number for number, castles in enumerate(holders) if castle in castles)
        self._move(castle, holder, -1)
        holders[holder].remove(castle)
        self._move(castle, self._seat + 1, 1)
        holders[self._seat + 1].append(castle)

    def _move(self, castle: str, holder: Holder, sign: int) -> None:
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
            self._stop_without_draws()
        self._pass_to((self._seat + 1) % layout.seats)

    def _stop_without_draws(self) -> None:
        self._ended, self.to_act = "draws-used-up", 0
