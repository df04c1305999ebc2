"""Tokens that change hands, over HTTP."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.api.kit import LONG_KEY, Seated, bearer


def test_a_token_is_exchanged(game: Seated) -> None:
    path = f"{game.url}/tokens/rotations"
    assert game.client.post(path).status_code == 401
    short = game.client.post(path, headers={**bearer(game.tokens[1]), "Idempotency-Key": "1"})
    assert (short.status_code, [*short.json["errors"]]) == (422, ["Idempotency-Key"])
    first, again = (
        game.client.post(path, headers={**bearer(game.tokens[1]), "Idempotency-Key": LONG_KEY})
        for _ in range(2)
    )
    assert (first.status_code, first.json) == (201, again.json)
    assert (first.json["role"], first.json["expires_at"]) == ("seat:1", None)
    assert first.headers["Cache-Control"] == "private, no-store"
    assert game.get(seat=1).status_code == 401
    assert game.client.get(game.url, headers=bearer(first.json["token"])).json["viewer"] == "seat:1"


@pytest.mark.parametrize("kind", ["games", "tournaments"])
def test_a_private_table_is_filled_by_invitation(client: FlaskClient, kind: str) -> None:
    terms = {"ruleset": "touche", "seats": 2, "visibility": "private"}
    made = client.post(f"/v1/{kind}", json=terms | ({"games": 1} if kind == "tournaments" else {})).json
    path, host = f"/v1/{kind}/{made['id']}", bearer(made["organiser_token"])
    invited = [client.post(f"{path}/invitations", headers=host, json=seat) for seat in ({"seat": 2}, {}, {})]
    assert [answer.status_code for answer in invited] == [201] * 3
    codes = [answer.json["code"] for answer in invited]
    about = client.get(f"/v1/invitations/{codes[0]}").json
    assert (about["ruleset"], about["seat"], about[kind[:-1]]) == ("touche", 2, made["id"])
    dropped = f"{path}/invitations/{invited[2].json['invitation']}"
    assert [client.delete(dropped, headers=host).status_code for _ in range(2)] == [204, 404]
    seats = [
        client.post(f"{path}/seats", json={"name": f"A{n}", "invitation": code})
        for n, code in enumerate(codes)
    ]
    assert [answer.status_code for answer in seats] == [201, 201, 404]
    assert client.get(path, headers=bearer(seats[0].json["token"])).json["viewer"] == "seat:2"
    assert client.get(f"{path}/invitations", headers=host).json == {"invitations": []}
    short = client.post(f"{path}/invitations", headers={**host, "Idempotency-Key": "1"})
    assert [*short.json["errors"]] == ["Idempotency-Key"]
