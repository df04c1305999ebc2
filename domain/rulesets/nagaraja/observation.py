"""Observations of a game that is stepped in place: rows that are brought up to date instead of being made anew.

Lists that are shown are replaced and not changed (`in_place_table.Player`), so a section is written again only where the list
that it was written from is no longer the same one. What changes at nearly every step is always written.
"""

from __future__ import annotations

from typing import Any

from domain.rulesets.nagaraja.figures import Layout
from domain.rulesets.nagaraja.in_place import InPlace
from domain.rulesets.nagaraja.in_place_doing import SEATS
from domain.rulesets.nagaraja.in_place_table import Player
from domain.rulesets.nagaraja.sections import Figures

NOTHING: Any = object()
"""What sections were written from at first."""


class Observations:
    """A row for each seat."""

    def __init__(self, layout: Layout) -> None:
        rows = [bytearray(layout.size) for _ in SEATS]
        for seat, row in enumerate(rows):
            row[seat] = row[len(SEATS) + seat] = 1
        self._alike = Alike(layout, *rows)
        self._own = [Own(layout, viewer, row) for viewer, row in enumerate(rows)]
        self._shown = [memoryview(row).cast("b") for row in rows]

    def of(self, game: InPlace, viewer: int) -> memoryview[int]:
        """The row of a viewer (from 0), up to date."""
        self._alike.update(game)
        self._own[viewer].update(game)
        return self._shown[viewer]


class Alike:
    """Sections that both seats see alike, in the rows of both."""

    def __init__(self, layout: Layout, one: bytearray, two: bytearray) -> None:
        self._shared, self._table, self._players = layout.shared, layout.table, layout.players
        self._one, self._two = one, two
        self._supply = self._used = self._played = NOTHING
        self._sticks, self._turns, self._cells = ([NOTHING for _ in SEATS] for _ in range(3))

    def update(self, game: InPlace) -> None:
        if game.supply is not self._supply:
            self._supply = game.supply
            self._write(self._table["sticks"], self._shared.supply(game.supply))
        if game.used is not self._used:
            self._used = game.used
            self._write(self._table["used"], self._shared.used(game.used))
        if game.played is not self._played:
            self._played = game.played
            self._write(self._table["played_amulets"], self._shared.played(game.played))
        for seat, player in enumerate(game.players):
            turn = player.fate_points, player.passed
            if player.sticks is not self._sticks[seat] or turn != self._turns[seat]:
                self._sticks[seat], self._turns[seat] = player.sticks, turn
                self._write(self._players[seat]["sticks"], self._shared.lying(player))
            if player.cells is not self._cells[seat]:
                self._cells[seat] = player.cells
                self._write(self._players[seat]["spaces"], self._shared.temple(player))
                self._write(self._table["trap"], self._shared.trap(game.players))

    def _write(self, at: slice, figures: Figures) -> None:
        self._one[at] = self._two[at] = figures


class Own:
    """Sections in which a viewer may see more than the rival, in the viewer's row; and those that change at nearly every step."""

    def __init__(self, layout: Layout, viewer: int, row: bytearray) -> None:
        self._shared, self._seen, self._row = layout.shared, layout.seen[viewer], row
        self._table, self._players, self._viewer = layout.table, layout.players, viewer
        self._offered = self._on_it = self._drawn = NOTHING
        self._doing = False
        self._hands, self._laid, self._amulets, self._relics, self._ups = (
            [NOTHING for _ in SEATS] for _ in range(5)
        )

    def update(self, game: InPlace) -> None:
        row, at, shared = self._row, self._table, self._shared
        row[at["round"]] = shared.head(game.round, game.stage, game.seat, game.guide)
        if game.offered != self._offered or game.offered_amulet != self._on_it:
            self._offered, self._on_it = game.offered, game.offered_amulet
            row[at["offered"]] = shared.offered(game.offered, game.offered_amulet)
        row[at["piles"]] = bytes((len(game.tiles), len(game.amulets), len(game.deck), len(game.discards)))
        if game.drawn is not self._drawn:
            self._drawn = game.drawn
            row[at["drawn"]] = self._seen.cards(game.drawn)
        if game.doing is not None or self._doing:
            self._doing = game.doing is not None
            row[at["effect"]] = self._seen.effect(game.doing, game.to_act)
        for seat, player in enumerate(game.players):
            if player.hand is not self._hands[seat] or player.laid is not self._laid[seat]:
                self._update_hand(seat, player)
            if (
                player.relics is not self._relics[seat]
                or player.amulets is not self._amulets[seat]
                or player.up != self._ups[seat]
            ):
                self._update_temple(seat, player)

    def _update_hand(self, seat: int, player: Player) -> None:
        row, at = self._row, self._players[seat]
        if player.hand is not self._hands[seat]:
            self._hands[seat] = player.hand
            row[at["hand"]] = self._seen.cards(player.hand)
        self._laid[seat] = player.laid
        own = seat == self._viewer
        row[at["laid"]] = self._seen.own_laid(player) if own else self._seen.laid_by_rival(player)

    def _update_temple(self, seat: int, player: Player) -> None:
        row, at, seen = self._row, self._players[seat], self._seen
        self._relics[seat], self._amulets[seat], self._ups[seat] = player.relics, player.amulets, player.up
        row[at["relics"]] = seen.relics(player)
        row[at["amulets"]] = seen.amulets(player.amulets)
        row[at["points"]] = seen.points(player)
