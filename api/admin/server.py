"""Serving the operator's place: a Unix socket that only the service's user can connect to, and a listener if one is set."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog
from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from api.admin.app import Place, create_admin
from api.admin.guard import Guard, admin_token
from service.operation.app import Kronika
from service.store.private_files import OWNER_ONLY
from service.system.admin_socket import SOCKET_FILE, socket_path
from service.system.settings import AdminEndpoint, BadSetting

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

BACKLOG = 16
AGAIN_SECONDS = 1.0
"""Between two looks whether another process still serves, such as the service before an upgrade."""
log = structlog.get_logger("kronika.admin")


class Handler(WSGIRequestHandler):
    """Requests of one connection; those of an operator are in the operator's log as far as they change something."""

    timeout = 30

    def version_string(self) -> str:
        return "kronika"

    def log(self, type: str, message: str, *args: Any) -> None:
        """No lines: a path may name whom the operator looks at."""


def serve_admin(kronika: Kronika, figures: Path | None) -> None:
    """Serve in threads of this process as long as it lives, once no other process serves this folder. What cannot be served is
    logged. During an upgrade the old release serves until it leaves, so one that never becomes ready takes nothing from it.
    """
    for serve in (_serve_socket, _serve_endpoint):
        try:
            serve(kronika, figures)
        except (BadSetting, OSError) as error:
            log.error("admin-not-served", reason=str(error))


def _serve_socket(kronika: Kronika, figures: Path | None) -> None:
    path = socket_path(kronika.settings.data)
    while is_served(path):
        time.sleep(AGAIN_SECONDS)
    serve_at_socket(create_admin(Place(kronika, figures)), path)


def serve_at_socket(app: WSGIApplication, path: Path) -> BaseWSGIServer:
    """Serve in threads of this process. It takes the path from a process that has ended."""
    return _start(app, f"unix://{SOCKET_FILE}", 0, _unix_listener(path))


def _serve_endpoint(kronika: Kronika, figures: Path | None) -> None:
    endpoint = kronika.settings.admin
    if endpoint is not None:
        guard = Guard(endpoint, admin_token(kronika.settings.data))
        app = create_admin(Place(kronika, figures, guard))
        threading.Thread(target=_serve_port, args=(app, endpoint), daemon=True).start()


def is_served(path: Path) -> bool:
    """Whether a process answers at this socket."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(os.fspath(path)) == 0


def _unix_listener(path: Path) -> socket.socket:
    """A listener that takes the path from a process that has ended. Nobody can connect before its mode is set."""
    draft = path.with_name(f"{os.getpid():06x}.new")  # no longer than the path itself
    draft.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.fspath(draft))
    draft.chmod(OWNER_ONLY)
    listener.listen(BACKLOG)
    draft.replace(path)
    return listener


def _start(app: WSGIApplication, host: str, port: int, listener: socket.socket) -> BaseWSGIServer:
    server = make_server(host, port, app, threaded=True, request_handler=Handler, fd=listener.fileno())
    listener.close()  # the server has a descriptor of its own
    threading.Thread(target=server.serve_forever, name="admin", daemon=True).start()
    return server


def _serve_port(app: Flask, endpoint: AdminEndpoint) -> None:
    logged = ""
    while True:
        try:
            listener = _tcp_listener(endpoint)
        except OSError as error:
            if str(error) != logged:
                logged = str(error)
                log.error("admin-not-served", reason=f"KRONIKA_ADMIN: {error.strerror}. It is tried again.")
            time.sleep(AGAIN_SECONDS)
        else:
            _start(app, endpoint.host, endpoint.port, listener)
            return


def _tcp_listener(endpoint: AdminEndpoint) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(*endpoint, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener
