"""The applications: `application` for any WSGI server, `asgi` for our own. Each worker composes its own service after the fork.
The counters that all workers share are made at import, before the fork.
"""

from __future__ import annotations

import atexit
import gc
import os
from collections.abc import Callable, Iterable
from itertools import chain, repeat
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from api.http.shared_counters import SharedCounters
from api.server.asgi import Asgi

if TYPE_CHECKING:
    from flask import Flask

    from api.not_ready import NotReadyApp
    from api.server.accept_balance import AcceptBalance
    from service.operation.app import Kronika
    from service.system.settings import Settings

PAUSES = (0.1, 0.2, 0.4)
"""Seconds before the next attempt; the last one repeats, so that a recovered database is noticed within a second."""

GC_THRESHOLD = 10_000
"""Net allocations before a collection of the youngest objects; Python's default is 700."""


class LazyApp:
    """A WSGI application that composes the service in the background, and retries until that succeeds.

    Until then it responds with 503, and with 200 to liveness checks. Under a server that does not open it, the first request
    does, and waits for the first attempt.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts = SharedCounters()
        self._made: tuple[Kronika, Flask] | None = None
        self._unready: NotReadyApp | None = None
        self._first_attempt: Event | None = None
        """If nobody opened it before the first request: set when the service has been composed, or could not be."""
        self._closed = Event()
        self.prepares = False
        """Whether the database is still to be prepared: it was unavailable when the service started, or no command started it."""

    def open(self, tried: Callable[[], object]) -> None:
        """Begin to compose the service from the environment's settings; `tried` is called after every attempt."""
        from api.not_ready import NotReadyApp
        from api.telemetry import logs

        logs.configure(level=os.environ.get("KRONIKA_LOG", "info"))
        self._unready = NotReadyApp()
        Thread(target=self._open, args=(self._unready, tried), name="compose", daemon=True).start()

    def _open(self, unready: NotReadyApp, tried: Callable[[], object]) -> None:
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            try:
                self._install(_make(self._counts, self.prepares))
            except Exception as error:  # whatever is missing now must not end the process
                unready.record_failure(error)
            tried()
            if self._made is not None or self._closed.wait(pause):
                return

    def _install(self, made: tuple[Kronika, Flask]) -> None:
        with self._lock:
            if self._closed.is_set():
                made[0].close()
            else:
                freeze_garbage_collector()
                self._made = made
                # For servers that do not close it; registered after everything that the service registers.
                atexit.register(self.close)

    @property
    def composed(self) -> tuple[Kronika, Flask] | None:
        """The service and its Flask, once there are any."""
        return self._made

    def end_waiting(self) -> None:
        """End streams and long polls, because the worker is about to exit."""
        made = self._made
        if made is not None:
            made[0].store.end_waiting()

    def rest(self) -> None:
        """Do nothing more of its own accord, because only streams are left to serve."""
        made = self._made
        if made is not None:
            made[0].rest()

    def close(self) -> None:
        with self._lock:
            self._closed.set()
            if self._made is not None:
                kronika, app = self._made
                kronika.close()
                self._made = None
                app.extensions.get("end_tracing", bool)()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if self._unready is None:
            self._open_here()
        if self._first_attempt is not None:
            self._first_attempt.wait()
        made = self._made
        app = self._unready if made is None else made[1]
        assert app is not None
        return app(environ, start_response)

    def _open_here(self) -> None:
        with self._lock:
            if self._unready is None:
                self.prepares = True
                self._first_attempt = Event()
                self.open(self._first_attempt.set)


def _make(counts: SharedCounters, prepares: bool) -> tuple[Kronika, Flask]:
    from api.app import create_app
    from service.operation.app import compose, prepare
    from service.system.settings import Settings

    settings = Settings.from_env(os.environ)
    if prepares:
        prepare(settings)
    kronika = compose(settings)
    try:
        kronika.resume()
        return kronika, create_app(kronika, counts)
    except BaseException:
        kronika.close()
        raise


def freeze_garbage_collector() -> None:
    """Exclude the objects alive now from garbage collection, because they live as long as the process.

    Each full collection would pause all threads for 50 ms. It also writes to shared memory pages, so that each process would
    need its own copies.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


application = LazyApp()
asgi = Asgi(application)


def options(settings: Settings, balance: AcceptBalance) -> dict[str, Any]:
    """gunicorn's settings for this application."""
    from api.server.gunicorn_options import options as of_server

    return of_server(settings, balance)
