"""What a warrior or a fort does, it does at every number of players and for each seat."""

from typing import Any, NamedTuple

import pytest

from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from tests.rulesets.romans.scene import C, Scene

STRONG = C("archr", line="chariott svord")
WEAK = C("archr")
REST = "niefort-3 niefort-5"


class Table(NamedTuple):
    """One clan, at `seat`, and a rival at its left fight; the others reveal Filchy and are out."""

    players: int
    seat: int

    def scene(self, own: C, rival: C = WEAK, **how: Any) -> Scene:
        clans = [C("")] * self.players
        clans[self.seat - 1], clans[self.seat % self.players] = own, rival
        return Scene(*clans, **how)

    def asks(self, scene: Scene, action: str, rival: int = 0) -> bool:
        """Whether this is all that is to be decided, by the clan or its rival."""
        return scene.due == [((self.seat + rival - 1) % self.players + 1, action)]

    def line(self, scene: Scene) -> tuple[str, ...]:
        return scene.clan(self.seat).whole_line


TABLES = [Table(players, seat) for players in (2, 3, 4) for seat in range(1, players + 1)]


@pytest.fixture(params=TABLES, ids=[f"{it.seat} of {it.players}" for it in TABLES])
def table(request: pytest.FixtureRequest) -> Table:
    assert isinstance(request.param, Table)
    return request.param


def test_romans_horsie_1_drives_an_earlier_warrior_away_at_every_table(table: Table) -> None:
    scene = table.scene(C("horsie", line="axx svord"), STRONG)
    assert table.asks(scene, "discard-revealed")
    assert scene.legal(table.seat) == [a.DiscardRevealed("svord"), a.DiscardRevealed("axx")]
    assert table.line(scene.act(table.seat, a.DiscardRevealed("axx"))) == ("svord", "horsie")
    assert table.line(table.scene(C("horsie"), STRONG)) == ()
    assert table.line(table.scene(C("horsie", line="axx"), C("chariott", line="svord svord"))) == ("horsie",)


def test_romans_komfort_1_keeps_the_weakest_at_every_table(table: Table) -> None:
    scene = table.scene(STRONG, wall=f"komfort {REST}")
    assert table.asks(scene, "keep-warrior")
    assert table.line(scene.act(table.seat, a.KeepWarrior(True))) == ("svord",)


def test_romans_fokus_1_takes_a_warrior_of_every_line_at_every_table(table: Table) -> None:
    scene = table.scene(STRONG, C("archr", line="svord"), wall=f"fokus {REST}")
    rival = table.seat % table.players + 1
    assert table.asks(scene, "discard-revealed", rival=1)
    scene.act(rival, a.DiscardRevealed("archr"))
    assert scene.clan(rival).whole_line == ("svord",)
    others = {*range(1, table.players + 1)} - {table.seat, rival}
    assert [scene.clan(seat).whole_line for seat in others] == [()] * len(others)


def test_romans_fortuna_1_costs_an_earlier_fort_at_every_table(table: Table) -> None:
    scene = table.scene(STRONG._replace(forts="niefort-1 niefort-6"), wall=f"fortuna {REST}")
    assert table.asks(scene, "discard-fort")
    assert scene.legal(table.seat) == [a.DiscardFort("niefort-1"), a.DiscardFort("niefort-6")]
    assert scene.act(table.seat, a.DiscardFort("niefort-1")).clan(table.seat).forts == (
        "niefort-6",
        "fortuna",
    )


def test_romans_fortheca_1_wins_with_three_at_every_table(table: Table) -> None:
    scene = table.scene(STRONG._replace(forts="fortheca-1 fortheca-2"), wall=f"fortheca-3 {REST}")
    assert scene.sitting.table.outcome is not None
    assert scene.sitting.table.outcome.winners == (table.seat,)


def test_romans_druhid_1_takes_another_fort_at_every_table(table: Table) -> None:
    scene = table.scene(C("druhid", line="chariott"), wall=f"niefort-1 {REST}")
    assert table.asks(scene, "take-fort")
    assert scene.act(table.seat, a.TakeFort(6)).clan(table.seat).forts == ("niefort-5",)


def test_romans_axx_1_stays_at_every_table(table: Table) -> None:
    scene = table.scene(C("axx", line="chariott"))
    assert table.asks(scene, "keep-axx")
    assert table.line(scene.act(table.seat, a.KeepAxx(True))) == ("axx",)


def test_romans_svord_1_lays_the_hidden_anew_at_every_table(table: Table) -> None:
    scene = table.scene(C("svord axx archr"), wall=f"niefort-1 {REST}")
    assert table.asks(scene, "rearrange")
    assert len(scene.legal(table.seat)) == 2


def test_romans_archr_1_wins_a_tie_at_every_table(table: Table) -> None:
    scene = table.scene(C("archr"), C("druhid", line="svord"))
    assert (scene.one(e.ClashWon).side.seat, scene.one(e.ClashWon).by) == (table.seat, "archr")


def test_romans_chariott_1_two_cancel_each_other_at_every_table(table: Table) -> None:
    scene = table.scene(C("chariott", line="svord"), C("chariott"))
    assert len(scene.one(e.ChariottsCancelled).sides) == 2
    assert scene.one(e.ClashWon).side.seat == table.seat


def test_romans_clash_4_a_tie_loses_the_fort_at_every_table(table: Table) -> None:
    scene = table.scene(C("axx", line="svord"), C("axx", line="svord"))
    assert scene.one(e.FortLost).fort == "niefort-1"
    assert table.line(scene) == ("svord", "axx")
    moved = table.scene(C("axx"), C("axx"), wall=f"niefort-1 {REST}", tied_fort=True)
    assert moved.one(e.WallShifted).lost == "niefort-5"


def test_romans_qween_1_borrows_of_a_rival_at_every_table(table: Table) -> None:
    """Filchy may be seduced, too."""
    scene = table.scene(C("qween"), C("chariott"))
    if table.players > 2:
        assert table.asks(scene, "seduce")
        assert len(scene.legal(table.seat)) == table.players - 1
        rival = scene.game.clans[table.seat % table.players].side.clan
        scene.act(table.seat, a.Seduce(rival))
    assert scene.totals()[table.seat - 1] == 10
    assert scene.one(e.ClashWon).side.seat == table.seat
