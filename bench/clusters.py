"""PostgreSQL clusters of Debian's packages on this machine, and standbys of them. Needs root, which installs them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.running import free_port
from tests.soak.cluster import USER
from tests.soak.packages import POSTGRESQL, install, postgresql_binaries


class Cluster:
    """One server with its data in a folder of its own, listening on this machine only."""

    def __init__(self, parent: Path, name: str) -> None:
        self.folder, self.port = parent / name, free_port()
        self.folder.mkdir(mode=0o700)
        shutil.chown(self.folder, USER, USER)
        self.data = self.folder / "data"

    @property
    def url(self) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/kronika"

    @property
    def pid(self) -> int:
        return int((self.data / "postmaster.pid").read_text().splitlines()[0])

    def begin(self) -> None:
        self._run("initdb", "-A", "trust", "-E", "UTF8", "-U", USER, "-D", str(self.data))
        self.start()
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "kronika")

    def follow(self, primary: Cluster) -> None:
        """Begin as a streaming copy of another cluster."""
        self._run("pg_basebackup", "-R", "-h", "127.0.0.1", "-p", str(primary.port), "-D", str(self.data))
        self.start()

    def start(self) -> None:
        own = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._run("pg_ctl", "-w", "-D", str(self.data), "-l", str(self.folder / "log"), "-o", own, "start")

    def end(self) -> None:
        with suppress(subprocess.CalledProcessError):  # it never began
            self._run("pg_ctl", "-w", "-m", "immediate", "-D", str(self.data), "stop")

    def connect(self) -> psycopg.Connection:
        return psycopg.connect(self.url, autocommit=True)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(postgresql_binaries() / program), *arguments],
            check=True,
            user=USER,
            group=USER,
            extra_groups=[],
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C.UTF-8"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def clusters(*names: str) -> Iterator[list[Cluster]]:
    """So many of them, none of which has begun."""
    install(POSTGRESQL)
    folder = Path(tempfile.mkdtemp(prefix="kronika-clusters-"))
    shutil.chown(folder, USER, USER)
    made = [Cluster(folder, name) for name in names]
    try:
        yield made
    finally:
        for cluster in made:
            cluster.end()
        shutil.rmtree(folder)
