"""The operator's socket while the service cannot be composed: it says why."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from werkzeug.serving import BaseWSGIServer

from api.admin.server import is_served, serve_at_socket
from api.not_ready import NotReadyApp
from service.operation.app import Kronika, compose
from service.store import StoreUnusable
from service.system.admin_socket import socket_path
from service.system.clock import ClockWrong
from service.system.settings import BadSetting, Settings

PAUSE_SECONDS = 1.0


def composed(settings: Settings) -> Kronika:
    """The service, as soon as it can be composed. Until then the socket has the reason."""
    unready, server = NotReadyApp(to_operators=True), None
    while True:
        try:
            kronika = compose(settings)
        except (BadSetting, ClockWrong, StoreUnusable) as error:
            unready.record_failure(error)
            server = server or _served(unready, settings.data)
            time.sleep(PAUSE_SECONDS)
        else:
            if server is not None:
                server.shutdown()
                server.server_close()
            return kronika


def _served(unready: NotReadyApp, data: Path) -> BaseWSGIServer | None:
    """None if that is not possible now, or another process of the service answers at the socket."""
    with suppress(BadSetting, OSError):
        path = socket_path(data)
        if not is_served(path):
            return serve_at_socket(unready, path)
    return None
