"""Games by the greedy bot alone, as the rules would play them with the same luck, in a fraction of their time.

Everything is mutable and nothing is recorded. Rules and bot are written a second time:
`tests/rulesets/test_simulations.py` demands that both end in the same state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.by_seat import by_seat
from domain.contract.programs import Luck
from domain.hidden import Hidden
from domain.rulesets.touche.bot import TEMPTING
from domain.rulesets.touche.components import JOKER, Bits
from domain.rulesets.touche.in_place import InPlace
from domain.rulesets.touche.options import own_patterns
from domain.rulesets.touche.reckoning import Opening, Reckoning, Worths, reckoning, worths
from domain.rulesets.touche.state import Crowned, Pattern, State
from domain.rulesets.touche.turns import NO_PLACE_LEFT, SET_COMPLETED


class Simulation(InPlace[str]):
    """A game under way, after the deal."""

    def __init__(self, state: State, luck: Luck) -> None:
        super().__init__(state)
        self._luck, self._board, self._box = luck, state.board, state.box
        self._own = own_patterns(state.options)
        self._patterns = [self._open(side) for side in range(state.sides)]
        self._worths = self._of_sides()

    def play_on(self, actions: int | None) -> State:
        """To the end, or for so many actions."""
        done = 0
        while not self._ended and (actions is None or done < actions):
            self._luck.begin(self._seat + 1)
            self._act()
            done += 1
        return self._state()

    def _open(self, side: int) -> Reckoning:
        """With the kinds of pattern that still count for a side."""
        made = [crowned.kind for crowned in self._crowned if crowned.side == side]
        kinds = (need.kind for need in self._begun.goals[side] if made.count(need.kind) < need.count)
        return reckoning(self._begun.edition, self._own, tuple(kinds))

    def _of_sides(self) -> list[Worths]:
        return [worths(tuple(self._patterns), side) for side in range(self._sides)]

    # -- the bot

    def _act(self) -> None:
        if self._completed:
            self._crown(*self._completed[-1])
            return
        taken = self._taken()
        hand = sorted(self._hands[self._seat], key=self._box.pack.place.__getitem__)
        fields = self._board.fields_of
        dead = [face for face in hand if face != JOKER and not fields[face] & ~taken]
        openings = self._openings(dict.fromkeys(hand), taken)
        best, lays = self._worths[self._seat % self._sides].best(openings, self._pawns, self._crowns)
        if lays and (best >= TEMPTING or not dead):
            self._lay(*lays[self._luck.choose(len(lays)) if len(lays) > 1 else 0])
        elif dead:
            self._exchange(dead)
        else:
            self._idle += 1
            self._pass_on(self._left())

    def _openings(self, faces: dict[str, None], taken: Bits) -> Iterator[Opening]:
        """The fields that each card opens."""
        board, own = self._board, self._pawns[self._seat % self._sides]
        spaces = self._patterns[self._seat % self._sides].finishable(own, board.free & ~self._crowns)
        jokers = board.all_cards & ~self._crowns & ~own
        for face in faces:
            fields = (jokers if face == JOKER else board.fields_of[face] & ~taken) | spaces
            if fields:
                yield face, fields

    # -- the rules

    def _lay(self, face: str, bit: Bits) -> None:
        side = self._seat % self._sides
        self._hands[self._seat].remove(face)
        self._used[self._seat].append(face)
        self._pawns = [pawns & ~bit for pawns in self._pawns]
        self._pawns[side] |= bit
        self._idle = 0
        self._completed = list(self._patterns[side].complete(self._pawns[side], bit))
        if not self._completed:
            self._draw_up()
            self._pass_on(self._left())
        elif len(self._completed) == 1:
            self._crown(*self._completed[0])

    def _crown(self, kind: str, bits: Bits) -> None:
        side = self._seat % self._sides
        self._pawns[side] &= ~bits
        self._crowns |= bits
        self._crowned.append(Crowned(side, kind, self._board.named(bits)))
        self._completed, self._stalls = [], 0
        self._patterns[side] = self._open(side)
        self._worths = self._of_sides()
        if not self._patterns[side].kinds:
            self._ended = SET_COMPLETED
            return
        self._clear()
        if not any(patterns.possible(self._crowns) for patterns in self._patterns):
            self._ended = NO_PLACE_LEFT
            return
        self._draw_up()
        self._pass_on(self._seat)

    def _clear(self) -> None:
        self._pawns = [0] * self._sides
        self._round += 1

    def _exchange(self, dead: list[str]) -> None:
        for face in dead:
            self._hands[self._seat].remove(face)
        self._used[self._seat] += dead
        self._idle += 1
        self._draw(len(dead))
        self._pass_on(self._left())

    def _face(self, card: str) -> str:
        return card

    def _mixed(self, cards: Sequence[str]) -> Sequence[str]:
        mixed = list(cards)
        self._luck.shuffle(mixed)
        return mixed

    # -- the end

    def _state(self) -> State:
        hands = (tuple(Hidden(face, (seat,)) for face in faces) for seat, faces in enumerate(self._hands, 1))
        named = self._board.named
        return replace(
            self._begun,
            hands=by_seat(hands),
            stacks=by_seat(tuple(map(Hidden, faces[::-1])) for faces in self._stacks),
            used=by_seat(map(tuple, self._used)),
            pawns=tuple(self._pawns),
            crowns=self._crowns,
            crowned=tuple(self._crowned),
            completed=tuple(Pattern(kind, named(bits)) for kind, bits in self._completed),
            seat=self._seat + 1,
            round=self._round,
            turn=self._turn,
            idle=self._idle,
            stalls=self._stalls,
            ended=self._ended,
        )
