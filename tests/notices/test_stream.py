"""The stream of an account: what it sends, to whom, and when it ends."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson
import pytest
from flask.testing import FlaskClient

from api.streaming import long_poll
from service.accounts.notices import writing
from service.accounts.notices.writing import account
from service.identity import hiding
from service.identity.credentials import revoke
from service.operation import cleaning
from service.operation.app import Kronika
from service.store import Statement
from tests.accounts.conftest import app, client, kronika, quick_keys, shared_painter, unhurried
from tests.accounts.kit import Person, person, personal_token
from tests.api.kit import Seated, bearer
from tests.notices.kit import catch_up, give

__all__ = ["app", "client", "kronika", "quick_keys", "shared_painter", "unhurried"]
NAMES = iter(f"Ann {n}" for n in range(1000))


class Message(NamedTuple):
    id: int
    event: str
    data: dict[str, Any]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for more than there is."""
    monkeypatch.setattr(long_poll, "WAIT_SECONDS", 0.0)


@pytest.fixture
def ann(kronika: Kronika) -> Person:
    return person(kronika, next(NAMES))


def stream(client: FlaskClient, headers: dict[str, str], query: str = "") -> list[Message]:
    """The messages of a page of the account's stream."""
    answer = client.get(f"/v1/me/stream{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "private, no-store"
    found = []
    for block in answer.text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            found.append(Message(int(fields["id"]), fields["event"], orjson.loads(fields["data"])))
    answer.close()
    return found


def playing(client: FlaskClient, kronika: Kronika, of: Person, **new: Any) -> Seated:
    """A game that has begun; the seat that is to act is this account's."""
    game = Seated.at(client, **new)
    to_act = game.get(seat=1).json["to_act"][0]
    give(kronika, of.account, game.id, f"seat:{to_act}")
    catch_up(kronika)
    return game


def test_every_notice_comes_with_its_number_kind_and_place(
    client: FlaskClient, kronika: Kronika, ann: Person
) -> None:
    game = playing(client, kronika, ann)
    version = game.get().json["version"]
    started, turn = stream(client, ann.headers, "?after=0")
    at = started.data.pop("at")
    assert at.endswith("Z")
    place = {"game": game.id, "version": version}
    assert started == Message(1, "game-started", {"n": 1, "kind": "game-started", "seat": 0, **place})
    assert turn.data == {"n": 2, "kind": "your-turn", "seat": game.to_act(), "at": at, **place}
    assert stream(client, {**ann.headers, "Last-Event-ID": "1"}, "?after=0") == [turn]
    assert stream(client, ann.headers) == []
    token = personal_token(kronika, ann.account, "read")
    assert stream(client, bearer(token), "?after=1") == [turn]
    assert client.get("/v1/me/games", headers=ann.headers).json["notices"] == 2


def test_it_is_for_accounts_with_the_right_to_read(
    client: FlaskClient, kronika: Kronika, ann: Person
) -> None:
    game = playing(client, kronika, ann)
    assert client.get("/v1/me/stream").status_code == 401
    assert client.get("/v1/me/stream", headers=bearer(game.tokens[1])).status_code == 401
    refused = client.get(
        "/v1/me/stream", headers=bearer(personal_token(kronika, ann.account, "play", "tables"))
    )
    assert (refused.status_code, refused.json["scope"]) == (403, "read")
    beyond = client.get("/v1/me/stream?after=3", headers=ann.headers)
    assert (beyond.status_code, beyond.json["type"].rpartition("/")[2]) == (409, "beyond-the-log")
    assert stream(client, person(kronika, next(NAMES)).headers, "?after=0") == []


def test_a_game_that_the_account_may_not_see_any_more_is_not_named(
    client: FlaskClient, kronika: Kronika, ann: Person
) -> None:
    private = playing(client, kronika, ann, visibility="private")
    deleted, shown = playing(client, kronika, ann), playing(client, kronika, ann)
    lost = "DELETE FROM account_roles WHERE account = ? AND place = ?"
    games = [message.data["game"] for message in stream(client, ann.headers, "?after=0")]
    assert games == [game.id for game in (private, deleted, shown) for _ in range(2)]
    kronika.store.append(
        "", [], [Statement(lost, (ann.account, private.id)), Statement(lost, (ann.account, shown.id))]
    )
    hiding.delete(kronika.store, deleted.id)
    left = stream(client, ann.headers, "?after=0")
    assert [(message.id, message.data["game"]) for message in left] == [(5, shown.id), (6, shown.id)]


def test_what_is_no_longer_stored_is_a_gap(
    client: FlaskClient, kronika: Kronika, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing(client, kronika, ann)
    playing(client, kronika, ann)
    monkeypatch.setattr(cleaning, "MAX_NOTICES", 1)
    cleaning.clean(kronika.store)
    gap, last = stream(client, ann.headers, "?after=1")
    assert gap == Message(3, "gap", {"from": 2, "to": 3})
    assert (last.id, last.event) == (4, "your-turn")
    kronika.store.append("", [], [Statement("DELETE FROM notices")])
    assert stream(client, ann.headers, "?after=1") == [Message(4, "gap", {"from": 2, "to": 4})]
    playing(client, kronika, ann)
    assert [message.id for message in stream(client, ann.headers, "?after=4")] == [5, 6]


def test_changes_of_an_account_and_invitations_say_what_they_are(
    client: FlaskClient, kronika: Kronika, ann: Person
) -> None:
    kronika.store.append("", [], writing.account_changed(ann.account, "passkey"))
    kronika.store.append("", [], writing.account_changed(ann.account, "token"))
    kronika.store.append("", [], writing.invited(ann.account, "0" * 32, "an invitation that has ended"))
    told = [(m.id, m.event, m.data["game"], m.data["what"]) for m in stream(client, ann.headers, "?after=0")]
    assert told == [(1, "account", None, "passkey"), (2, "account", None, "token")]


def test_an_ended_session_and_a_closed_account_are_sent_nothing(
    client: FlaskClient, kronika: Kronika, ann: Person
) -> None:
    playing(client, kronika, ann)
    [(session,)] = kronika.store.query("SELECT id FROM credentials WHERE account = ?", (ann.account,))
    token = personal_token(kronika, ann.account, "read")
    kronika.store.append("", [], [revoke(ann.account, session)])
    assert client.get("/v1/me/stream", headers=ann.headers).status_code == 401
    assert stream(client, bearer(token), "?after=0")
    closed = Statement("UPDATE accounts SET status = 'closed' WHERE id = ?", (ann.account,))
    kronika.store.append("", [], [closed, *writing.forget(account(ann.account))])
    assert client.get("/v1/me/stream", headers=bearer(token)).status_code == 401
