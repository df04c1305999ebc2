"""What is sent to viewers, by turns of the event loop, so that a game with thousands of them does not delay the others."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from api.streaming.frames import framed, heartbeat
from api.streaming.looks import Page
from api.streaming.subscription import Position
from api.streaming.topics import Audience, Topic
from api.streaming.viewers import Viewer, Viewers
from api.telemetry.metrics import STREAM_MESSAGES

TURN_BYTES = 256 * 1024
"""Sent before others get a turn in the loop: 2 ms for a hundred small messages. Each write counts as `WRITE_BYTES` more."""
WRITE_BYTES = 2048
Sending = Iterator[int]
"""A write to one viewer each, and its bytes."""


class Sender:
    """Sends by turns, once `work` is called, what was put in line; `look_at` is called with topics that have more to send."""

    def __init__(self, viewers: Viewers, loop: AbstractEventLoop, look_at: Callable[[Topic], None]) -> None:
        self._viewers, self._loop, self._look_at = viewers, loop, look_at
        self._sending: deque[Sending] = deque()
        self._working = False

    def work(self) -> None:
        """Send for one turn, then yield to the event loop."""
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
        self.work()

    def send(self, audience: Audience, position: Position, page: Page) -> None:
        """Send a page to all viewers at its start."""
        audience.sending.add(position)
        self._sending.append(self._send(audience, position, page))

    def _send(self, audience: Audience, position: Position, page: Page) -> Sending:
        count = 0
        try:
            while (viewer := audience.move(position, page.upto)) is not None:
                viewer.transport.write(page.data)
                self._greet(audience, viewer)
                count += page.messages
                yield len(page.data)
        finally:
            audience.sending.discard(position)
        if count and audience.kind.counted:
            STREAM_MESSAGES.inc(count)
        if audience.lagging:
            self._look_at(audience.topic)

    def go_on(self, audience: Audience, viewer: Viewer) -> None:
        """Greet the viewer at once if it has all events; otherwise have its topic looked at."""
        self._greet(audience, viewer)
        if not audience.newest(viewer):
            self._look_at(audience.topic)

    def greet(self, audience: Audience) -> None:
        """Send the new progress of an analysis to all viewers that have all events; end their streams if nothing more comes."""
        self._sending.append(self._greet_all(audience))

    def _greet_all(self, audience: Audience) -> Sending:
        for viewer in audience.up_to_date:
            self._greet(audience, viewer)
            yield len(audience.progress)

    def _greet(self, audience: Audience, viewer: Viewer) -> None:
        """Once a viewer has all events, send it the new progress of an analysis. End its stream if nothing more comes."""
        if viewer.audience is not audience or self._viewers.is_slow(viewer) or not audience.newest(viewer):
            return
        if viewer.progress != audience.progress:
            viewer.progress = audience.progress
            viewer.transport.write(audience.progress)
        if audience.over:
            self._viewers.finish(viewer)

    def finish(self, viewers: Sequence[Viewer]) -> None:
        """End the streams of these."""
        self._sending.append(self._finish(viewers))

    def _finish(self, viewers: Sequence[Viewer]) -> Sending:
        for viewer in viewers:
            if viewer.audience is not None:
                self._viewers.finish(viewer)
                yield 0

    def beat(self, audience: Audience) -> None:
        """Send all viewers that are not slow a heartbeat, of this moment."""
        self._sending.append(self._beat(audience, framed([heartbeat()], audience.kind.chunked)))

    def _beat(self, audience: Audience, data: bytes) -> Sending:
        for viewer in audience.viewers:
            if viewer.audience is audience and not self._viewers.is_slow(viewer):
                viewer.transport.write(data)
                yield len(data)
