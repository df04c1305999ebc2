"""Rematches: the same table again, once every player has accepted."""

from __future__ import annotations

from flask import Response

from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.requests.bodies import JsonBody
from api.requests.fields import Closed, JsonBoolean, described
from domain.table.refusals import Refusal
from projections.documents.invitations import Rematch, RematchOffer
from service.tables.rematches import Answer, rematch, rematch_offer

rematches = Resource("rematches", "The same table again, for the same players.")


class RematchAnswer(Closed):
    """Whether the caller's seat plays again."""

    accept = JsonBoolean(load_default=True, metadata=described("false: this seat declines."))


REMATCHES = "/v1/games/<game:game>/rematches"


@rematches.on(
    "GET",
    REMATCHES,
    auth="required",
    scopes=["read", "play"],
    returns={200: Returns("What is being offered.", RematchOffer)},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION],
)
def get_rematch(call: Call, game: str) -> Response:
    """Read whether a rematch of a game that is over is being offered, and who has answered how (seat).

    Reading accepts nothing. When `game` is there, the new table exists, and repeating the own acceptance by POST gives the
    invitation to the own seat.
    """
    return respond(rematch_offer(game, call.token, kronika().context), Cache_Control="private, no-store")


@rematches.on(
    "POST",
    REMATCHES,
    auth="required",
    scopes=["play"],
    begins=True,
    counts=[Quota.GAMES],
    body=JsonBody(RematchAnswer, optional=True),
    returns={
        200: Returns("The seats that have not answered, or the caller's invitation to the new game.", Rematch)
    },
    problems=[
        Refusal.NOT_FOUND,
        Refusal.FORBIDDEN,
        Refusal.ILLEGAL_ACTION,
        Refusal.GONE_ELSEWHERE,
        Refusal.STALE,
        Refusal.GAMES_PAUSED,
    ],
)
def answer_rematch(call: Call, game: str) -> Response:
    """Offer, accept or decline a rematch of a game that is over (seat).

    The first seat to accept offers the rematch, and will organise the new game. Bots accept at once and take their seats
    there. When everyone has accepted, there is one new game on the same terms, and each seat that repeats the request gets
    an invitation to its own seat there; before that, the seats that have not answered. Repeating the request changes
    nothing, so no Idempotency-Key is needed. An offer expires after 10 minutes, or when the seat that made it declines.
    While another seat declines, accepting gets 409 `gone-elsewhere`. Invitations can be fetched again for seven days. Accounts
    are invited by name and organise as accounts, so `code` and `organiser_token` are null for them.
    """
    return respond(rematch(Answer(game, call.token, call.body["accept"]), kronika().context))
