"""Analyses shared by link: whoever has one looks on, sees nothing of a private game, and does nothing."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.tables import sharing
from tests.api.kit import LONG_KEY, Seated, bearer
from tests.api.test_forks import forked


def share(analysis: Seated, body: Any = None, **headers: str) -> TestResponse:
    answer = analysis.post("/shares", 1, body or {}, **headers)
    assert answer.status_code == 201, answer.text
    return answer


def watched(analysis: Seated) -> Seated:
    """The analysis as somebody sees it who was given a link."""
    token = share(analysis).json["token"]
    return Seated(analysis.client, analysis.id, token, dict.fromkeys(analysis.tokens, token))


def told(answer: TestResponse) -> str:
    """What is told, whoever asks, and without the names, which are those of a private table."""
    text = answer.text.replace("watcher", "analyst")
    for name, stand_in in (("Ada", "#1"), ("Bo", "#2")):
        text = text.replace(f'"{name}"', f'"{stand_in}"')
    return text


def test_a_link_shows_an_analysis_with_its_notes(private_game: Seated) -> None:
    analysis = forked(private_game, seat=1)
    version = analysis.get("", 1).json["version"]
    made = share(analysis, {"version": version}).json
    assert made["url"] == f"/games/{analysis.id}/v/{version}#{made['token']}"
    assert share(analysis).json["url"].startswith(f"/games/{analysis.id}#kr_")
    assert made["expires_at"] is None
    note = {"text": "Look here.", "marks": ["/dice"]}
    owner, link = bearer(analysis.organiser), bearer(made["token"])
    analysis.client.put(f"{analysis.url}/notes/{version}", json=note, headers=owner)
    written = analysis.client.get(f"{analysis.url}/notes", headers=link).json
    assert [it["text"] for it in written["notes"]] == ["Look here."]
    for path in (
        "",
        "/events",
        "/lines",
        "/states/3",
        f"/states/{version}",
        "/audit",
        "/export",
        "/checkpoint",
    ):
        mine, theirs = (analysis.client.get(analysis.url + path, headers=it) for it in (owner, link))
        assert (mine.status_code, theirs.status_code) == (200, 200), path
        assert told(theirs) == told(mine), path
        assert theirs.headers["Cache-Control"] == "private, no-store"
    assert analysis.get().status_code == 404


def test_who_looks_on_does_nothing(game: Seated) -> None:
    analysis = forked(game)
    before = analysis.get("", 1).json
    guest = watched(analysis)
    assert guest.get("", 1).json["viewer"] == "watcher"
    assert guest.get("/legal-actions", 1).json["actions"] == []
    action = analysis.legal(before["to_act"][0])[0]
    for path, body in (
        ("/actions", action),
        ("/undo-requests", {}),
        ("/lines", {"to_version": before["version"]}),
        ("/forks", {"version": before["version"]}),
        ("/shares", {}),
        ("/tokens/rotations", None),
        ("/abandonment", None),
        ("/explanations", {"version": before["version"], "action": action}),
    ):
        answer = guest.post(path, 1, body)
        assert (answer.status_code, answer.json["type"]) == (403, "/problems/forbidden"), path
    opened = bearer(guest.organiser)
    assert game.client.put(f"{guest.url}/notes/5", json={"text": "Hm."}, headers=opened).status_code == 403
    assert game.client.delete(guest.url, headers=opened).status_code == 403
    assert game.client.get(f"{guest.url}/shares", headers=opened).status_code == 403
    assert game.client.get(game.url, headers=opened).status_code == 403
    after = analysis.get("", 1).json
    assert {**after, "expires_at": ""} == {**before, "expires_at": ""}


def test_of_a_private_game_a_link_tells_nothing_but_the_analysis(client: FlaskClient) -> None:
    ada = "Ada Byron"  # no digest spells a name with a space
    private_game = Seated.at(client, names=(ada, "Bo"), visibility="private")
    seat = private_game.get("", 1).json["to_act"][0]
    private_game.post("/actions", seat, {"type": "roll"})
    analysis = forked(private_game, seat=1)
    guest = watched(analysis)
    mine, theirs = (it.get("/replay", 1).json for it in (analysis, guest))
    assert [frame for frame in mine["frames"] if "game" in frame]
    assert ada in analysis.get("", 1).text
    for path in (
        "",
        "/replay?labels=true",
        "/events?labels=true",
        "/export",
        "/states/5",
        "/states?from=3&to=6",
    ):
        assert ada not in guest.get(path, 1).text, path
    assert [seat["name"] for seat in guest.get("", 1).json["seats"]] == ["#1", "#2"]
    assert [it["version"] for it in theirs["frames"]] == [
        it["version"] for it in mine["frames"] if "game" not in it
    ]
    assert all("game" not in it for it in [*theirs["frames"], *theirs["chapters"]])
    assert private_game.client.get(private_game.url, headers=bearer(guest.organiser)).status_code == 404
    again = forked(analysis, seat=1)  # the analyst's own, of his analysis: its past is the private game's
    assert {it.get("game") for it in again.get("/replay", 1).json["frames"]} >= {private_game.id, analysis.id}
    assert {it.get("game") for it in watched(again).get("/replay", 1).json["frames"]} == {None}


def test_of_a_public_game_a_link_tells_its_past(game: Seated) -> None:
    game.act()
    analysis = forked(game, seat=1)
    guest = watched(analysis)
    assert guest.get("", 1).json["seats"][0]["name"] == "Ada"
    assert guest.get("/replay", 1).json["frames"] == analysis.get("/replay", 1).json["frames"]


def test_of_the_past_a_link_tells_what_everybody_may_see(client: FlaskClient) -> None:
    """The analyst has cards in the game that goes on; in its past they are not shown to who looks on."""
    game = Seated.at(client, ruleset="touche")
    for _ in range(4):
        game.act()
    analysis = forked(game, seat=1)
    theirs = [it for it in watched(analysis).get("/replay", 1).json["frames"] if "game" in it]
    for seat, equal in ((None, True), (1, False)):
        frames = game.get("/replay", seat).json["frames"]
        assert (texts(theirs) == texts(frames)) == equal


def texts(frames: list[dict[str, Any]]) -> list[Any]:
    return [(it["version"], it["text"]) for it in frames]


def test_a_share_is_taken_back(game: Seated) -> None:
    analysis = forked(game)
    one, other = share(analysis, {"expires_in": 3600}).json, share(analysis).json
    assert one["expires_at"] > analysis.get("", 1).json["updated_at"]
    listed = analysis.get("/shares", 1).json["shares"]
    assert listed == sorted(
        ({name: it[name] for name in ("share", "expires_at")} for it in (one, other)),
        key=lambda it: it["share"],
    )
    owner = bearer(analysis.organiser)
    assert game.client.delete(f"{analysis.url}/shares/{one['share']}", headers=owner).status_code == 204
    assert game.client.delete(f"{analysis.url}/shares/{one['share']}", headers=owner).status_code == 404
    assert game.client.get(analysis.url, headers=bearer(one["token"])).status_code == 404
    assert game.client.get(analysis.url, headers=bearer(other["token"])).status_code == 200
    game.client.delete(analysis.url, headers=owner)
    assert game.client.get(analysis.url, headers=bearer(other["token"])).status_code == 404


def test_only_analyses_are_shared_and_by_their_analyst(client: FlaskClient, game: Seated) -> None:
    assert game.post("/shares", None, {}).status_code == 401
    assert game.post("/shares", 1, {}).status_code == 403
    assert client.get(f"{game.url}/shares", headers=bearer(game.organiser)).status_code == 403
    analysis = forked(game)
    assert analysis.post("/shares", 1, {"version": 10_000}).status_code == 404
    assert analysis.post("/shares", 1, {"expires_in": 1}).status_code == 422
    other = Seated.at(client)
    assert client.post(f"{analysis.url}/shares", json={}, headers=bearer(other.tokens[1])).status_code == 404


def test_the_same_key_shares_once(game: Seated) -> None:
    analysis = forked(game)
    first = share(analysis, {"version": 5}, Idempotency_Key=LONG_KEY)
    again = share(analysis, {"version": 5}, Idempotency_Key=LONG_KEY)
    assert (first.json, first.headers.get("Idempotent-Replayed")) == (again.json, None)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert len(analysis.get("/shares", 1).json["shares"]) == 1


def test_an_analysis_is_shared_so_many_times(game: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "MAX_SHARES", 1)
    analysis = forked(game)
    only = share(analysis).json
    assert analysis.post("/shares", 1, {}).json["type"] == "/problems/gone-elsewhere"
    game.client.delete(f"{analysis.url}/shares/{only['share']}", headers=bearer(analysis.organiser))
    share(analysis)
