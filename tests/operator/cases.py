"""False bundles of cases, signed with the game's key, and cases that did not go by the rules of the desk."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.table.referee import events as e
from domain.table.referee import handling
from domain.table.referee.hearing import Hearing as Court
from projections import case_files
from projections.documents.disputes import CaseDocument
from projections.documents.timelines import Timeline
from tests.api.kit import bearer
from tests.operator.attack import NOBODY, Evidence, attack, bundle_of, file_of
from tests.operator.desk import TABLE, Hearing
from tests.operator.service import Operator, play


def told(service: Operator, name: str, lie: Any) -> Evidence:
    """The bundle of a case that was ruled, by a service that makes one of its documents otherwise."""
    hearing, make = Hearing(service), getattr(case_files, name)
    hearing.post(
        f"{hearing.case}/releases",
        {"seats": [1], "from": hearing.before, "to": hearing.before, "reason": "Look."},
    )
    hearing.ruled("stands")
    with service.changed(case_files, name, lambda *of: lie(make(*of))):
        return bundle_of(hearing.bundle)


@attack("B2", "case.json: case/releases does not have the 1 items", "`case_document`")
def a_release_left_out(service: Operator) -> Evidence:
    """The bundle leaves out that a friend was allowed to see what a seat sees"""

    def lie(document: CaseDocument) -> CaseDocument:
        return replace(document, releases=())

    return told(service, "case_document", lie)


@attack("B2", "case.json: case/rulings/0/kind is 'dismissed'", "`case_document`")
def a_ruling_told_otherwise(service: Operator) -> Evidence:
    """The bundle has a ruling other than the one that was given"""

    def lie(document: CaseDocument) -> CaseDocument:
        return replace(document, rulings=tuple(replace(it, kind="dismissed") for it in document.rulings))

    return told(service, "case_document", lie)


@attack("B2", "timeline.json/moments/1/at is '2020", "`timeline`")
def a_time_told_otherwise(service: Operator) -> Evidence:
    """The bundle says that an action was made years ago"""

    def lie(events: Timeline) -> Timeline:
        first, second, *others = events.moments
        return replace(events, moments=(first, replace(second, at="2020-01-01T00:00:00.000Z"), *others))

    return told(service, "timeline", lie)


@attack("B3", "timeline.json: moments[0].text.en is ", "`timeline`")
def a_sentence_told_otherwise(service: Operator) -> Evidence:
    """The bundle's sentence about an action differs from what happened"""

    def lie(events: Timeline) -> Timeline:
        first, *others = events.moments
        said = replace(first.text, en="Nobody cheated.")
        return replace(events, moments=(replace(first, text=said), *others))

    return told(service, "timeline", lie)


@attack("procedure", "referee 4 may not act in case 1 now", "`check_may_take`")
def a_friend_appointed_for_the_case(service: Operator) -> Evidence:
    """The referee of a case resigns, and a friend takes it who accepted after it was opened"""
    hearing = Hearing(service, heard=True)
    service.http.delete(
        f"/v1/games/{hearing.game}/referees/1", headers=bearer(hearing.token)
    ).raise_for_status()
    friend = service.referee(hearing.game)
    with service.changed(handling, "check_may_take", lambda *of: None):
        hearing.post(f"{hearing.case}/taking", {}, token=friend)
    return bundle_of(hearing.bundle)


@attack("procedure", "may still be refused by seats [1, 2]", "`objections_pending`, `statements_in`")
def a_ruling_before_anybody_could_refuse(service: Operator) -> Evidence:
    """A marked referee rules at once, before the parties have spoken, who may still refuse them"""
    hearing = Hearing(service, heard=True, answer_within=60)
    said = service.changed(Court, "statements_in", lambda *of: True)
    with said, service.changed(handling, "objections_pending", lambda *of: False):
        hearing.ruled("stands")
    return bundle_of(hearing.bundle)


@attack("procedure", "a dispute-expired: its time has not come", "a function that writes an event")
def a_case_that_expires_early(service: Operator) -> Evidence:
    """A case expires before its time, so that nobody rules against a friend"""
    hearing = Hearing(service)
    service.write(hearing.game, (TABLE, e.DisputeExpired(1)))
    return bundle_of(hearing.bundle)


@attack(
    NOBODY,
    "Only the tokens that their client sends show the service that a referee plays, and no log has tokens.",
    "nothing",
)
def a_player_as_referee(service: Operator) -> Evidence:
    """A player accepts an appointment from another browser, without the token of the seat, and referees their own game"""
    players = service.begun(disputes={"answer_within": 0})
    service.referee(players[0].game)
    play(players)
    return file_of(service.audit(players[0].game))
