"""What an account is notified of, as it happens."""

from __future__ import annotations

from flask import Response

from api.http.headers import last_event_id
from api.http.operations import Call, Resource, kronika
from api.requests import queries
from api.resources.streams import event_stream, streamed
from api.streaming.subscription import ACCOUNTS, Kind
from domain.table.refusals import Refusal
from projections.documents.notices import NoticeGap, NoticeSent
from service.accounts.notices import writing
from service.queries.subscriptions import check_not_beyond

my_notices = Resource("notices", "What an account is notified of.", accounts=True)


@my_notices.on(
    "GET",
    "/v1/me/stream",
    auth="account",
    scopes=["read"],
    query=queries.NoticeStreamQuery,
    headers=["Last-Event-ID"],
    returns={200: event_stream(NoticeSent, gap=NoticeGap)},
    problems=[Refusal.BEYOND_THE_LOG, Refusal.BUSY],
)
def stream_notices(call: Call) -> Response:
    """Follow what happens in all games of the account.

    `id` is the number of the notice, which counts the account's own from 1, and `event` its kind: `your-turn`,
    `game-started`, `game-over`, `seat-free`, `undo-asked`, `case-opened`, `ruling`, `clock-low`, `invited`, `appointed` or
    `account`.
    The stream sends every notice after `Last-Event-ID` or `after`, else new ones only; a notice may come twice, with the
    same number. `GET /v1/me/games` has the number that it includes, in `notices`: read it first and stream after it.

    A notice of a game that the account may not see any more is left out, so numbers may be missing. Notices are stored for
    30 days, 10,000 of each account; a client that has missed some gets one event `gap`. The stream ends with the session
    or token.
    """
    account, resumed = call.account.account, last_event_id()
    after = call.query["after"] if resumed is None else resumed
    newest = writing.newest(kronika().store, writing.account(account))
    check_not_beyond(newest, newest if after is None else after)
    kind = Kind(f"{ACCOUNTS}{account}", call.token, typed=call.query["event"] == "typed")
    return streamed(kind, newest if after is None else after)
