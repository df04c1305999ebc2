"""Neutral clans: what they can do, and how they decide (romans.neutral)."""

import pytest

from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from tests.rulesets.romans.scene import C, Scene, sitting

BOTH = pytest.mark.parametrize("abilities", ["horsie-only", "automatic"])


@BOTH
def test_romans_neutral_2_captures_and_ties_like_others(abilities: str) -> None:
    scene = Scene(C("druhid"), C("chariott"), neutral=1, neutral_abilities=abilities)
    assert scene.one(e.FortCaptured).side.clan == "green"
    assert scene.clan(2).whole_line == ()
    assert "romans.neutral.2" in scene.cited(e.FortCaptured)
    assert Scene(C("axx"), C("axx"), neutral=1, neutral_abilities=abilities).winner() is None


def test_romans_neutral_2_three_fortheca_do_not_end_the_game() -> None:
    scene = Scene(
        C("druhid"), C("chariott", forts="fortheca-1 fortheca-2"), neutral=1, wall="fortheca-3 niefort-3"
    )
    assert scene.one(e.FortCaptured).fortheca == 3
    assert scene.sitting.table.outcome is None


def test_romans_neutral_2_only_players_are_ranked() -> None:
    outcome = sitting(2, 2, seed="ranked").play_out().table.outcome
    assert outcome is not None
    assert sorted(seat for rank in outcome.ranking for seat in rank) == [1, 2]
    assert set(outcome.details["neutral_clans"]) == {"red", "violet"}


@BOTH
def test_romans_neutral_3_qween_druhid_and_svord_have_no_ability(abilities: str) -> None:
    qween = Scene(C("axx"), C("qween"), neutral=1, neutral_abilities=abilities)
    assert (qween.totals(), qween.all(e.WarriorSeduced)) == ([4, 1], [])
    druhid = Scene(C("svord"), C("druhid", line="chariott"), neutral=1, neutral_abilities=abilities)
    assert druhid.one(e.FortCaptured).fort == "niefort-1"
    svord = Scene(C("qween"), C("svord axx axx"), neutral=1, neutral_abilities=abilities)
    assert svord.all(e.LineRearranged) == []
    assert svord.all(e.DecisionDue) == []


@BOTH
def test_romans_neutral_3_horsie_keeps_his(abilities: str) -> None:
    scene = Scene(
        C("chariott", line="archr"), C("horsie", line="svord"), neutral=1, neutral_abilities=abilities
    )
    assert scene.clan(2).whole_line == ("horsie",)


@BOTH
def test_romans_neutral_3_fort_fokus_applies_to_it(abilities: str) -> None:
    scene = Scene(
        C("chariott", line="chariott"),
        C("archr", line="svord"),
        neutral=1,
        wall="fokus niefort-5",
        neutral_abilities=abilities,
    )
    assert scene.clan(2).whole_line == ("archr",)


def test_romans_neutral_3_archr_wins_a_tie_only_when_automatic() -> None:
    clans = (C("druhid", line="svord"), C("archr"))
    assert Scene(*clans, neutral=1).winner() is None
    assert Scene(*clans, neutral=1, neutral_abilities="automatic").winner() == "green"


@BOTH
def test_romans_neutral_3_its_archr_is_a_second_archr(abilities: str) -> None:
    scene = Scene(C("archr"), C("archr"), neutral=1, neutral_abilities=abilities)
    assert [side.clan for side in scene.one(e.ClashTied).archrs] == ["gold", "green"]


def test_romans_neutral_3_is_cited_when_its_archr_wins_no_tie() -> None:
    clans = (C("druhid", line="svord"), C("archr"))
    assert Scene(*clans, neutral=1).cited(e.ClashTied) == (
        "romans.clash.4",
        "romans.clash.3",
        "romans.neutral.3",
    )
    second = Scene(C("archr"), C("archr"), neutral=1).cited(e.ClashTied)
    assert second == ("romans.clash.4", "romans.clash.3", "romans.archr.1", "romans.neutral.3")


def test_romans_neutral_3_filchy_keeps_it_out_only_when_automatic() -> None:
    clans = (C("axx"), C("filchy"))
    assert Scene(*clans, neutral=1).totals() == [4, 6]
    assert Scene(*clans, neutral=1, neutral_abilities="automatic").totals() == [4, None]


def test_romans_neutral_4_axx_stays_only_when_automatic() -> None:
    clans = (C("svord"), C("axx", line="chariott"))
    assert Scene(*clans, neutral=1).clan(2).whole_line == ()
    assert Scene(*clans, neutral=1, neutral_abilities="automatic").clan(2).whole_line == ("axx",)


def test_romans_neutral_4_komfort_keeps_its_weakest() -> None:
    clans = (C("qween"), C("archr", line="chariott svord druhid"))
    scene = Scene(*clans, neutral=1, wall="komfort niefort-3")
    assert scene.clan(2).whole_line == ("druhid",)


@pytest.mark.parametrize(("line", "staying"), [("chariott", ("axx",)), ("chariott svord", ("svord", "axx"))])
def test_romans_neutral_4_komfort_and_axx_when_automatic(line: str, staying: tuple[str, ...]) -> None:
    scene = Scene(
        C("qween"), C("axx", line=line), neutral=1, wall="komfort niefort-3", neutral_abilities="automatic"
    )
    assert scene.clan(2).whole_line == staying


def test_romans_neutral_4_horsie_and_fokus_take_its_weakest() -> None:
    horsie = Scene(C("chariott", line="chariott"), C("horsie", line="axx qween svord"), neutral=1)
    assert horsie.clan(2).whole_line == ("axx", "svord", "horsie")
    fokus = Scene(C("chariott", line="chariott"), C("qween", line="archr"), neutral=1, wall="fokus niefort-5")
    assert fokus.clan(2).whole_line == ("archr",)


@pytest.mark.parametrize(
    ("forts", "gone"),
    [
        ("", "fortuna"),
        ("niefort-6 niefort-1", "niefort-1"),
        ("niefort-4 fokus", "niefort-4"),
        ("fokus niefort-4", "fokus"),
    ],
)
def test_romans_neutral_4_fortuna_takes_its_lowest_fort_the_first_among_equals(forts: str, gone: str) -> None:
    scene = Scene(
        C("qween"), C("archr", line="chariott", forts=forts), neutral=1, wall="fortuna fortheca-1 fortuna"
    )
    assert scene.one(e.FortDiscarded).fort == gone


def test_romans_neutral_4_its_decisions_hold_nobody_up() -> None:
    scene = Scene(C("svord"), C("horsie", line="axx qween"), C("horsie", line="archr druhid"), neutral=2)
    assert scene.due == [(1, "rearrange")]
    scene.act(1, a.Rearrange(("filchy",) * 5))
    discarded = [ev for ev in scene.all(e.WarriorsDiscarded) if ev.reason == "horsie"]
    assert len(discarded) + len(scene.all(e.FortCaptured)) >= 2
