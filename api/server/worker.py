"""gunicorn's ASGI worker, which takes connections once its service is composed."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers.gasgi import ASGIWorker

from api.server.protocol import Protocol
from service.system.settings import Settings

SWEEP_SECONDS = 0.25


class Worker(ASGIWorker):  # type: ignore[misc]  # gunicorn has no types
    """SKELETON: see the issue for what it lacks."""

    def init_process(self) -> None:
        ASGIProtocol._check_h1c_protocol_available()  # cached on that class, and read from it
        super().init_process()

    def connection_ended(self) -> None:
        """A connection that was handed over is lost."""
        self.nr_conns -= 1

    async def _serve(self) -> None:
        ready = asyncio.Event()
        threads = Settings.from_env(os.environ).threads
        self.asgi.open(self.loop, threads, lambda: self.loop.call_soon_threadsafe(ready.set))
        await ready.wait()
        for listener in self.sockets:
            self.servers.append(
                await self.loop.create_server(
                    lambda: Protocol(self), sock=listener.sock, backlog=self.cfg.backlog, start_serving=True
                )
            )
        while self.alive and self.ppid == os.getppid():
            self.notify()
            await asyncio.sleep(SWEEP_SECONDS)
        self.asgi.end_waiting()
        await self._shutdown()
