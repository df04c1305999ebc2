"""A site: several machines, each a whole service of its own, on one database; clients ask whichever answers."""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.running import Server, free_port, start, stop

KEY_FILES = ("signing.key", "secret.key")


class Machine:
    """One service, which can lose its power and come back."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.checkout: Path | None = None
        """Of another release, which it runs from its next start on."""
        self._folder, self._settings = folder, settings
        self.server: Server | None = None

    def start(self) -> None:
        path = {} if self.checkout is None else {"PYTHONPATH": str(self.checkout)}
        self.server = start(self._folder, self.port, self.checkout, **self._settings, **path)

    def kill(self) -> None:
        """Its master and workers at once; its keeper ends with them."""
        assert self.server is not None
        assert self.server.process is not None
        os.killpg(self.server.process.pid, signal.SIGKILL)
        self.server.process.wait()
        self.server = None

    def stop(self) -> None:
        if self.server is not None:
            stop(self.server)
            self.server = None


class Site:
    def __init__(self, machines: list[Machine]) -> None:
        self.machines = machines

    @property
    def url(self) -> str:
        """Of a machine, whether it answers or not: a client finds out, and asks again elsewhere."""
        return f"http://127.0.0.1:{random.choice(self.machines).port}"


@contextmanager
def site(folder: Path, machines: int = 2, **settings: str) -> Iterator[Site]:
    """The second and later machines get the keys that the first one made, and share its log of logs (docs/how-to/cluster.md)."""
    folders = [folder / f"machine{n}" for n in range(1, machines + 1)]
    made = [Machine(at, **settings) for at in folders]
    try:
        for n, machine in enumerate(made):
            folders[n].mkdir()
            for name in KEY_FILES if n else ():
                shutil.copy(folders[0] / name, folders[n] / name)
            if n:
                (folders[n] / "log").symlink_to(folders[0] / "log")
            machine.start()
        yield Site(made)
    finally:
        for machine in made:
            machine.stop()
