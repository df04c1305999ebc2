"""Rematches: the same table again, once everybody who sat at it has accepted."""

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
from projections.documents.invitations import Rematch
from service.tables.rematches import Answer, rematch

rematches = Resource("rematches", "The same table again, for those who sat at it.")


class RematchAnswer(Closed):
    """Whether the caller's seat plays again."""

    accept = JsonBoolean(load_default=True, metadata=described("false: this seat declines."))


@rematches.on(
    "POST",
    "/v1/games/<game:game>/rematches",
    auth="required",
    counts=[Quota.GAMES],
    body=JsonBody(RematchAnswer, optional=True),
    returns={200: Returns("Who is waited for, or the caller's place at the new table.", Rematch)},
    problems=[
        Refusal.NOT_FOUND,
        Refusal.FORBIDDEN,
        Refusal.ILLEGAL_ACTION,
        Refusal.GONE_ELSEWHERE,
        Refusal.STALE,
    ],
)
def answer_rematch(call: Call, game: str) -> Response:
    """Offer, accept or decline a rematch of a game that is over (seat).

    The first seat to accept offers the rematch, and will organise the new table. Bots accept at once and sit down there. When
    everybody has accepted, one new game on the same terms exists, and each seat that asks again gets the invitation to its own
    seat there; before that, the seats that are waited for. Asking again changes nothing, so no Idempotency-Key is needed. An
    offer falls 10 minutes after it was made, or when the seat that made it declines. While another seat declines, accepting is
    409 `gone-elsewhere`. Invitations are given again for seven days.
    """
    return respond(rematch(Answer(game, call.token, call.body["accept"]), kronika().context))
