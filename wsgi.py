"""The door that gunicorn opens. Nothing is made at import; each worker makes its own service after the fork."""

from __future__ import annotations

import os
from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from service.app import Kronika
    from service.settings import Settings


class Door:
    """A WSGI application that composes the service when it is first needed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: tuple[Kronika, Flask] | None = None

    def open(self) -> Flask:
        """Compose the service from the environment's settings, once."""
        with self._lock:
            if self._made is None:
                self._made = _make()
            return self._made[1]

    def end_waiting(self) -> None:
        """Let streams and long polls end, because the worker is about to."""
        if self._made is not None:
            self._made[0].store.end_waiting()

    def close(self) -> None:
        with self._lock:
            if self._made is not None:
                self._made[0].close()
                self._made = None

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        made = self._made
        app = self.open() if made is None else made[1]
        return app(environ, start_response)


def _make() -> tuple[Kronika, Flask]:
    from api import logs
    from api.app import create_app
    from service.app import compose
    from service.settings import Settings

    logs.configure()
    kronika = compose(Settings.from_env(os.environ))
    kronika.resume()
    return kronika, create_app(kronika)


application = Door()


def options(settings: Settings) -> dict[str, Any]:
    """gunicorn's settings for this application."""
    from api.server import options as of_server

    return of_server(settings)
