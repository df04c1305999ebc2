"""A clash up to the capture: reveal, Ch'ariott, Filchy, sums, ties, Arch'r; the booklet's worked example."""

import pytest

from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from tests.rulesets.romans.scene import C, Scene

KOMFORT_SECOND = "komfort niefort-3 niefort-3 niefort-5 niefort-6"


def test_romans_clash_1_all_reveal_at_once_and_warriors_stay_in_the_line() -> None:
    scene = Scene(C("axx", line="svord"), C("axx"), C("druhid", line="archr"))
    event = scene.one(e.WarriorsRevealed)
    assert [(r.side.seat, r.warrior.value) for r in event.warriors] == [(1, "axx"), (2, "axx"), (3, "druhid")]
    assert scene.clan(1).forts == ()
    assert scene.clan(2).whole_line == ("axx",)
    assert scene.clan(3).whole_line == ("archr", "druhid")


def test_romans_clash_1_a_clash_names_its_round_number_and_fort() -> None:
    event = Scene(C("axx"), C("svord"), wall=KOMFORT_SECOND).one(e.WarriorsRevealed)
    assert (event.round, event.clash, event.fort) == (1, 2, "komfort")


@pytest.mark.parametrize("earlier", ["filchy", "archr", "chariott", "horsie"])
def test_romans_clash_2_an_ability_counts_only_in_its_own_clash(earlier: str) -> None:
    """Filchy takes part, Arch'r wins no tie, Ch'ariott is not cancelled, Horsie drives nobody away."""
    strength = {"filchy": 6, "archr": 5, "chariott": 9, "horsie": 7}[earlier]
    scene = Scene(C("druhid", line=earlier), C("druhid", line=earlier))
    assert scene.totals() == [strength + 2, strength + 2]
    assert scene.winner() is None
    assert scene.clan(1).whole_line == (earlier, "druhid")


def test_romans_clash_2_an_ability_counts_although_its_card_is_discarded_already() -> None:
    """Qween takes Svord along; his clan still decides."""
    scene = Scene(C("qween", line="chariott"), C("svord"))
    assert scene.winner() == "gold"
    assert scene.clan(2).whole_line == ()
    assert scene.due == [(2, "rearrange")]


@pytest.mark.parametrize("revealed", [2, 3, 4])
def test_romans_chariott_1_two_three_or_four_cancel_each_other(revealed: int) -> None:
    clans = [C("chariott", line="svord")] * revealed + [C("druhid")] * (4 - revealed)
    scene = Scene(*clans)
    assert [side.seat for side in scene.one(e.ChariottsCancelled).sides] == [*range(1, revealed + 1)]
    assert scene.totals() == [3] * revealed + [2] * (4 - revealed)
    assert scene.clan(1).discards == ("chariott",)
    assert scene.clan(1).whole_line == ("svord",)


def test_romans_chariott_1_a_single_one_and_an_earlier_one_stay() -> None:
    scene = Scene(C("druhid", line="chariott"), C("chariott"))
    assert scene.all(e.ChariottsCancelled) == []
    assert scene.totals() == [11, 9]


def test_romans_chariott_1_one_clan_with_two_of_its_own_loses_only_the_new_one() -> None:
    scene = Scene(C("chariott", line="chariott"), C("chariott"))
    assert scene.totals() == [9, 0]
    assert scene.winner() == "gold"


def test_romans_chariott_1_neutral_ones_cancel_each_other_and_a_players() -> None:
    assert Scene(C("druhid"), C("chariott"), C("chariott"), neutral=2).totals() == [2, 0, 0]
    assert Scene(C("chariott"), C("chariott"), neutral=1).totals() == [0, 0]


def test_romans_filchy_1_out_of_the_clash_but_the_line_is_kept() -> None:
    scene = Scene(C("filchy", line="chariott chariott"), C("svord"), C("druhid"))
    assert scene.totals() == [None, 3, 2]
    assert scene.winner() == "green"
    assert scene.clan(1).whole_line == ("chariott", "chariott", "filchy")
    assert "romans.filchy.1" in scene.cited(e.ClashWon)


def test_romans_filchy_1_escapes_a_fort_of_negative_value() -> None:
    scene = Scene(C("filchy", line="chariott"), C("archr"), wall="fortheca-3 niefort-3")
    assert scene.one(e.FortCaptured).side.seat == 2


def test_romans_clash_3_the_highest_total_of_the_whole_line_captures() -> None:
    scene = Scene(C("svord", line="archr axx"), C("chariott"), C("axx", line="filchy"))
    won = scene.one(e.ClashWon)
    assert scene.totals() == [12, 9, 10]
    assert (won.side.seat, won.by, won.tied) == (1, "highest", ())
    assert [total.line for total in won.totals] == [
        ("archr", "axx", "svord"),
        ("chariott",),
        ("filchy", "axx"),
    ]


def test_romans_clash_3_a_lone_clan_captures_whatever_its_total() -> None:
    scene = Scene(C("filchy", line="chariott"), C("filchy"), C("svord"))
    assert scene.totals() == [None, None, 3]
    assert (scene.one(e.ClashWon).by, scene.winner()) == ("alone", "red")


def test_romans_clash_3_clans_with_nothing_take_part_and_tie() -> None:
    scene = Scene(C("filchy"), C("chariott"), C("chariott"))
    assert scene.totals() == [None, 0, 0]
    assert [side.seat for side in scene.one(e.ClashTied).tied] == [2, 3]


@pytest.mark.parametrize("tied_fort", [False, True])
def test_romans_clash_3_when_all_are_out_the_fort_is_lost(tied_fort: bool) -> None:
    scene = Scene(C("filchy", line="archr"), C("filchy"), tied_fort=tied_fort)
    assert len(scene.all(e.ClashUnfought)) == 1
    assert scene.one(e.FortLost) == e.FortLost("niefort-1", "nobody")
    assert scene.clan(1).whole_line == ("archr", "filchy")
    assert scene.after.wall == ("niefort-3", "niefort-3", "niefort-5", "niefort-5", "niefort-6")


def test_romans_clash_4_a_tie_loses_the_fort_and_keeps_all_lines() -> None:
    scene = Scene(C("axx", line="druhid"), C("druhid", line="axx"), C("svord"))
    tie = scene.one(e.ClashTied)
    assert ([side.seat for side in tie.tied], scene.totals()) == ([1, 2], [6, 6, 3])
    assert scene.one(e.FortLost) == e.FortLost("niefort-1", "tie")
    assert scene.after.lost_forts == ("niefort-1",)
    assert [clan.whole_line for clan in scene.after.clans] == [
        ("druhid", "axx"),
        ("axx", "druhid"),
        ("svord",),
    ]


def test_romans_clash_4_equal_totals_below_the_highest_do_not_matter() -> None:
    assert Scene(C("axx"), C("axx"), C("chariott")).winner() == "red"


@pytest.mark.parametrize("tied", [2, 3, 4])
def test_romans_archr_1_wins_a_tie_of_two_three_and_four(tied: int) -> None:
    clans = [C("druhid", line="svord")] * (tied - 1) + [C("archr")] + [C("axx")] * (4 - tied)
    scene = Scene(*clans)
    won = scene.one(e.ClashWon)
    assert (won.side.seat, won.by) == (tied, "archr")
    assert [side.seat for side in won.tied] == [*range(1, tied + 1)]


@pytest.mark.parametrize(("archrs", "others"), [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0)])
def test_romans_archr_1_several_of_them_leave_the_tie_as_it_is(archrs: int, others: int) -> None:
    clans = [C("archr")] * archrs + [C("druhid", line="svord")] * others
    scene = Scene(*clans)
    assert [side.seat for side in scene.one(e.ClashTied).archrs] == [*range(1, archrs + 1)]
    assert len(scene.all(e.FortLost)) == 1
    assert scene.clan(1).whole_line == ("archr",)


def test_romans_clash_3_is_cited_wherever_totals_are_told() -> None:
    won = Scene(C("archr"), C("druhid", line="svord")).cited(e.ClashWon)
    assert won == ("romans.archr.1", "romans.clash.3")
    tied = Scene(C("archr"), C("archr"), C("filchy")).cited(e.ClashTied)
    assert tied == ("romans.clash.4", "romans.clash.3", "romans.archr.1", "romans.filchy.1")
    assert Scene(C("axx"), C("axx")).cited(e.ClashTied) == ("romans.clash.4", "romans.clash.3")


def test_romans_archr_1_one_below_the_tie_does_not_count() -> None:
    scene = Scene(C("archr"), C("druhid", line="axx"), C("axx", line="druhid"))
    assert scene.one(e.ClashTied).archrs == ()
    beside = Scene(C("archr", line="svord"), C("archr"), C("druhid", line="filchy"))
    assert (beside.totals(), beside.winner()) == ([8, 5, 8], "gold")


def test_romans_archr_1_worked_example() -> None:
    """Booklet, pages 12 and 13: red and green cancel Ch'ariotts, gold's Arch'r wins KomFort and may stay."""
    scene = Scene(
        C("archr"),
        C("chariott", line="archr"),
        C("chariott", line="druhid"),
        wall=KOMFORT_SECOND,
    )
    assert [side.clan for side in scene.one(e.ChariottsCancelled).sides] == ["green", "red"]
    assert scene.totals() == [5, 5, 2]
    won = scene.one(e.ClashWon)
    assert (won.side.clan, won.by, [side.clan for side in won.tied]) == ("gold", "archr", ["gold", "green"])
    assert scene.one(e.FortCaptured).fort == "komfort"
    assert scene.due == [(1, "keep-warrior")]
    scene.act(1, a.KeepWarrior(True))
    assert [clan.whole_line for clan in scene.after.clans] == [("archr",), ("archr",), ("druhid",)]


def test_romans_archr_1_worked_example_without_keeping_him() -> None:
    scene = Scene(C("archr"), C("chariott", line="archr"), C("chariott", line="druhid"), wall=KOMFORT_SECOND)
    scene.act(1, a.KeepWarrior(False))
    assert scene.clan(1).whole_line == ()
    assert scene.clan(1).discards == ("archr",)
