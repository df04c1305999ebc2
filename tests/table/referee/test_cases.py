"""Cases from their opening to their end, step by step; every command cites its clause, and L4 follows it."""

from __future__ import annotations

import pytest

from domain.ruleset import Outcome
from domain.table import events as t
from domain.table.clauses import CLAUSES
from domain.table.referee import appealing, appointing, events, handling, opening, reading
from domain.table.referee.events import Penalty
from domain.table.referee.ruling import Said, Sanction
from tests.table.referee.kit import Court, abandon, court, refusing, resume, suspend, won_by


def test_a_case_goes_from_its_opening_to_a_final_ruling_after_an_appeal() -> None:
    room = court(True, True)
    assert room.event_types(opening.open_dispute, 1, room.claim()) == ["dispute-opened"]
    assert (room.case.state, room.table.status) == ("open", "suspended")
    assert room.event_types(handling.take, 1, 1) == ["case-taken"]
    assert room.event_types(opening.state, 2, 1, "said") == ["statement-given"]
    assert room.rule("result", won_by(1)) == ["ruled"]
    assert (room.case.state, room.table.status) == ("ruled", "suspended")
    room.appealed(2)
    assert (room.case.state, room.case.referee) == ("appealed", 2)
    assert room.decide(Said("stands", (), "found")) == ["appeal-decided", "ruled", "ruling-final"]
    assert (room.case.state, room.table.status) == ("final", "playing")
    assert room.desk.ruling_of(room.case) == room.desk.rulings[1]
    room.play(2).redecide()


CITES = {
    events.RefereeAppointed: "referee.appointed",
    events.RefereeAccepted: "referee.acceptance",
    events.RefereeResigned: "referee.resignation",
    events.RefereeRefused: "referee.refusal",
    events.RefereeKept: "referee.refusal",
    events.RefereeDismissed: "referee.dismissed",
    events.DisputeOpened: "referee.dispute",
    events.DisputeWithdrawn: "referee.withdrawal",
    events.DisputeExpired: "referee.expiry",
    events.StatementGiven: "referee.statement",
    events.CaseTaken: "referee.taking",
    events.EvidenceReleased: "referee.release",
    events.EvidenceRead: "referee.reading",
    events.Ruled: "referee.ruling",
    events.AppealWaived: "referee.waiver",
    events.Appealed: "referee.appeal",
    events.AppealAnswered: "referee.answer",
    events.AppealDecided: "referee.decision",
    events.RulingFinal: "referee.final",
    events.ResultSet: "referee.result",
    events.GameVoided: "referee.void",
}


def test_every_event_of_the_desk_cites_its_clause() -> None:
    logs = [
        an_appeal().log,
        objections().log,
        endings("expired").log,
        endings("withdrawn").log,
        endings("voided").log,
    ]
    cited = {type(it.event): it.rules for log in logs for it in log if type(it.event) in CITES}
    assert {*cited} == {*CITES}
    assert all(CITES[kind] in rules for kind, rules in cited.items())


def an_appeal() -> Court:
    room = court(True, True, True).taken()
    room.tell(handling.release, 1, 1, (1,), room.case.first, room.case.last, "why")
    room.tell(reading.read, 1, 1, 1, 1)
    room.rule("result", won_by(1))
    room.tell(appointing.resign, 3)
    room.appealed(2).decide()
    room.tell(appointing.dismiss, 2)
    return room


def objections() -> Court:
    room = court().appoint(False, False, False).open()
    room.tell(handling.take, 1, 1)
    room.tell(handling.answer_objection, 1, 1, False)
    room.tell(handling.answer_objection, 2, 1, True)
    return room


def endings(how: str) -> Court:
    room = court(True)
    if how == "voided":
        room.taken().rule("void")
        return room
    room.open()
    if how == "withdrawn":
        room.tell(opening.withdraw, "seat:1", 1)
    else:
        room.wait(3600)
        room.keep()
    return room


@pytest.mark.parametrize("how", ["expired", "withdrawn"])
def test_what_is_not_ruled_changes_nothing(how: str) -> None:
    room = endings(how)
    assert (room.case.state, room.table.status) == (how, "playing")
    room.play(2).redecide()


def test_a_game_is_voided_and_counts_nowhere() -> None:
    room = endings("voided")
    assert (room.table.status, room.table.to_act) == ("abandoned", ())
    assert room.table.outcome == Outcome((), ((1, 2),), {}, "void")
    with refusing("referee.no-game"):
        room.open()
    room.redecide()


def test_a_result_is_set_and_counts_from_then_on() -> None:
    room = court(True).taken()
    assert room.rule("result", won_by(2)) == ["ruled", "ruling-final", "result-set"]
    assert room.table.status == "finished"
    assert (room.table.outcome.winners, room.table.outcome.reason) == ((2,), "ruling")
    assert (room.table.undo.barrier, room.table.undo.steps) == ("ruled", ())
    room.taken(seat=2)
    room.rule("result", won_by(1))
    assert room.table.outcome.winners == (1,)
    room.redecide()


def test_of_a_finished_game_only_the_result_changes() -> None:
    room = court(True, actions=4).play().taken()
    assert room.table.status == "finished"
    with refusing("referee.over"):
        room.rule("backed-up", events.Remedy(to_version=1))
    room.rule("void")
    assert room.table.status == "abandoned"
    room.redecide()


def test_without_another_head_referee_a_ruling_is_final_at_once() -> None:
    assert court(False).taken().rule() == ["ruled", "ruling-final"]
    assert court(True).taken().rule() == ["ruled", "ruling-final"]
    assert court(False, True).taken().rule() == ["ruled"]


def test_a_ruling_is_final_when_every_party_has_waived() -> None:
    room = court(True, True).taken()
    room.rule("result", won_by(1))
    assert room.event_types(appealing.waive, 1, 1) == ["appeal-waived"]
    assert room.event_types(appealing.waive, 2, 1) == ["appeal-waived", "ruling-final", "result-set"]
    room.redecide()


@pytest.mark.parametrize("appealed", [False, True])
def test_a_ruling_is_final_when_its_time_is_over_and_not_before(appealed: bool) -> None:
    room = court(True, True).taken()
    room.rule("result", won_by(1))
    seconds = 300 + 600 + 3600 if appealed else 600
    if appealed:
        room.wait(300)
        room.tell(appealing.appeal, 1, 1, "grounds")
    room.wait(seconds - 1)
    assert room.keep() == []
    room.wait(1)
    assert room.keep() == ["ruling-final", "result-set"]
    room.redecide()


def test_the_last_head_referee_who_resigns_leaves_the_ruling_final() -> None:
    room = court(False, True).taken()
    room.rule()
    assert room.event_types(appointing.resign, 2) == ["referee-resigned", "ruling-final"]
    room.redecide()


def test_a_case_of_a_referee_who_resigned_is_taken_by_another() -> None:
    room = court(False, False).taken()
    room.tell(handling.release, 1, 1, (1, 2), room.case.first, room.case.last, "why")
    room.tell(appointing.resign, 1)
    assert (room.case.state, room.case.referee) == ("open", None)
    assert all(it.ended for it in room.desk.releases)
    room.tell(handling.take, 2, 1)
    assert room.rule(referee=2) == ["ruled", "ruling-final"]
    room.redecide()


def test_a_referee_opens_a_case_of_his_own_motion_and_may_withdraw_it() -> None:
    room = court(False)
    room.tell(opening.open_by_referee, 1, room.claim())
    assert (room.case.seat, room.case.opener) == (None, "referee:1")
    with refusing("referee.withdrawal"):
        room.tell(opening.withdraw, "seat:1", 1)
    room.tell(opening.withdraw, "referee:1", 1)
    assert room.case.state == "withdrawn"
    room.redecide()


def test_a_game_stands_still_until_neither_the_organiser_nor_a_case_halts_it() -> None:
    room = court(False)
    room.organise(suspend)
    room.open()
    room.organise(resume)
    assert room.table.status == "suspended"
    room.organise(suspend)
    room.tell(opening.withdraw, "seat:1", 1)
    assert room.table.status == "suspended"
    room.organise(resume)
    assert room.table.status == "playing"
    room.redecide()


def test_where_disputes_do_not_pause_the_game_goes_on_until_a_remedy_waits_for_an_appeal() -> None:
    room = court(True, True, terms=t.Disputes(pause=False))
    assert room.open().table.status == "playing"
    room.play(1)
    room.tell(opening.state, 2, 1, "said")
    room.tell(handling.take, 1, 1)
    room.rule("void")
    assert room.table.status == "suspended"
    room.tell(appealing.appeal, 1, 1, "grounds")
    assert room.table.status == "suspended"
    room.redecide()


def test_a_game_goes_on_at_once_after_a_ruling_that_changes_nothing_also_through_an_appeal() -> None:
    room = court(False, True).taken()
    room.rule("dismissed")
    assert room.table.status == "playing"
    room.tell(appealing.appeal, 1, 1, "grounds")
    assert room.table.status == "playing"
    room.play(1).redecide()


def test_the_organiser_cannot_take_a_game_out_of_the_referees_hands() -> None:
    room = court(False).open()
    with refusing("referee.halt"):
        room.organise(abandon)
    room.tell(opening.withdraw, "seat:1", 1)
    room.organise(abandon)
    assert room.table.status == "abandoned"


def test_penalties_are_records_and_are_counted() -> None:
    room = court(False)
    for nth in (1, 2):
        room.taken()
        room.rule(penalties=[Sanction(2, "warning", "referee.conduct.slow")])
        assert room.desk.rulings[-1].said.penalties == (Penalty(2, "warning", "referee.conduct.slow", nth),)
        ruled = next(it for it in reversed(room.log) if isinstance(it.event, events.Ruled))
        assert {"referee.penalty", "referee.conduct.slow"} <= {*ruled.rules}
    assert room.table.status == "playing"
    room.redecide()


CONDUCT = (
    "referee.conduct.slow",
    "referee.conduct.help",
    "referee.conduct.collusion",
    "referee.conduct.insult",
    "referee.conduct.false-claim",
    "referee.conduct.leaving",
)


def test_every_clause_of_conduct_can_be_penalised_and_is_cited_then() -> None:
    room = court(False).taken()
    room.rule(penalties=[Sanction(1, "caution", code) for code in CONDUCT])
    cited = {clause for it in room.log if isinstance(it.event, events.Ruled) for clause in it.rules}
    assert cited == {"referee.ruling", "referee.unchanged", "referee.penalty", "referee.unheard", *CONDUCT}
    assert {id for id in CLAUSES if id.startswith("referee.conduct.")} == {*CONDUCT}


@pytest.mark.parametrize("kind", ["stands", "dismissed", "no-jurisdiction"])
def test_rulings_that_change_nothing_say_so(kind: str) -> None:
    room = court(False, True).taken()
    before = room.table.game
    room.rule(kind)
    ruled = next(it for it in room.log if isinstance(it.event, events.Ruled))
    assert ruled.rules == ("referee.ruling", "referee.unchanged")
    assert (room.table.status, room.table.game) == ("playing", before)
