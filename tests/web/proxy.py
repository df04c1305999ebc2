"""A line between a browser and the service that can be cut, frozen, slowed, and lose answers."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

HEAD = 2048
SLOWNESS = 0.4
"""Seconds that each piece takes on a slow line."""


class Line:
    """Passes bytes on as its state says: whole, cut, frozen, slow. Answers to requests that fit `loses` are lost.

    What is open can be muted; new connections are not.
    """

    def __init__(self, port: int) -> None:
        self._service = port
        self._state = "whole"
        self._loses: re.Pattern[bytes] | None = None
        self._loop = asyncio.new_event_loop()
        self._stopped = asyncio.Event()
        self._open: set[asyncio.StreamWriter] = set()
        self._muted: set[asyncio.StreamWriter] = set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.lost = 0
        self.rewrites = (b"", b"")
        """What is written in place of what, as a proxy may."""
        self.requests: list[bytes] = []
        """What began a piece that came from the browser: mostly the head of a request."""

    def run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        async with await asyncio.start_server(self._taken, sock=self._listening):
            await self._stopped.wait()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def put(self, state: str, loses: str | None = None) -> None:
        """A line that is cut loses its connections at once."""
        self._loop.call_soon_threadsafe(self._put, state, loses)

    def _put(self, state: str, loses: str | None) -> None:
        self._state, self._loses = state, re.compile(loses.encode()) if loses else None
        if state == "cut":
            for writer in self._open:
                writer.transport.abort()

    def mute(self) -> None:
        """Nothing passes any more on the connections that are open, and nobody is told: as behind a router that was replaced."""
        self._loop.call_soon_threadsafe(lambda: self._muted.update(self._open))

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)

    async def _taken(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError):
            if self._state != "cut":
                await self._joined(reader, writer)
        writer.transport.abort()

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, hence = await asyncio.open_connection("127.0.0.1", self._service)
        self._open |= {writer, hence}
        lost: list[bytes] = []
        try:
            await asyncio.gather(self._pass(reader, hence, lost, []), self._pass(there, writer, [], lost))
        finally:
            self._open -= {writer, hence}
            self._muted -= {writer, hence}
            hence.transport.abort()

    async def _pass(
        self, source: asyncio.StreamReader, to: asyncio.StreamWriter, asked: list[bytes], lost: list[bytes]
    ) -> None:
        """What is asked and whose answer will be lost is noted in `asked`; once something is in `lost`, what comes is."""
        while piece := await source.read(1 << 16):
            while self._state == "frozen" or to in self._muted:
                await asyncio.sleep(0.02)
            if self._state == "slow":
                await asyncio.sleep(SLOWNESS)
            if lost:
                self.lost += 1
                raise ConnectionResetError
            if self._loses and self._loses.match(piece):
                asked.append(piece)
            piece = piece.replace(*self.rewrites)
            if not piece.startswith(b"HTTP/"):
                self.requests.append(piece[:HEAD])
            to.write(piece)
            await to.drain()
        to.close()


@contextmanager
def line_to(port: int) -> Iterator[Line]:
    line = Line(port)
    thread = Thread(target=line.run, daemon=True)
    thread.start()
    yield line
    line.stop()
    thread.join()
