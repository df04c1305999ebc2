"""What has been seen, what is tried again, what may be kept, and waiting for more."""

from __future__ import annotations

import threading
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.queries import states
from tests.api.kit import LONG_KEY, Seated, bearer, no_free_places


def test_the_version_is_the_etag(game: Seated) -> None:
    seen = game.get()
    assert seen.headers["ETag"] == f'"{seen.json["version"]}"' == '"5"'
    for held, told in (('"5"', '"5"'), ('W/"5"', 'W/"5"'), ('"3", "5"', '"5"'), ("*", '"5"')):
        unchanged = game.get(If_None_Match=held)
        assert (unchanged.status_code, unchanged.data) == (304, b"")
        assert unchanged.headers["ETag"] == told
    for held in ('"4"', "5.5", "nonsense"):
        assert game.get(If_None_Match=held).status_code == 200


def test_states_may_be_kept_for_good_under_an_address_of_their_revision(game: Seated) -> None:
    revision = game.get().json["document_revision"]
    addressed = f"/states/3?document_revision={revision}"
    early = game.get(addressed)
    assert early.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    for other in (
        "/states/3",
        f"/states/3?document_revision={revision + 1}",
        "/states/3?document_revision=0",
    ):
        assert game.get(other).headers["Cache-Control"] == "private, no-cache"
        assert game.get(other).headers["ETag"] == early.headers["ETag"] == '"3"'
    assert game.get(addressed, 1).headers["Cache-Control"] == "private, no-store"
    assert game.get("/states/3", If_None_Match='"3"').status_code == 304
    game.act()
    assert game.get(addressed).data == game.get("/states/3").data == early.data


def test_what_a_token_opened_is_not_stored(game: Seated) -> None:
    for path in ("", "/events", "/legal-actions", "/replay", "/audit", "/ledger/disclosures"):
        seen = game.get(path, 1)
        assert seen.headers["Cache-Control"] == "private, no-store"
        assert {"Authorization", "Accept-Encoding"} <= {
            name.strip() for name in seen.headers["Vary"].split(",")
        }
        assert game.get(path).headers["Cache-Control"] == "private, no-cache"
        assert game.get(path).headers["Vary"] == seen.headers["Vary"]
    assert game.act().headers["Cache-Control"] == "private, no-store"


def test_if_match_holds_the_version(game: Seated) -> None:
    seat = game.to_act()
    for stale in ('"4"', '"6"'):
        refused = game.act_refused(seat, {"type": "roll"}, If_Match=stale)
        assert (refused.status_code, refused.json["type"]) == (412, "/problems/stale")
        assert refused.json["version"] == 5
    assert game.act(If_Match='"5"').status_code == 201
    assert game.post("/actions", seat, {"type": "set-aside"}, If_Match="*").status_code == 201


def test_if_match_takes_every_etag_of_the_version(game: Seated) -> None:
    seat = game.to_act()
    held = [
        game.get(path, by).headers["ETag"]
        for path in ("", "/replay?lang=pl", "/states/5")
        for by in (None, 1, 2)
    ]
    assert len(set(held)) > 4
    game.act()
    for tag in held:
        assert game.act_refused(seat, {"type": "set-aside"}, If_Match=tag).status_code == 412
        assert game.act_refused(seat, {"type": "set-aside"}, If_Match=f"W/{tag}").status_code == 412
    fresh = f"W/{game.get('/events', seat).headers['ETag']}"  # as a compressed answer carries it
    assert game.post("/actions", seat, {"type": "set-aside"}, If_Match=fresh).status_code == 201


@pytest.mark.parametrize(
    "header", ["5", '"5', '"five"', 'w/"5"', "W/5", '"4" "5"', '"4",', '*, "5"', "", '"-5"', '"5-"', '"5-?"']
)
def test_if_match_of_another_form(game: Seated, header: str) -> None:
    refused = game.act_refused(game.to_act(), If_Match=header)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["If-Match"])


@pytest.mark.parametrize("again", ["key-1", '"key-1"'])
def test_the_same_key_gives_the_first_answer_again(game: Seated, again: str) -> None:
    seat = game.to_act()
    first = game.post("/actions", seat, {"type": "roll"}, Idempotency_Key="key-1", If_Match='"5"')
    second = game.post("/actions", seat, {"type": "roll"}, Idempotency_Key=again, If_Match='"5"')
    assert (second.status_code, second.data) == (first.status_code, first.data) == (201, first.data)
    assert second.headers["ETag"] == first.headers["ETag"]
    assert game.get().json["version"] == first.json["version"]


def test_the_same_key_for_something_else(game: Seated) -> None:
    seat = game.to_act()
    game.post("/actions", seat, {"type": "roll"}, Idempotency_Key="once")
    refused = game.act_refused(seat, {"type": "set-aside"}, Idempotency_Key="once")
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/idempotency-conflict")


def test_a_game_is_made_once_with_a_key(client: FlaskClient) -> None:
    new = {"ruleset": "age-of-war", "seats": 2}
    first, second = (
        client.post("/v1/games", json=new, headers={"Idempotency-Key": LONG_KEY}) for _ in range(2)
    )
    assert first.json == second.json
    seated = [
        client.post(
            f"{first.headers['Location']}/seats", json={"name": "Ada"}, headers={"Idempotency-Key": LONG_KEY}
        )
        for _ in range(2)
    ]
    assert seated[0].json == seated[1].json


def test_a_stranger_with_the_key_that_everybody_takes_first_gets_nobodys_tokens(client: FlaskClient) -> None:
    new = {"ruleset": "age-of-war", "seats": 2}
    game = client.post("/v1/games", json=new).headers["Location"]
    for path, body in (("/v1/games", new), (f"{game}/seats", {"name": "Ada"})):
        for _ in ("somebody", "a stranger"):
            refused = client.post(path, json=body, headers={"Idempotency-Key": "1"})
            assert (refused.status_code, refused.json["type"]) == (422, "/problems/malformed")
            assert list(refused.json["errors"]) == ["Idempotency-Key"]
            assert "token" not in refused.json
    assert client.get(game).json["version"] == 1


@pytest.mark.parametrize("key", ["", "x" * 256, "white space", "\xe9"])
def test_keys_that_are_none(game: Seated, key: str) -> None:
    refused = game.act_refused(game.to_act(), Idempotency_Key=key)
    assert list(refused.json["errors"]) == ["Idempotency-Key"]


def test_the_lobby_has_pages(client: FlaskClient) -> None:
    made = [client.post("/v1/games", json={"ruleset": "touche", "seats": 2}).json["id"] for _ in range(5)]
    found, path = [], "/v1/games?ruleset=touche&limit=2"
    while path:
        page = client.get(path)
        found += [summary["id"] for summary in page.json["games"]]
        link = page.headers.get("Link", "")
        assert bool(link) == (page.json["next"] is not None)
        path = link.partition(">")[0].removeprefix("<")
    assert found == made[::-1]


def test_waiting_for_the_next_version(app: Flask, game: Seated) -> None:
    held: list[tuple[float, int]] = []
    asking = threading.Event()

    def wait() -> None:
        began = time.monotonic()
        asking.set()
        seen = app.test_client().get(f"{game.url}?wait=20&after=5")
        held.append((time.monotonic() - began, seen.json["version"]))

    waiting = threading.Thread(target=wait)
    waiting.start()
    asking.wait()
    time.sleep(0.3)
    assert not held
    game.act()
    waiting.join(timeout=60)
    assert held[0][1] == 6
    assert 0.25 < held[0][0] < 20


def test_waits_have_an_end(game: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "MAX_WAIT_SECONDS", 0.2)
    began = time.monotonic()
    assert game.get("?wait=3000&after=5").json["version"] == 5
    assert game.get("?wait=3000&after=5", If_None_Match='"5"').status_code == 304
    assert 0.35 < time.monotonic() - began < 20


@pytest.mark.parametrize(
    "query", ["wait=20&after=4", "wait=20&after=6", "wait=20", "wait=0&after=5", "after=5"]
)
def test_nothing_to_wait_for(game: Seated, query: str) -> None:
    began = time.monotonic()
    assert game.get(f"?{query}").json["version"] == 5
    assert time.monotonic() - began < 10


def test_too_many_waiting_are_answered_at_once(app: Flask, game: Seated) -> None:
    with no_free_places(app):
        began = time.monotonic()
        assert game.get("?wait=20&after=5").status_code == 200
        assert time.monotonic() - began < 10


def test_an_organiser_sees_what_a_spectator_sees(game: Seated) -> None:
    seen = game.client.get(game.url, headers=bearer(game.organiser)).json
    assert seen["viewer"] == "organiser"
    assert seen["view"] == game.get().json["view"]
