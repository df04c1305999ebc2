"""Reads are entries: what a referee sees with the eyes of a seat over HTTP, and what the log says before that."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.desk import Desk
from tests.api.kit import bearer


def hiding(client: FlaskClient, ruleset: str = "nagaraja") -> tuple[Desk, int, int, int]:
    """A case about the last action of a seat: its number, the version before that action, and the seat."""
    desk = Desk.at(client, ruleset=ruleset)
    before, [seat, *_] = desk.version, desk.get().json["to_act"]
    desk.act()
    number = desk.opened(about={"from": desk.version, "to": desk.version})
    for other in desk.tokens.keys() - {1}:
        assert desk.post(f"/disputes/{number}/statements", other, {"text": "No."}).status_code == 201
    assert desk.referee(1, f"/{number}/taking").status_code == 201
    return desk, number, before, seat


def why(desk: Desk, version: int, seat: int, referee: int = 1) -> Any:
    action = desk.get("/legal-actions", seat).json["actions"] or [{"type": "roll"}]
    body = {"version": version, "action": action[0]}
    path = f"{desk.url}/explanations?seat={seat}"
    return desk.client.post(path, json=body, headers=bearer(desk.referees[referee]))


def release(desk: Desk, number: int, version: int, seat: int) -> None:
    asked = {"seats": [seat], "from": version, "to": version, "reason": "Could he?"}
    assert desk.referee(1, f"/{number}/releases", asked).status_code == 201


def test_the_version_before_the_disputed_action_is_read_and_asked_about_once_the_log_says_so(
    client: FlaskClient,
) -> None:
    desk, number, before, seat = hiding(client)
    path = f"{desk.url}/states/{before}?as=seat:{seat}"
    token = bearer(desk.referees[1])
    asked = desk.get(f"/legal-actions?version={before}", seat).json["actions"][0]
    question = {"version": before, "action": asked}
    where = f"{desk.url}/explanations?seat={seat}"
    release(desk, number, before, seat)
    for answer in (client.get(path, headers=token), client.post(where, json=question, headers=token)):
        assert (answer.status_code, answer.json["rule"]) == (403, "referee.reading")
    begun = desk.referee(1, f"/{number}/releases/1/readings", {"seat": seat})
    assert (begun.status_code, begun.json["dispute"], begun.json["state"]) == (201, number, "taken")
    version = desk.version
    assert client.get(path, headers=token).json["view"] == desk.get(f"/states/{before}", seat).json["view"]
    told = client.post(where, json=question, headers=token)
    assert (told.status_code, told.json["seat"]) == (200, seat)
    assert told.json == client.post(where, json=question, headers=bearer(desk.tokens[seat])).json
    assert desk.version == version, "reading itself writes nothing"
    for other in (f"{desk.url}/explanations", f"{desk.url}/explanations?seat={3 - seat}"):
        assert client.post(other, json=question, headers=token).status_code in (403, 422)
    elsewhere = client.post(where, json={**question, "version": before - 1}, headers=token)
    assert elsewhere.status_code in (403, 404)
    assert client.post(where, json=question, headers=bearer(desk.referees[2])).status_code == 403


def test_a_correction_and_its_preview_need_a_reading_too(client: FlaskClient) -> None:
    desk, number, before, seat = hiding(client)
    action = desk.get(f"/legal-actions?version={before}", seat).json["actions"][0]
    ruling = {"kind": "corrected", "remedy": {"to_version": before, "seat": seat, "action": action}}
    release(desk, number, before, seat)
    seen = desk.referee(1, f"/{number}/rulings/previews", ruling)
    assert (seen.status_code, seen.json["rule"]) == (403, "referee.reading")
    assert desk.rule(number, **ruling).status_code == 403
    desk.referee(1, f"/{number}/releases/1/readings", {"seat": seat})
    assert desk.referee(1, f"/{number}/rulings/previews", ruling).status_code == 200


def test_where_the_game_hides_nothing_a_release_is_enough_to_ask(client: FlaskClient) -> None:
    desk, number, before, seat = hiding(client, "age-of-war")
    asked = desk.get(f"/legal-actions?version={before}", seat).json["actions"][0]
    body, path = {"version": before, "action": asked}, f"{desk.url}/explanations?seat={seat}"
    assert client.post(path, json=body, headers=bearer(desk.referees[1])).status_code == 403
    release(desk, number, before, seat)
    assert client.post(path, json=body, headers=bearer(desk.referees[1])).status_code == 200
    states = f"{desk.url}/states/{before}?as=seat:{seat}"
    assert client.get(states, headers=bearer(desk.referees[1])).status_code == 403


def test_a_release_that_there_is_not_is_not_found(client: FlaskClient) -> None:
    desk, number, *_ = hiding(client)
    for path in (f"/{number}/releases/1/readings", f"/{number + 1}/releases/1/readings"):
        assert desk.referee(1, path, {"seat": 1}).status_code == 404


@pytest.mark.parametrize("text", [" ", "\n\t", "\u3164 \u2800", "\u0301\ufe0f"])
def test_a_blank_text_is_refused(client: FlaskClient, text: str) -> None:
    desk = Desk.at(client)
    assert desk.open(claim=text).status_code == 422
    number = desk.stated()
    assert desk.rule(number, findings=text).status_code == 422
    assert desk.rule(number).status_code == 201
    assert desk.post(f"/disputes/{number}/appeals", 1, {"grounds": text}).status_code == 422


def test_a_preview_says_which_later_actions_it_takes_along(client: FlaskClient) -> None:
    desk = Desk.at(client, (True, True), disputes={"pause": False})
    before = desk.version
    desk.act()
    disputed = desk.version
    desk.act()
    number = desk.opened(about={"from": disputed, "to": disputed})
    assert desk.referee(1, f"/{number}/taking").status_code == 201
    asked = {"kind": "backed-up", "remedy": {"to_version": before}}
    told = desk.referee(1, f"/{number}/rulings/previews", asked).json
    assert [it["first"] > disputed for it in told["back"]["actions"]] == [False, True]
    assert told["later"] == told["back"]["actions"][1:]


def test_a_party_with_nothing_to_say_answers_without_a_text(client: FlaskClient) -> None:
    desk = Desk.at(client, (True, True))
    number = desk.stated()
    won = {"winners": [1], "ranking": [[1], [2]], "scores": {"1": 1, "2": 0}}
    assert desk.rule(number, kind="result", remedy=won, clauses=["table.legal"]).status_code == 201
    for seat in (1, 2):
        path = f"/disputes/{number}/appeals"
        assert desk.post(path, seat, {"grounds": "No."}).json["state"] == "appealed"
    assert desk.post(f"/disputes/{number}/appeals/answers", 1, {"text": "Twice."}).status_code == 201
    assert desk.post(f"/disputes/{number}/appeals/answers", 2).status_code == 201
    case = desk.read(f"/{number}", desk.referees[2])
    assert [(it["seat"], it["answer"] and it["answer"]["text"]) for it in case["answers"]] == [
        (1, "Twice."),
        (2, None),
    ]
    assert [due["what"] for due in case["due"]] == ["appeal-taking"]
