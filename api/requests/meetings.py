"""The requests about meetings."""

from __future__ import annotations

from api.requests.bodies import JsonBody
from api.requests.fields import Closed, Name, QueryInteger, QueryTime, described, one_of, text
from api.requests.queries import CURSOR, EVENT, ruleset_filter
from projections.case_lists import BATCH
from projections.documents.queues import QUEUE_STATES


class NewMeeting(Closed):
    """A meeting."""

    name = Name(required=True)


class QueueQuery(Closed):
    """Filters of a queue; all that are given have to match."""

    status = one_of(QUEUE_STATES, load_default=None, metadata=described("Only rows in this state."))
    ruleset = ruleset_filter("tables")
    referee = QueryInteger(
        min=1, max=999, load_default=None, metadata=described("Only cases that this referee has.")
    )
    clause = text(
        "[a-z0-9.-]+", 64, load_default=None, metadata=described("Only cases that cite this clause.")
    )
    due_before = QueryTime(load_default=None, metadata=described("Only what is due before this time."))
    limit = QueryInteger(
        min=1, max=BATCH, load_default=BATCH, metadata=described("The largest number of rows.")
    )
    cursor = CURSOR


class QueueStreamQuery(Closed):
    after = QueryInteger(
        load_default=None,
        metadata=described(
            "The id of the last change that the client holds, or the `position` of the queue that it has read."
        ),
    )
    event = EVENT


NEW_MEETING = JsonBody(NewMeeting)
