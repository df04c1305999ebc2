"""Games that the operator closes, reopens and abandons, as players and strangers see them."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.ledger.text import b64u, from_b64u
from domain.table.refusals import Refused
from service.log.case_texts import OF_OPERATOR, texts_of
from service.log.verifying import rules_level
from service.operation.app import Kronika
from service.operation.moderation.acts import acts_after
from service.operation.moderation.games import abandon_game, close_game, reopen_game
from service.queries.auditing import audit
from tests.api.desk import Desk
from tests.api.kit import LONG_KEY, Seated, bearer
from tests.service.conftest import House
from tests.service.playing import play
from tests.verifier.page_verifier import both_verifiers
from verifier import verify

REASON = "Somebody is insulted at this table; we look into it."


@pytest.fixture
def closed(game: Seated, kronika: Kronika) -> Seated:
    close_game(kronika.context, game.id, REASON)
    return game


def is_closed(response: TestResponse) -> bool:
    said = response.json
    assert response.status_code == 409
    assert said["type"] == "/problems/game-closed"
    assert (said["reason"], said["reason_lang"]) == (REASON, "en")
    return said["detail"] == f"The operator of the service has closed the game. {REASON}"


def test_nobody_acts_in_a_closed_game_and_all_read_why(closed: Seated, client: FlaskClient) -> None:
    organiser = bearer(closed.organiser)
    refused = [
        *(closed.post("/actions", seat, {"type": "roll"}) for seat in (1, 2)),
        closed.post("/undo-requests", 1, {}),
        closed.post("/resignations", 1, {}),
        closed.post("/agreements", 1, {"to": "abandon"}),
        *(client.open(f"{closed.url}/suspension", method=it, headers=organiser) for it in ("PUT", "DELETE")),
        client.post(f"{closed.url}/abandonment", headers=organiser),
        client.post(f"{closed.url}/seats", json={"name": "Cy"}),
    ]
    assert all(map(is_closed, refused))
    for seat in (None, 1):
        document = closed.get("", seat).json
        assert (document["status"], document["to_act"]) == ("suspended", [])
        assert document["notice"] == {"text": REASON, "lang": "en"}
        assert closed.get("/news", seat).json["document"]["notice"] == document["notice"]


def test_the_log_has_the_salted_hash_and_the_text_lies_beside_it(closed: Seated, kronika: Kronika) -> None:
    event = closed.get("/events").json["events"][-1]
    assert (event["type"], event["actor"], event["data"]["why"]) == ("game-suspended", "table", "operator")
    written = texts_of(kronika.store, closed.id, OF_OPERATOR)[event["data"]["reason_hash"]]
    salted = from_b64u(written.salt) + REASON.encode()
    assert event["data"]["reason_hash"] == b64u(sha256(salted).digest())
    act = acts_after(kronika.store, 0, 1000)[-1]
    assert (act.act, act.subject, act.reason) == ("close-game", closed.id, REASON)
    told = {
        "lang": "en",
        "reason_hash": event["data"]["reason_hash"],
        "version": event["version"],
    }
    assert orjson.loads(act.details) == told


def test_a_game_goes_on_when_it_is_reopened(closed: Seated, kronika: Kronika) -> None:
    tag = closed.get().headers["ETag"]
    reopen_game(kronika.context, closed.id, "It was nothing.")
    assert closed.act().status_code == 201
    document = closed.get("", None, If_None_Match=tag)
    assert (document.status_code, document.json["status"]) == (200, "playing")
    assert "notice" not in document.json
    assert closed.get("/events").json["events"][-2]["data"] == {"why": "operator"}


def test_each_lifts_only_their_own_halt(game: Seated, kronika: Kronika, client: FlaskClient) -> None:
    suspension = {"path": f"{game.url}/suspension", "headers": bearer(game.organiser)}
    client.put(**suspension)
    close_game(kronika.context, game.id, REASON)
    assert client.delete(**suspension).status_code == 409
    reopen_game(kronika.context, game.id, "Done.")
    assert game.get().json["status"] == "suspended"
    assert game.act_refused().json["detail"] == "The organiser has suspended the game."
    with pytest.raises(Refused, match="not closed"):
        reopen_game(kronika.context, game.id, "Again.")
    assert client.delete(**suspension).status_code == 200
    assert game.act().status_code == 201


def test_a_repeated_request_gets_its_first_response_while_the_game_is_closed(
    game: Seated, kronika: Kronika
) -> None:
    seat = game.to_act()
    sent = {"json": game.legal(seat)[0], "Idempotency-Key": LONG_KEY}
    first = game.post("/actions", seat, **sent)
    close_game(kronika.context, game.id, REASON)
    again = game.post("/actions", seat, **sent)
    assert (again.status_code, again.data) == (201, first.data)


def test_undo_goes_across_a_closing_and_does_not_open_the_game(client: FlaskClient, kronika: Kronika) -> None:
    game = Seated.at(client, ruleset="romans", undo="consent", draws="closing")
    before = game.get().json["version"]
    for seat in (1, 2):
        placing = next(it for it in game.legal(seat) if it["type"] == "place-warrior")
        assert game.post("/actions", seat, placing).status_code == 201
    asked = game.post("/undo-requests", 1, {"to_version": before}).json
    assert asked["status"] == "pending"
    close_game(kronika.context, game.id, REASON)
    assert is_closed(game.post(f"/undo-requests/{asked['id']}/answers", 2, {"accept": True}))
    reopen_game(kronika.context, game.id, "Done.")
    answer = game.post(f"/undo-requests/{asked['id']}/answers", 2, {"accept": True})
    assert (answer.status_code, answer.json["status"]) == (201, "granted")
    assert (game.get().json["status"], game.get().json["to_act"]) == ("playing", [1, 2])
    assert_sound(kronika, game.id)


def test_referees_go_on_in_a_closed_game_and_a_case_keeps_it_from_being_abandoned(
    client: FlaskClient, kronika: Kronika
) -> None:
    desk = Desk.begun_with_referees(client)
    number = desk.stated()
    close_game(kronika.context, desk.id, REASON)
    with pytest.raises(Refused, match=f"Case {number} is open"):
        abandon_game(kronika.context, desk.id, REASON)
    assert desk.rule(number, kind="dismissed").status_code == 201
    assert desk.post(f"/disputes/{number}/waivers", 1, {}).json["state"] == "final"
    assert desk.get().json["status"] == "suspended"
    assert is_closed(desk.post("/actions", 1, {"type": "roll"}))
    abandon_game(kronika.context, desk.id, "It is over.", "en")
    assert_sound(kronika, desk.id)


def test_an_abandoned_game_says_why_also_one_that_has_not_begun(
    client: FlaskClient, kronika: Kronika
) -> None:
    waiting = client.post("/v1/games", json={"ruleset": "romans", "seats": 3}).json["id"]
    with pytest.raises(Refused, match="has begun"):
        close_game(kronika.context, waiting, REASON)
    abandon_game(kronika.context, waiting, "Nazwa stołu obraża.", "pl")
    document = client.get(f"/v1/games/{waiting}").json
    assert (document["status"], document["notice"]) == (
        "abandoned",
        {"text": "Nazwa stołu obraża.", "lang": "pl"},
    )
    for act in (close_game, abandon_game):
        with pytest.raises(Refused):
            act(kronika.context, waiting, REASON)


def test_a_refused_act_leaves_nothing(game: Seated, kronika: Kronika, client: FlaskClient) -> None:
    analysis = client.post(f"{game.url}/forks", json={"version": game.get().json["version"]}).json["id"]
    before = (acts_after(kronika.store, 0, 1000), game.get().json["version"])
    for id, reason, lang in (
        ("0" * 32, REASON, "en"),
        (game.id, "  ", "en"),
        (game.id, "x" * 4001, "en"),
        (game.id, REASON, "de"),
        (analysis, REASON, "en"),
    ):
        for act in (close_game, abandon_game):
            with pytest.raises(Refused):
                act(kronika.context, id, reason, lang)
    with pytest.raises(Refused):
        reopen_game(kronika.context, game.id, REASON)
    assert (acts_after(kronika.store, 0, 1000), game.get().json["version"]) == before


def test_all_readers_agree_on_a_game_that_was_closed_and_abandoned(
    client: FlaskClient, kronika: Kronika
) -> None:
    game = Seated.at(client, ruleset="romans", draws="closing", clock={"bank": 600, "increment": 5})
    house, rng = House(kronika), random.Random(3)
    for _ in range(2):
        play(house, game.id, game.tokens, rng, 12)
        close_game(kronika.context, game.id, REASON)
        client.put(f"{game.url}/suspension", headers=bearer(game.organiser))
        reopen_game(kronika.context, game.id, "Done.")
    play(house, game.id, game.tokens, rng, 5)
    abandon_game(kronika.context, game.id, "It is over.")
    assert_sound(kronika, game.id)
    kinds = [(it["by"], it["kind"]) for it in game.get().json["account"]["decisions"] if it["by"] == "table"]
    assert kinds == [("table", "suspended"), ("table", "suspended"), ("table", "abandoned")]
    replay = game.get("/replay").json
    texts = [event["text"]["en"] for event in game.get("/events?labels=true").json["events"]]
    assert "The operator of the service abandons the game: it ends without a result." in texts
    assert replay["version"] == len(texts)


def assert_sound(kronika: Kronika, game: str) -> None:
    """The verifier, the page and the service's own rules find nothing wrong."""
    file = audit(kronika.repository, game, None)
    report = verify(file)
    assert report.ok, report.table()
    rules: Any = rules_level(orjson.loads(file))
    assert rules.status != "failed", rules
    with both_verifiers() as both:
        page, other = both.judge(orjson.loads(file))
        assert page.levels == other.levels, (page, other)
