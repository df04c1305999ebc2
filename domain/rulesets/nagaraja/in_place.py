"""A game played in place, by numbers (`numbers`) and without events: for playouts and for learning programs.

The rules are written a second time here, in `in_place_choosing` and in `in_place_effects`. `tests/engine/test_vector.py` and
`tests/rulesets/test_simulations.py` demand the same games as by the rules. A *move* is an action's type and its figures; seats
count from 0 in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja import in_place_effects as effects
from domain.rulesets.nagaraja.changing import Shape, options, placed
from domain.rulesets.nagaraja.in_place_choosing import Choosing
from domain.rulesets.nagaraja.in_place_doing import (
    NO_AMULET,
    NO_CARD,
    NOBODY,
    SEATS,
    Doing,
    Move,
    places_of,
    selections,
)
from domain.rulesets.nagaraja.in_place_table import Player
from domain.rulesets.nagaraja.numbers import (
    SEEN_BY_ALL,
    knower,
)

THROWN_AGAIN = {"throw-chosen-again", "throw-all-again"}
"""Effects for which it matters what the player has paid."""
T = TypeVar("T")


@lru_cache(maxsize=1 << 11)
def placements(shape: Shape) -> list[Move]:
    action, args = options("place-tile", shape)
    return [(action, *its) for its in args]


class InPlace(Choosing):
    """A whole game."""

    @property
    def to_act(self) -> int:
        if self.doing is None:
            return self.seat
        return effects.chooser(self.doing)

    def moves(self) -> list[Move]:
        """All legal actions, in the order of the rules."""
        if self._moves is None:
            self._moves = self._listed()
        return self._moves

    def _listed(self) -> list[Move]:
        if self.doing is not None:
            return effects.choices(self, self.doing)
        if self.stage == "confront":
            return self._turns()
        if self.stage == "choose":
            player = self.players[self.seat]
            calls = self.calls(player)
            return calls if player.laid else [*calls, *self.amulets_to_play()]
        own = self._placements() if self.stage == "place" else self._keepings()
        return [*own, *self.amulets_to_play()]

    def act(self, move: Move) -> None:
        """Carry out a legal action, then all that follows by itself."""
        self.changed()
        if self.doing is not None:
            effects.choose(self, self.doing, move)
        else:
            HANDLERS[move[0]](self, *move[1:])
        while (happen := BY_ITSELF.get(self.stage)) and happen(self):
            pass

    # -- phase 2

    def _turns(self) -> list[Move]:
        player = self.players[self.seat]
        moves: list[Move] = []
        if nagas := self.nagas(player):
            able = [card for card in self._kinds(player) if effects.possible(self, nagas[0], card)]
            moves = [(a.SpendNaga, stick, card) for stick in nagas for card in able]
        return [*moves, *self.amulets_to_play(), (a.Pass,)]

    def activations(self, ask: Callable[[int, int], T]) -> Iterator[tuple[Move, T]]:
        """What `ask` answers for each Naga and card: the same for any Naga, unless the card throws own sticks again."""
        answers, player = dict[int, T](), self.players[self.seat]
        for stick in self.nagas(player):
            for card in self._kinds(player):
                answer = answers[card] if card in answers else ask(stick, card)
                if self.numbers.effects[card][0].do not in THROWN_AGAIN:
                    answers[card] = answer
                yield (a.SpendNaga, stick, card), answer

    def _kinds(self, player: Player) -> list[int]:
        return sorted({card >> 3 for card in player.hand})

    def if_activated(self, stick: int, card: int, ask: Callable[[], T]) -> T:
        """What holds with this stick (if any) paid, and the card's effect still to come."""
        player = self.players[self.seat]
        sticks, hand = player.sticks, player.hand
        self._pay(player, stick, card)
        answer = ask()
        player.sticks, player.hand = sticks, hand
        return answer

    def _pay(self, player: Player, stick: int, card: int) -> int:
        """The card that leaves the hand."""
        place = next(n for n, secret in enumerate(player.hand) if secret >> 3 == card)
        paid, player.hand = player.hand[place], [*player.hand[:place], *player.hand[place + 1 :]]
        if stick != NO_CARD:
            at = player.sticks.index(stick)
            player.sticks = [*player.sticks[:at], *player.sticks[at + 1 :]]
        return paid

    def effect_of(self, card: int) -> Doing:
        return Doing(self.seat, card, self.numbers.targets[card][self.seat], self.numbers.effects[card])

    def amulets_to_play(self) -> list[Move]:
        """One that draws before any own decision; the others only in the confrontation (amulet.2)."""
        amulets = self.players[self.seat].amulets
        return [*self._amulets_to_play(amulets)] if amulets else []

    def _amulets_to_play(self, amulets: Sequence[int]) -> Iterator[Move]:
        confronting = self.stage == "confront"
        for amulet in sorted({secret >> 3 for secret in amulets}):
            does = self.numbers.does[amulet].do
            if does == "naga" and confronting:
                for card in self._kinds(self.players[self.seat]):
                    if effects.possible(self, NO_CARD, card):
                        yield a.PlayAmulet, amulet, card
            elif (does == "fate-points" and confronting) or (
                does == "draw-cards" and (self.deck or self.discards)
            ):
                yield a.PlayAmulet, amulet, NO_CARD

    def _activate(self, stick: int, card: int) -> None:
        if stick != NO_CARD:
            self.supply_sticks([stick], 1)
        self.used = [*self.used, self._pay(self.players[self.seat], stick, card) | SEEN_BY_ALL]
        self.doing = self.effect_of(card)

    def _play_amulet(self, amulet: int, card: int) -> None:
        seat, does = self.seat, self.numbers.does[amulet]
        player = self.players[seat]
        (place,) = places_of(player.amulets, (amulet,))
        player.amulets = [*player.amulets[:place], *player.amulets[place + 1 :]]
        self.played = [*self.played, amulet]
        if does.do == "naga":
            self._activate(NO_CARD, card)
        elif does.do == "draw-cards":
            self.draw_to_hand(seat, does.number)
        else:
            player.fate_points += does.number
            self.turn_taken(1 - seat)

    def _pass(self) -> None:
        self.players[self.seat].passed = True
        self.seat = 1 - self.seat

    def _advance(self) -> bool:
        """False when somebody has to decide."""
        if self.doing is not None:
            return effects.happen(self, self.doing)
        if self.players[0].passed and self.players[1].passed:
            self._win_tile()
        elif not self.seems_able(self.players[self.seat]):
            self._pass()
        else:
            return False
        return True

    def _win_tile(self) -> None:
        one, two = map(self.total_fate, SEATS)
        for player in self.players:
            self.supply_sticks(player.sticks, 1)
            player.sticks, player.fate_points, player.passed = [], 0, False
        self.discards = self.discards + self.used
        self.used = []
        self.stage, self.seat = "place", self.guide if one == two else int(two > one)

    # -- phase 3

    def _placements(self) -> list[Move]:
        return placements(self.players[self.seat].shape)

    def _place_tile(self, space: int, turns: int) -> None:
        seat, turned = self.seat, self.numbers.turned
        player = self.players[seat]
        player.lying[space] = self.offered_amulet
        cells = placed(player.cells, turned, space, turned[self.offered_cell()][turns])
        self.offered, self.offered_amulet = NOBODY, NO_AMULET
        self.rebuild(seat, cells)
        if not self.ended:
            self._new_deal(1 - seat)

    # -- phase 4

    def _new_deal(self, guide: int) -> None:
        self.guide, self.stage, self.seat = guide, "keep", guide
        self.drawn = [card | knower(guide) for card in self.draw(self.numbers.dealt)]
        if len(self.drawn) <= 1:
            self.to_hand(guide, self.drawn)
            self.turn_up_tile()

    def _keepings(self) -> list[Move]:
        kinds = tuple(sorted([card >> 3 for card in self.drawn]))
        return [(a.KeepCards, cards) for cards in selections(kinds, len(kinds) - 1)]

    def _keep_cards(self, cards: tuple[int, ...]) -> None:
        seat, drawn = self.seat, self.drawn
        keeping = places_of(drawn, cards, ())
        given = sum(range(len(drawn))) - sum(keeping)
        self.to_hand(seat, [drawn[n] for n in keeping])
        self.to_hand(1 - seat, [drawn[given] | knower(1 - seat)])
        self.turn_up_tile()

    def turn_up_tile(self) -> None:
        self.drawn = []
        self.offered, self.tiles = self.tiles[0] >> 3, self.tiles[1:]
        if self.numbers.has_place[self.offered] and self.amulets:
            self.offered_amulet, self.amulets = self.amulets[0], self.amulets[1:]
        for player in self.players:
            player.laying = True
        self.stage, self.seat, self.round = "choose", self.guide, self.round + 1


HANDLERS: dict[type, Callable[..., None]] = {
    a.ChooseCards: InPlace.choose_cards,
    a.SpendNaga: InPlace._activate,
    a.Pass: InPlace._pass,
    a.PlayAmulet: InPlace._play_amulet,
    a.PlaceTile: InPlace._place_tile,
    a.KeepCards: InPlace._keep_cards,
}
BY_ITSELF: dict[str, Callable[[InPlace], bool]] = {
    "choose": InPlace.turn_up_and_throw,
    "confront": InPlace._advance,
}
