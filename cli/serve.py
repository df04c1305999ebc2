"""`kronika serve`: the service with gunicorn, and beside its workers the process that keeps projections."""

from __future__ import annotations

import argparse
import errno
import os
import resource
import signal
import socket
import sys
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from gunicorn.app.base import BaseApplication

import wsgi
from api.openapi.prebuilt import prebuild
from api.pages.bundling import packaged_boards
from api.server.accept_balance import AcceptBalance
from api.telemetry import logs
from cli import Sorry, keep
from cli.beside import Beside
from cli.master import Master
from cli.passphrase import VARIABLE
from cli.succession import Charge, inherits_socket
from domain.packages.installed import installed
from domain.rulesets import registry
from service.identity import names
from service.log.key_pool import start_run
from service.log.signing import FILE, Signer, load_signer
from service.log.warm_up import warm_up_decoders
from service.operation.app import open_head_journal, open_store_of, prepare
from service.store import StoreUnreachable, StoreUnusable
from service.system.settings import Settings

log = structlog.get_logger("kronika.serve")
PORT_SECONDS = 2.0
"""The maximum wait for a port in use: workers of a killed master need a moment to release it."""
NO_ACCOUNTS = (
    "accounts are off: set KRONIKA_ORIGIN_URL to the address under which browsers reach the service, with the name of a host, "
    "because passkeys belong to that"
)
HELP = "Start the service (settings come from KRONIKA_... variables)."


def arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments: the environment has all settings."""


def run(args: argparse.Namespace) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # by default a container's first process ignores it
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
    gunicorn = Gunicorn(settings, inherits)
    _load(settings)
    wsgi.freeze_garbage_collector()
    gunicorn.run()
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


def _load(settings: Settings) -> None:
    """Imported once for all processes, in shared memory: after gunicorn's settings, which say where metrics are stored."""
    from api.app import openapi_document
    from api.server import plain_actions  # noqa: F401
    from api.streaming import streams  # noqa: F401

    warm_up_decoders()
    prebuild(partial(openapi_document, settings.contact))
    names.preload()


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
    from service.operation.backup.identity import begin

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
        self.beside = Beside("kronika keep", self._keep)

    def load_config(self) -> None:
        for name, value in wsgi.options(self._settings, self.balance).items():
            self.cfg.set(name, value)
        self.cfg.set("on_exit", lambda master: self.beside.end())

    def load(self) -> Any:
        return wsgi.asgi

    def run(self) -> None:
        self._master = Master(self, self._inherits)
        self._master.run()

    def _keep(self) -> int:
        """Be the background worker. Its copies of the listening sockets would keep the port."""
        for listener in self._master.LISTENERS:
            listener.sock.close()
        return keep.work(self._master.pid, Path(self.cfg.worker_tmp_dir))
