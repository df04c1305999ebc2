"""Judge calls over HTTP: a seat asks, referees answer, and who reads what, when."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.ledger.text import b64u
from service.operation.erasure import erase_call
from tests.api.desk import Desk
from tests.api.kit import bearer
from tests.api.signing import Signing

QUESTION, ANSWER = "May I throw that again?", "You may, once."


class Called(Desk):
    """A game with two referees, in which seat 1 calls a judge."""

    def call(self, seat: int = 1, **more: Any) -> TestResponse:
        return self.post("/calls", seat, {"question": QUESTION, **more})

    def answer(self, referee: int = 1, call: int = 1, text: str = ANSWER, **headers: str) -> TestResponse:
        headers = {**bearer(self.referees[referee]), **headers}
        return self.client.post(f"{self.url}/calls/{call}/answers", json={"answer": text}, headers=headers)

    def close(self, seat: int = 1, call: int = 1) -> TestResponse:
        return self.post(f"/calls/{call}/closings", seat)

    def calls(self, token: str | None = None) -> Any:
        return self.client.get(f"{self.url}/calls", headers=bearer(token) if token else {}).json

    def readers(self) -> dict[str, str | None]:
        """Everybody's token, by who they are."""
        seats = {f"seat:{n}": token for n, token in self.tokens.items()}
        referees = {f"referee:{n}": token for n, token in self.referees.items()}
        return {**seats, **referees, "organiser": self.organiser, "spectator": None}

    def reading(self, text: str) -> set[str]:
        """Who finds a text in any answer to a read about calls and events."""
        paths = ("/calls", "/events", "", "/replay", "/disputes", "/audit", "/news", "/export")
        found = set()
        for who, token in self.readers().items():
            headers = bearer(token) if token else {}
            answers = [
                self.client.get(self.url + path, headers=headers).get_data(as_text=True) for path in paths
            ]
            found |= {who} if any(text in answer for answer in answers) else set()
        return found


@pytest.fixture
def called(client: FlaskClient) -> Called:
    game = Called.at(client)
    assert isinstance(game, Called)
    return game


def test_a_seat_asks_and_a_referee_answers_while_the_game_goes_on(called: Called) -> None:
    made = called.call(about={"from": 3, "to": 4}, lang="en")
    assert (made.status_code, made.json["call"], made.json["open"]) == (201, 1, True)
    assert called.get().json["status"] == "playing"
    assert called.answer().status_code == 201
    closed = called.close()
    assert (closed.status_code, closed.json["open"]) == (201, False)
    [call] = called.calls(called.tokens[1])["calls"]
    assert (call["seat"], call["about"], call["closed"]) == (1, {"from": 3, "to": 4}, closed.json["version"])
    assert call["question"]["text"] == QUESTION
    assert [(it["referee"], it["answer"]["text"]) for it in call["answers"]] == [(1, ANSWER)]
    types = [it["type"] for it in called.get("/events").json["events"]]
    assert types[-3:] == ["judge-called", "call-answered", "call-closed"]


def test_while_the_game_runs_only_its_seat_and_the_referees_read_the_question(called: Called) -> None:
    called.call()
    called.answer()
    assert called.reading(QUESTION) == {"seat:1", "referee:1", "referee:2"}
    assert called.reading(ANSWER) == called.readers().keys()
    [hidden] = called.calls()["calls"]
    assert (hidden["question"]["status"], hidden["question"]["text"], hidden["question"]["salt"]) == (
        "withheld",
        None,
        None,
    )
    assert called.as_organiser("POST", "/abandonment").status_code == 200
    assert called.reading(QUESTION) == called.readers().keys()


def test_a_referee_who_is_gone_and_who_took_the_seat_over_do_not_read_it(called: Called) -> None:
    called.call()
    gone = called.referees.pop(2)
    assert called.as_organiser("DELETE", "/referees/2").status_code == 200
    assert called.client.get(f"{called.url}/calls", headers=bearer(gone)).status_code == 401
    invited = called.as_organiser("POST", "/invitations", {"seat": 1}).json
    made = called.post("/seats", json={"name": "Sub", "invitation": invited["code"]})
    assert made.status_code == 201, made.json
    called.tokens[1] = made.json["token"]
    assert called.reading(QUESTION) == {"referee:1"}


def test_only_referees_answer_and_only_seats_call(called: Called) -> None:
    called.call()
    for who, token in called.readers().items():
        headers = bearer(token) if token else {}
        answer = called.client.post(f"{called.url}/calls/1/answers", json={"answer": "x"}, headers=headers)
        calling = called.client.post(f"{called.url}/calls", json={"question": "x"}, headers=headers)
        expected = {"referee": (201, 403), "seat": (403, 409), "spectator": (401, 401)}
        if who == "seat:2":
            assert (answer.status_code, calling.status_code) == (403, 201)
        else:
            statuses = expected.get(who.partition(":")[0], (403, 403))
            assert (answer.status_code, calling.status_code) == statuses, who


def test_what_is_refused_says_which_clause_and_records_nothing(called: Called) -> None:
    called.call()
    version = called.version
    for refused, rule in (
        (called.call(), "referee.call.2"),
        (called.close(2), "referee.call"),
        (called.call(2, about={"from": 1, "to": 999}), "referee.stretch"),
    ):
        assert refused.json["rule"] == rule
    assert called.close(1, 7).status_code == called.answer(1, 7).status_code == 404
    assert called.version == version


@pytest.mark.parametrize(
    "body", [{}, {"question": ""}, {"question": "x" * 4001}, {"question": "x", "lang": "de"}]
)
def test_a_call_needs_a_text_of_at_most_4000_characters(called: Called, body: dict[str, Any]) -> None:
    assert called.post("/calls", 1, body).status_code == 422


def test_the_same_request_again_gets_the_first_answer(called: Called) -> None:
    first, again = (
        called.post("/calls", 1, {"question": QUESTION}, Idempotency_Key="once") for _ in range(2)
    )
    assert first.json == again.json
    assert len(called.calls()["calls"]) == 1


def test_a_private_games_calls_are_unknown_to_strangers(client: FlaskClient) -> None:
    called = Called.at(client, visibility="private")
    assert called.call().status_code == 201
    assert client.get(f"{called.url}/calls").status_code == 404


def test_a_referee_is_told_whether_they_may_answer(called: Called) -> None:
    answering = {who: called.calls(token)["answering"] for who, token in called.readers().items()}
    assert {who for who, may in answering.items() if may} == {"referee:1", "referee:2"}


def test_texts_are_erased_when_the_game_is_over_and_the_log_still_verifies(called: Called) -> None:
    called.call()
    called.answer()
    kronika = called.client.application.extensions["kronika"]
    with pytest.raises(Exception, match="not over"):
        erase_call(kronika.repository, called.id, 1)
    called.as_organiser("POST", "/abandonment")
    assert erase_call(kronika.repository, called.id, 1) == 2
    [call] = called.calls()["calls"]
    assert call["question"]["status"] == call["answers"][0]["answer"]["status"] == "erased"
    assert called.reading(QUESTION) == called.reading(ANSWER) == set()
    assert not kronika.store.query("SELECT 1 FROM case_texts WHERE game = ?", (called.id,))


def test_a_seat_with_a_key_signs_its_call_and_its_closing(client: FlaskClient) -> None:
    game = Signing.at(client)
    desk = Called(client, game.id, game.organiser, game.tokens)
    desk.appoint()
    salt = secrets.token_bytes(16)
    hash = b64u(sha256(salt + QUESTION.encode()).digest())
    signed = game.signed({"type": "table.call", "question_hash": hash}, entries=game.entries())
    assert desk.call(1).status_code == 403
    asked = {"question": QUESTION, "salt": b64u(salt)}
    other = desk.post("/calls", 1, {**asked, "question": "Something else?", **signed})
    assert other.status_code == 422
    made = desk.post("/calls", 1, {**asked, **signed})
    assert made.status_code == 201, made.json
    assert desk.calls(game.tokens[1])["calls"][0]["question"]["hash"] == hash
    again = desk.post("/calls", 1, {**asked, **signed})
    assert again.json == made.json
    closing = game.signed({"type": "table.call-closing", "call": 1})
    assert desk.post("/calls/1/closings", 1, closing).status_code == 201
