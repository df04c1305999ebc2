"""The table of a game played in place (`in_place`): cards, sticks and temples, by numbers (`numbers`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.changing import CHANGED, Args, shape_of
from domain.rulesets.nagaraja.in_place_doing import (
    NO_AMULET,
    NOBODY,
    SEATS,
    Doing,
    Move,
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

    def face_up(self) -> list[int]:
        """The kinds of the relics that lie face up."""
        up = self.up
        return [relic >> 3 for place, relic in enumerate(self.relics) if up >> place & 1] if up else []

    def build(self, numbers: Numbers, cells: Cells) -> None:
        """The temple has changed."""
        self.cells = cells
        self.shape = shape_of(cells)
        self.alike = tuple([numbers.like[cell] for cell in cells])
        """The same paths: tiles that look the same when they are turned are one."""
        self.net: Net = numbers.net(self.alike)


class Table:
    """All that lies on the table, and what every phase does with it. `in_place_state.taken_over` fills it."""

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
        self._moves: list[Move] | None = None

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
        sides, thrown = self.numbers.sides, self.numbers.thrown
        values = self.chance.roll([sides[colour] for colour in colours])
        return [thrown[colour][value - 1] for colour, value in zip(colours, values, strict=True)]

    def take_sticks(self, seat: int, sticks: Sequence[int]) -> None:
        player = self.players[seat]
        player.sticks = [*player.sticks, *sticks]
        self.supply_sticks(sticks, -1)

    def give_sticks(self, seat: int, sticks: Sequence[int]) -> None:
        left = [*self.players[seat].sticks]
        for stick in sticks:
            left.remove(stick)
        self.players[seat].sticks = left
        self.supply_sticks(sticks, 1)

    def supply_sticks(self, sticks: Sequence[int], each: int) -> None:
        supply = [*self.supply]
        for stick in sticks:
            supply[self.numbers.colour[stick]] += each
        self.supply = supply

    def total_fate(self, seat: int) -> int:
        player, fate = self.players[seat], self.numbers.fate
        return sum([fate[stick] for stick in player.sticks]) + player.fate_points

    def nagas(self, player: Player) -> list[int]:
        """The sticks that show a Naga, equal ones once."""
        return sorted({stick for stick in player.sticks if self.numbers.naga[stick]})

    def turn_taken(self, following: int) -> None:
        """Somebody acted: the other is next, and a player who passed may act again (naga.1)."""
        for player in self.players:
            player.passed = False
        self.seat = following

    def changed(self) -> None:
        """Something has been done, so other moves may be legal."""
        self._moves = None

    def offered_cell(self) -> int:
        return cell_of(self.offered, 0, self.offered_amulet != NO_AMULET)

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
        up = player.up = player.net.touched
        if not up:
            return
        relics = [
            relic | SEEN_BY_ALL if up >> place & 1 else relic for place, relic in enumerate(player.relics)
        ]
        if relics != player.relics:
            player.relics = relics

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
        points, cursed = self._standings()
        numbers = self.numbers
        if numbers.deadly in cursed:
            return "cursed", 1 - cursed.index(numbers.deadly)
        for seat in SEATS:
            if points[seat] >= numbers.needed:
                return "points", seat
        for seat, player in enumerate(self.players):
            if player.shape[0].bit_count() >= numbers.full:
                return "full-temple", 1 - seat if points[1 - seat] > points[seat] else seat
        return "", NOBODY

    def _standings(self) -> tuple[list[int], list[int]]:
        """The points of both, and their cursed relics face up."""
        numbers, points, cursed = self.numbers, [0, 0], [0, 0]
        for seat, player in enumerate(self.players):
            for relic in player.face_up():
                points[seat] += numbers.worth[relic]
                cursed[seat] += numbers.cursed[relic]
            for amulet in player.amulets:
                points[seat] += numbers.worth_points[amulet >> 3]
        return points, cursed
