"""Taking everything of one's account along, and closing it."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.operations import Call, Quota, Resource, Returns, kronika
from api.resources.streams import long_response
from domain.table.refusals import Refusal
from service.accounts.bots import own_bot
from service.accounts.closing import close_account
from service.accounts.exporting import export_account
from service.identity.account_log import load
from service.identity.guards import check_asserted, check_not_recovering

leaving = Resource("leaving", "Everything of the account that asks: taken along, and deleted.", accounts=True)
ZIP = "application/zip"
CLOSING: dict[str, Any] = {
    "auth": "session",
    "same_site": True,
    "returns": {204: Returns("It is closed.", media_types=())},
}


@leaving.on(
    "GET",
    "/v1/me/export",
    auth="session",
    same_site=True,
    counts=[Quota.COSTLY],
    returns={200: Returns("A zip file.", media_types=[ZIP])},
    problems=[Refusal.ASSERTION_NEEDED, Refusal.OTHER_SITE, Refusal.TOO_EARLY, Refusal.BUSY],
)
def export_my_account(call: Call) -> Response:
    """Save everything of the account in one zip file (session).

    It holds the account's log, its sessions, tokens and bots (nothing that opens them), its invitations and notices, and each
    of its games as its seat may read it, with its notes. It needs an assertion, and is refused for 72 hours after a recovery.
    """
    _check(call)
    account = call.account.account
    parts = export_account(kronika().repository, account, call.token or "")
    response = long_response(parts, ZIP, "private, no-store")
    response.headers["Content-Disposition"] = f'attachment; filename="{account}.zip"'
    return response


@leaving.on(
    "DELETE",
    "/v1/me",
    problems=[Refusal.ASSERTION_NEEDED, Refusal.OTHER_SITE, Refusal.TOO_EARLY, Refusal.BUSY],
    **CLOSING,
)
def close_my_account(call: Call) -> Response:
    """Close the account for ever, and its bots with it (session).

    409 `too-early` with `games` while it or a bot of its plays a game that runs, or has a part in an open case. Its seats at
    tables that are not full are freed. Then everything of it is deleted; its games stay with "somebody". It needs an assertion,
    and is refused for 72 hours after a recovery.
    """
    _check(call)
    close_account(call.account.account, kronika().context)
    return Response(status=204)


@leaving.on(
    "DELETE",
    "/v1/me/bots/<game:bot>",
    problems=[
        Refusal.NOT_FOUND,
        Refusal.ASSERTION_NEEDED,
        Refusal.OTHER_SITE,
        Refusal.TOO_EARLY,
        Refusal.BUSY,
    ],
    **CLOSING,
)
def close_bot(call: Call, bot: str) -> Response:
    """Close a bot of yours for ever (session); like an account it cannot while it plays."""
    _check(call)
    own_bot(kronika().store, call.account, bot)
    close_account(bot, kronika().context)
    return Response(status=204)


def _check(call: Call) -> None:
    check_asserted(call.account)
    check_not_recovering(call.account, load(kronika().store, call.account.account))
