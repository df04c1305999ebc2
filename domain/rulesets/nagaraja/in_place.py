"""A game that goes on in place, by numbers (`numbers`) and without events: for playouts and for learning programs.

The rules are written a second time here and in `in_place_effects`: `tests/rulesets/test_simulations.py` and
`tests/engine/test_vector.py` demand the same games as by the rules. A *move* is an action's type and its figures; seats count
from 0 in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja import in_place_effects as effects
from domain.rulesets.nagaraja.changing import CHANGED, Args, options, placed, shape_of
from domain.rulesets.nagaraja.choosing import WHOLE_HAND
from domain.rulesets.nagaraja.in_place_effects import (
    NO_AMULET,
    NO_CARD,
    NOBODY,
    SEATS,
    Doing,
    Move,
    places_of,
    selections,
)
from domain.rulesets.nagaraja.numbers import (
    EMPTY,
    SEEN_BY_ALL,
    TRAP_LIES,
    Cells,
    Net,
    Numbers,
    cell_of,
    knower,
)

AS_IT_LIES = [(space,) * 4 for space in range(10)]
"""What is not turned with its tile. Spaces count from 1 here, because 0 is an empty one."""


class Chance(Protocol):
    """What may be drawn."""

    def roll(self, sides: Sequence[int]) -> Sequence[int]: ...

    def shuffle(self, items: list[int]) -> list[int]: ...


class Player:
    """What lies in front of a player. Cards, amulets and relics are secrets.

    Here and in the game, lists that are shown are replaced and not changed, so that observations need not copy them.
    """

    def __init__(self) -> None:
        self.relics: list[int] = []
        self.up = 0
        """The relics that lie face up, a bit for each hiding place."""
        self.lying: list[int] = [NO_AMULET] * 9
        """The amulets in the temple, by space."""
        self.hand: list[int] = []
        self.laid: list[int] = []
        self.laying = False
        self.sticks: list[int] = []
        self.fate_points = 0
        self.passed = False
        self.amulets: list[int] = []

    def build(self, numbers: Numbers, cells: Cells) -> None:
        """The temple has changed."""
        self.cells = cells
        self.shape = shape_of(cells)
        self.alike = tuple([numbers.like[cell] for cell in cells])
        """The same paths: tiles that look the same when they are turned are one."""
        self.net: Net = numbers.net(self.alike)


class InPlace:
    """Somebody else fills it (`in_place_state.taken_over`)."""

    def __init__(self, numbers: Numbers, chance: Chance) -> None:
        self.numbers, self.chance = numbers, chance
        self.players = (Player(), Player())
        self.supply: list[int] = []
        self.stage, self.seat, self.guide, self.round = "setup", NOBODY, NOBODY, 0
        self.tiles: list[int] = []
        self.amulets: list[int] = []
        self.deck: list[int] = []
        self.discards: list[int] = []
        self.used: list[int] = []
        self.offered, self.offered_amulet = NOBODY, NO_AMULET
        """The kind of the tile of this round."""
        self.drawn: list[int] = []
        self.doing: Doing | None = None
        self.played: list[int] = []
        self.winner, self.ended = NOBODY, ""
        self.temples = 0
        """How often what lies in the temples, or the amulets beside them, has changed or been seen."""
        self._moves: list[Move] | None = None

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
            calls = self._calls(player)
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

    # -- cards and sticks

    def draw(self, number: int) -> list[int]:
        """From the top; an empty deck is made anew from the discards, as long as there are any (deal.1)."""
        drawn: list[int] = []
        while number and (self.deck or self.discards):
            if not self.deck:
                self.deck = self.chance.shuffle([card & ~7 for card in self.discards])
                self.discards = []
            top, self.deck = self.deck[:number], self.deck[number:]
            drawn += top
            number -= len(top)
        return drawn

    def draw_to_hand(self, seat: int, number: int) -> None:
        known = knower(seat)
        self.to_hand(seat, [card | known for card in self.draw(number)])

    def to_hand(self, seat: int, cards: list[int]) -> None:
        player = self.players[seat]
        player.hand = player.hand + cards

    def throw(self, colours: Sequence[int]) -> list[int]:
        thrown = [self.numbers.thrown[colour] for colour in colours]
        values = self.chance.roll([len(faces) for faces in thrown])
        return [faces[value - 1] for faces, value in zip(thrown, values, strict=True)]

    def take_sticks(self, seat: int, sticks: Sequence[int]) -> None:
        player = self.players[seat]
        player.sticks = [*player.sticks, *sticks]
        self._supply(sticks, -1)

    def give_sticks(self, seat: int, sticks: Sequence[int]) -> None:
        left = [*self.players[seat].sticks]
        for stick in sticks:
            left.remove(stick)
        self.players[seat].sticks = left
        self._supply(sticks, 1)

    def _supply(self, sticks: Sequence[int], each: int) -> None:
        supply = [*self.supply]
        for stick in sticks:
            supply[self.numbers.colour[stick]] += each
        self.supply = supply

    def total_fate(self, seat: int) -> int:
        player, fate = self.players[seat], self.numbers.fate
        return sum([fate[stick] for stick in player.sticks]) + player.fate_points

    # -- phase 1

    def _calls(self, player: Player) -> list[Move]:
        if not player.hand:
            return [(a.ChooseCards, (), False)]
        if len(player.hand) > WHOLE_HAND:
            return [*self._single_cards(player)]
        return [
            (a.ChooseCards, cards, False)
            for same in self.by_symbol(player.hand).values()
            for number in range(1, len(same) + 1)
            for cards in selections(tuple(same), number)
        ]

    def by_symbol(self, hand: Sequence[int]) -> dict[str, list[int]]:
        groups: dict[str, list[int]] = {}
        for card in sorted([secret >> 3 for secret in hand]):
            groups.setdefault(self.numbers.symbol[card], []).append(card)
        return groups

    def _single_cards(self, player: Player) -> Iterator[Move]:
        groups = self.by_symbol([card for n, card in enumerate(player.hand) if n not in player.laid])
        if player.laid:
            symbol = self.numbers.symbol[player.hand[player.laid[0]] >> 3]
            groups = {symbol: groups[symbol]}
        for same in groups.values():
            for card in dict.fromkeys(same):
                for more in (False, True) if len(same) > 1 else (False,):
                    yield a.ChooseCards, (card,), more

    def _choose_cards(self, cards: tuple[int, ...], more: bool) -> None:
        player = self.players[self.seat]
        player.laid = player.laid + places_of(player.hand, cards, player.laid)
        player.laying = more
        if not more:
            self.seat = 1 - self.seat

    def _turn_up_and_throw(self) -> bool:
        if any(player.laying for player in self.players):
            return False
        one, two = map(self._turn_up, self.players)
        lying = self.throw([*one, *two])
        self.take_sticks(0, lying[: len(one)])
        self.take_sticks(1, lying[len(one) :])
        self.stage, self.seat = "confront", self.guide
        if not any(map(self._seems_able, self.players)):
            for player in self.players:
                player.passed = True
        return True

    def _turn_up(self, player: Player) -> list[int]:
        """The colours of the sticks of the cards laid, which leave the hand."""
        laid = [player.hand[place] for place in player.laid]
        self.used = self.used + [card | SEEN_BY_ALL for card in laid]
        player.hand = [card for n, card in enumerate(player.hand) if n not in player.laid]
        player.laid = []
        tops = [self.numbers.tops[card >> 3] for card in laid]
        return [
            colour for colour in range(len(self.supply)) for _ in range(sum([top[colour] for top in tops]))
        ]

    # -- phase 2

    def nagas(self, player: Player) -> list[int]:
        """The sticks that show a Naga, equal ones once."""
        return sorted({stick for stick in player.sticks if self.numbers.naga[stick]})

    def _seems_able(self, player: Player) -> bool:
        return bool(player.amulets) or bool(player.hand and self.nagas(player))

    def _turns(self) -> list[Move]:
        sticks = self.nagas(self.players[self.seat])
        spending = [(a.SpendNaga, stick, card) for stick in sticks for card in self._to_activate(stick)]
        return [*spending, *self.amulets_to_play(), (a.Pass,)]

    def _to_activate(self, stick: int) -> list[int]:
        hand = sorted({card >> 3 for card in self.players[self.seat].hand})
        return [card for card in hand if self.if_activated(stick, card, effects.possible)]

    def if_activated(self, stick: int, card: int, ask: Callable[[InPlace, Doing], Any]) -> Any:
        """What holds with this stick (if any) paid, and the card's effect still to come."""
        player = self.players[self.seat]
        sticks, hand = player.sticks, player.hand
        self._pay(player, stick, card)
        answer = ask(self, self.effect_of(card))
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
                for card in self._to_activate(NO_CARD):
                    yield a.PlayAmulet, amulet, card
            elif (does == "fate-points" and confronting) or (
                does == "draw-cards" and (self.deck or self.discards)
            ):
                yield a.PlayAmulet, amulet, NO_CARD

    def _activate(self, stick: int, card: int) -> None:
        if stick != NO_CARD:
            self._supply([stick], 1)
        self.used = [*self.used, self._pay(self.players[self.seat], stick, card) | SEEN_BY_ALL]
        self.doing = self.effect_of(card)

    def _play_amulet(self, amulet: int, card: int) -> None:
        seat, does = self.seat, self.numbers.does[amulet]
        player = self.players[seat]
        (place,) = places_of(player.amulets, (amulet,))
        player.amulets = [*player.amulets[:place], *player.amulets[place + 1 :]]
        self.played = [*self.played, amulet]
        self.temples += 1
        if does.do == "naga":
            self._activate(NO_CARD, card)
        elif does.do == "draw-cards":
            self.draw_to_hand(seat, does.number)
        else:
            player.fate_points += does.number
            self.turn_taken(1 - seat)

    def turn_taken(self, following: int) -> None:
        """Somebody acted: the other is next, and a player who passed may act again (naga.1)."""
        for player in self.players:
            player.passed = False
        self.seat = following

    def _pass(self) -> None:
        self.players[self.seat].passed = True
        self.seat = 1 - self.seat

    def _advance(self) -> bool:
        """False when somebody has to decide."""
        if self.doing is not None:
            return effects.happen(self, self.doing)
        if self.players[0].passed and self.players[1].passed:
            self._win_tile()
        elif not self._seems_able(self.players[self.seat]):
            self._pass()
        else:
            return False
        return True

    def changed(self) -> None:
        """Something has been done, so other moves may be legal."""
        self._moves = None

    def _win_tile(self) -> None:
        one, two = map(self.total_fate, SEATS)
        for seat, player in enumerate(self.players):
            self.give_sticks(seat, [*player.sticks])
            player.fate_points, player.passed = 0, False
        self.discards = self.discards + self.used
        self.used = []
        self.stage, self.seat = "place", self.guide if one == two else int(two > one)

    # -- phase 3

    def _placements(self) -> list[Move]:
        action, args = options("place-tile", self.players[self.seat].shape)
        return [(action, *its) for its in args]

    def offered_cell(self) -> int:
        return cell_of(self.offered, 0, self.offered_amulet != NO_AMULET)

    def _place_tile(self, space: int, turns: int) -> None:
        seat, turned = self.seat, self.numbers.turned
        player = self.players[seat]
        player.lying[space] = self.offered_amulet
        cells = placed(player.cells, turned, space, turned[self.offered_cell()][turns])
        self.offered, self.offered_amulet = NOBODY, NO_AMULET
        self.rebuild(seat, cells)
        if not self.ended:
            self._new_deal(1 - seat)

    def change(self, seat: int, action: type, args: Args) -> None:
        """An effect changes the spaces of a temple; amulets go with their tiles."""
        player, turned = self.players[seat], self.numbers.turned
        if action is a.PlaceTrap:
            rival = self.players[1 - seat]
            if TRAP_LIES in rival.cells:
                rival.build(self.numbers, tuple(EMPTY if it == TRAP_LIES else it for it in rival.cells))
        elif any(it != NO_AMULET for it in player.lying):
            spaces, before = (
                CHANGED[action](tuple(range(1, 10)), AS_IT_LIES, *args),
                [NO_AMULET, *player.lying],
            )
            player.lying = [before[space] for space in spaces]
        self.rebuild(seat, CHANGED[action](player.cells, turned, *args))

    def rebuild(self, seat: int, cells: Cells) -> None:
        """Record the change of a temple and all that follows from it (move.1)."""
        player = self.players[seat]
        player.build(self.numbers, cells)
        self.turn_relics(player)
        if player.net.amulets:
            self._take_amulets(seat, player)
        self.check_ends()

    def turn_relics(self, player: Player) -> None:
        """A relic is face up exactly while a live path touches its hiding place (relic.1)."""
        self.temples += 1
        player.up = player.net.touched
        up = player.up
        player.relics = [
            relic | SEEN_BY_ALL if up >> place & 1 else relic for place, relic in enumerate(player.relics)
        ]

    def _take_amulets(self, seat: int, player: Player) -> None:
        cells = list(player.cells)
        for space in player.net.amulets:
            player.amulets = [*player.amulets, player.lying[space] | knower(seat)]
            player.lying[space] = NO_AMULET
            cells[space] -= 1
        player.build(self.numbers, tuple(cells))

    def check_ends(self) -> None:
        """Third cursed relic, then enough points, then a full temple (end.1, end.2, end.3)."""
        reason, winner = self._ending()
        if reason:
            self.stage, self.seat, self.ended, self.winner, self.doing = "ended", NOBODY, reason, winner, None
            for player in self.players:
                player.amulets = [amulet | SEEN_BY_ALL for amulet in player.amulets]

    def _ending(self) -> tuple[str, int]:
        points, cursed = zip(*map(self._standing, self.players), strict=True)
        for seat in SEATS:
            if cursed[seat] == self.numbers.deadly:
                return "cursed", 1 - seat
        for seat in SEATS:
            if points[seat] >= self.numbers.needed:
                return "points", seat
        for seat in SEATS:
            if self.players[seat].shape[0].bit_count() >= self.numbers.full:
                return "full-temple", 1 - seat if points[1 - seat] > points[seat] else seat
        return "", NOBODY

    def _standing(self, player: Player) -> tuple[int, int]:
        """Points, and cursed relics face up."""
        numbers = self.numbers
        up = [relic >> 3 for place, relic in enumerate(player.relics) if player.up >> place & 1]
        amulets = sum([numbers.worth_points[amulet >> 3] for amulet in player.amulets])
        points = sum([numbers.worth[relic] for relic in up]) + amulets
        return points, sum([numbers.cursed[relic] for relic in up])

    # -- phase 4

    def _new_deal(self, guide: int) -> None:
        self.guide, self.stage, self.seat = guide, "keep", guide
        self.drawn = [card | knower(guide) for card in self.draw(self.numbers.dealt)]
        if len(self.drawn) <= 1:
            self.to_hand(guide, self.drawn)
            self._turn_up_tile()

    def _keepings(self) -> list[Move]:
        kinds = tuple(sorted([card >> 3 for card in self.drawn]))
        return [(a.KeepCards, cards) for cards in selections(kinds, len(kinds) - 1)]

    def _keep_cards(self, cards: tuple[int, ...]) -> None:
        seat, drawn = self.seat, self.drawn
        keeping = places_of(drawn, cards, ())
        (given,) = (n for n in range(len(drawn)) if n not in keeping)
        self.to_hand(seat, [drawn[n] for n in keeping])
        self.to_hand(1 - seat, [drawn[given] | knower(1 - seat)])
        self._turn_up_tile()

    def _turn_up_tile(self) -> None:
        self.drawn = []
        self.offered, self.tiles = self.tiles[0] >> 3, self.tiles[1:]
        if self.numbers.has_place[self.offered] and self.amulets:
            self.offered_amulet, self.amulets = self.amulets[0], self.amulets[1:]
        for player in self.players:
            player.laying = True
        self.stage, self.seat, self.round = "choose", self.guide, self.round + 1


HANDLERS: dict[type, Callable[..., None]] = {
    a.ChooseCards: InPlace._choose_cards,
    a.SpendNaga: InPlace._activate,
    a.Pass: InPlace._pass,
    a.PlayAmulet: InPlace._play_amulet,
    a.PlaceTile: InPlace._place_tile,
    a.KeepCards: InPlace._keep_cards,
}
BY_ITSELF: dict[str, Callable[[InPlace], bool]] = {
    "choose": InPlace._turn_up_and_throw,
    "confront": InPlace._advance,
}
