"""Sessions, personal tokens and bots: who may make, list and end them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from service.accounts import bots, personal_tokens
from service.identity.credentials import new_session
from service.operation.app import Kronika
from service.store import Statement
from service.system.clock import DAY
from tests.accounts.kit import Person, person, personal_token
from tests.api.kit import Seated, bearer

TOKENS, BOTS, SESSIONS = "/v1/me/tokens", "/v1/me/bots", "/v1/me/sessions"
NEW_TOKEN = {"label": "my script", "scopes": ["read", "play"]}


@pytest.fixture
def ada(kronika: Kronika) -> Person:
    return person(kronika, f"ada{uuid4().hex[:12]}")


@pytest.fixture
def eve(kronika: Kronika) -> Person:
    return person(kronika, f"eve{uuid4().hex[:12]}")


def mint(client: FlaskClient, who: Person, at: str = TOKENS, **body: Any) -> Any:
    key = {"Idempotency-Key": body.pop("key")} if "key" in body else {}
    return client.post(at, json={**NEW_TOKEN, **body}, headers={**who.headers, **key})


def test_a_stolen_session_without_a_passkey_makes_and_revokes_nothing(
    client: FlaskClient, kronika: Kronika
) -> None:
    stolen = person(kronika, "Stolen", asserted=False)
    personal_token(kronika, stolen.account, "read")
    [row] = client.get(TOKENS, headers=stolen.headers).json["tokens"]
    attempts = [
        mint(client, stolen),
        client.delete(f"{TOKENS}/{row['id']}", headers=stolen.headers),
        client.post(BOTS, json={"name": "Robot"}, headers=stolen.headers),
        client.post("/v1/me/devices", json={}, headers=stolen.headers),
    ]
    assert [(it.status_code, it.json["type"]) for it in attempts] == [(403, "/problems/assertion-needed")] * 4
    assert client.get(TOKENS, headers=stolen.headers).json["tokens"] == [row]
    assert client.get(BOTS, headers=stolen.headers).json["bots"] == []


def test_a_token_opens_nothing_of_what_only_sessions_do(
    client: FlaskClient, kronika: Kronika, ada: Person
) -> None:
    scopes = ("read", "play", "tables", "referee", "hooks")
    headers = bearer(personal_token(kronika, ada.account, *scopes))
    reads = [client.get(at, headers=headers) for at in (SESSIONS, TOKENS, BOTS)]
    writes = [
        client.post(TOKENS, json=NEW_TOKEN, headers=headers),
        client.post(BOTS, json={"name": "Robot"}, headers=headers),
        client.post("/v1/me/devices", json={}, headers=headers),
        client.delete(f"{SESSIONS}/current", headers=headers),
    ]
    assert [it.status_code for it in (*reads, *writes)] == [403] * 7
    assert client.get(SESSIONS, headers=ada.headers).status_code == 200


def test_another_site_ends_no_session(client: FlaskClient, ada: Person) -> None:
    foreign = {**ada.headers, "Sec-Fetch-Site": "cross-site"}
    assert client.delete(f"{SESSIONS}/current", headers=foreign).json["type"] == "/problems/other-site"
    assert client.get(SESSIONS, headers=ada.headers).status_code == 200


def test_sessions_are_listed_and_ended(
    client: FlaskClient, kronika: Kronika, ada: Person, eve: Person
) -> None:
    other = new_session(ada.account, "a phone", None, asserted=False)
    kronika.store.append("", [], [other.row])
    found = client.get(SESSIONS, headers=ada.headers).json["sessions"]
    assert {(it["label"], it["current"]) for it in found} == {("a browser", True), ("a phone", False)}
    assert client.delete(f"{SESSIONS}/{other.id}", headers=eve.headers).status_code == 404
    assert client.delete(f"{SESSIONS}/{other.id}", headers=ada.headers).status_code == 204
    assert client.delete(f"{SESSIONS}/{other.id}", headers=ada.headers).status_code == 404
    ended = client.delete(f"{SESSIONS}/current", headers=ada.headers)
    assert ended.status_code == 204
    assert "Max-Age=0" in ended.headers["Set-Cookie"]
    assert client.get(SESSIONS, headers=ada.headers).status_code == 401


def test_a_token_is_shown_once_and_does_what_its_scopes_say(
    client: FlaskClient, kronika: Kronika, ada: Person, eve: Person
) -> None:
    made = mint(client, ada)
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "private, no-store"
    token = made.json["token"]
    [row] = client.get(TOKENS, headers=ada.headers).json["tokens"]
    assert token not in str(row)
    assert (row["id"], row["scopes"], row["last_used_at"]) == (made.json["id"], ["play", "read"], None)
    refused = client.post("/v1/games", json={"ruleset": "romans", "seats": 2}, headers=bearer(token))
    assert (refused.status_code, refused.json["scope"]) == (403, "tables")
    used = client.get("/v1/disputes", headers=bearer(token))
    assert used.json.get("scope") == "referee"
    assert client.delete(f"{TOKENS}/{row['id']}", headers=eve.headers).status_code == 404
    assert client.delete(f"{TOKENS}/{row['id']}", headers=ada.headers).status_code == 204
    assert client.get(TOKENS, headers=ada.headers).json["tokens"] == []
    assert client.get("/v1/disputes", headers=bearer(token)).status_code == 401


def test_the_last_use_is_to_the_hour_and_written_once(
    client: FlaskClient, kronika: Kronika, ada: Person
) -> None:
    token = personal_token(kronika, ada.account, "read", "tables")
    commits: list[object] = []
    game = client.post("/v1/games", json={"ruleset": "romans", "seats": 2}, headers=bearer(token)).json["id"]
    hooks = kronika.store.hooks
    known, hooks.after_write = hooks.after_write, lambda *times: commits.append(times)
    try:
        for _ in range(3):
            assert client.get(f"/v1/games/{game}", headers=bearer(token)).status_code == 200
    finally:
        hooks.after_write = known
    [row] = client.get(TOKENS, headers=ada.headers).json["tokens"]
    assert row["last_used_at"].endswith(":00:00.000Z")
    assert commits == []


def test_use_postpones_the_end_of_a_session(client: FlaskClient, kronika: Kronika, ada: Person) -> None:
    [(before, ends)] = _ends(kronika, ada)
    kronika.store.append(
        "",
        [],
        [Statement("UPDATE credentials SET expires_at = ? WHERE account = ?", (before - DAY, ada.account))],
    )
    client.get(SESSIONS, headers=ada.headers)
    [(after, still)] = _ends(kronika, ada)
    assert before - DAY < after <= before
    assert still == ends


def _ends(kronika: Kronika, who: Person) -> list[tuple[int, int]]:
    return list(
        kronika.store.query("SELECT expires_at, ends_at FROM credentials WHERE account = ?", (who.account,))
    )


def test_the_same_key_makes_the_same_token(client: FlaskClient, ada: Person, eve: Person) -> None:
    key = uuid4().hex
    first, again = mint(client, ada, key=key), mint(client, ada, key=key)
    assert (again.json, again.headers["Idempotent-Replayed"]) == (first.json, "true")
    assert mint(client, ada, key=key, label="another").json["type"] == "/problems/idempotency-conflict"
    assert mint(client, eve, key=key).json["token"] != first.json["token"]
    assert mint(client, ada, key="short").status_code == 422
    assert len(client.get(TOKENS, headers=ada.headers).json["tokens"]) == 1


def test_changes_of_tokens_are_notified_to_the_owner_also_those_of_bots(
    client: FlaskClient, kronika: Kronika, ada: Person
) -> None:
    key = {"key": uuid4().hex}
    mint(client, ada, **key)
    made = mint(client, ada, **key).json["id"]
    bot = client.post(BOTS, json={"name": f"{ada.name} bot"[-24:]}, headers=ada.headers).json["account"]["id"]
    mint(client, ada, f"{BOTS}/{bot}/tokens")
    assert client.delete(f"{TOKENS}/{made}", headers=ada.headers).status_code == 204
    rows = kronika.store.query("SELECT recipient, kind, what FROM notices ORDER BY at, n")
    own = f"account:{ada.account}"
    assert [row for row in rows if row[0] in (own, f"account:{bot}")] == [(own, "account", "token")] * 3


@pytest.mark.parametrize(
    "body",
    [
        {"scopes": []},
        {"scopes": ["all"]},
        {"expires_in": 367 * 86_400},
        {"label": ""},
        {"scopes": ["read", 1]},
    ],
)
def test_tokens_that_cannot_be_made(client: FlaskClient, ada: Person, body: dict[str, Any]) -> None:
    assert mint(client, ada, **body).status_code == 422
    assert client.get(TOKENS, headers=ada.headers).json["tokens"] == []


def test_two_at_once_do_not_exceed_the_most(
    client: FlaskClient, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(personal_tokens, "MOST", 3)
    monkeypatch.setattr(bots, "MOST", 3)
    app = client.application

    def make(n: int) -> tuple[int, int]:
        own = app.test_client(use_cookies=False)
        bot = own.post(BOTS, json={"name": f"{ada.name[-9:]}b{n}"}, headers=ada.headers)
        return mint(own, ada).status_code, bot.status_code

    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(make, range(6)))
    assert sorted(it for it, _ in made) == [201] * 3 + [409] * 3
    assert sorted(it for _, it in made) == [201] * 3 + [409] * 3
    assert len(client.get(TOKENS, headers=ada.headers).json["tokens"]) == 3


def test_a_bot_has_an_owner_and_tokens_only_the_owner_makes(
    client: FlaskClient, ada: Person, eve: Person
) -> None:
    key = {"Idempotency-Key": uuid4().hex}
    made = client.post(BOTS, json={"name": "Robot One"}, headers={**ada.headers, **key})
    bot = made.json["account"]
    assert bot == {
        "id": bot["id"],
        "name": "Robot One",
        "bot": True,
        "owner": {"id": ada.account, "name": ada.name},
    }
    again = client.post(BOTS, json={"name": "Robot One"}, headers={**ada.headers, **key})
    assert again.json["account"] == bot
    assert client.post(BOTS, json={"name": "Robot 0ne"}, headers=ada.headers).status_code == 409
    assert client.get(BOTS, headers=ada.headers).json["bots"] == [bot]
    at = f"{BOTS}/{bot['id']}/tokens"
    assert mint(client, eve, at).status_code == 404
    assert client.get(at, headers=eve.headers).status_code == 404
    assert mint(client, ada, at, scopes=["referee"]).status_code == 422
    token = mint(client, ada, at).json
    assert client.get(TOKENS, headers=ada.headers).json["tokens"] == []
    assert client.delete(f"{TOKENS}/{token['id']}", headers=ada.headers).status_code == 404
    assert client.post(BOTS, json={"name": "Robots"}, headers=bearer(token["token"])).status_code == 403
    assert client.delete(f"{at}/{token['id']}", headers=ada.headers).status_code == 204
    assert client.get(at, headers=ada.headers).json["tokens"] == []


def test_a_program_whose_token_has_ended_does_not_become_a_guest(client: FlaskClient, game: Seated) -> None:
    ended = bearer("kro_" + "A" * 40)
    code = client.post(f"{game.url}/invitations", json={}, headers=bearer(game.organiser)).json["code"]
    for path, body in (
        ("/v1/games", {"ruleset": "age-of-war", "seats": 2}),
        ("/v1/meetings", {"name": "Open"}),
        (f"{game.url}/seats", {"name": "Guest", "invitation": code}),
    ):
        assert client.post(path, json=body, headers=ended).status_code == 401
