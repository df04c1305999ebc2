"""Whole games by the greedy bot alone, as the rules would play them with the same luck, in a fraction of their time.

Castles, seats and throws are numbers here, and nothing is recorded. A *place* is a castle in the centre or in front of a
player, a *throw* the sum of its dice, each of which counts in three bits of its own. Rules and bot are written a second time:
`tests/rulesets/test_simulations.py` demands that both end in the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import chain, combinations
from typing import NamedTuple

from domain.by_seat import by_seat
from domain.contract.programs import Luck
from domain.rulesets.age_of_war.actions import FillLine
from domain.rulesets.age_of_war.bot import ALIKE, ENVY, VICTORY, wins_by
from domain.rulesets.age_of_war.chances import fewest
from domain.rulesets.age_of_war.components import BOXES, DICE, FACES, TURN_LIMIT, Dice, Line
from domain.rulesets.age_of_war.prospects import standing, to_conquer
from domain.rulesets.age_of_war.rules import fillings
from domain.rulesets.age_of_war.state import State, lines_of

BITS = 3
"""A throw counts each face in so many bits."""
HALF = 4
"""Larger throws are read in two parts, so that the tables of all throws stay small."""
Throw = int
Aims = list[tuple[int, float]]
"""The places that a player may attack, in the order of the rules, and what each is worth to them."""


class Tables:
    """What is the same in all games of an edition. Filled as it is needed; there are 3,431 throws and about 200 sieges."""

    def __init__(self, edition: str) -> None:
        self.edition, box = edition, BOXES[edition]
        self.ids = [castle.id for castle in box.castles]
        self.number = {id: n for n, id in enumerate(self.ids)}
        self.clan = [castle.clan for castle in box.castles]
        self.clan_bits = [bits_of(map(self.number.__getitem__, box.castles_of[clan])) for clan in self.clan]
        self.gains = [dict(self._gains_of(castle)) for castle in range(len(self.ids))]
        self.sieges = [Siege(edition, id, taken, ()) for id in self.ids for taken in (False, True)]
        self.waiting = [[siege.chance(dice) for siege in self.sieges] for dice in range(DICE)]
        self.hopes = Hopes(self.sieges)

    def _gains_of(self, castle: int) -> Iterator[tuple[int, float]]:
        """The worth of a castle to a player, by the other castles of its clan that the player holds."""
        clan, id = self.clan[castle], self.ids[castle]
        others = [other for other, its in enumerate(self.clan) if its == clan and other != castle]
        for held in chain.from_iterable(combinations(others, n) for n in range(len(others) + 1)):
            before = frozenset(self.ids[other] for other in held)
            after = standing(self.edition, clan, before | {id})
            yield bits_of(held), after - standing(self.edition, clan, before)


class Siege(dict[Throw, "tuple[list[Move], int]"]):
    """By throw, the ways to fill a line, and how many dice remain without. `filled` lines are in ascending order.

    In a siege under way these are the ways that leave most hope: none if it is better to set a die aside. At its beginning,
    which competes with other castles, they are all ways.
    """

    def __init__(self, edition: str, castle: str, taken: bool, filled: tuple[int, ...]) -> None:
        self._castle, self._filled = (edition, castle, taken), filled
        self.lines = lines_of(edition, castle, taken, filled)
        self._after = {
            line: Siege(edition, castle, taken, tuple(sorted((*filled, line)))) for line in self.lines
        }

    def after(self, lines: Iterable[int]) -> Siege:
        """When these lines are filled, too."""
        return reduce(lambda siege, line: siege._after[line], lines, self)

    def chance(self, dice: int) -> float:
        """To conquer the castle with so many dice to be thrown."""
        return to_conquer(*self._castle, self._filled, dice)

    def __missing__(self, throw: Throw) -> tuple[list[Move], int]:
        dice = faces(throw)
        moves = [self._move(len(dice), action) for action in fillings(*self._castle, self._filled, dice)]
        if self._filled:
            best = max((move.hope for move in moves), default=0.0)
            waits = best <= 0 or best < self.chance(len(dice) - 1)
            moves = [] if waits else [move for move in moves if move.hope > best - ALIKE]
        self[throw] = moves, len(dice) - 1
        return self[throw]

    def _move(self, dice: int, action: FillLine) -> Move:
        then, left = self._after[action.line], dice - len(action.dice)
        return Move(then.chance(left), then, left)

    def hope(self, dice: int, taking: Mapping[Line, int]) -> float:
        """The best chance with a line filled now, if lines take so many dice (0: they cannot be filled)."""
        takes = ((self._after[number], taking[line]) for number, line in self.lines.items())
        return max((then.chance(dice - taken) for then, taken in takes if taken), default=0.0)


class Move(NamedTuple):
    """One way to fill a line."""

    hope: float
    """The chance to conquer the castle then."""
    then: Siege
    """Without lines if the castle is conquered."""
    left: int
    """Dice to be thrown next."""


class Hopes(dict[Throw, list[float]]):
    """By throw and place, the best chance to conquer a castle with a first line filled now."""

    def __init__(self, sieges: Sequence[Siege]) -> None:
        self._sieges = sieges
        self._lines = {line for siege in sieges for line in siege.lines.values()}

    def __missing__(self, throw: Throw) -> list[float]:
        dice = faces(throw)
        taking = {line: fewest(line, dice) for line in self._lines}
        found = self[throw] = [siege.hope(len(dice), taking) for siege in self._sieges]
        return found


tables = cache(Tables)


@cache
def throws(dice: int) -> Sequence[Throw]:
    """All throws of so many dice, in the order of the draws: the first die is the last digit."""
    if dice == 0:
        return (0,)
    return tuple(rest + (1 << BITS * face) for rest in throws(dice - 1) for face in range(len(FACES)))


SIDES: Sequence[int] = [len(FACES) ** dice for dice in range(DICE + 1)]


def faces(throw: Throw) -> Dice:
    """The dice of a throw, in the order of the faces."""
    return tuple(face for n, face in enumerate(FACES) for _ in range(throw >> BITS * n & (1 << BITS) - 1))


def packed(dice: Dice) -> Throw:
    return sum(1 << BITS * FACES.index(face) for face in dice)


def bits_of(castles: Iterable[int]) -> int:
    return sum(1 << castle for castle in castles)


class Simulation:
    """A game under way. Castles and seats are numbers from 0; what is held is in the order of conquest."""

    def __init__(self, state: State, luck: Luck) -> None:
        self._begun, self._luck, self._tables = state, luck, tables(state.edition)
        number = self._tables.number
        self._centre = [number[castle] for castle in state.centre]
        self._held = [[number[castle] for castle in castles] for castles in state.castles]
        self._stacks = [list(clans) for clans in state.stacks]
        self._seat, self._turn, self._ended = state.seat - 1, state.turn, state.ended
        self._aims: list[Aims | None] = [None] * state.seats

    def to_the_end(self) -> State:
        """From wherever in a turn it begins."""
        if not self._ended:
            self._luck.begin(self._seat + 1)
            self._end_turn(self._rest_of_turn())
        while not self._ended:
            self._luck.begin(self._seat + 1)
            self._end_turn(self._attack(self._throw(DICE), DICE))
        return self._state()

    def _rest_of_turn(self) -> int | None:
        state = self._begun
        throw = packed(state.dice) if state.dice else self._throw(state.to_throw)
        if state.siege is None:
            return self._attack(throw, len(state.dice) or state.to_throw)
        place = 2 * self._tables.number[state.siege] + (state.siege not in state.centre)
        siege = self._tables.sieges[place].after(state.filled_lines)
        return place if self._besiege(siege, throw) else None

    def _throw(self, dice: int) -> Throw:
        number = self._luck.below(SIDES[dice])
        if dice <= HALF:
            return throws(dice)[number]
        rest, first = divmod(number, SIDES[HALF])
        return throws(HALF)[first] + throws(dice - HALF)[rest]

    def _attack(self, throw: Throw, dice: int) -> int | None:
        """The place that is conquered in a turn in which nothing is under siege yet."""
        tables, aims = self._tables, self._aims[self._seat] or self._look()
        while True:
            hopes = tables.hopes[throw]
            best = max([value * hopes[place] for place, value in aims])
            dice -= 1
            if best > 0 and best >= self._waiting(aims, dice):
                return self._chosen(aims, throw, best)
            if not dice:
                return None
            throw = self._throw(dice)

    def _waiting(self, aims: Aims, dice: int) -> float:
        waiting = self._tables.waiting[dice]
        return max([value * waiting[place] for place, value in aims])

    def _chosen(self, aims: Aims, throw: Throw, best: float) -> int | None:
        """The attack with the best of these hopes, to its end."""
        sieges, hopes, least = self._tables.sieges, self._tables.hopes[throw], best - ALIKE
        candidates = [
            (place, move)
            for place, value in aims
            if value * hopes[place] > least
            for move in sieges[place][throw][0]
            if value * move.hope > least
        ]
        place, (_, siege, left) = candidates[self._luck.choose(len(candidates))]
        if not siege.lines:
            return place
        return place if left and self._besiege(siege, self._throw(left)) else None

    def _besiege(self, siege: Siege, throw: Throw) -> bool:
        """Whether the castle is conquered in this turn."""
        while True:
            moves, left = siege[throw]
            if moves:
                _, siege, left = moves[self._luck.choose(len(moves)) if len(moves) > 1 else 0]
                if not siege.lines:
                    return True
            if not left:
                return False
            throw = self._throw(left)

    def _end_turn(self, conquered: int | None) -> None:
        if conquered is not None:
            self._conquer(conquered >> 1)
            self._aims = [None] * len(self._held)
        if not self._centre:
            self._ended = "last-castle"
            return
        self._seat, self._turn = (self._seat + 1) % len(self._held), self._turn + 1
        if self._turn > TURN_LIMIT:
            self._ended = "turn-limit"

    def _conquer(self, castle: int) -> None:
        for castles in (self._centre, *self._held):
            if castle in castles:
                castles.remove(castle)
        own, bits = self._held[self._seat], self._tables.clan_bits[castle]
        own.append(castle)
        if bits & ~bits_of(own) == 0:
            self._held[self._seat] = [other for other in own if not bits >> other & 1]
            self._stacks[self._seat].append(self._tables.clan[castle])

    def _look(self) -> Aims:
        """As `bot.worth_of`, for all castles that the player may attack."""
        tables, seat = self._tables, self._seat
        gains, clans, own = tables.gains, tables.clan_bits, bits_of(self._held[seat])
        aims = [(2 * castle, gains[castle][own & clans[castle]]) for castle in self._centre]
        if len(self._centre) == 1:
            wins = wins_by(self._state(), tables.ids[self._centre[0]])
            aims = [(2 * self._centre[0], VICTORY if wins else 0.0)]
        envy = ENVY / (len(self._held) - 1)
        for castles in (castles for other, castles in enumerate(self._held) if other != seat):
            bits = bits_of(castles)
            for castle in castles:
                clan, gain = clans[castle], gains[castle]
                aims.append((2 * castle + 1, gain[own & clan] + envy * gain[bits & clan & ~(1 << castle)]))
        self._aims[seat] = aims
        return aims

    def _state(self) -> State:
        ids, begun = self._tables.ids, self._begun
        return State(
            begun.edition,
            begun.seats,
            tuple(ids[castle] for castle in self._centre),
            by_seat(tuple(ids[castle] for castle in castles) for castles in self._held),
            by_seat(map(tuple, self._stacks)),
            self._seat + 1,
            self._turn,
            DICE,
            ended=self._ended,
        )
