"""What HTTP has besides: Accept, lists of ETags, answers given again, pages' links, CORS, members given twice."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.api.hall import BEGINNING
from tests.api.kit import LONG_KEY, Seated, bearer


def test_who_accepts_nothing_there_is_gets_406(game: Seated) -> None:
    for path, accept in (("", "text/html"), ("/events", "image/png"), ("/stream", "application/json")):
        refused = game.get(path, Accept=accept)
        assert (refused.status_code, refused.json["type"]) == (406, "/problems/not-acceptable")
    for path, accept in (
        ("", "application/*"),
        ("/export", "application/json"),
        ("/events", "text/html, */*;q=0.1"),
    ):
        assert game.get(path, Accept=accept).status_code == 200
    assert game.client.get("/health/live", headers={"Accept": "text/html"}).status_code == 200


def test_if_match_takes_a_list(game: Seated) -> None:
    seat = game.to_act()
    assert game.act_refused(seat, {"type": "roll"}, If_Match='"3", "4"').status_code == 412
    tag = game.get("/replay", seat).headers["ETag"]
    assert game.post("/actions", seat, {"type": "roll"}, If_Match=f'"3" ,{tag}').status_code == 201


def test_an_answer_given_again_says_so(game: Seated) -> None:
    answers = [
        game.post("/actions", game.to_act(), {"type": "roll"}, Idempotency_Key="once") for _ in range(2)
    ]
    assert answers[0].data == answers[1].data
    assert [it.headers.get("Idempotent-Replayed") for it in answers] == [None, "true"]


def test_an_answer_with_a_token_that_is_given_again_says_so(game: Seated) -> None:
    headers = {"Idempotency-Key": LONG_KEY}
    for url, body in (
        ("/v1/games", {"ruleset": "age-of-war", "seats": 2}),
        (f"{game.url}/forks", {"version": 5}),
    ):
        answers = [game.client.post(url, json=body, headers=headers) for _ in range(2)]
        assert answers[0].json == answers[1].json
        assert [it.headers.get("Idempotent-Replayed") for it in answers] == [None, "true"]


def test_everything_that_mints_says_so_when_it_is_answered_again(game: Seated) -> None:
    client, terms = game.client, {"ruleset": "touche", "seats": 2, "games": 1}
    made = client.post("/v1/tournaments", json=terms).json
    cup, organiser = made["location"], bearer(made["organiser_token"])
    code = client.post(f"{cup}/referees", json={}, headers=organiser).json["code"]
    asked = (
        ("/v1/tournaments", terms, {}),
        (f"{cup}/referees", {}, organiser),
        (f"{cup}/referees/acceptances", {"code": code, "name": "Ref"}, {}),
        (f"{cup}/invitations", {}, organiser),
        (f"{cup}/seats", {"name": "Ala"}, {}),
        (f"{cup}/tokens/rotations", None, organiser),
        (f"{game.url}/invitations", {}, bearer(game.organiser)),
        (f"{game.url}/referees", {}, bearer(game.organiser)),
        (f"{game.url}/tokens/rotations", None, bearer(game.tokens[1])),
    )
    for number, (url, body, opened) in enumerate(asked):
        headers = {**opened, "Idempotency-Key": f"{LONG_KEY}{number}"}
        answers = [client.post(url, json=body, headers=headers) for _ in range(2)]
        assert [it.status_code for it in answers] == [201, 201], (url, answers[0].text)
        assert answers[0].json == answers[1].json
        assert [it.headers.get("Idempotent-Replayed") for it in answers] == [None, "true"], url


def test_a_member_given_twice_is_refused(game: Seated) -> None:
    opened = {**bearer(game.tokens[game.to_act()]), "Content-Type": "application/json"}
    for body, name in (
        ('{"type": "roll", "type": "roll"}', "type"),
        ('{"type": "roll", "seen": {"n": 1, "n": 2}}', "n"),
        ('{"type" : "roll", "seen":[{"n" :1}, {"n": 1, "r": ":", "n": 1}]}', "n"),
        (r'{"type": "roll", "label": {"en": "\":", "pl": "::", "en": ""}}', "en"),
    ):
        refused = game.client.post(f"{game.url}/actions", data=body, headers=opened)
        assert (refused.status_code, list(refused.json["errors"])) == (422, [name])
    deep = "[" * 1000 + "]" * 1000
    assert game.client.post(f"{game.url}/actions", data=deep, headers=opened).status_code == 422


def test_pages_of_events_are_linked(game: Seated) -> None:
    found, path = [], f"{game.url}/events?limit=2"
    while path:
        page = game.client.get(path)
        found += [event["version"] for event in page.json["events"]]
        path = page.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert found == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("url", ["/stream", None])
def test_a_stream_without_types(game: Seated, url: str | None) -> None:
    where = f"{game.url}{url}?event=none" if url else "/v1/stream?after=0&event=none"
    response = game.client.get(where)
    told = BEGINNING.sub(b"", response.data, 1).decode().partition("\n\n")[0]
    assert [line.partition(":")[0] for line in told.splitlines()] == ["id", "data"]
    assert game.get("/stream?event=all").status_code == 422


def test_pages_of_other_origins_may_trace_and_read_headers(client: FlaskClient) -> None:
    asked = client.options("/v1/games")
    assert {"traceparent", "tracestate"} <= {*asked.headers["Access-Control-Allow-Headers"].split(", ")}
    assert "HEAD" in asked.headers["Access-Control-Allow-Methods"].split(", ")
    exposed = {*asked.headers["Access-Control-Expose-Headers"].split(", ")}
    assert {"Idempotent-Replayed", "Link", "WWW-Authenticate", "Deprecation", "Sunset"} <= exposed


def test_a_file_that_cannot_be_taken_in_says_so(game: Seated) -> None:
    assert "not over" in game.get("/export").get_json(force=True)["incomplete"]
    game.client.post(f"{game.url}/abandonment", headers=bearer(game.organiser))
    whole = game.get("/export")
    assert "incomplete" not in whole.get_json(force=True)
    headers = {"Idempotency-Key": LONG_KEY}
    assert (
        game.client.post("/v1/imports", json=whole.get_json(force=True), headers=headers).status_code == 200
    )
