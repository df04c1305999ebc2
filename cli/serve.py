"""`kronika serve`: the service, with gunicorn, and beside it a process that runs the kept projections."""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

import wsgi
from cli import Sorry
from service.app import prepare
from service.log.signing import FILE, Signer
from service.settings import Settings

HELP = "Start the service (settings come from KRONIKA_... variables)."


def arguments(parser: argparse.ArgumentParser) -> None:
    """None: everything is set by the environment."""


def run(args: argparse.Namespace) -> int:
    settings = Settings.from_env(os.environ)
    _check_port(settings)
    signer = prepare(settings)
    _announce(settings, signer)
    Gunicorn(settings).run()
    return 0


def _check_port(settings: Settings) -> None:
    """One clear sentence now instead of a page of retries from gunicorn."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            where = f"{settings.host}:{settings.port}"
            raise Sorry(
                f"{where} cannot be used: {error.strerror}. Set KRONIKA_PORT to another port."
            ) from error


def _announce(settings: Settings, signer: Signer) -> None:
    url = f"http://{settings.host}:{settings.port}"
    print(f"Kronika is on {url} - open it in a browser; the API is described at {url}/docs")
    print(f"signing key {settings.data / FILE}; verifier key {signer.vkey(settings.origin)}", flush=True)


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
            command = [sys.executable, "-P", "-m", __package__, "keep", "--under", str(os.getpid())]
            self._projections = subprocess.Popen(command, start_new_session=True)  # Ctrl-C is for us alone

    def _stop_projections(self, arbiter: Any) -> None:
        if self._projections is not None:
            self._projections.terminate()
            self._projections.wait(timeout=10)


class Master(Arbiter):  # type: ignore[misc]
    """gunicorn's master, which looks after the projections whenever it looks after its workers, once a second."""

    def manage_workers(self) -> None:
        super().manage_workers()
        self.app.run_projections()
