"""Tokens that change hands, over HTTP."""

from __future__ import annotations

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
