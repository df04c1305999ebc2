"""Seats of accounts across devices: a guest's seat is claimed, and an account plays on elsewhere."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.operations import Call, Resource, Returns, kronika
from api.requests.own_seats import SEAT_CLAIM, SEAT_DEVICE
from api.resources.acting import command_response
from domain.table.refusals import Refusal
from projections.documents.commands import Changed
from service.tables.own_seats import Claim, Move, claim, go_on

own_seats = Resource(
    "own-seats", "Seats of accounts: claimed by guests, and taken along to other devices.", accounts=True
)
REFUSALS = [Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.GONE_ELSEWHERE]


def _of_seat(path: str, **fields: Any) -> dict[str, Any]:
    return {
        "path": f"/v1/games/<game:game>/seats/<int:seat>/{path}",
        "auth": "session",
        "headers": ["Idempotency-Key"],
        "returns": {201: Returns("The log says so.", Changed, headers=["ETag"])},
        **fields,
    }


@own_seats.on("POST", **_of_seat("claims", begins=True, body=SEAT_CLAIM, problems=[*REFUSALS, Refusal.STALE]))
def claim_seat(call: Call, game: str, seat: int) -> Response:
    """Take the seat that you hold as a guest into your account, for good.

    `token` is the seat's own; where the seat has a key, `sig` is its signature of the account's hash, which `account_salt`
    goes into (the ledger's page says how). From then on the token is dead, and so are the codes that it made. Only seats of
    games that wait for players or are played, and not of tournaments, are claimed.
    """
    claimed = Claim(game, seat, call.token or "", **call.body, key=call.key)
    return command_response(claim(claimed, kronika().context))


@own_seats.on(
    "POST",
    **_of_seat("devices", body=SEAT_DEVICE, problems=[*REFUSALS, Refusal.STALE, Refusal.ASSERTION_NEEDED]),
)
def go_on_here(call: Call, game: str, seat: int) -> Response:
    """Play on here with a seat of your account: it has the key given, or none, from then on.

    This takes a passkey that was presented in the last five minutes. `sig` is by the new key; `old`, by the key so far, shows
    everybody that it agrees. `n` is the number of the entry that is signed for: 412 if the game has moved on. Ten times a
    seat and game.
    """
    moved = Move(game, seat, call.token or "", call.account, call.body, call.key)
    return command_response(go_on(moved, kronika().context))
