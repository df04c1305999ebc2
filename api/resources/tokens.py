"""Tokens: a holder may exchange one for a new one."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    minted,
)
from domain.table.refusals import Refusal
from projections.documents.commands import Rotated
from service.tables.rotating import Rotate, rotate

tokens = Resource("tokens", "Tokens, and their rotation.")


ROTATION: dict[str, Any] = {
    "auth": "required",
    "headers": ["Idempotency-Key"],
    "mints": True,
    "returns": {201: Returns("The new token.", Rotated)},
    "problems": [Refusal.NOT_FOUND, Refusal.FORBIDDEN],
}


@tokens.on("POST", "/v1/games/<game:game>/tokens/rotations", **ROTATION)
def rotate_token(call: Call, game: str) -> Response:
    """Exchange your token for a new one.

    The new token has the rights and the lifetime of the old one. The old one is revoked, and streams and long polls that it
    opened end at the next event. A tournament's token is exchanged for all of its games.
    """
    assert call.token is not None, "auth is required"
    return minted(rotate(Rotate(game, call.token, call.key), kronika().context))


@tokens.on("POST", "/v1/tournaments/<game:tournament>/tokens/rotations", **ROTATION)
def rotate_tournament_token(call: Call, tournament: str) -> Response:
    """Exchange your token of a tournament for a new one, also before its first game.

    The new token has the rights of the old one in all games; the old one is revoked.
    """
    assert call.token is not None, "auth is required"
    return minted(rotate(Rotate(tournament, call.token, call.key, tournament=True), kronika().context))
