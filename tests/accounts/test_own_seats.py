"""Guests take their seats into accounts, and accounts play on elsewhere, with and without keys."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.ledger.seats import account_hash, claim_message, here_message, seat_message
from domain.ledger.text import b64u, from_b64u
from service.identity.credentials import new_session
from service.operation.app import Kronika
from service.store import Statement
from tests.accounts.kit import Person, person
from tests.accounts.test_seats import SALT, seat, table
from tests.api.kit import Seated, bearer
from tests.api.signing import Signing
from verifier import FAILED, PASSED, verify


@pytest.fixture
def ala(kronika: Kronika) -> Person:
    return person(kronika, f"Ala {len(kronika.store.query('SELECT 1 FROM accounts'))}")


def kind(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.json["type"].rpartition("/")[2]


def claim(game: Seated, who: Person, seat: int = 1, **body: Any) -> TestResponse:
    body = {"token": game.tokens[seat], **body}
    return game.client.post(f"{game.url}/seats/{seat}/claims", json=body, headers=who.headers)


def hash_of(who: Person) -> bytes:
    return account_hash(from_b64u(SALT), bytes.fromhex(who.account))


def claiming(game: Signing, who: Person) -> dict[str, str]:
    """The body with which seat 1, which has a key, goes to an account."""
    message = claim_message(bytes.fromhex(game.id), 1, hash_of(who))
    return {"account_salt": SALT, "sig": game.chair.signed(message)}


def test_a_guest_takes_the_seat_into_an_account(game: Seated, ala: Person) -> None:
    code = game.post("/invitations", 1, {"seat": 1}).json["code"]
    held = game.get("/replay").json["version"]
    answer = claim(game, ala)
    assert answer.status_code == 201, answer.json
    assert game.get("", 1).status_code == 401
    dead = game.client.post(f"{game.url}/seats", json={"name": "Thief", "invitation": code})
    assert dead.status_code == 404
    document = game.client.get(game.url, headers=ala.headers).json
    assert document["viewer"] == "seat:1"
    assert (document["seats"][0]["name"], document["seats"][0]["guest"]) == (ala.name, False)
    assert game.get(f"/states/{document['version'] - 1}").json["seats"][0]["name"] == "Ada"
    assert game.get(f"/replay?after={held}").json["from"] == 0, "all sentences have another name"
    event = game.get("/events").json["events"][-1]
    assert (event["type"], event["actor"]) == ("seat-claimed", "seat:1")
    assert kind(claim(game, ala)) == (409, "gone-elsewhere")


def test_the_same_claim_again_gets_the_same_answer(game: Seated, ala: Person) -> None:
    path, body = f"{game.url}/seats/1/claims", {"token": game.tokens[1]}
    headers = {**ala.headers, "Idempotency-Key": "once"}
    first, again = (game.client.post(path, json=body, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code, first.json) == (201, 201, again.json)


def test_only_the_token_of_the_very_seat_claims_it(game: Seated, private_game: Seated, ala: Person) -> None:
    for token in (game.tokens[2], game.organiser, "kr_" + "A" * 43):
        assert kind(claim(game, ala, token=token)) == (403, "forbidden")
    assert claim(private_game, ala, token=game.tokens[1]).status_code == 404
    assert claim(private_game, ala).status_code == 201
    assert game.get("").json["seats"][0]["guest"]


def test_a_seat_with_a_key_signs_its_claim(client: FlaskClient, ala: Person) -> None:
    game = Signing.at(client)
    body = claiming(game, ala)
    wrong = {"account_salt": SALT, "sig": game.chair.signed(b"something else")}
    for refused in ({}, {"account_salt": SALT}, {"sig": body["sig"]}, wrong):
        assert claim(game, ala, **refused).status_code == 422
    assert game.get("", 1).status_code == 200
    assert claim(game, ala, **body).status_code == 201
    assert game.get("").json["seats"][0]["key"] == b64u(game.chair.public or b"")


class Moving(Signing):
    """A game whose seat 1, with a key, has been claimed."""

    owner: Person

    @classmethod
    def of(cls, client: FlaskClient, owner: Person) -> Moving:
        game = cls.at(client)
        assert claim(game, owner, **claiming(game, owner)).status_code == 201
        game.owner = owner
        return game

    def here(
        self, key: Ed25519PrivateKey | None, by_old: bool = True, n: int | None = None
    ) -> dict[str, Any]:
        """The body that moves the seat to a device with this key."""
        n, id = self.get().json["version"] if n is None else n, bytes.fromhex(self.id)
        public = None if key is None else key.public_key().public_bytes_raw()
        body: dict[str, Any] = {"n": n}
        if key is not None and public is not None:
            ctx = self.chair.ctx
            said = seat_message(ctx, 1, public, None, hash_of(self.owner))
            body |= {"key": b64u(public), "sig": b64u(key.sign(said))}
        if by_old:
            body["old"] = self.chair.signed(here_message(id, 1, n, public))
        return body

    def move(self, body: dict[str, Any], who: Person | None = None) -> TestResponse:
        headers = (who or self.owner).headers
        return self.client.post(f"{self.url}/seats/1/devices", json=body, headers=headers)


@pytest.mark.parametrize(("keyed", "by_old"), [(True, True), (True, False), (False, True), (False, False)])
def test_an_account_plays_on_here(client: FlaskClient, ala: Person, keyed: bool, by_old: bool) -> None:
    game = Moving.of(client, ala)
    key = Ed25519PrivateKey.generate() if keyed else None
    moved = game.move(game.here(key, by_old))
    assert moved.status_code == 201, moved.json
    row = game.get().json["seats"][0]
    assert (row["key"] is not None, row["account"]["id"]) == (keyed, ala.account)
    event = game.get("/events").json["events"][-1]
    assert (event["type"], event["actor"]) == ("seat-reassigned", "seat:1")
    levels = verify(client.get(f"{game.url}/audit", headers=ala.headers).json)
    assert levels["L0"].status == PASSED
    assert all(levels[level].status != FAILED for level in ("L0", "L1", "L2")), levels
    while game.to_act() != 1:
        game.post("/actions", 2, game.legal(2)[0])
    legal = client.get(f"{game.url}/legal-actions", headers=ala.headers).json["actions"][0]
    body = legal if key is None else game.signed(legal, key=key)
    acted = client.post(f"{game.url}/actions", json=body, headers=ala.headers)
    assert acted.status_code == 201, acted.json


def test_a_device_needs_a_passkey_the_seat_and_the_right_place_in_the_log(
    client: FlaskClient, kronika: Kronika, ala: Person
) -> None:
    game, key = Moving.of(client, ala), Ed25519PrivateKey.generate()
    stale = game.move(game.here(key, n=1))
    assert (*kind(stale), stale.json["version"]) == (412, "stale", game.get().json["version"])
    unnumbered = game.here(key, n=1)
    del unnumbered["n"]
    assert game.move(unnumbered).status_code == 422
    assert game.move({**game.here(key), "old": "A" * 86}).status_code == 422
    other = person(kronika, "Somebody else")
    assert kind(game.move(game.here(key), other)) == (403, "forbidden")
    kronika.store.append("", [], [lapsed(ala)])
    assert kind(game.move(game.here(key))) == (403, "assertion-needed")


def lapsed(who: Person) -> Statement:
    """The account's sessions have presented no passkey lately."""
    return Statement("UPDATE credentials SET asserted_until = 0 WHERE account = ?", (who.account,))


def test_a_seat_goes_on_elsewhere_ten_times(client: FlaskClient, ala: Person) -> None:
    game = Moving.of(client, ala)
    moves = [game.move({}) for _ in range(11)]
    assert [it.status_code for it in moves] == [201] * 10 + [409]
    assert moves[-1].json["rule"] == "table.device"


def test_two_devices_of_one_account_act_once(client: FlaskClient, kronika: Kronika, ala: Person) -> None:
    url, bo = table(client), person(kronika, "Second")
    for who in (ala, bo):
        seat(client, url, who)
    document = client.get(url).json
    turn = (ala, bo)[document["to_act"][0] - 1]
    other = new_session(turn.account, "a phone", None, asserted=False)
    kronika.store.append("", [], [other.row])
    phone = {**turn.headers, "Cookie": turn.headers["Cookie"].partition("=")[0] + "=" + other.secret[8:]}
    legal = client.get(f"{url}/legal-actions", headers=phone).json["actions"][0]
    both = [
        client.post(f"{url}/actions", json=legal, headers={**own, "If-Match": f'"{document["version"]}"'})
        for own in (turn.headers, phone)
    ]
    assert [it.status_code for it in both] == [201, 412]


def test_seats_of_tournaments_and_finished_games_are_not_claimed(game: Seated, ala: Person) -> None:
    game.client.post(f"{game.url}/abandonment", headers=bearer(game.organiser))
    assert kind(claim(game, ala)) == (409, "gone-elsewhere")
