"""The service as the first process of a container: no signal has its default effect there, and orphans become its children."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.running import PATIENCE, children, descendants, environment, free_port, is_background_worker, until
from tests.whole.test_staying_up import alive

ALONE = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc")


class Container:
    """A service that is the first process of a namespace of its own."""

    def __init__(self, folder: Path) -> None:
        self.port, self.log = free_port(), folder / "server.log"
        with self.log.open("ab") as log:
            self._outer = subprocess.Popen(
                [*ALONE, sys.executable, "-m", "cli", "serve"],
                env=environment(folder, self.port),
                stdout=log,
                stderr=log,
            )
        [self.first] = until(lambda: children(self._outer.pid), "a first process")

    def become_ready(self) -> list[int]:
        """Its three children, once it is."""
        ready = f"http://127.0.0.1:{self.port}/health/ready"
        until(lambda: httpx.get(ready, timeout=60).is_success, "ready", httpx.HTTPError)
        return until(lambda: (found := children(self.first)) and len(found) == 3 and found, "three children")

    def orphan(self) -> int:
        """The id of a process in it whose parent has ended."""
        inside = ["nsenter", "--target", str(self.first), "--pid", "sh", "-c", "sleep 600 & exit"]
        subprocess.run(inside, check=True)
        return until(lambda: next((pid for pid in children(self.first) if sleeps(pid)), 0), "an orphan")

    def stop(self) -> int:
        """Its exit code."""
        os.kill(self.first, signal.SIGTERM)
        return self._outer.wait(PATIENCE)

    def close(self) -> None:
        self._outer.kill()
        self._outer.wait()


def sleeps(pid: int) -> bool:
    return Path(f"/proc/{pid}/comm").read_text() == "sleep\n"


def gone(pid: int) -> bool:
    """Also its last trace: somebody has waited for it."""
    return not Path(f"/proc/{pid}").exists()


@pytest.fixture
def container(tmp_path: Path) -> Iterator[Container]:
    made = Container(tmp_path)
    yield made
    made.close()


@pytest.mark.soak
def test_it_can_be_stopped_before_it_serves(container: Container) -> None:
    until(lambda: "Kronika is on" in container.log.read_text(), "the first lines")
    assert container.stop() == 0
    assert "Traceback" not in container.log.read_text()


@pytest.mark.soak
def test_it_replaces_its_children_waits_for_orphans_and_ends_them_all(container: Container) -> None:
    before = container.become_ready()
    assert sum(map(is_background_worker, before)) == 1
    for pid in before:
        os.kill(pid, signal.SIGKILL)
        until(lambda pid=pid: gone(pid), "its end")
    after = container.become_ready()
    assert sum(map(is_background_worker, after)) == 1
    orphan = container.orphan()
    os.kill(orphan, signal.SIGTERM)
    until(lambda: gone(orphan), "the orphan's end")
    everybody = descendants(container.first)
    assert container.stop() == 0
    assert not [pid for pid in everybody if alive(pid)]
    assert "Shutting down: Master" in container.log.read_text()
