"""After a capture or a tie: Horsie and Svord at once, then Fort Fokus and FortUna (romans.clash.6, romans.choice.1)."""

import pytest

from domain.hidden import redact
from domain.play import IllegalAction
from domain.rulesets.romans import RULESET
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from tests.rulesets.romans.scene import C, Scene

FOKUS = "fokus niefort-5 niefort-5"
FORTUNA = "fortuna fortheca-1 fortuna"


def test_romans_horsie_1_drives_an_earlier_warrior_away() -> None:
    scene = Scene(C("horsie", line="axx svord"), C("chariott", line="chariott"))
    assert scene.legal(1) == [a.DiscardRevealed("svord"), a.DiscardRevealed("axx")]
    with pytest.raises(IllegalAction) as refused:
        scene.act(1, a.DiscardRevealed("horsie"))
    assert refused.value.rule == "romans.horsie.1"
    scene.act(1, a.DiscardRevealed("axx"))
    assert scene.clan(1).whole_line == ("svord", "horsie")


def test_romans_horsie_1_goes_himself_when_he_is_alone() -> None:
    scene = Scene(C("horsie"), C("chariott"))
    assert scene.clan(1).whole_line == ()
    assert scene.clan(1).discards == ("horsie",)


def test_romans_horsie_1_stays_calm_when_he_captures() -> None:
    scene = Scene(C("horsie", line="axx"), C("archr"))
    assert [g.reason for g in scene.all(e.WarriorsDiscarded)] == ["captured"]


def test_romans_horsie_1_leaves_what_komfort_let_his_clan_keep() -> None:
    scene = Scene(C("horsie", line="svord axx"), C("archr"), wall="komfort niefort-3").act(
        1, a.KeepWarrior(True)
    )
    assert scene.clan(1).whole_line == ("svord",)


@pytest.mark.parametrize("other", [C("horsie", line="svord"), C("axx", line="filchy")])
def test_romans_horsie_1_is_angry_when_nobody_captures(other: C) -> None:
    scene = Scene(C("horsie", line="svord"), other)
    assert scene.winner() is None
    assert scene.clan(1).whole_line == ("horsie",)


def test_romans_svord_1_lays_the_hidden_warriors_anew() -> None:
    scene = Scene(C("svord axx archr qween"), C("chariott"), wall="niefort-1 niefort-3 niefort-5 niefort-6")
    assert len(scene.legal(1)) == 6
    before = scene.game.clans[0].orders
    with pytest.raises(IllegalAction, match="your hidden warriors: Axx, Arch'r, Qween") as refused:
        scene.act(1, a.Rearrange(("qween", "axx", "svord")))
    assert refused.value.rule == "romans.svord.1"
    scene.act(1, a.Rearrange(("qween", "axx", "archr")))
    second = [ev for ev in scene.events if isinstance(ev, e.WarriorsRevealed)][1]
    assert second.warriors[0].warrior.value == "qween"
    assert second.warriors[0].warrior.ref not in {card.ref for card in before}


def test_romans_svord_1_others_see_the_same_whether_or_not_anything_moved() -> None:
    seen = []
    for order in (("axx", "archr"), ("archr", "axx")):
        # Seat 2 has not answered yet, so nothing is turned over.
        scene = Scene(C("svord axx archr"), C("svord"), C("chariott"), wall="niefort-1 niefort-3 niefort-6")
        scene.act(1, a.Rearrange(order))
        seen.append((redact(scene.events[-1], 2), redact(scene.game, 2)))
    assert seen[0] == seen[1]


def test_romans_svord_1_refuses_other_warriors_than_the_hidden_ones() -> None:
    scene = Scene(C("svord axx archr"), C("chariott"), wall="niefort-1 niefort-3 niefort-6")
    for wrong in (("axx", "axx"), ("axx", "chariott"), ("axx", "archr", "filchy")):
        with pytest.raises(IllegalAction) as refused:
            scene.act(1, a.Rearrange(wrong))
        assert refused.value.rule == "romans.svord.1"


def test_romans_svord_1_is_asked_whatever_is_hidden_also_of_a_captor() -> None:
    """Two Ch'ariotts can only lie one way, and others must not learn that."""
    scene = Scene(C("svord chariott chariott", line="chariott"), C("axx"), wall="komfort niefort-3 niefort-6")
    scene.act(1, a.KeepWarrior(False))
    assert scene.winner() == "gold"
    assert scene.legal(1) == [a.Rearrange(("chariott", "chariott"))]


def test_romans_svord_1_with_fewer_than_two_hidden_nothing_is_asked() -> None:
    scene = Scene(C("svord axx"), C("chariott"), wall="niefort-3 niefort-6")
    assert scene.all(e.DecisionDue) == []


def test_romans_svord_1_at_most_120_orders() -> None:
    scene = Scene(C("svord qween druhid axx archr filchy"), C("chariott"))
    assert len(scene.legal(1)) == 120


def test_romans_clash_6_horsie_and_svord_answer_at_once_and_in_secret() -> None:
    scene = Scene(
        C("horsie", line="axx druhid"),
        C("svord axx qween"),
        C("horsie", line="archr qween"),
        C("chariott", line="chariott"),
    )
    assert scene.due == [(1, "discard-revealed"), (2, "rearrange"), (3, "discard-revealed")]
    scene.act(1, a.DiscardRevealed("axx"))
    assert scene.clan(1).whole_line == ("axx", "druhid", "horsie")
    for viewer in (2, 3, 4, None):
        assert redact(scene.events[-1], viewer).warrior.value is None
        assert RULESET.view(redact(scene.game, viewer), viewer).clans[0].answer is None
    assert RULESET.view(redact(scene.game, 1), 1).clans[0].answer == "axx"
    assert scene.legal(1) == []


def test_romans_clash_6_the_order_of_the_answers_changes_nothing() -> None:
    answers = {1: a.DiscardRevealed("axx"), 2: a.Rearrange(("qween", "axx")), 3: a.DiscardRevealed("qween")}

    def outcome(order: tuple[int, ...]) -> object:
        scene = Scene(
            C("horsie", line="axx druhid"),
            C("svord axx qween"),
            C("horsie", line="archr qween"),
            wall="niefort-1 niefort-3 niefort-6",
        )
        for seat in order:
            scene.act(seat, answers[seat])
        lines = [(c.line, c.fresh, c.discards, c.forts) for c in scene.game.clans]
        return lines, [o.value for o in scene.game.clans[1].orders], scene.game.lost_forts, scene.game.due

    orders = [(1, 2, 3), (3, 2, 1), (2, 1, 3), (2, 3, 1), (1, 3, 2), (3, 1, 2)]
    assert len({repr(outcome(order)) for order in orders}) == 1


def test_romans_clash_6_what_was_chosen_is_opened_when_the_last_has_answered() -> None:
    scene = Scene(C("horsie", line="axx druhid"), C("svord"), C("chariott", line="chariott"))
    scene.act(1, a.DiscardRevealed("axx"))
    secret = scene.events[-1].warrior
    scene.act(2, scene.legal(2)[0])
    (gone,) = [ev for ev in scene.all(e.WarriorsDiscarded) if ev.reason == "horsie"]
    assert (gone.chosen.value, gone.chosen.ref) == ("axx", secret.ref)
    assert scene.clan(1).whole_line == ("druhid", "horsie")


def test_romans_clash_6_the_fort_comes_after_horsie() -> None:
    """Horsie takes one of seat 2's warriors before Fort Fokus takes another."""
    scene = Scene(C("chariott", line="chariott"), C("horsie", line="axx druhid svord"), wall=FOKUS)
    scene.act(2, a.DiscardRevealed("svord")).act(2, a.DiscardRevealed("horsie"))
    assert scene.clan(2).whole_line == ("axx", "druhid")
    assert [g.reason for g in scene.all(e.WarriorsDiscarded)] == ["captured", "horsie", "fokus"]


def test_romans_fokus_1_every_clan_with_a_line_discards_one() -> None:
    scene = Scene(
        C("chariott", line="axx"),
        C("archr", line="axx"),
        C("archr", line="druhid"),
        C("filchy"),
        wall=FOKUS,
    )
    assert scene.due == [(2, "discard-revealed"), (3, "discard-revealed")]
    scene.act(3, a.DiscardRevealed("archr")).act(2, a.DiscardRevealed("axx"))
    assert [clan.whole_line for clan in scene.after.clans] == [(), ("archr",), ("druhid",), ()]


def test_romans_fokus_1_a_kept_axx_goes_when_he_is_alone() -> None:
    scene = Scene(C("axx", line="chariott"), C("druhid"), wall=FOKUS).act(1, a.KeepAxx(True))
    assert scene.clan(1).whole_line == ()
    assert scene.clan(1).discards == ("chariott", "axx")
    assert scene.clan(2).whole_line == ()


def test_romans_fokus_1_secret_until_all_have_chosen() -> None:
    scene = Scene(
        C("chariott", line="chariott"), C("archr", line="axx"), C("archr", line="druhid"), wall=FOKUS
    )
    scene.act(2, a.DiscardRevealed("archr"))
    assert redact(scene.events[-1], 3).warrior.value is None
    assert scene.clan(2).whole_line == ("axx", "archr")


def fortuna(forts: str) -> Scene:
    return Scene(C("axx", line="chariott", forts=forts), C("druhid"), wall=FORTUNA).act(1, a.KeepAxx(False))


def test_romans_fortuna_1_without_an_earlier_fort_it_goes_itself() -> None:
    scene = fortuna("")
    assert scene.one(e.FortDiscarded).fort == "fortuna"
    assert scene.clan(1).forts == ()
    assert scene.after.lost_forts == ("fortuna",)


def test_romans_fortuna_1_a_single_earlier_fort_goes() -> None:
    scene = fortuna("niefort-6")
    assert scene.clan(1).forts == ("fortuna",)
    assert scene.one(e.FortDiscarded).points == 8


def test_romans_fortuna_1_chooses_among_several_and_may_be_rid_of_a_fortheca() -> None:
    scene = fortuna("niefort-6 fortheca-3 niefort-1")
    assert scene.legal(1) == [
        a.DiscardFort("niefort-6"),
        a.DiscardFort("fortheca-3"),
        a.DiscardFort("niefort-1"),
    ]
    with pytest.raises(IllegalAction) as refused:
        scene.act(1, a.DiscardFort("fortuna"))
    assert refused.value.rule == "romans.fortuna.1"
    scene.act(1, a.DiscardFort("fortheca-3"))
    assert scene.clan(1).forts == ("niefort-6", "niefort-1", "fortuna")


def test_romans_fortuna_1_an_earlier_fortuna_is_an_earlier_fort() -> None:
    scene = fortuna("fortuna niefort-1")
    assert scene.legal(1) == [a.DiscardFort("fortuna"), a.DiscardFort("niefort-1")]
    assert fortuna("fortuna").clan(1).forts == ("fortuna",)


def test_romans_choice_1_a_choice_of_one_is_made_by_the_table() -> None:
    """One target for Qween, one earlier warrior for Horsie, one card for Fort Fokus, one fort for FortUna."""
    assert "romans.choice.1" in Scene(C("qween"), C("axx")).cited(e.WarriorSeduced)
    horsie = Scene(C("horsie", line="axx"), C("archr", line="filchy axx"))
    assert (horsie.clan(1).whole_line, horsie.all(e.DecisionDue)) == (("horsie",), [])
    fokus = Scene(C("chariott"), C("archr"), wall=FOKUS)
    assert (fokus.clan(2).whole_line, fokus.all(e.DecisionDue)) == ((), [])
    assert "romans.choice.1" in fortuna("niefort-6").cited(e.FortDiscarded)


def test_romans_choice_1_what_may_be_declined_is_always_asked() -> None:
    scene = Scene(C("axx"), C("druhid"), wall="komfort")
    assert scene.legal(1) == [a.KeepAxx(True), a.KeepAxx(False)]
    scene.act(1, a.KeepAxx(False))
    assert scene.legal(1) == [a.KeepWarrior(True), a.KeepWarrior(False)]


def test_romans_choice_1_another_decision_than_the_one_due_is_refused() -> None:
    scene = Scene(C("axx"), C("druhid"))
    with pytest.raises(IllegalAction) as refused:
        scene.act(1, a.PlaceWarrior("axx", 1))
    assert refused.value.rule == "romans.axx.1"
