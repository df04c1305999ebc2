"""Games by the greedy bot alone, as the rules would play them with the same luck, in a fraction of their time.

Everything is mutable and nothing is recorded. Rules and bot are written a second time:
`tests/rulesets/test_simulations.py` demands that both end in the same state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from domain.by_seat import by_seat
from domain.contract.programs import Luck
from domain.hidden import Hidden
from domain.rulesets.touche.bot import JOKER_KEPT, TEMPTING
from domain.rulesets.touche.components import JOKER, Bits
from domain.rulesets.touche.options import own_patterns
from domain.rulesets.touche.reckoning import Reckoning, Worths, reckoning, worths
from domain.rulesets.touche.state import Crowned, Pattern, State, from_the_left
from domain.rulesets.touche.turns import NO_PLACE_LEFT, SET_COMPLETED, STALLED, STALLED_CIRCLES


class Simulation:
    """A game under way, after the deal. Seats count from 0; the top of a stack is its last card."""

    def __init__(self, state: State, luck: Luck) -> None:
        self._begun, self._luck, self._board, self._box = state, luck, state.board, state.box
        self._seats, self._sides, self._limit = state.seats, state.sides, state.options.stalled_rounds
        self._hands = [[str(card.value) for card in cards] for cards in state.hands]
        self._stacks = [[str(card.value) for card in cards][::-1] for cards in state.stacks]
        self._used = [list(cards) for cards in state.used]
        self._pawns, self._crowns, self._crowned = list(state.pawns), state.crowns, list(state.crowned)
        self._completed = [(made.kind, state.board.bits(made.fields)) for made in state.completed]
        self._seat, self._round, self._turn = state.seat - 1, state.round, state.turn
        self._idle, self._stalls, self._ended = state.idle, state.stalls, state.ended
        self._own = own_patterns(state.options)
        self._values = [dict[Bits, int]() for _ in range(state.sides)]
        self._fresh, self._hot = [0] * state.sides, [0] * state.sides
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
        best, lays = self._best(dict.fromkeys(hand), taken)
        if lays and (best >= TEMPTING or not dead):
            self._lay(*lays[self._luck.choose(len(lays)) if len(lays) > 1 else 0])
        elif dead:
            self._exchange(dead)
        else:
            self._idle += 1
            self._pass_on(self._left())

    def _taken(self) -> Bits:
        bits = self._crowns
        for pawns in self._pawns:
            bits |= pawns
        return bits

    def _best(self, faces: dict[str, None], taken: Bits) -> tuple[int, list[tuple[str, Bits]]]:
        """What the best lays are worth, and all that are worth as much, in the order of the rules."""
        best, lays, side = -JOKER_KEPT, list[tuple[str, Bits]](), self._seat % self._sides
        values = self._values[side]
        for face, fields in self._legal(faces, taken):
            if stale := fields & ~self._fresh[side]:
                self._reckon(side, stale)
            price = JOKER_KEPT if face == JOKER else 0
            if price and best >= 0:  # what is worth less than a joker cannot be better
                fields &= self._hot[side]
            while fields:
                bit = fields & -fields
                fields ^= bit
                worth = values[bit] - price
                if worth > best:
                    best, lays = worth, []
                if worth == best:
                    lays.append((face, bit))
        return best, lays

    def _legal(self, faces: dict[str, None], taken: Bits) -> Iterator[tuple[str, Bits]]:
        """The fields that each card opens."""
        board, own = self._board, self._pawns[self._seat % self._sides]
        spaces = self._patterns[self._seat % self._sides].finishable(own, board.free & ~self._crowns)
        jokers = board.all_cards & ~self._crowns & ~own
        for face in faces:
            fields = (jokers if face == JOKER else board.fields_of[face] & ~taken) | spaces
            if fields:
                yield face, fields

    def _reckon(self, side: int, fields: Bits) -> None:
        """What these fields are worth to a side now."""
        self._fresh[side] |= fields
        known, hot = self._values[side], self._hot[side] & ~fields
        for bit, worth in self._worths[side].of(fields, self._pawns, self._crowns):
            known[bit] = worth
            if worth >= JOKER_KEPT:
                hot |= bit
        self._hot[side] = hot

    def _changed(self, bit: Bits) -> None:
        """What stands on this field is new, so fields around it have to be reckoned again."""
        around = self._worths[0].around[bit]
        self._fresh = [fresh & ~around for fresh in self._fresh]

    # -- the rules

    def _left(self) -> int:
        return (self._seat + 1) % self._seats

    def _lay(self, face: str, bit: Bits) -> None:
        side = self._seat % self._sides
        self._hands[self._seat].remove(face)
        self._used[self._seat].append(face)
        self._pawns = [pawns & ~bit for pawns in self._pawns]
        self._pawns[side] |= bit
        self._idle = 0
        self._changed(bit)
        self._completed = list(self._patterns[side].complete(self._pawns[side], bit))
        if not self._completed:
            self._draw_up(self._seat)
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
        self._draw_up(self._seat)
        self._pass_on(self._seat)

    def _clear(self) -> None:
        self._pawns, self._fresh = [0] * self._sides, [0] * self._sides
        self._round += 1

    def _exchange(self, dead: list[str]) -> None:
        for face in dead:
            self._hands[self._seat].remove(face)
        self._used[self._seat] += dead
        self._idle += 1
        self._draw(self._seat, len(dead))
        self._pass_on(self._left())

    def _draw_up(self, seat: int) -> None:
        self._draw(seat, self._box.hand.cards - len(self._hands[seat]))

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self._stacks[seat]:
                self._refill()
            if not self._stacks[seat]:
                return
            self._hands[seat].append(self._stacks[seat].pop())
            if not self._stacks[seat]:
                self._refill()

    def _refill(self) -> None:
        seats = [seat - 1 for seat in from_the_left(self._begun)]
        cards = list(chain.from_iterable(self._used[seat] for seat in seats))
        each = len(cards) // self._seats
        if not each:
            return
        self._luck.shuffle(cards)
        dealt = each * self._seats
        for n, seat in enumerate(seats):
            self._stacks[seat] = cards[n : dealt : self._seats][::-1] + self._stacks[seat]
        self._used = [[] for _ in seats]
        self._used[seats[-1]] = cards[dealt:]

    def _pass_on(self, seat: int) -> None:
        self._end_turn(seat)
        while not self._ended and not self._hands[self._seat]:
            self._draw_up(self._seat)
            if not self._hands[self._seat]:
                self._idle += 1
                self._end_turn(self._left())

    def _end_turn(self, following: int) -> None:
        self._seat, self._turn = following, self._turn + 1
        if self._idle < STALLED_CIRCLES * self._seats:
            return
        self._idle, self._stalls = 0, self._stalls + 1
        if self._stalls == self._limit:
            self._ended = STALLED
        elif not self._limit and not any(self._hands) and not any(self._stacks):
            self._ended = NO_PLACE_LEFT
        else:
            self._clear()

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
