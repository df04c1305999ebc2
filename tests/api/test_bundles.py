"""The bundle of a case over HTTP: the same bytes again, what everybody may check, and what stays out of it."""

from __future__ import annotations

import json
import random

import pytest
from flask.testing import FlaskClient

from service.log.case_texts import erase_case
from service.operation.app import Kronika
from tests.api.courts import Court, files, judged
from tests.api.desk import CLAIM, Desk
from tests.api.gathering import Gathering
from tests.api.kit import bearer
from verifier import FAILED, NOT_AVAILABLE, PASSED, verify

EVIL = "<script>alert(1)</script> & Źle!"


@pytest.fixture
def ruled(client: FlaskClient) -> Court:
    """A game that goes on after a case in it has been settled."""
    desk = Court.at(client)
    number = desk.heard(claim=EVIL)
    assert desk.rule(number, clauses=["war.turn.1"]).status_code == 201
    assert desk.post(f"/disputes/{number}/waivers", 1, {}).status_code == 201
    assert desk.read(f"/{number}")["state"] == "final"
    return desk


def test_a_client_that_knows_no_zip_gets_the_same_bytes(ruled: Court) -> None:
    plain = ruled.client.get(f"{ruled.url}/disputes/1/bundle", headers={"Accept": "application/octet-stream"})
    assert (plain.status_code, plain.mimetype) == (200, "application/octet-stream")
    assert "Accept" in plain.headers["Vary"].split(", ")
    assert plain.data == ruled.bundle()


def test_a_bundle_passes_and_comes_in_the_same_bytes_again(ruled: Court) -> None:
    data = ruled.bundle(ruled.tokens[1])
    assert data == ruled.bundle(ruled.tokens[1])
    report = judged(data)
    statuses = {level.name: level.status for level in report.levels}
    assert FAILED not in statuses.values(), report.table()
    assert (statuses["B0"], statuses["L0"], statuses["L2"], statuses["B1"]) == (PASSED,) * 4
    ruled.act()
    assert ruled.bundle(ruled.tokens[1]) != data


def test_a_referees_bundle_has_all_texts_and_a_spectators_not_while_the_game_runs(ruled: Court) -> None:
    assert verify(ruled.bundle(ruled.referees[2]))["B2"].status == PASSED
    open_to_all = ruled.bundle()
    assert verify(open_to_all)["B2"].status == NOT_AVAILABLE
    assert not any("alert(1)" in data.decode() for data in files(open_to_all).values())
    assert b"He threw once." in files(open_to_all)["case.json"]


def test_the_page_of_a_bundle_holds_what_was_written_as_text(ruled: Court) -> None:
    page = files(ruled.bundle(ruled.tokens[1]))["timeline.html"].decode()
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Źle!" in page
    assert "://" not in page


def test_no_bit_of_a_bundle_changes_unnoticed(ruled: Court) -> None:
    data, rng = ruled.bundle(ruled.tokens[1]), random.Random(5)
    for at in rng.sample(range(len(data) * 8), 150):
        changed = bytearray(data)
        changed[at // 8] ^= 1 << at % 8
        assert not verify(bytes(changed)).ok, f"byte {at // 8}, bit {at % 8}"


def test_an_erased_text_is_missing_and_the_log_still_holds(ruled: Court, kronika: Kronika) -> None:
    kronika.store.append("", [], erase_case(ruled.id, 1))
    data = ruled.bundle(ruled.referees[1])
    report = verify(data)
    assert (report.ok, report["B2"].status) == (True, NOT_AVAILABLE)
    case = ruled.read("/1", ruled.referees[1])
    assert (case["claim"]["status"], case["claim"]["text"]) == ("erased", None)
    assert CLAIM.encode() not in data


def test_a_bundle_cites_clauses_with_their_sources(ruled: Court) -> None:
    clauses = json.loads(files(ruled.bundle())["clauses.json"])
    assert {"war.turn.1", "referee.ruling"} <= set(clauses)
    assert clauses["referee.ruling"]["source"] == "addition"
    assert set(clauses["war.turn.1"]) >= {"en", "pl"}


def test_the_timeline_tells_times_and_who_thought_how_long(ruled: Court) -> None:
    told = ruled.get("/disputes/1/timeline").json
    assert [it["version"] for it in told["moments"]] == list(range(ruled.played - 1, told["version"] + 1))
    assert [it["disputed"] for it in told["moments"][:3]] == [True, True, False]
    claim = next(it for it in told["moments"] if it["type"] == "dispute-opened")
    assert claim["actor"] == "seat:1"
    assert claim["think_ms"] >= 0
    assert claim["text"]["pl"] != claim["text"]["en"]


def test_the_assessment_says_how_far_the_game_goes_back(client: FlaskClient) -> None:
    desk = Desk.at(client, heads=())
    desk.act()
    desk.act()
    version = desk.version
    desk.appoint(True)
    desk.opened(about={"from": 3, "to": version})
    told = desk.get("/disputes/1/assessment").json
    assert told["back"] is None
    assert [it["class"] for it in told["reachable"]][-1] == "tainted"
    to = told["reachable"][-1]["version"]
    back = desk.get(f"/disputes/1/assessment?to={to}").json["back"]
    assert (back["version"], len(back["actions"]), bool(back["draws"])) == (to, 2, True)
    refused = desk.get("/disputes/1/assessment?to=1")
    assert (refused.status_code, refused.json["rule"]) == (409, "referee.back-up")
    assert desk.get("/disputes/2/assessment").status_code == 404


def test_cases_of_private_games_are_nobodys_business(client: FlaskClient) -> None:
    desk = Desk.at(client, visibility="private")
    desk.opened()
    for path in ("", "/1", "/1/assessment", "/1/timeline", "/1/bundle"):
        assert desk.get(f"/disputes{path}").status_code == 404
        assert desk.get(f"/disputes{path}", 2).status_code == 200


def test_a_referee_whom_the_log_does_not_have_gets_a_spectators_bundle(client: FlaskClient) -> None:
    """One of the meeting who plays at the table: no reader of the bundle could find their number in the log."""
    meeting = Gathering(client)
    desk = meeting.table()
    code = client.post(f"{meeting.url}/referees", json={"head": True}, headers=bearer(meeting.organiser)).json
    accept = {"code": code["code"], "name": "Roman", "tokens": [desk.tokens[1]]}
    accepted = client.post(f"{meeting.url}/referees/acceptances", json=accept)
    assert accepted.status_code == 201, accepted.json
    desk.opened()
    answer = client.get(f"{desk.url}/disputes/1/bundle", headers=bearer(accepted.json["token"]))
    assert json.loads(files(answer.data)["manifest.json"])["viewer"] == "spectator"
    assert judged(answer.data).ok
    assert desk.read("/1", accepted.json["token"])["viewer"] == "spectator"
