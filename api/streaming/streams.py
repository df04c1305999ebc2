"""All streams of a worker: subscriptions, and news from the store.

A separate thread reads the store. While it hangs, viewers stay connected and receive heartbeats only.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from math import ceil
from time import monotonic
from typing import Any

import structlog

from api.streaming.commits import CommitSignal
from api.streaming.connected import Connected
from api.streaming.frames import beginning, framed
from api.streaming.looks import Answer
from api.streaming.reading import Finds, StreamReader
from api.streaming.sending import Sender
from api.streaming.subscription import Subscription, account_of, watched
from api.streaming.topics import Audience, Topic
from api.streaming.viewers import Viewer, Viewers
from service.identity.game_access import MAX_PAIRS
from service.operation.app import Kronika
from service.store import COMMITS, Store, StoreUnusable

log = structlog.get_logger()
HEARTBEAT_SECONDS = 5.0
TICK_SECONDS = 1.0
"""Between two looks at every game and every token."""


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
        self._sender = Sender(self._viewers, loop, self._look_at)
        self.cut_blocked = self._viewers.cut_blocked
        self._topics: dict[str, Topic] = {}
        self._due: dict[Topic, None] = {}
        """Topics that may have something to send."""
        self._routine: dict[Topic, None] = {}
        """Those whose viewers' access is to be checked again."""
        self._reader = StreamReader(store, loop)
        self._commits = CommitSignal(loop, self._look_at_accounts)
        self._looking = self._ticking = False
        self._end_by: float | None = None
        """By when all streams have ended (`monotonic`), once the process is leaving."""

    # Subscribing and ending

    def follow(self, connection: Any, subscription: Subscription) -> None:
        """Take over a connection (`api.server.protocol`) on which the head of the response was sent."""
        if connection.transport.is_closing():
            return
        audience = self._topic(subscription.kind.game).audience(subscription.kind)
        viewer = Viewer(self._viewers, audience, subscription, connection.worker.connection_ended)
        audience.place(viewer)
        self._viewers.add(viewer, connection.hand_over(viewer), audience.kind.counted)
        viewer.transport.write(framed([beginning()], audience.kind.chunked))
        if self._end_by is not None:
            self._viewers.finish(viewer)
        else:
            self._sender.go_on(audience, viewer)
        if not self._ticking:
            self._ticking = True
            self._loop.call_later(TICK_SECONDS, self._tick)

    def _resume(self, viewer: Viewer) -> None:
        """Continue with a viewer that has taken all that it was sent."""
        audience = viewer.audience
        assert audience is not None
        audience.place(viewer)
        self._sender.go_on(audience, viewer)

    def _topic(self, game: str) -> Topic:
        found = self._topics.get(game)
        if found is None:
            found = self._topics[game] = Topic(game, self._news)
            with suppress(StoreUnusable):  # without it the look of every second finds what is new
                self._store.watch(watched(game), found if account_of(game) is None else self._commits)
        return found

    def _news(self, topic: Topic) -> None:
        """Something was committed. Called in a thread of the store."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._heard, topic)

    def _heard(self, topic: Topic) -> None:
        topic.heard()
        self._look_at(topic)

    def _look_at_accounts(self) -> None:
        """Of any of them there may be new notices, which are committed without events."""
        self._due |= {topic: None for id, topic in self._topics.items() if account_of(id) is not None}
        self._look()

    def connected(self) -> Iterator[Connected]:
        """The viewers of games."""
        return chain.from_iterable(topic.connected for topic in self._topics.values())

    def end(self, seconds: float = 0.0) -> None:
        """End all streams, evenly within so many seconds, so that not all clients come back at once; later ones end at once."""
        self._end_by = monotonic() + seconds
        self._end_some(self._end_by)
        self._sender.work()

    def _end_some(self, by: float) -> None:
        """The share of a second."""
        ticks = max(by - monotonic(), 0.0) // TICK_SECONDS + 1
        audiences = chain.from_iterable(topic.audiences.values() for topic in self._topics.values())
        viewers = chain.from_iterable(audience.viewers for audience in audiences)
        self._sender.finish(list(islice(viewers, ceil(len(self._viewers) / ticks))))

    def close(self) -> None:
        """Stop reading the store, except for a read that already hangs."""
        for topic in self._topics.values():
            self._store.unwatch(watched(topic.id), topic)
        self._store.unwatch(COMMITS, self._commits)
        self._reader.close()

    # The store

    def _look_at(self, topic: Topic) -> None:
        self._due[topic] = None
        self._look()

    def _look(self) -> None:
        if not self._looking:
            batch = [topic for topic in self._batch() if topic.audiences]
            if batch:
                self._looking = True
                audiences = [list(topic.audiences.values()) for topic in batch]
                self._reader.ask([topic.query() for topic in batch], partial(self._found, batch, audiences))

    def _batch(self) -> list[Topic]:
        """Some topics with news and as many others, so that neither wait for long."""
        found: dict[Topic, None] = {}
        for waiting in (self._due, self._routine):
            part = list(islice(waiting, MAX_PAIRS // 2))
            for topic in part:
                del waiting[topic]
                found[topic] = None
        return list(found)

    def _found(self, topics: Sequence[Topic], audiences: Sequence[Sequence[Audience]], found: Finds) -> None:
        """Handle what was read from the store for the first of these topics."""
        self._looking = False
        if found is None:
            return
        self._due = {**dict.fromkeys(topics[len(found) :]), **self._due}
        for topic, asking, one in zip(topics, audiences, found, strict=False):
            answers = [None for _ in asking] if one is None else one.answers
            if one is not None:
                topic.learn(one)
            for audience, answer in zip(asking, answers, strict=True):
                if audience.empty:
                    continue
                if answer is None:
                    self._end(audience, "not-readable" if one is None else "may-not-see")
                else:
                    assert one is not None
                    self._learn(audience, one.version, answer)
        self._sender.work()
        self._look()

    def _learn(self, audience: Audience, version: int, answer: Answer) -> None:
        if audience.learn(version, answer) or audience.over:
            self._sender.greet(audience)
        for position, page in answer.pages.items():
            self._sender.send(audience, position, page)
        if audience.lagging:
            self._look_at(audience.topic)

    def _end(self, audience: Audience, reason: str) -> None:
        log.info("streams-ended", reason=reason, streams=len(audience.viewers))
        for viewer in audience.viewers:
            self._viewers.cut(viewer)

    # Every second

    def _tick(self) -> None:
        self._ticking = bool(self._topics) or self._viewers.any_open
        if self._ticking:
            self._loop.call_later(TICK_SECONDS, self._tick)  # first, so that nothing can end it
        self._viewers.sweep()
        if self._end_by is not None:
            self._end_some(self._end_by)
        for topic in list(self._topics.values()):
            if not topic.audiences:
                del self._topics[topic.id]
                self._store.unwatch(watched(topic.id), topic)
            else:
                self._routine[topic] = None
                self._send_heartbeats(topic)
        self._sender.work()
        self._look()

    def _send_heartbeats(self, topic: Topic) -> None:
        for audience in topic.audiences.values():
            if monotonic() - audience.spoke_at >= self._heartbeat:
                audience.spoke_at = monotonic()
                self._sender.beat(audience)
