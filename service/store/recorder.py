"""The log as a recorder of the `eventsourcing` library, for the library's projections and runners."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Any
from uuid import UUID

from eventsourcing.persistence import Notification, ProcessRecorder, StoredEvent, Subscription, Tracking

from .engine import NO_END, Batch, Engine
from .following import BATCH, Follower
from .newest_events import NewestEvents
from .notifier import FOLLOWERS, Notifier
from .reading import Reader
from .writing import Writer


class LogRecorder(ProcessRecorder):
    """See the library's `ProcessRecorder`. It raises the store's exceptions, and its originators are games.

    Notifications end where positions are settled: on PostgreSQL, a lower position may be committed after a visible one.
    """

    def __init__(self, engine: Engine, reader: Reader, writer: Writer, follower: Follower) -> None:
        self._engine, self._reader, self._writer, self._follower = engine, reader, writer, follower
        self._newest = NewestEvents(
            lambda after, upto, most: self._select(after + 1, upto, most),
            partial(engine.settled, lately=True),
        )

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        """Append to the log of one game. `kwargs`: the other members of `Batch`, written in the same transaction."""
        self._writer.write(Batch(stored_events, **kwargs))

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        sql = (
            "SELECT originator_id, originator_version, topic, state FROM stored_events WHERE originator_id = ? "
            "AND originator_version > ? AND originator_version <= ? "
            f"ORDER BY originator_version {'DESC' if desc else 'ASC'} LIMIT ?"
        )
        found = self._engine.queries.read(sql, (originator_id, gt or 0, _or_no_end(lte), _or_no_end(limit)))
        return [StoredEvent(*row) for row in found]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
        lately: bool = False,
    ) -> Sequence[Notification]:
        """`lately`: perhaps without those that were settled only in the last few milliseconds, or with fewer than so many."""
        first = (start or 0) + (not inclusive_of_start)
        if lately and stop is None and not topics:
            found = self._newest.after(first - 1, limit)
            if found is not None:
                return found
        last = min(self._engine.settled(lately), _or_no_end(stop))
        return self._select(first, last, limit, topics)

    def _select(
        self, first: int, last: int, limit: int, topics: Sequence[str] = ()
    ) -> Sequence[Notification]:
        position = self._engine.position
        of_topics = f"AND topic IN ({', '.join('?' * len(topics))}) " if topics else ""
        sql = (
            f"SELECT originator_id, originator_version, topic, state, {position} FROM stored_events "
            f"WHERE {position} >= ? AND {position} <= ? {of_topics}ORDER BY {position} LIMIT ?"
        )
        return [Notification(*row) for row in self._engine.queries.read(sql, (first, last, *topics, limit))]

    def max_notification_id(self) -> int | None:
        return self._follower.head() or None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> LogSubscription:
        return LogSubscription(self, gt, topics, self._follower.notifier)

    def insert_tracking(self, tracking: Tracking) -> None:
        self.insert_events((), tracking=tracking)

    def max_tracking_id(self, application_name: str) -> int | None:
        return self._reader.position(application_name) or None


class LogSubscription(Subscription[LogRecorder]):
    """Every event in the global order, none left out, including future ones. One thread reads it; any may stop it.

    The library's `ListenNotifySubscription` would need a thread and a connection for each, and ends at the first error.
    After an error this one can be read on.
    """

    def __init__(
        self, recorder: LogRecorder, gt: int | None, topics: Sequence[str], notifier: Notifier
    ) -> None:
        super().__init__(recorder, gt, topics)
        self._notifier, self._signal = notifier, notifier.new_signal(FOLLOWERS)
        self._unread: deque[Notification] = deque()

    @property
    def stopped(self) -> bool:
        return self._has_been_stopped or self._notifier.closed

    def batch(self, timeout: float | None = None) -> Sequence[Notification]:
        """The next events, as soon as there are any; none after `timeout` seconds or once stopped."""
        deadline = None if timeout is None else monotonic() + timeout
        while True:
            self._signal.clear()
            if self.stopped:
                return []
            found = self._recorder.select_notifications(
                self._last_notification_id, BATCH, topics=self._topics, inclusive_of_start=False, lately=True
            )
            if found:
                self._last_notification_id = found[-1].id
                return found
            if not self._signal.wait(None if deadline is None else max(0.0, deadline - monotonic())):
                return []

    def __next__(self) -> Notification:
        if not self._unread:
            self._unread.extend(self.batch())
        if not self._unread:
            raise StopIteration
        return self._unread.popleft()

    def stop(self) -> None:
        """End it; a thread that waits in it returns at once."""
        super().stop()
        self._notifier.unsubscribe(self._signal, FOLLOWERS)
        self._signal.set()


def _or_no_end(limit: int | None) -> int:
    return NO_END if limit is None else limit
