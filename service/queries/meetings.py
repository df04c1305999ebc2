"""Queries about meetings: what belongs to one, its queue, and what has changed in the queue."""

from __future__ import annotations

from msgspec.json import encode

from domain.table.refusals import Refused
from projections import case_lists, meetings
from projections.case_lists import QueueFilter
from projections.documents.meetings import MeetingDocument
from projections.documents.queues import Queue
from service.identity.access import Caller, authorize_meeting
from service.identity.referee_lists import referees_listed
from service.queries.subscriptions import StreamMessage, check_not_beyond
from service.store import Store


def document(store: Store, id: str, token: str | None) -> MeetingDocument:
    """The meeting now. Its private tables are listed for its referees only."""
    meeting, caller = authorize_meeting(store, id, token)
    private = caller.referee is not None
    return meetings.document(store.query, meeting, referees_listed(store, id), private, caller.role)


def queue(
    store: Store, id: str, token: str | None, wanted: QueueFilter, limit: int, cursor: str | None
) -> Queue:
    """A page of its queue. The position is read first, so that a stream after it repeats a change rather than missing one."""
    _, caller = authorize_meeting(store, id, token)
    private = caller.referee is not None
    position = queue_head(store, id, private)
    rows, following = case_lists.queue(store.query, id, private, wanted, limit, cursor)
    return Queue(rows=rows, next=following, position=position, viewer=caller.role)


def queue_head(store: Store, id: str, private: bool = True) -> int:
    """The position of the queue now: a stream that starts there misses nothing.

    For strangers (not `private`), changes at private tables do not count.
    """
    settled = store.places_settled()
    return min(settled, case_lists.head(store.query, id, private))


def check_queue_position(store: Store, id: str, token: str | None, after: int | None) -> int:
    """Where a stream begins: now, or after this position; `Refused` for one that the queue has not reached."""
    private = authorize_meeting(store, id, token)[1].referee is not None
    if after is None:
        return queue_head(store, id, private)
    check_not_beyond(case_lists.head(store.query, id, private), after)
    return after


def queue_role(store: Store, id: str, token: str | None) -> str | None:
    """The role of a follower of the queue; None without access."""
    try:
        return authorize_meeting(store, id, token)[1].role
    except Refused:
        return None


def queue_changes(store: Store, id: str, role: str, after: int, upto: int) -> tuple[list[StreamMessage], int]:
    """The next rows that changed, each once, and the position that they lead to; `upto` is a settled position."""
    private = Caller(role).referee is not None
    found = case_lists.changed(store.query, id, private, after, upto)
    messages = [StreamMessage(at, "row", encode(row)) for at, row in found]
    return messages, found[-1][0] if len(found) == case_lists.BATCH else upto
