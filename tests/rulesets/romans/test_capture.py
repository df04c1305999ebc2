"""The capture: Dru'hid, Axx, KomFort, FortHeca, and both variants."""

import pytest

from domain.play import IllegalAction
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from domain.rulesets.romans.components import BOXES
from tests.rulesets.romans.scene import C, Scene

WALL = "niefort-1 niefort-3 komfort fortheca-2 fokus fortuna"
DRUHID = C("druhid", line="chariott")


def druhid(place: int, wall: str = WALL, forts: str = "", **options: bool) -> Scene:
    return Scene(DRUHID._replace(forts=forts), C("archr", line="axx"), wall=wall, **options).act(
        1, a.TakeFort(place)
    )


def test_romans_clash_5_the_captor_takes_the_fort_and_discards_its_line() -> None:
    scene = Scene(C("svord", line="chariott archr"), C("archr"))
    captured = scene.one(e.FortCaptured)
    assert (captured.side.seat, captured.fort, captured.value, captured.points) == (1, "niefort-1", 1, 1)
    assert scene.clan(1).forts == ("niefort-1",)
    assert scene.clan(1).discards == ("chariott", "archr", "svord")
    assert scene.clan(2).whole_line == ("archr",)


def test_romans_druhid_1_asks_for_any_fort_still_in_the_wall() -> None:
    scene = Scene(DRUHID, C("archr"), wall="komfort niefort-3 niefort-5")
    assert scene.due == [(1, "take-fort")]
    assert scene.legal(1) == [a.TakeFort(4), a.TakeFort(5), a.TakeFort(6)]
    with pytest.raises(IllegalAction) as refused:
        scene.act(1, a.TakeFort(3))
    assert refused.value.rule == "romans.druhid.1"


@pytest.mark.parametrize("place", range(1, 7))
def test_romans_druhid_1_swaps_with_every_fort(place: int) -> None:
    scene = druhid(place)
    wall = WALL.split()
    taken = wall[place - 1]
    assert scene.one(e.FortCaptured).fort == taken
    wall[place - 1] = wall[0]
    assert list(scene.one(e.FortChosen).wall) == [taken, *wall[1:]]
    if taken != "fokus":
        assert scene.after.wall == tuple(wall[1:])


def test_romans_druhid_1_the_property_of_the_fort_taken_applies() -> None:
    assert druhid(3).due == [(1, "keep-warrior")]
    fokus = druhid(5)
    assert fokus.due == [(2, "discard-revealed")]
    fortuna = druhid(6)
    assert fortuna.one(e.FortDiscarded).fort == "fortuna"


def test_romans_druhid_1_not_in_the_sixth_clash() -> None:
    scene = Scene(DRUHID, C("archr"), wall="niefort-6")
    assert scene.all(e.DecisionDue) == []
    assert scene.one(e.FortCaptured).fort == "niefort-6"


def test_romans_druhid_1_only_for_a_captor() -> None:
    assert Scene(C("druhid"), C("archr")).all(e.DecisionDue) == []


def test_romans_axx_1_may_stay_in_the_line() -> None:
    scene = Scene(C("axx", line="chariott"), C("archr"))
    assert scene.legal(1) == [a.KeepAxx(True), a.KeepAxx(False)]
    scene.act(1, a.KeepAxx(True))
    assert scene.clan(1).whole_line == ("axx",)
    assert scene.clan(1).discards == ("chariott",)


def test_romans_axx_1_may_go() -> None:
    scene = Scene(C("axx", line="chariott"), C("archr")).act(1, a.KeepAxx(False))
    assert scene.one(e.KeepDeclined).reason == "axx"
    assert scene.clan(1).whole_line == ()


def test_romans_axx_1_not_when_revealed_earlier() -> None:
    assert Scene(C("svord", line="axx archr"), C("archr")).all(e.WarriorKept) == []


KOMFORT = "komfort niefort-3 niefort-3 niefort-5 niefort-5 niefort-6"


def test_romans_komfort_1_keeps_the_weakest_by_printed_strength() -> None:
    scene = Scene(C("svord", line="chariott archr"), C("archr"), wall=KOMFORT)
    scene.act(1, a.KeepWarrior(True))
    assert scene.one(e.WarriorKept).warrior == "svord"
    assert scene.clan(1).whole_line == ("svord",)


def test_romans_komfort_1_together_with_axx() -> None:
    scene = Scene(C("axx", line="chariott svord"), C("archr"), wall=KOMFORT)
    scene.act(1, a.KeepAxx(True)).act(1, a.KeepWarrior(True))
    assert set(scene.clan(1).whole_line) == {"axx", "svord"}
    assert scene.clan(1).discards == ("chariott",)


def test_romans_komfort_1_nothing_further_when_the_weakest_is_the_kept_axx() -> None:
    scene = Scene(C("axx", line="chariott"), C("archr"), wall=KOMFORT).act(1, a.KeepAxx(True))
    assert scene.clan(1).whole_line == ("axx",)
    assert [k.reason for k in scene.all(e.WarriorKept)] == ["axx"]


def test_romans_komfort_1_an_axx_not_kept_may_be_kept_as_the_weakest() -> None:
    scene = Scene(C("axx", line="chariott"), C("archr"), wall=KOMFORT).act(1, a.KeepAxx(False))
    assert scene.due == [(1, "keep-warrior")]
    scene.act(1, a.KeepWarrior(True))
    assert scene.clan(1).whole_line == ("axx",)


def test_romans_komfort_1_counts_a_seduced_warrior_of_its_own() -> None:
    scene = Scene(C("qween"), C("druhid", line="chariott"), wall=KOMFORT)
    scene.act(2, a.TakeFort(1)).act(2, a.KeepWarrior(True))
    assert scene.clan(2).whole_line == ("druhid",)


def test_romans_komfort_1_may_be_declined() -> None:
    scene = Scene(C("svord", line="chariott archr"), C("archr"), wall=KOMFORT).act(1, a.KeepWarrior(False))
    assert scene.clan(1).whole_line == ()


@pytest.mark.parametrize("way", ["capture", "druhid"])
def test_romans_fortheca_1_the_third_wins_at_once(way: str) -> None:
    """Before Svord and before the second player's Horsie, and although others have more points."""
    held = "fortheca-2 fortheca-1"
    if way == "capture":
        scene = Scene(
            C("svord", line="chariott druhid", forts=held),
            C("horsie", line="axx qween", forts="niefort-6"),
            wall="fortheca-3 niefort-3",
        )
    else:
        scene = druhid(4, forts=held)
    assert isinstance(scene.events[-1], e.GameEnded)
    assert isinstance(scene.events[-2], e.FortCaptured)
    outcome = scene.sitting.table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranking, outcome.reason) == ((1,), ((1,), (2,)), "three-fortheca")


def test_romans_fortheca_1_the_others_are_ranked_by_points() -> None:
    scene = Scene(
        C("svord", line="chariott", forts="fortheca-2 fortheca-2"),
        C("axx", forts="niefort-1"),
        C("axx", forts="niefort-6"),
        wall="fortheca-3 niefort-3",
    )
    outcome = scene.sitting.table.outcome
    assert outcome is not None
    assert outcome.ranking == ((1,), (3,), (2,))
    assert scene.cited(e.GameEnded) == ("romans.fortheca.1", "romans.end.1", "romans.end.2")
    assert outcome.scores == {"1": -7, "2": 1, "3": 6}


def test_romans_fortheca_1_two_are_not_enough() -> None:
    scene = Scene(C("svord", line="chariott", forts="fortheca-2"), C("axx"), wall="fortheca-3 niefort-3")
    assert scene.one(e.FortCaptured).fortheca == 2
    assert scene.sitting.table.outcome is None


def test_romans_variant_tied_fort_the_wall_moves_right() -> None:
    scene = Scene(C("axx"), C("axx"), wall="komfort niefort-3 niefort-6", tied_fort=True)
    shifted = scene.one(e.WallShifted)
    assert (shifted.fort, shifted.lost, shifted.wall) == ("komfort", "niefort-6", ("komfort", "niefort-3"))
    assert scene.after.first_place == 5
    fought = [ev.fort for ev in scene.events if isinstance(ev, e.WarriorsRevealed)]
    assert fought[:2] == ["komfort", "komfort"]
    assert scene.after.lost_forts == ("niefort-6",)


def test_romans_variant_tied_fort_in_the_sixth_clash_the_fort_itself_leaves() -> None:
    scene = Scene(C("axx"), C("axx"), wall="niefort-6", tied_fort=True)
    assert scene.cited(e.FortLost) == ("romans.variant.tied-fort",)
    assert Scene(C("axx"), C("axx"), wall="niefort-6").cited(e.FortLost) == ("romans.clash.4",)
    assert scene.one(e.FortLost) == e.FortLost("niefort-6", "tie")


def test_romans_variant_tied_fort_comes_before_horsie_and_svord() -> None:
    scene = Scene(C("horsie", line="axx qween"), C("svord", line="chariott"), tied_fort=True)
    assert scene.totals() == [12, 12]
    kinds = [type(event) for event in scene.events]
    assert kinds.index(e.WallShifted) < kinds.index(e.DecisionDue)
    assert scene.due == [(1, "discard-revealed"), (2, "rearrange")]


def test_romans_variant_druhid_shift_moves_the_forts_up_to_the_one_taken() -> None:
    scene = druhid(4, druhid_shift=True)
    assert scene.one(e.FortCaptured).fort == "fortheca-2"
    assert scene.after.wall == ("niefort-1", "niefort-3", "komfort", "fokus", "fortuna")
    assert "romans.variant.druhid-shift" in scene.cited(e.FortChosen)
    assert "romans.variant.druhid-shift" not in druhid(1, druhid_shift=True).cited(e.FortChosen)


def test_romans_variant_druhid_shift_differs_from_the_swap() -> None:
    assert druhid(4).after.wall == ("niefort-3", "komfort", "niefort-1", "fokus", "fortuna")


def test_romans_variant_tied_fort_and_romans_variant_druhid_shift_together() -> None:
    """A tie keeps the fort in the wall; in the next clash Dru'hid takes another one and the wall moves again."""
    scene = Scene(
        C("axx druhid", line="archr"),
        C("axx filchy", line="archr"),
        wall="niefort-1 niefort-3 fokus niefort-6",
        tied_fort=True,
        druhid_shift=True,
    )
    assert scene.one(e.WallShifted).wall == ("niefort-1", "niefort-3", "fokus")
    assert scene.legal(1) == [a.TakeFort(4), a.TakeFort(5), a.TakeFort(6)]
    scene.act(1, a.TakeFort(6))
    chosen = next(ev for ev in scene.events if isinstance(ev, e.FortChosen))
    assert chosen.wall == ("fokus", "niefort-1", "niefort-3")


def test_romans_choice_1_equal_chariotts_are_one_answer() -> None:
    assert BOXES["1"].deck.count("chariott") == 2
    scene = Scene(C("horsie", line="chariott chariott"), C("archr", line="chariott chariott filchy"))
    (gone,) = [ev for ev in scene.all(e.WarriorsDiscarded) if ev.reason == "horsie"]
    assert (gone.side.seat, gone.warriors, gone.chosen) == (1, ("chariott",), None)
    assert scene.clan(1).whole_line == ("chariott", "horsie")
