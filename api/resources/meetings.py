"""Meetings: many tables and tournaments with one set of referees and one queue."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.headers import last_event_id
from api.http.operations import Call, Quota, Resource, Returns, kronika, minted, respond
from api.http.problem_kinds import Fault
from api.http.scopes import SEES
from api.requests.meetings import NEW_MEETING, QueueQuery, QueueStreamQuery
from api.resources.games import with_next_link
from api.resources.streams import event_stream, streamed
from api.streaming.subscription import QUEUES, Kind
from domain.table.refusals import Refusal
from projections.case_lists import QueueFilter
from projections.documents.meetings import MeetingCreated, MeetingDocument
from projections.documents.queues import Queue, QueueRow
from service.queries import meetings as queries
from service.tables import meetings as commands

meetings = Resource("meetings", "Meetings: many tables and tournaments, one set of referees, one queue.")
READ: dict[str, Any] = {
    "auth": "optional",
    "scopes": SEES,
    "problems": [Refusal.NOT_FOUND, Refusal.FORBIDDEN],
}
ONE = "/v1/meetings/<game:meeting>"


@meetings.on(
    "POST",
    "/v1/meetings",
    auth="optional",
    scopes=["tables"],
    begins=True,
    counts=[Quota.GAMES],
    body=NEW_MEETING,
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The new meeting.", MeetingCreated, headers=["Location"])},
)
def create_meeting(call: Call) -> Response:
    """Create a meeting.

    The response holds the organiser's token, with which tables and tournaments are created in the meeting (`meeting` in the
    bodies of `POST /v1/games` and `POST /v1/tournaments`) and its referees are appointed. At most 500 tables and 100
    tournaments.
    """
    made = commands.create_meeting(
        commands.CreateMeeting(call.body["name"], call.key, call.token), kronika().context
    )
    return minted(made, Location=f"/v1/meetings/{made.document.id}")


@meetings.on("GET", ONE, **READ, returns={200: Returns("The meeting.", MeetingDocument)})
def get_meeting(call: Call, meeting: str) -> Response:
    """Read a meeting: its referees, its tables and its tournaments.

    Private ones are listed for the meeting's referees only.
    """
    return respond(queries.document(kronika().store, meeting, call.token))


@meetings.on(
    "GET",
    f"{ONE}/queue",
    auth="optional",
    scopes=["referee", "tables"],
    query=QueueQuery,
    returns={200: Returns("Cases and calls.", Queue, headers=["Link"])},
    problems=[*READ["problems"], Fault.URI_TOO_LONG],
)
def get_queue(call: Call, meeting: str) -> Response:
    """Read the cases and open calls of all tables of a meeting: open calls, then cases by what is due first, then the rest.

    Rows of private tables are listed for the meeting's referees only. A page repeats and leaves out nothing that does not
    change meanwhile; `position` is where a stream of the changes begins.
    """
    wanted = {name: value for name, value in call.query.items() if name not in ("limit", "cursor")}
    page = queries.queue(
        kronika().store, meeting, call.token, QueueFilter(**wanted), call.query["limit"], call.query["cursor"]
    )
    path = f"/v1/meetings/{meeting}/queue"
    return with_next_link(respond(page, Cache_Control="private, no-cache"), path, call.raw_query, page.next)


@meetings.on(
    "GET",
    f"{ONE}/stream",
    auth="optional",
    scopes=["referee", "tables"],
    query=QueueStreamQuery,
    headers=["Last-Event-ID"],
    returns={200: event_stream(QueueRow)},
    problems=[*READ["problems"], Refusal.BEYOND_THE_LOG, Refusal.BUSY],
)
def stream_queue(call: Call, meeting: str) -> Response:
    """Follow the queue of a meeting.

    Each event `row` holds a row that has changed, as `queue` lists it, with calls that their seats have closed. `id` is a
    position in the order of changes. The stream begins now, or after `Last-Event-ID` or `after`. It ends when the token is
    revoked.
    """
    resumed = last_event_id()
    after = call.query["after"] if resumed is None else resumed
    after = queries.check_queue_position(kronika().store, meeting, call.token, after)
    return streamed(Kind(QUEUES + meeting, call.token, typed=call.query["event"] == "typed"), after)
