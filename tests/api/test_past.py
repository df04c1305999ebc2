"""The past over HTTP: ranges of states, what is open at the end, and the lobby's filters."""

from __future__ import annotations

import random
from contextlib import ExitStack
from datetime import datetime, timedelta
from urllib.parse import quote

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.kit import Seated, bearer, no_free_places

PAST = ("/states/12", "/states?from=9&to=12", "/events", "/replay")


def finished(client: FlaskClient) -> Seated:
    """A game of Nagaraja that was played to its end at random; by other draws it might be over too soon."""
    game, rng = Seated.at(client, ruleset="nagaraja", draws=""), random.Random(3)
    while to_act := game.get("", 1).json["to_act"]:
        seat = to_act[0]
        assert game.post("/actions", seat, rng.choice(game.legal(seat))).status_code == 201
    return game


@pytest.fixture(scope="module")
def over(app: Flask) -> Seated:
    return finished(app.test_client())


@pytest.mark.parametrize("path", PAST)
def test_what_goes_on_is_not_opened(client: FlaskClient, path: str) -> None:
    game = Seated.at(client, ruleset="nagaraja")
    asked = path + ("&" if "?" in path else "?") + "reveal=end"
    for seat in (None, 1, 2):
        answer = game.get(asked, seat)
        assert (answer.status_code, answer.json["type"]) == (403, "/problems/forbidden")
        assert "game is over" in answer.json["detail"]


@pytest.mark.parametrize("path", PAST)
def test_what_is_over_is_open_under_a_tag_of_its_own(over: Seated, path: str) -> None:
    asked = path + ("&" if "?" in path else "?") + "reveal=end"
    answers = [over.get(at, seat) for at in (path, asked) for seat in (None, 1, 2)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.headers["ETag"] for answer in answers}) == 6
    assert answers[3].data != answers[0].data
    assert over.get(asked, If_None_Match=answers[3].headers["ETag"]).status_code == 304
    assert over.get(asked, If_None_Match=answers[0].headers["ETag"]).status_code == 200
    assert over.get(path, If_None_Match=answers[3].headers["ETag"]).status_code == 200


def test_what_is_open_may_be_kept_for_good_by_strangers_only(over: Seated) -> None:
    revision = over.get().json["document_revision"]
    path = f"/states/4?reveal=end&document_revision={revision}"
    assert "immutable" in over.get(path).headers["Cache-Control"]
    assert over.get(path, 1).headers["Cache-Control"] == "private, no-store"
    assert over.get(path).headers["ETag"] == over.get("/states/4?reveal=end").headers["ETag"]


def test_lines_of_events_are_open_too(over: Seated) -> None:
    plain, revealed = (
        over.get(f"/events{asked}", Accept="application/x-ndjson").data for asked in ("", "?reveal=end")
    )
    assert len(plain.splitlines()) == len(revealed.splitlines())
    assert len(plain) < len(revealed)


@pytest.mark.parametrize("path", [*PAST, "/legal-actions?version=12&labels=true"])
def test_what_is_over_is_seen_with_the_eyes_of_any_seat(over: Seated, path: str) -> None:
    """As that seat saw it then, and no more; while the game goes on nobody has another's eyes."""
    asked = path + ("&" if "?" in path else "?")
    own = [over.get(path, seat) for seat in (1, 2)]
    assert own[0].data != own[1].data
    for reader in (None, 1):
        for seat in (1, 2):
            assert over.get(f"{asked}as=seat:{seat}", reader).json == own[seat - 1].json
        assert over.get(f"{asked}as=seat:5", reader).status_code == 404
    assert over.get(f"{asked}as=seat:2&reveal=end").status_code == 422


@pytest.mark.parametrize("path", PAST)
def test_while_a_game_goes_on_nobody_has_the_eyes_of_another(client: FlaskClient, path: str) -> None:
    game = Seated.at(client, ruleset="nagaraja")
    asked = path + ("&" if "?" in path else "?") + "as=seat:2"
    for reader in (None, 1, 2):
        assert game.get(asked, reader).status_code == 403


def test_nothing_else_can_be_revealed(over: Seated) -> None:
    for path in ("/events?reveal=now", "/replay?reveal=", "/states/1?reveal=END"):
        assert over.get(path).status_code == 422
    assert over.get("?reveal=end").status_code == 422


def test_ranges_of_states(over: Seated) -> None:
    states = over.get("/states?from=3&to=6", 2).json["states"]
    assert states == [over.get(f"/states/{version}", 2).json for version in range(3, 7)]
    assert len(over.get("/states").json["states"]) == 100
    assert over.get("/states?from=1&to=101").status_code == 422
    assert over.get("/states?from=0").status_code == 422
    last = over.get().json["version"]
    for query, wrong in (("from=9999", "from"), (f"from={last}&to={last + 1}", "to"), ("from=5&to=4", "to")):
        refused = over.get(f"/states?{query}")
        assert (refused.status_code, [*refused.json["errors"]]) == (422, [wrong])


def test_ranges_of_states_are_linked(over: Seated) -> None:
    last, told, path = over.get().json["version"], [], "/states?from=3&to=7&reveal=end"
    while path:
        page = over.get(path)
        told += [state["version"] for state in page.json["states"]]
        link = page.headers.get("Link", "")
        assert link == "" or link.endswith('>; rel="next"')
        path = link[1:].partition(">")[0].removeprefix(over.url)
        assert "reveal=end" in path or path == ""
    assert told == list(range(3, last + 1))


def test_the_lobby_is_searched(over: Seated) -> None:
    """One question for each filter that finds this game, and one that does not."""
    document = over.get().json
    client, at = over.client, datetime.fromisoformat(document["updated_at"])
    later = quote((at + timedelta(milliseconds=1)).isoformat())
    for found, missed in (
        ("player=Ada", "player=Nobody"),
        ("bot=false", "bot=true"),
        (f"outcome={document['outcome']['reason']}", "outcome=never"),
        (f"since={document['updated_at']}", f"since={later}"),
        (f"until={later}", f"until={document['updated_at']}"),
    ):
        asked = "/v1/games?ruleset=nagaraja&status=finished&limit=100&"
        assert over.id in [game["id"] for game in client.get(asked + found).json["games"]], found
        assert over.id not in [game["id"] for game in client.get(asked + missed).json["games"]], missed


def test_the_next_page_is_of_the_same_search(client: FlaskClient) -> None:
    games = [Seated.at(client, ruleset="romans").id for _ in range(3)]
    first = client.get(
        "/v1/games?ruleset=romans&player=Bo&bot=false&limit=2&since=2020-01-01T00:00:00%2B01:00"
    )
    assert [game["id"] for game in first.json["games"]] == games[:0:-1]
    path = first.headers["Link"].partition(">")[0].removeprefix("<")
    assert [game["id"] for game in client.get(path).json["games"]] == games[:1]


@pytest.mark.parametrize(
    "asked",
    ["since=yesterday", "since=2026-01-01T00:00:00", "until=2026-02-30T00:00:00Z", "bot=1", "outcome=%25"],
)
def test_what_is_no_search_is_refused(client: FlaskClient, asked: str) -> None:
    answer = client.get(f"/v1/games?{asked}")
    assert (answer.status_code, list(answer.json["errors"])) == (422, [asked.split("=")[0]])


def test_a_private_game_is_not_opened_to_strangers(client: FlaskClient) -> None:
    game = Seated.at(client, ruleset="nagaraja", visibility="private")
    for path in PAST:
        asked = path + ("&" if "?" in path else "?") + "reveal=end"
        assert game.get(asked).status_code == 404
        assert client.get(game.url + asked, headers=bearer("made-up")).status_code == 404


def test_all_that_is_over_comes_in_lines(over: Seated) -> None:
    answer = over.client.get("/v1/games/export?ruleset=nagaraja&since=2020-01-01T00:00:00Z")
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson")
    assert over.get("/export").data + b"\n" in answer.data.splitlines(keepends=True)
    assert over.client.get(f"/v1/games/export?cursor={over.id}").status_code == 200
    assert over.client.get(f"/v1/games/export?cursor={'0' * 32}").status_code == 404
    assert over.client.get("/v1/games/export?cursor=x").status_code == 422


def test_the_export_has_the_filters_of_the_list(over: Seated) -> None:
    """What the list finds is exported, unless the filter is for games that are not over."""
    document, client = over.get().json, over.client
    for found, missed in (
        ("player=Ada", "player=Nobody"),
        ("bot=false", "bot=true"),
        (f"outcome={document['outcome']['reason']}", "outcome=never"),
        ("clock=none", "clock=live"),
        ("imported=false", "imported=true"),
        ("status=finished", "status=abandoned"),
    ):
        asked = "/v1/games/export?ruleset=nagaraja&"
        assert over.id in _exported(client, asked + found), found
        assert over.id not in _exported(client, asked + missed), missed
    playing = Seated.at(client, ruleset="nagaraja")
    assert _exported(client, "/v1/games/export?status=playing&ruleset=nagaraja") == {
        game["id"] for game in client.get("/v1/games?status=playing&ruleset=nagaraja").json["games"]
    }
    assert playing.id not in _exported(client, "/v1/games/export")
    with client.get("/v1/games/export?status=playing&ruleset=nagaraja") as exported:
        assert client.get(f"{playing.url}/export").data + b"\n" in exported.data.splitlines(keepends=True)


def _exported(client: FlaskClient, path: str) -> set[str]:
    with client.get(path) as answer:
        return {orjson.loads(line)["audit"]["game"] for line in answer.data.splitlines()}


def test_exports_wait_for_a_place(over: Seated, app: Flask) -> None:
    """Each that is cut off gives its place back."""
    for _ in range(2 * app.extensions["kronika"].settings.threads):
        over.client.get("/v1/games/export", buffered=False).close()
    with no_free_places(app):
        assert over.client.get("/v1/games/export").status_code == 503
    assert over.client.get("/v1/games/export").status_code == 200


def test_one_client_takes_half_of_the_places_for_exports(over: Seated, app: Flask) -> None:
    share = (app.extensions["kronika"].settings.threads // 2 + 1) // 2
    with ExitStack() as reading:
        for _ in range(share):
            reading.enter_context(_export(over.client, "192.0.2.1"))
        refused = _export(over.client, "192.0.2.1")
        assert (refused.status_code, refused.json["type"]) == (503, "/problems/busy")
        assert f"You receive {share} long responses" in refused.json["detail"]
        with _export(over.client, "192.0.2.2") as elsewhere:
            assert elsewhere.status_code == 200
    with _export(over.client, "192.0.2.1") as again:
        assert again.status_code == 200


def _export(client: FlaskClient, address: str) -> TestResponse:
    return client.get("/v1/games/export", environ_base={"REMOTE_ADDR": address}, buffered=False)
