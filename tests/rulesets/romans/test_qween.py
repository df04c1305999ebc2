"""Qween, alone and with each other warrior (romans.qween)."""

import pytest

from domain.play import IllegalAction
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from domain.rulesets.romans.components import BOXES
from tests.rulesets.romans.scene import C, Scene

STRENGTH = BOXES["1"].strength
OTHERS = [w for w in STRENGTH if w != "qween"]


@pytest.mark.parametrize("warrior", OTHERS)
def test_romans_qween_1_takes_the_strength_of_each_warrior(warrior: str) -> None:
    scene = Scene(C("qween"), C(warrior, line="archr"))
    seduced = scene.one(e.WarriorSeduced)
    assert (seduced.warrior, seduced.strength) == (warrior, STRENGTH[warrior])
    own, other = scene.totals()
    assert own == 1 + STRENGTH[warrior]
    assert other == (None if warrior == "filchy" else 5)


def test_romans_qween_1_the_owner_must_choose_among_several() -> None:
    scene = Scene(C("axx"), C("qween"), C("horsie"))
    assert scene.due == [(2, "seduce")]
    assert scene.legal(2) == [a.Seduce("gold"), a.Seduce("red")]
    with pytest.raises(IllegalAction) as refused:
        scene.act(2, a.Seduce("green"))
    assert refused.value.rule == "romans.qween.1"
    scene.act(2, a.Seduce("red"))
    assert scene.totals() == [4, 8, 0]


def test_romans_qween_1_a_cancelled_chariott_cannot_be_seduced() -> None:
    scene = Scene(C("qween"), C("chariott"), C("chariott"), C("druhid"))
    assert scene.one(e.WarriorSeduced).target.seat == 4
    nobody = Scene(C("qween"), C("chariott"), C("chariott"))
    assert nobody.all(e.WarriorSeduced) == []
    assert nobody.totals() == [1, 0, 0]


def test_romans_qween_1_without_a_target_it_is_said_why_nothing_happens() -> None:
    scene = Scene(C("chariott"), C("qween"), C("chariott"))
    assert scene.one(e.NobodySeduced).side.seat == 2
    assert scene.cited(e.NobodySeduced) == ("romans.qween.1", "romans.chariott.1")
    assert Scene(C("qween"), C("filchy")).all(e.NobodySeduced) == []
    assert Scene(C("chariott"), C("chariott"), C("qween"), neutral=1).all(e.NobodySeduced) == []


def test_romans_qween_1_a_single_chariott_can() -> None:
    assert Scene(C("qween"), C("chariott")).totals() == [10, 0]


def test_romans_qween_1_a_clan_that_is_out_may_be_chosen() -> None:
    scene = Scene(C("qween"), C("filchy"), C("axx"))
    scene.act(1, a.Seduce("green"))
    assert scene.totals() == [7, None, 4]
    assert scene.clan(2).discards == ("filchy",)


def test_romans_qween_1_the_ability_of_the_seduced_stays_with_its_owner() -> None:
    """Arch'r counts zero and still wins his clan's tie; Axx may still stay."""
    archr = Scene(C("qween", line="druhid"), C("archr", line="druhid filchy"))
    assert (archr.totals(), archr.winner()) == ([8, 8], "green")
    axx = Scene(C("qween"), C("axx", line="chariott"))
    assert axx.due == [(2, "keep-axx")]


def test_romans_qween_2_two_or_more_have_no_ability() -> None:
    scene = Scene(C("qween"), C("qween"), C("druhid"))
    assert [side.seat for side in scene.one(e.QweensCancelled).sides] == [1, 2]
    assert scene.all(e.WarriorSeduced) == []
    assert scene.totals() == [1, 1, 2]


def test_romans_qween_2_a_neutral_one_counts_for_this() -> None:
    scene = Scene(C("qween"), C("qween"), neutral=1)
    assert len(scene.all(e.QweensCancelled)) == 1
    assert scene.totals() == [1, 1]


def test_romans_qween_2_one_revealed_earlier_does_not_count() -> None:
    assert Scene(C("qween"), C("axx", line="qween")).totals() == [5, 1]


def test_romans_qween_3_a_captured_fort_takes_the_seduced_along() -> None:
    scene = Scene(C("qween", line="archr"), C("axx", line="druhid"))
    assert scene.winner() == "gold"
    gone = scene.all(e.WarriorsDiscarded)
    assert [(g.side.seat, g.reason, g.warriors) for g in gone] == [
        (1, "captured", ("archr", "qween")),
        (2, "seduced", ("axx",)),
    ]
    assert scene.clan(2).whole_line == ("druhid",)


def test_romans_qween_3_of_two_chariotts_it_is_the_seduced_one_that_goes() -> None:
    scene = Scene(C("qween", line="archr"), C("chariott", line="chariott druhid", forts=""), C("filchy"))
    scene.act(1, a.Seduce("green"))
    assert scene.totals() == [15, 11, None]
    assert (scene.clan(2).line, scene.clan(2).fresh) == (("chariott", "druhid"), "")


def test_romans_qween_3_without_capture_the_seduced_stays_and_counts_again() -> None:
    scene = Scene(C("qween svord"), C("axx druhid", line=""), C("filchy filchy", line="chariott"))
    scene.act(1, a.Seduce("green"))
    assert scene.winner() == "gold"
    lost = Scene(C("qween svord"), C("axx druhid"), C("horsie filchy"))
    lost.act(1, a.Seduce("green"))
    assert (lost.totals(), lost.winner()) == ([5, 0, 7], "red")
    assert lost.clan(2).whole_line == ("axx",)
    second = [ev for ev in lost.events if isinstance(ev, e.ClashWon)][1]
    assert [total.total for total in second.totals] == [4, 6, 6]
    assert second.totals[1].seduced == 0


def test_romans_qween_3_the_seduced_goes_with_its_own_line_when_its_own_clan_captures() -> None:
    scene = Scene(C("qween"), C("druhid", line="chariott"), wall="niefort-6")
    assert scene.winner() == "green"
    assert scene.one(e.WarriorsDiscarded).warriors == ("chariott", "druhid")
    assert scene.clan(1).whole_line == ("qween",)


def test_romans_qween_3_horsie_is_gone_before_he_can_be_driven_away() -> None:
    scene = Scene(C("qween", line="archr"), C("horsie"))
    gone = scene.all(e.WarriorsDiscarded)
    assert [g.reason for g in gone] == ["captured", "seduced"]
    assert scene.clan(2).discards == ("horsie",)


def test_romans_qween_3_a_seduced_horsie_still_drives_an_earlier_one_away() -> None:
    scene = Scene(C("qween", line="chariott"), C("horsie", line="axx"))
    assert scene.clan(2).discards == ("horsie", "axx")
