"""`kronika serve`: the service with gunicorn, and beside its workers the process that keeps projections."""

from __future__ import annotations

import argparse
import errno
import os
import resource
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from typing import Any

import structlog
from gunicorn.app.base import BaseApplication

import wsgi
from api.pages.bundling import packaged_boards
from api.server.accept_balance import AcceptBalance
from api.telemetry import logs
from cli import Sorry
from cli.backoff import Backoff
from cli.master import Master
from cli.passphrase import VARIABLE
from cli.succession import Charge, inherits_socket
from domain.packages.installed import installed
from domain.rulesets import registry
from service.app import open_head_journal, open_store_of, prepare
from service.identity import names
from service.log.key_pool import start_run
from service.log.signing import FILE, Signer, load_signer
from service.log.warm_up import warm_up_decoders
from service.store import StoreUnreachable, StoreUnusable
from service.system.settings import Settings

log = structlog.get_logger("kronika.serve")
PORT_SECONDS = 2.0
"""The maximum wait for a port in use: workers of a killed master need a moment to release it."""
END_SECONDS = 10.0
"""The maximum time for a sidecar process to end when it is stopped."""
NO_ACCOUNTS = (
    "accounts are off: set KRONIKA_ORIGIN_URL to the address under which browsers reach the service, with the name of a host, "
    "because passkeys belong to that"
)
HELP = "Start the service (settings come from KRONIKA_... variables)."


def arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments: the environment has all settings."""


def run(args: argparse.Namespace) -> int:
    settings = Settings.from_env(os.environ)
    if settings.traces:
        from api.telemetry import tracing

        tracing.check()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if "KRONIKA_STREAMERS" in os.environ:
        logs.configure(level=settings.log)
        log.warning("setting-ignored", setting="KRONIKA_STREAMERS", reason="workers hold the streams")
    inherits = inherits_socket()
    if not inherits:
        _check_port(settings)
    signer = _prepared(settings)
    if settings.backup:
        _begin_backup(settings)
    _announce(settings, signer)
    _name_packages()
    start_run(settings.data)
    _load()
    wsgi.freeze_garbage_collector()
    Gunicorn(settings, inherits).run()
    return 0


def _name_packages() -> None:
    """Which rulesets come from packages, and which of them failed to load, so that it starts without these."""
    for ruleset in registry().values():
        if ruleset.package is not None:
            log.info(
                "ruleset-of-a-package",
                ruleset=ruleset.id,
                package=str(ruleset.package),
                hash=ruleset.package.hash,
            )
    for broken in installed().broken:
        log.error("ruleset-not-loaded", ruleset=broken.id, package=broken.package, reason=broken.reason)
    for id, reason in packaged_boards()[1].items():
        log.error("board-not-loaded", ruleset=id, reason=reason)


def _load() -> None:
    """Imported once for all workers, in shared memory. Nothing that creates metrics: each worker creates its own."""
    from api.openapi import document  # noqa: F401
    from api.openapi.prebuilt import prebuild

    warm_up_decoders()
    prebuild(_openapi_document)
    names.preload()


def _openapi_document() -> bytes:
    from api.app import openapi_document

    return openapi_document()


def _prepared(settings: Settings) -> Signer:
    """The service's signer, once the database is prepared.

    If the database is unreachable but the service has run here before, workers start not ready, and prepare it once it is
    back. A new service is refused, because the address is more likely to be wrong.
    """
    try:
        return prepare(settings)
    except StoreUnreachable as error:
        if not (settings.data / FILE).exists():
            raise
        logs.configure(level=settings.log)
        log.error("not-ready", reason=str(error))
        with suppress(StoreUnusable):
            open_head_journal(
                settings
            ).close()  # created before the first run, on a machine that joins others
        wsgi.application.prepares = True
        return load_signer(settings.data, create=False)


def _begin_backup(settings: Settings) -> None:
    """Make the key pair of a back-up that is set for the first time; while the database is away nothing is checked."""
    from service.backup.identity import begin

    with suppress(StoreUnreachable), closing(open_store_of(settings)) as store:
        begin(store, os.environ.get(VARIABLE))


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
    if not settings.accounts and os.environ.get("KRONIKA_ACCOUNTS", "on") == "on":
        print(NO_ACCOUNTS, flush=True)


class Gunicorn(BaseApplication):  # type: ignore[misc]
    """gunicorn with Kronika's settings instead of its command line."""

    def __init__(self, settings: Settings, inherits: bool) -> None:
        self._settings, self._inherits = settings, inherits
        self.balance, self.charge = AcceptBalance(settings.workers), Charge(settings.data, settings.port)
        super().__init__()
        self.beside = Beside("keep", "--unsupervised", "--figures", self.cfg.worker_tmp_dir)

    def load_config(self) -> None:
        for name, value in wsgi.options(self._settings, self.balance).items():
            self.cfg.set(name, value)
        self.cfg.set("on_exit", lambda master: self.beside.end())

    def load(self) -> Any:
        return wsgi.asgi

    def run(self) -> None:
        Master(self, self._inherits).run()


class Beside:
    """A process of a Kronika command, beside the workers."""

    LONGEST_GAP = 30.0
    """Seconds between two starts of a process that ends at once, for example because the data folder is gone."""

    def __init__(self, *command: str) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False
        self._backoff = Backoff(self.LONGEST_GAP)

    def run(self) -> None:
        """Start it unless it is running, or was started too often recently."""
        at_work = self._process is not None and self._process.poll() is None
        if not self._ended and not at_work and not self._backoff.left():
            command = [sys.executable, "-P", "-m", __package__, *self._command, "--under", str(os.getpid())]
            self._backoff.started()  # also if it cannot be started, as when its release has been removed
            self._process = subprocess.Popen(command, start_new_session=True)  # Ctrl-C is for us alone

    def end(self) -> None:
        """Stop it for good. Wait until it has ended; kill it after the timeout."""
        self._ended = True
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
