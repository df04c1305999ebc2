"""All streams of a worker: who follows what, what has happened, and what is sent to whom next.

The event loop does everything, a little at a time, so that a game with thousands of viewers keeps no other waiting; only the
store is read in a thread beside it. While the store hangs, viewers stay, and hear nothing but heartbeats.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

import structlog

from api.streaming.feeds import Feed, Group
from api.streaming.frames import beginning, framed, heartbeat
from api.streaming.looks import Answer, Found, Looks, Page, Query
from api.streaming.subscription import Position, Subscription, watched
from api.streaming.viewers import Viewer, Viewers
from api.telemetry.metrics import STREAM_MESSAGES
from service.app import Kronika
from service.queries.subscriptions import MAX_PAIRS
from service.store import Store, StoreUnusable

log = structlog.get_logger()
HEARTBEAT_SECONDS = 15.0
TICK_SECONDS = 1.0
"""Between two looks at every game and every token."""
TURN_BYTES = 256 * 1024
"""Sent before others get a turn in the loop: 2 ms for a hundred small messages. Each write counts as `WRITE_BYTES` more."""
WRITE_BYTES = 2048
Sending = Iterator[int]
"""A write to one viewer each, and its bytes."""


def streams_of(kronika: Kronika, loop: AbstractEventLoop) -> Streams:
    """The streams of one of the service's workers, with its share of those that are allowed."""
    settings = kronika.settings
    most, most_each = (-(-of // settings.workers) for of in (settings.streams, settings.streams_each))
    return Streams(kronika.store, loop, most, most_each)


class Streams:
    """`most`: streams at once, `most_each`: of one address; `heartbeat`: seconds of silence after which viewers are sent a
    comment.
    """

    def __init__(
        self,
        store: Store,
        loop: AbstractEventLoop,
        most: int,
        most_each: int,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self._store, self._loop, self._heartbeat = store, loop, heartbeat
        self._viewers = Viewers(most, most_each, self._resume)
        self._feeds: dict[str, Feed] = {}
        self._due: dict[Feed, None] = {}
        """Feeds that may have something to send."""
        self._routine: dict[Feed, None] = {}
        """Those whose viewers' access is to be checked again."""
        self._sending: deque[Sending] = deque()
        self._questions = SimpleQueue[Callable[[Looks], None] | None]()
        self._looking = self._working = self._ticking = self._ending = False
        Thread(target=self._read, name="streams", daemon=True).start()

    # Who comes and goes

    def follow(self, connection: Any, subscription: Subscription) -> None:
        """Take over a connection (`api.server.protocol`) on which the head of the response was sent."""
        if connection.transport.is_closing():
            return
        group = self._feed(subscription.kind.game).group(subscription.kind)
        viewer = Viewer(self._viewers, group, subscription, connection.worker.connection_ended)
        group.place(viewer)
        self._viewers.add(viewer, connection.hand_over(viewer), group.kind.counted)
        viewer.transport.write(framed([beginning()], group.kind.chunked))
        if self._ending:
            self._viewers.finish(viewer)
        else:
            self._go_on(group, viewer)
        if not self._ticking:
            self._ticking = True
            self._loop.call_later(TICK_SECONDS, self._tick)

    def _feed(self, game: str) -> Feed:
        found = self._feeds.get(game)
        if found is None:
            found = self._feeds[game] = Feed(game, self._news)
            with suppress(StoreUnusable):  # without it the look of every second finds what is new
                self._store.watch(watched(game), found)
        return found

    def _news(self, feed: Feed) -> None:
        """Something was committed. Called in a thread of the store."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._heard, feed)

    def _heard(self, feed: Feed) -> None:
        feed.heard()
        self._look_at(feed)

    def end(self) -> None:
        """End all streams, and those that are still to come."""
        self._ending = True
        groups = [group for feed in self._feeds.values() for group in feed.groups.values()]
        self._sending.extend(self._finish(group) for group in groups)
        self._work()

    def close(self) -> None:
        """The store is not read from now on, but for a read that hangs already."""
        for feed in self._feeds.values():
            self._store.unwatch(watched(feed.id), feed)
        self._questions.put(None)

    # The store

    def _look_at(self, feed: Feed) -> None:
        self._due[feed] = None
        self._look()

    def _look(self) -> None:
        if not self._looking:
            batch = [feed for feed in self._batch() if feed.groups]
            if batch:
                self._looking = True
                queries = [feed.query() for feed in batch]
                groups = [list(feed.groups.values()) for feed in batch]
                self._questions.put(partial(self._answer, queries, partial(self._found, batch, groups)))

    def _batch(self) -> list[Feed]:
        """Some of those with news, and as many others, so that neither wait for long."""
        found: dict[Feed, None] = {}
        for waiting in (self._due, self._routine):
            part = list(islice(waiting, MAX_PAIRS // 2))
            for feed in part:
                del waiting[feed]
                found[feed] = None
        return list(found)

    def _read(self) -> None:
        """The thread that reads the store."""
        looks = Looks(self._store)
        while (question := self._questions.get()) is not None:
            question(looks)

    def _answer(
        self, queries: Sequence[Query], then: Callable[[Sequence[Found | None] | None], None], looks: Looks
    ) -> None:
        found: Sequence[Found | None] | None = None
        try:
            found = looks.look(queries)
        except StoreUnusable as error:  # the look of the next second tries again
            log.warning("streams-wait", reason=str(error))
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(then, found)

    def _found(
        self,
        feeds: Sequence[Feed],
        groups: Sequence[Sequence[Group]],
        found: Sequence[Found | None] | None,
    ) -> None:
        """What the store has for the first of these, now that it is known. None: it is away."""
        self._looking = False
        if found is None:
            return
        self._due = {**dict.fromkeys(feeds[len(found) :]), **self._due}
        for feed, asking, one in zip(feeds, groups, found, strict=False):
            answers = [None for _ in asking] if one is None else one.answers
            if one is not None:
                feed.learn(one)
            for group, answer in zip(asking, answers, strict=True):
                if group.empty:
                    continue
                if answer is None:
                    self._end(group, "not-readable" if one is None else "may-not-see")
                else:
                    assert one is not None
                    self._learn(group, one.version, answer)
        self._work()
        self._look()

    def _learn(self, group: Group, version: int, answer: Answer) -> None:
        if group.learn(version, answer) or group.over:
            self._sending.append(self._greet_all(group))
        for position, page in answer.pages.items():
            group.sending.add(position)
            self._sending.append(self._send(group, position, page))
        if group.lagging:
            self._look_at(group.feed)

    def _end(self, group: Group, reason: str) -> None:
        log.info("streams-ended", reason=reason, streams=len(group.viewers))
        for viewer in group.viewers:
            self._viewers.cut(viewer)

    # What is sent

    def _work(self) -> None:
        """Send for one turn, then let others have theirs."""
        sent = 0
        while self._sending and sent < TURN_BYTES:
            written = next(self._sending[0], None)
            if written is None:
                self._sending.popleft()
            else:
                sent += written + WRITE_BYTES
        self._sending.rotate(-1)
        self._viewers.make_room()
        if self._sending and not self._working:
            self._working = True
            self._loop.call_soon(self._work_on)

    def _work_on(self) -> None:
        self._working = False
        self._work()

    def _send(self, group: Group, position: Position, page: Page) -> Sending:
        """A page to all who are at its beginning."""
        count = 0
        try:
            while (viewer := group.move(position, page.upto)) is not None:
                viewer.transport.write(page.data)
                self._greet(group, viewer)
                count += page.messages
                yield len(page.data)
        finally:
            group.sending.discard(position)
        if count and group.kind.counted:
            STREAM_MESSAGES.inc(count)
        if group.lagging:
            self._look_at(group.feed)

    def _greet(self, group: Group, viewer: Viewer) -> None:
        """Once a viewer has all events, send it the new progress of an analysis. End its stream if nothing more comes."""
        if viewer.group is not group or self._viewers.is_slow(viewer) or not group.newest(viewer):
            return
        if viewer.progress != group.progress:
            viewer.progress = group.progress
            viewer.transport.write(group.progress)
        if group.over:
            self._viewers.finish(viewer)

    def _greet_all(self, group: Group) -> Sending:
        for viewer in group.up_to_date:
            self._greet(group, viewer)
            yield len(group.progress)

    def _finish(self, group: Group) -> Sending:
        for viewer in group.viewers:
            if viewer.group is group:
                self._viewers.finish(viewer)
                yield 0

    def _go_on(self, group: Group, viewer: Viewer) -> None:
        """It may be sent what there is."""
        self._greet(group, viewer)
        if not group.newest(viewer):
            self._look_at(group.feed)

    def _resume(self, viewer: Viewer) -> None:
        """It has taken all that it was sent."""
        group = viewer.group
        assert group is not None
        group.place(viewer)
        self._go_on(group, viewer)

    # Now and then

    def _tick(self) -> None:
        self._ticking = bool(self._feeds) or self._viewers.any_open
        if self._ticking:
            self._loop.call_later(TICK_SECONDS, self._tick)  # first, so that nothing can end it
        self._viewers.sweep()
        for feed in list(self._feeds.values()):
            if not feed.groups:
                del self._feeds[feed.id]
                self._store.unwatch(watched(feed.id), feed)
            else:
                self._routine[feed] = None
                self._say_that_we_are_there(feed)
        self._work()
        self._look()

    def _say_that_we_are_there(self, feed: Feed) -> None:
        for group in feed.groups.values():
            if monotonic() - group.spoke_at >= self._heartbeat:
                group.spoke_at = monotonic()
                self._sending.append(self._beat(group, framed([heartbeat()], group.kind.chunked)))

    def _beat(self, group: Group, data: bytes) -> Sending:
        for viewer in group.viewers:
            if viewer.group is group and not self._viewers.is_slow(viewer):
                viewer.transport.write(data)
                yield len(data)
