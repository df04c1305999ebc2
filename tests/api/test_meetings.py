"""Meetings over HTTP: what belongs to one, who may add to it, its queue and the stream of the queue."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.streaming import long_poll
from service.operation.app import Kronika
from service.store import Statement
from tests.api.desk import Desk
from tests.api.gathering import Gathering
from tests.api.kit import LONG_KEY, Seated, bearer
from tests.api.test_streams import messages_until


@pytest.fixture
def meeting(client: FlaskClient) -> Gathering:
    return Gathering(client)


# -- what belongs to a meeting


def test_a_meeting_has_a_name_its_tables_and_its_tournaments(meeting: Gathering) -> None:
    made = meeting.add()
    assert made.json["organiser_token"] != meeting.organiser
    tournament = meeting.add("/v1/tournaments", games=1).json["id"]
    told = meeting.get().json
    assert (told["id"], told["name"], told["viewer"]) == (meeting.id, "Open of Łódź", "spectator")
    assert [table["id"] for table in told["tables"]] == [made.json["id"]]
    assert [it["id"] for it in told["tournaments"]] == [tournament]
    assert told["referees"] == []


def test_the_meeting_is_in_entry_0_and_shown_before_a_seat_is_taken(meeting: Gathering) -> None:
    made = meeting.add().json["id"]
    game = meeting.client.get(f"/v1/games/{made}").json
    assert (game["status"], game["meeting"]) == ("waiting", meeting.id)
    entry = meeting.client.get(f"/v1/games/{made}/ledger/entries").text.splitlines()[0]
    assert orjson.loads(entry)["d"]["meeting"] == meeting.id
    assert "meeting" not in Seated.at(meeting.client).get().json


def test_every_game_of_its_tournaments_is_bound_to_the_meeting(meeting: Gathering) -> None:
    made = meeting.add("/v1/tournaments", games=2).json
    path = f"/v1/tournaments/{made['id']}"
    told = meeting.client.get(path).json
    assert (told["meeting"], orjson.loads(told["terms"])["meeting"]) == (meeting.id,) * 2
    for name in ("Ala", "Ola"):
        assert meeting.client.post(f"{path}/seats", json={"name": name}).status_code == 201
    [game] = meeting.client.get(path).json["games"]
    assert meeting.client.get(f"/v1/games/{game['id']}").json["meeting"] == meeting.id
    assert meeting.get().json["tables"] == []


@pytest.mark.parametrize(("path", "more"), [("/v1/games", {}), ("/v1/tournaments", {"games": 1})])
def test_only_the_organiser_of_a_meeting_adds_to_it(meeting: Gathering, path: str, more: Any) -> None:
    table, other = meeting.table(), Gathering(meeting.client)
    assert meeting.add(path, referee_of(meeting), **more).status_code == 403
    terms = {"ruleset": "age-of-war", "seats": 2, "meeting": meeting.id, **more}
    assert meeting.client.post(path, json=terms).status_code == 401
    for token, status in (
        (table.organiser, 403),
        (other.organiser, 403),
        (table.tokens[1], 403),
        ("kr_no", 401),
    ):
        assert meeting.add(path, token, **more).status_code == status, token
    unknown = meeting.add(path, meeting=f"{0:032}", **more)
    assert unknown.status_code == 404
    assert meeting.add(path, meeting="kr_no", **more).status_code == 422


def test_the_organiser_of_a_meeting_organises_no_table_of_it(meeting: Gathering) -> None:
    desk = meeting.table()
    refused = meeting.client.put(f"{desk.url}/suspension", headers=bearer(meeting.organiser))
    assert refused.status_code == 403


def test_a_meeting_takes_no_more_than_its_tables(meeting: Gathering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("service.tables.meetings").tables.meetings.MOST, "tables", 1)
    assert meeting.add().status_code == 201
    full = meeting.add()
    assert (full.status_code, full.json["type"].rpartition("/")[2]) == (409, "gone-elsewhere")


@pytest.mark.parametrize(
    ("path", "what", "more"), [("/v1/games", "tables", {}), ("/v1/tournaments", "tournaments", {"games": 1})]
)
def test_what_filled_a_meeting_is_repeated_under_its_key(
    meeting: Gathering, monkeypatch: pytest.MonkeyPatch, path: str, what: str, more: dict[str, int]
) -> None:
    monkeypatch.setitem(__import__("service.tables.meetings").tables.meetings.MOST, what, 1)
    terms = {"ruleset": "age-of-war", "seats": 2, "meeting": meeting.id, **more}
    headers = {**bearer(meeting.organiser), "Idempotency-Key": LONG_KEY + what}
    first, again = (meeting.client.post(path, json=terms, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201), again.json
    assert again.json == first.json
    assert meeting.add(path, **more).status_code == 409


def test_the_same_key_makes_the_same_meeting(client: FlaskClient) -> None:
    body: dict[str, Any] = {"json": {"name": "Twice"}, "headers": {"Idempotency-Key": LONG_KEY + "meeting"}}
    first, second = (client.post("/v1/meetings", **body) for _ in range(2))
    assert first.json == second.json
    assert second.headers["Idempotent-Replayed"] == "true"


def test_an_unknown_meeting_and_a_token_of_another_place(meeting: Gathering) -> None:
    for path in ("", "/queue", "/stream"):
        assert meeting.client.get(f"/v1/meetings/{0:032}{path}").status_code == 404
        assert meeting.get(path, meeting.table().organiser).status_code == 403
        assert meeting.get(path, "kr_no").status_code == 401


def test_an_analysis_of_a_table_is_outside_the_meeting(meeting: Gathering) -> None:
    desk = meeting.table()
    fork = desk.post("/forks", None, {"version": desk.played}).json
    told = desk.client.get(f"/v1/games/{fork['id']}", headers=bearer(fork["token"])).json
    assert "meeting" not in told
    assert len(meeting.get().json["tables"]) == 1


# -- the queue


def test_a_row_tells_names_opener_wish_clauses_due_and_who_has_it(meeting: Gathering) -> None:
    desk = meeting.table()
    desk.opened(clauses=["war.turn.1"], wants="correction")
    [row] = meeting.queue()["rows"]
    case = desk.read("/1")
    assert row == {
        "kind": "case",
        "game": desk.id,
        "ruleset": "age-of-war",
        "number": 1,
        "state": "open",
        "opener": "seat:1",
        "wants": "correction",
        "clauses": ["war.turn.1"],
        "referee": None,
        "names": {"seats": {"1": "Ala", "2": "Ola"}, "referees": {"1": "Ref 1", "2": "Ref 2"}},
        "opened_at": case["opened_at"],
        "updated_at": case["opened_at"],
        "due_at": next(due["at"] for due in case["due"] if due["what"] == "taking"),
    }
    assert desk.referee(1, "/1/taking").status_code == 201
    [row] = meeting.queue()["rows"]
    assert (row["state"], row["referee"]) == ("taken", 1)


def closing(desk: Desk) -> None:
    assert desk.post("/disputes/1/withdrawals", 1, {}).status_code == 201


def terms(rule_within: int) -> dict[str, Any]:
    return {"disputes": {"rule_within": rule_within, "answer_within": 5}}


def test_the_queue_is_ordered_by_what_is_due_first_and_closed_cases_come_last(meeting: Gathering) -> None:
    late, closed, soon, also_closed = (meeting.table(**terms(seconds)) for seconds in (9000, 10, 600, 10))
    for desk in (late, closed, soon, also_closed):
        desk.opened()
    closing(closed)
    closing(also_closed)
    assert [row["game"] for row in meeting.queue()["rows"]] == [
        *(soon.id, late.id, also_closed.id, closed.id),
    ]


def test_pages_of_a_queue_have_no_gap(meeting: Gathering, kronika: Kronika) -> None:
    """Though all of them are due at once."""
    desks = [meeting.table(**terms(600)) for _ in range(5)]
    for desk in desks:
        desk.opened()
    at_once = Statement("UPDATE cases SET urgency = 7 WHERE meeting = ?", (meeting.id,))
    kronika.store.append("", [], [at_once])
    whole = [row["game"] for row in meeting.queue()["rows"]]
    read, following, pages = [], "?limit=2", 0
    while following:
        answer = meeting.get(f"/queue{following}")
        read += [row["game"] for row in answer.json["rows"]]
        pages += 1
        following = answer.json["next"] and f"?limit=2&cursor={answer.json['next']}"
        assert bool(following) == ("Link" in answer.headers)
    assert (read, pages, len(whole)) == (whole, 3, 5)
    assert meeting.get("/queue?cursor=nonsense").status_code == 422
    assert meeting.get("/queue?limit=501").status_code == 422


def test_filters_of_a_queue(meeting: Gathering) -> None:
    cited, taken, touche = meeting.table(**terms(600)), meeting.table(), meeting.table(ruleset="touche")
    cited.opened(clauses=["war.turn.1"])
    taken.opened()
    touche.opened()
    taken.referee(1, "/1/taking")
    due, later = (row["due_at"] for row in meeting.queue()["rows"][:2])
    for query, wanted in (
        ("status=taken", [taken]),
        ("ruleset=touche", [touche]),
        ("referee=1", [taken]),
        ("clause=war.turn.1", [cited]),
        ("clause=war.turn", []),
        (f"due_before={due}", []),
        (f"due_before={later}", [cited]),
        ("status=open&ruleset=touche", [touche]),
    ):
        found = [row["game"] for row in meeting.queue(f"?{query}")["rows"]]
        assert found == [desk.id for desk in wanted], query


def test_what_no_database_stores_is_refused(meeting: Gathering) -> None:
    """PostgreSQL takes no NUL in a text."""
    cursor = urlsafe_b64encode(rb'[1, "a\u0000b"]').decode()
    for path in (
        f"{meeting.url}/queue?cursor={cursor}",
        f"/v1/rulings?cursor={cursor}",
        f"/v1/disputes?cursor={cursor}",
    ):
        assert meeting.client.get(path).status_code == 422, path
    assert meeting.get("/queue?ruleset=a%00b").status_code == 422


def test_a_table_elsewhere_is_in_no_queue(meeting: Gathering, client: FlaskClient) -> None:
    Desk.at(client).opened()
    Gathering(client).table().opened()
    assert meeting.queue()["rows"] == []


def referee_of(meeting: Gathering) -> str:
    """The token of a referee of the meeting."""
    headers = bearer(meeting.organiser)
    made = meeting.client.post(f"{meeting.url}/referees", json={"head": False}, headers=headers)
    assert made.status_code == 201, made.json
    body = {"code": made.json["code"], "name": f"Judge {made.json['referee']}"}
    accepted = meeting.client.post(f"{meeting.url}/referees/acceptances", json=body)
    assert accepted.status_code == 201, accepted.json
    token: str = accepted.json["token"]
    return token


def test_private_tables_are_for_the_referees_of_that_meeting_only(
    meeting: Gathering,
) -> None:
    elsewhere, judge = Gathering(meeting.client), referee_of(meeting)
    public, private = meeting.table(), meeting.table(visibility="private")
    public.opened()
    private.opened()
    for token, seen in ((None, [public]), (meeting.organiser, [public]), (judge, [public, private])):
        wanted = {desk.id for desk in seen}
        assert {row["game"] for row in meeting.queue("", token)["rows"]} == wanted, token
        assert {table["id"] for table in meeting.get("", token).json["tables"]} == wanted, token
        listed = meeting.client.get("/v1/disputes", headers=bearer(token) if token else {}).json
        assert {case["game"] for case in listed["disputes"]} & {public.id, private.id} == wanted, token
    assert meeting.get("/queue", referee_of(elsewhere)).status_code == 403


# -- following it


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that has nothing to say says so at once."""
    monkeypatch.setattr(long_poll, "WAIT_SECONDS", 0.0)


def test_a_stream_sends_rows_that_change(meeting: Gathering, app: Flask) -> None:
    desk = meeting.table()
    before = meeting.queue()["position"]
    desk.opened()
    [message] = messages_until(meeting.get(f"/stream?after={before}"), 1)
    queue = meeting.queue()
    assert (message.event, message.id) == ("row", queue["position"])
    assert message.data == queue["rows"][0]
    desk.referee(1, "/1/taking")
    [taken] = messages_until(meeting.get("/stream", **{"Last-Event-ID": str(message.id)}), 1)
    assert (taken.data["state"], taken.data["referee"]) == ("taken", 1)
    closing(desk)
    closed = meeting.queue()["position"]
    desk.act()
    desk.appoint()
    assert meeting.queue()["position"] == closed > taken.id, "neither a move nor an appointment changes a row"
    assert meeting.get(f"/stream?after={closed + 1}").status_code == 409


def test_a_stream_of_strangers_has_no_row_of_a_private_table(meeting: Gathering, briefly: None) -> None:
    judge, private = referee_of(meeting), meeting.table(visibility="private")
    private.opened()
    assert messages_until(meeting.get("/stream?after=0"), 1) == []
    assert messages_until(meeting.get("/stream?after=0", meeting.organiser), 1) == []
    [row] = messages_until(meeting.get("/stream?after=0", judge), 1)
    assert row.data["game"] == private.id


def test_positions_tell_strangers_nothing_of_private_tables(meeting: Gathering) -> None:
    judge, public, private = referee_of(meeting), meeting.table(), meeting.table(visibility="private")
    public.opened()
    seen = meeting.queue()["position"]
    private.opened()
    for token in (None, meeting.organiser):
        assert meeting.queue("", token)["position"] == seen
        assert meeting.get(f"/stream?after={seen + 1}", token).status_code == 409
    assert meeting.queue("", judge)["position"] > seen


# -- the list of cases


def test_rows_of_cases_carry_names_opener_wish_referee_and_due(client: FlaskClient) -> None:
    desk = Desk.at(client)
    desk.opened(wants="result", clauses=["war.turn.1"])
    desk.referee(2, "/1/taking")
    [case] = client.get("/v1/disputes", headers=bearer(desk.tokens[1])).json["disputes"]
    assert (case["opener"], case["wants"], case["clauses"]) == ("seat:1", "result", ["war.turn.1"])
    assert case["referee"] == 2
    assert case["names"] == {"seats": {"1": "Ada", "2": "Bo"}, "referees": {"1": "Ref 1", "2": "Ref 2"}}
    assert case["due_at"] is not None


def test_more_cases_than_fit_on_a_page_have_a_next_page(meeting: Gathering, client: FlaskClient) -> None:
    for _ in range(3):
        meeting.table().opened()
    headers, read, path = bearer(meeting.organiser), [], "/v1/disputes?limit=2"
    while path:
        answer = client.get(path, headers=headers)
        read += [case["game"] for case in answer.json["disputes"]]
        path = answer.json["next"] and f"/v1/disputes?limit=2&cursor={answer.json['next']}"
    assert len(set(read)) == len(read) == 3


# -- judge calls


def test_open_calls_come_first_and_closed_ones_leave_the_queue(meeting: Gathering) -> None:
    desk, other = meeting.table(), meeting.table()
    desk.opened()
    asked = other.post("/calls", 2, {"question": "May I throw again?"})
    assert asked.status_code == 201, asked.json
    call, case = meeting.queue()["rows"]
    assert (call["kind"], call["number"], call["state"], call["opener"]) == ("call", 1, "open", "seat:2")
    assert (call["wants"], call["clauses"], call["due_at"], call["referee"]) == (None, [], None, None)
    assert case["kind"] == "case"
    headers = bearer(other.referees[1])
    answer = {"answer": "Yes."}
    assert (
        meeting.client.post(f"{other.url}/calls/1/answers", json=answer, headers=headers).status_code == 201
    )
    case, call = meeting.queue()["rows"]
    assert (call["state"], call["referee"]) == ("answered", 1)
    before = meeting.queue()["position"]
    assert other.post("/calls/1/closings", 2, {}).status_code == 201
    [left] = meeting.queue()["rows"]
    assert left["kind"] == "case"
    [message] = messages_until(meeting.get(f"/stream?after={before}"), 1)
    assert (message.data["kind"], message.data["state"]) == ("call", "closed")
    [listed] = meeting.client.get("/v1/disputes", headers=bearer(meeting.organiser)).json["disputes"]
    assert listed["game"] == desk.id


def test_a_question_is_in_no_row(meeting: Gathering) -> None:
    """Nor is a claim: who may read them reads them at the table."""
    desk = meeting.table()
    desk.post("/calls", 1, {"question": "Quis custodiet?"})
    desk.opened(claim="Ipsos custodes")
    for path in ("/queue", "/stream?after=0"):
        text = meeting.get(path).get_data(as_text=True)
        assert "row" in text
        assert "custod" not in text
