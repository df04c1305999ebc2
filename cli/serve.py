"""`kronika serve`: the service, with gunicorn, and beside it a process that runs the kept projections."""

from __future__ import annotations

import argparse
import errno
import math
import os
import resource
import socket
import subprocess
import sys
import time
from typing import Any

import structlog
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

import wsgi
from api import logs, tracing
from api.leaving import turn_newcomers_away
from cli import Sorry
from service.app import prepare
from service.clock import now
from service.log.signing import FILE, Signer, load_signer
from service.settings import Settings
from service.store import StoreAway

log = structlog.get_logger("kronika.serve")
PAUSE = 0.25
"""Seconds between two times that dead workers are replaced; the next look is a second later at most."""
PORT_SECONDS = 2.0
"""How long a port in use is waited for: workers of a master that was killed need a moment to leave it."""
HELP = "Start the service (settings come from KRONIKA_... variables)."


def arguments(parser: argparse.ArgumentParser) -> None:
    """None: everything is set by the environment."""


def run(args: argparse.Namespace) -> int:
    settings = Settings.from_env(os.environ)
    if settings.traces:
        tracing.check()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    _check_port(settings)
    _announce(settings, _prepared(settings))
    Gunicorn(settings).run()
    return 0


def _prepared(settings: Settings) -> Signer:
    """The service's signer, once the database is prepared.

    Where that is away and the service has been here before, workers begin unready, and prepare it when it is back. A
    new service is refused: it is likelier that the address is wrong.
    """
    try:
        return prepare(settings)
    except StoreAway as error:
        if not (settings.data / FILE).exists():
            raise
        logs.configure(level=settings.log)
        log.error("not-ready", reason=str(error))
        wsgi.application.prepares = True
        return load_signer(settings.data, create=False)


def _check_port(settings: Settings) -> None:
    """One clear sentence now instead of a page of retries from gunicorn."""
    deadline = time.monotonic() + PORT_SECONDS
    while (error := _bind(settings)) is not None:
        if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
            where = f"{settings.host}:{settings.port}"
            raise Sorry(
                f"{where} cannot be used: {error.strerror}. Set KRONIKA_PORT to another port."
            ) from error
        time.sleep(0.05)


def _bind(settings: Settings) -> OSError | None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            return error
    return None


def _announce(settings: Settings, signer: Signer) -> None:
    url = f"http://{settings.host}:{settings.port}"
    print(f"Kronika is on {url} - open it in a browser; the API is described at {url}/docs")
    print(f"signing key {settings.data / FILE}; verifier key {signer.vkey(settings.origin)}")
    print(f"verifier key as a witness {signer.witness_vkey(settings.origin)}", flush=True)


class Gunicorn(BaseApplication):  # type: ignore[misc]
    """gunicorn with our settings instead of its command line."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._projections: subprocess.Popen[bytes] | None = None
        super().__init__()

    def load_config(self) -> None:
        for name, value in wsgi.options(self._settings).items():
            self.cfg.set(name, value)
        self.cfg.set("on_exit", self._stop_projections)

    def load(self) -> Any:
        return wsgi.application

    def run(self) -> None:
        Master(self).run()

    def run_projections(self) -> None:
        """Start the process that runs the kept projections, unless it is at work."""
        if self._projections is None or self._projections.poll() is not None:
            command = [
                sys.executable,
                "-P",
                "-m",
                __package__,
                "keep",
                "--unsupervised",
                "--under",
                str(os.getpid()),
            ]
            self._projections = subprocess.Popen(command, start_new_session=True)  # Ctrl-C is for us alone

    def _stop_projections(self, arbiter: Any) -> None:
        if self._projections is not None:
            self._projections.terminate()
            self._projections.wait(timeout=10)


class Master(Arbiter):  # type: ignore[misc]
    """gunicorn's master, which goes on whatever happens to its children.

    It looks after the projections whenever it looks after its workers, once a second.
    """

    WORKER_BOOT_ERROR = APP_LOAD_ERROR = -1
    """gunicorn's master ends when a worker ends with one of these; no process ends with a number below 0."""

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self._spawned = -math.inf

    def stop(self, graceful: bool = True) -> None:
        turn_newcomers_away(self.LISTENERS)
        super().stop(graceful)

    def manage_workers(self) -> None:
        now()  # workers that are born later go on with this time, which has to follow the machine's clock
        try:
            super().manage_workers()
            self.app.run_projections()
        except (
            OSError
        ) as error:  # no memory, processes or descriptors at the moment; the next second may be better
            self.log.error("A process cannot be started: %s", error)

    def spawn_workers(self) -> None:
        """Workers that die as soon as they are born are not replaced without a pause."""
        if time.monotonic() - self._spawned > PAUSE:
            self._spawned = time.monotonic()
            super().spawn_workers()
