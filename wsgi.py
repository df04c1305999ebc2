"""The door that gunicorn opens. Each worker makes its own service after the fork; the counts that they share are made
at import, so that all have the same.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from api.http.shared_counters import SharedCounters

if TYPE_CHECKING:
    from flask import Flask

    from api.not_ready import NotReadyApp
    from api.server.request_buffer import Arriving
    from service.app import Kronika
    from service.system.settings import Settings

PAUSES = (0.1, 0.2, 0.4)
"""Seconds before the next try; the last one again and again, so that who comes back is noticed within a second."""

MADE = 10_000
"""Objects that are made and do not go by themselves before they are looked through for garbage; Python has 700."""

STREAMER_SECONDS = 5.0
"""A worker that begins gives the processes that hold streams so long to be there, too."""


class Door:
    """A WSGI application that composes the service in the background, and again and again until that has worked.

    Until then it answers 503, and 200 to whoever asks whether it lives.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts = SharedCounters()
        self._made: tuple[Kronika, Flask] | None = None
        self._unready: NotReadyApp | None = None
        self._closed = Event()
        self.streamers: Sequence[str] = ()
        """The paths where the processes listen that take streams; without any, threads here hold them."""
        self.prepares = False
        """Whether the database is still to be prepared, because it was away when the service started."""

    def open(self, tried: Callable[[], None]) -> None:
        """Begin to compose the service from the environment's settings; `tried` is called after every try."""
        from api.not_ready import NotReadyApp
        from api.telemetry import logs

        logs.configure(level=os.environ.get("KRONIKA_LOG", "info"))
        self._unready = NotReadyApp()
        Thread(target=self._open, args=(self._unready, tried), name="door", daemon=True).start()

    def _open(self, unready: NotReadyApp, tried: Callable[[], None]) -> None:
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            try:
                self._enter(_make(self._counts, self.prepares, self.streamers))
            except Exception as error:  # nothing that is missing now may end the process
                unready.record_failure(error)
            tried()
            if self._made is not None or self._closed.wait(pause):
                return

    def _enter(self, made: tuple[Kronika, Flask]) -> None:
        with self._lock:
            if self._closed.is_set():
                made[0].close()
            else:
                settle()
                self._made = made

    def end_waiting(self) -> None:
        """Let streams and long polls end, because the worker is about to."""
        if self._made is not None:
            self._made[0].store.end_waiting()

    def is_short(self, request: Arriving) -> bool:
        """Whether a request takes so little time that no thread is wanted for it."""
        from api.server.inline_requests import is_short

        return self._made is not None and is_short(request, self._made[0])

    def close(self) -> None:
        with self._lock:
            self._closed.set()
            if self._made is not None:
                kronika, app = self._made
                kronika.close()
                self._made = None
                if app.extensions["streamers"] is not None:
                    app.extensions["streamers"].close()
                app.extensions.get("end_tracing", bool)()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        made = self._made
        app = self._unready if made is None else made[1]
        assert app is not None, "open comes first"
        return app(environ, start_response)


def _make(counts: SharedCounters, prepares: bool, streamers: Sequence[str]) -> tuple[Kronika, Flask]:
    from api.app import create_app
    from service.app import compose, prepare
    from service.system.settings import Settings

    settings = Settings.from_env(os.environ)
    if prepares:
        prepare(settings)
    kronika = compose(settings)
    try:
        kronika.resume()
        app = create_app(kronika, counts, streamers)
        if app.extensions["streamers"] is not None:
            app.extensions["streamers"].begin(STREAMER_SECONDS)
        return kronika, app
    except BaseException:
        kronika.close()
        raise


def settle() -> None:
    """What there is by now stays as long as the process does. Looking through it for garbage again and again would have everybody
    wait for 50 milliseconds each time; and of pages that are written to, as looking does, each process needs its own.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE)


application = Door()


def options(settings: Settings) -> dict[str, Any]:
    """gunicorn's settings for this application."""
    from api.server.gunicorn_options import options as of_server

    return of_server(settings)
