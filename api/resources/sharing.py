"""Sharing an analysis with viewers."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    minted,
    respond,
)
from api.requests.bodies import JsonBody
from api.requests.fields import Closed, JsonInteger, described
from domain.table.refusals import Refusal
from projections.documents.shares import Shared, ShareList
from service.tables import sharing as commands

sharing = Resource("sharing", "Analyses, shared by link with viewers.")
OF_ANALYSTS: dict[str, Any] = {"auth": "required"}
REFUSALS = [Refusal.NOT_FOUND, Refusal.FORBIDDEN]
PATH = "/v1/games/<game:game>/shares"


class NewShare(Closed):
    """The version that the link opens, and its lifetime."""

    version = JsonInteger(
        min=1, metadata=described("The version that the link opens; the default is the current one.")
    )
    expires_in = JsonInteger(
        min=60,
        max=365 * 24 * 3600,
        metadata=described("Seconds; by default the link is valid as long as the analysis exists."),
    )


@sharing.on(
    "POST",
    PATH,
    **OF_ANALYSTS,
    body=JsonBody(NewShare, optional=True),
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The share.", Shared)},
    problems=[*REFUSALS, Refusal.GONE_ELSEWHERE],
)
def share_analysis(call: Call, game: str) -> Response:
    """Share an analysis by link (analyst).

    Anyone with the link sees what is in the analysis, on all of its lines, with its notes, and can change nothing: neither
    act nor write, fork or share. Of the game before the analysis they see what everyone may: nothing of a private game. A
    version is on one line only, so the link to a version is one to its line, too.
    """
    body = call.body
    command = commands.Share(game, call.token, body.get("version"), body.get("expires_in"), call.key)
    return minted(commands.share(command, kronika().context))


@sharing.on("GET", PATH, **OF_ANALYSTS, returns={200: Returns("The shares.", ShareList)}, problems=REFUSALS)
def list_shares(call: Call, game: str) -> Response:
    """List the active shares of an analysis (analyst)."""
    return respond(commands.shares(game, call.token, kronika().context))


@sharing.on(
    "DELETE",
    f"{PATH}/<share>",
    **OF_ANALYSTS,
    returns={204: Returns("The share is revoked.", media_types=())},
    problems=REFUSALS,
)
def revoke_share(call: Call, game: str, share: str) -> Response:
    """Revoke a share (analyst): its link no longer works, and streams that it opened end."""
    commands.revoke_share(game, call.token, share, kronika().context)
    return Response(status=204)
