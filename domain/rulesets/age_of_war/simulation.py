"""Whole games by the greedy bot alone, as the rules would play them with the same luck, in a fraction of their time.

Castles, seats and throws are numbers here, and nothing is recorded. A *place* is a castle in the centre or in front of a
player, a *throw* the sum of its dice, each of which counts in three bits of its own. Rules and bot are written a second time:
`tests/rulesets/age_of_war/test_simulation.py` demands that both end in the same state.
"""

from __future__ import annotations

from functools import cache
from operator import mul
from typing import NamedTuple

from domain.by_seat import by_seat
from domain.contract.programs import Luck
from domain.rulesets.age_of_war.actions import FillLine
from domain.rulesets.age_of_war.bot import ALIKE, ENVY, VICTORY, wins_by
from domain.rulesets.age_of_war.components import BOXES, DICE, FACES, TURN_LIMIT, Dice
from domain.rulesets.age_of_war.prospects import standing, to_conquer
from domain.rulesets.age_of_war.rules import fillings
from domain.rulesets.age_of_war.state import State

BITS = 3
"""A throw counts each face in so many bits."""
HALF = 4
"""Larger throws are read in two parts, so that the tables of all throws stay small."""
Throw = int


class Move(NamedTuple):
    """One way to fill a line."""

    hope: float
    """The chance to conquer the castle then."""
    filled: tuple[int, ...]
    """The lines that are filled then, in ascending order."""
    left: int
    """Dice to be thrown next."""
    conquers: bool


class Tables:
    """What is the same in all games of an edition; filled as it is needed, and bounded by the throws there are (3,431)."""

    def __init__(self, edition: str) -> None:
        self.edition, self._box = edition, BOXES[edition]
        self.ids = [castle.id for castle in self._box.castles]
        self.number = {id: n for n, id in enumerate(self.ids)}
        self.clan = [castle.clan for castle in self._box.castles]
        bits = {id: 1 << n for n, id in enumerate(self.ids)}
        self.clan_bits = [sum(bits[c] for c in self._box.castles_of[clan]) for clan in self.clan]
        self.waiting = [[self._chance(place, (), dice) for place in self._places] for dice in range(DICE)]
        self._hopes, self._moves = dict[Throw, list[float]](), dict[tuple[int, Throw], list[Move]]()
        self._sieges = dict[tuple[int, tuple[int, ...], Throw], list[Move]]()
        self._gains = dict[tuple[int, int], float]()

    @property
    def _places(self) -> range:
        return range(2 * len(self.ids))

    def _chance(self, place: int, filled: tuple[int, ...], dice: int) -> float:
        return to_conquer(self.edition, self.ids[place >> 1], bool(place & 1), filled, dice)

    def hopes(self, throw: Throw) -> list[float]:
        """By place, the chance to conquer it with a line filled now."""
        found = self._hopes.get(throw)
        if found is None:
            moves = [self.moves(place, throw) for place in self._places]
            found = [max((move.hope for move in those), default=0.0) for those in moves]
            self._hopes[throw] = found
        return found

    def moves(self, place: int, throw: Throw) -> list[Move]:
        """All ways to fill a first line, in the order of legal actions."""
        found = self._moves.get((place, throw))
        if found is None:
            found = self._moves[place, throw] = self._fillings(place, (), throw)
        return found

    def in_siege(self, place: int, filled: tuple[int, ...], throw: Throw) -> list[Move]:
        """The ways to fill a further line that leave most hope; none if it is better to set a die aside."""
        found = self._sieges.get((place, filled, throw))
        if found is None:
            moves, dice = self._fillings(place, filled, throw), size(throw)
            best = max((move.hope for move in moves), default=0.0)
            waits = best <= 0 or best < self._chance(place, filled, dice - 1)
            found = [] if waits else [move for move in moves if move.hope > best - ALIKE]
            self._sieges[place, filled, throw] = found
        return found

    def _fillings(self, place: int, filled: tuple[int, ...], throw: Throw) -> list[Move]:
        dice, castle = faces(throw), self.ids[place >> 1]
        legal = fillings(self.edition, castle, bool(place & 1), filled, dice)
        return [self._move(place, filled, len(dice), action) for action in legal]

    def _move(self, place: int, filled: tuple[int, ...], dice: int, action: FillLine) -> Move:
        then, left = tuple(sorted((*filled, action.line))), dice - len(action.dice)
        castle = self._box.castles[place >> 1]
        needed = len(castle.lines) + (castle.special_line and place & 1)
        return Move(self._chance(place, then, left), then, left, len(then) == needed)

    def gain(self, castle: int, held: int) -> float:
        """The worth of a castle to a player who holds these castles."""
        key = (castle, held & self.clan_bits[castle])
        found = self._gains.get(key)
        if found is None:
            before = frozenset(id for n, id in enumerate(self.ids) if key[1] >> n & 1)
            after, clan = before | {self.ids[castle]}, self.clan[castle]
            found = standing(self.edition, clan, after) - standing(self.edition, clan, before)
            self._gains[key] = found
        return found


tables = cache(Tables)


@cache
def throws(dice: int) -> tuple[Throw, ...]:
    """All throws of so many dice, in the order of the draws: the first die is the last digit."""
    if dice == 0:
        return (0,)
    return tuple(rest + (1 << BITS * face) for rest in throws(dice - 1) for face in range(len(FACES)))


SIDES = [len(FACES) ** dice for dice in range(DICE + 1)]


def faces(throw: Throw) -> Dice:
    """The dice of a throw, in the order of the faces."""
    return tuple(face for n, face in enumerate(FACES) for _ in range(throw >> BITS * n & (1 << BITS) - 1))


def packed(dice: Dice) -> Throw:
    return sum(1 << BITS * FACES.index(face) for face in dice)


@cache
def size(throw: Throw) -> int:
    return len(faces(throw))


class Aims(NamedTuple):
    """The castles that a player may attack, in the order of the rules, and what each is worth to them."""

    places: tuple[int, ...]
    values: tuple[float, ...]


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
            self._end_turn(self._attack(self._throw(DICE)))
        return self._state()

    def _rest_of_turn(self) -> int | None:
        state = self._begun
        throw = packed(state.dice) if state.dice else self._throw(state.to_throw)
        if state.siege is None:
            return self._attack(throw)
        place = 2 * self._tables.number[state.siege] + (state.siege not in state.centre)
        return self._besiege(place, tuple(sorted(state.filled_lines)), throw)

    def _throw(self, dice: int) -> Throw:
        number = self._luck.below(SIDES[dice])
        if dice <= HALF:
            return throws(dice)[number]
        rest, first = divmod(number, SIDES[HALF])
        return throws(HALF)[first] + throws(dice - HALF)[rest]

    def _attack(self, throw: Throw) -> int | None:
        """The place that is conquered in a turn in which nothing is under siege yet."""
        tables, (places, values) = self._tables, self._aims[self._seat] or self._look()
        dice = size(throw)
        while dice:
            hopes = tables.hopes(throw)
            best = max(map(mul, values, [hopes[place] for place in places]))
            if best > 0 and best >= self._waiting(places, values, dice - 1):
                place, move = self._chosen(places, values, throw, best)
                return self._after(place, move)
            dice -= 1
            throw = self._throw(dice) if dice else 0
        return None

    def _waiting(self, places: tuple[int, ...], values: tuple[float, ...], dice: int) -> float:
        waiting = self._tables.waiting[dice]
        return max(map(mul, values, [waiting[place] for place in places]))

    def _chosen(
        self, places: tuple[int, ...], values: tuple[float, ...], throw: Throw, best: float
    ) -> tuple[int, Move]:
        moves, hopes, least = self._tables.moves, self._tables.hopes(throw), best - ALIKE
        candidates = [
            (place, move)
            for place, value in zip(places, values, strict=True)
            if value * hopes[place] > least
            for move in moves(place, throw)
            if value * move.hope > least
        ]
        return candidates[self._luck.choose(len(candidates))]

    def _after(self, place: int, move: Move) -> int | None:
        if move.conquers:
            return place
        return self._besiege(place, move.filled, self._throw(move.left)) if move.left else None

    def _besiege(self, place: int, filled: tuple[int, ...], throw: Throw) -> int | None:
        """The place, if it is conquered in this turn."""
        while True:
            moves, left = self._tables.in_siege(place, filled, throw), size(throw) - 1
            if moves:
                _, filled, left, conquers = moves[self._luck.choose(len(moves))]
                if conquers:
                    return place
            if not left:
                return None
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
        """As `bot.value`, for all castles that the player may attack."""
        seat, aims = self._seat, dict[int, float]()
        own = bits_of(self._held[seat])
        for castle in self._centre:
            aims[2 * castle] = self._tables.gain(castle, own)
        if len(self._centre) == 1:
            last = self._tables.ids[self._centre[0]]
            aims[2 * self._centre[0]] = VICTORY if wins_by(self._state(), last) else 0.0
        envy = ENVY / (len(self._held) - 1)
        for castles in (castles for other, castles in enumerate(self._held) if other != seat):
            bits = bits_of(castles)
            for castle in castles:
                lost = self._tables.gain(castle, bits & ~(1 << castle))
                aims[2 * castle + 1] = self._tables.gain(castle, own) + envy * lost
        self._aims[seat] = found = Aims(tuple(aims), tuple(aims.values()))
        return found

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


def bits_of(castles: list[int]) -> int:
    return sum(1 << castle for castle in castles)
