"""The units in deploy/ do what they say, started as systemd would start them, in folders of the test."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.running import PATIENCE, descendants, environment, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
PROGRAMS = Path(sys.executable).parent
UNIT = "kronika@.service"


def lines(unit: str, name: str) -> list[str]:
    """The values of a setting of a unit, in their order."""
    return re.findall(rf"^{name}=(.*)$", (DEPLOY / unit).read_text(), re.MULTILINE)


class Place:
    """Where the units' folders are here."""

    def __init__(self, folder: Path) -> None:
        self.data, self.copies = folder / "data", folder / "copies"
        for made in (self.data, self.copies):
            made.mkdir()
        self.port = free_port()

    def here(self, text: str) -> str:
        moved = {
            "/opt/kronika/bin": PROGRAMS,
            "/var/lib/kronika": self.data,
            "/var/backups/kronika": self.copies,
        }
        for there, place in moved.items():
            text = text.replace(there, str(place))
        return text.replace("%%", "%")

    def settings(self) -> dict[str, str]:
        given = re.findall(
            r"^(KRONIKA_\w+)=(.*)$", self.here((DEPLOY / "kronika.env").read_text()), re.MULTILINE
        )
        chosen = {**dict(given), "KRONIKA_PORT": str(self.port), "KRONIKA_PASSPHRASE": "correct horse"}
        return environment(self.data, self.port, **chosen)

    def run(self, unit: str) -> None:
        """All commands of a unit that does one thing."""
        for command in (*lines(unit, "ExecStart"), *lines(unit, "ExecStartPost")):
            done = subprocess.run(
                ["sh", "-c", f"exec {self.here(command)}"],
                env=self.settings(),
                cwd=self.data,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, done.stderr


@contextmanager
def started(place: Place, door: socket.socket, notices: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The service as systemd starts it, with the socket, once it says that it is ready."""
    [command] = lines(UNIT, "ExecStart")
    inherits = (
        f"exec env LISTEN_PID=$$ LISTEN_FDS=1 {place.here(command.replace('-%i', ''))} 3<&{door.fileno()}"
    )
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard,
        (place.data / "server.log").open("a") as log,
    ):
        heard.bind(str(notices))
        heard.settimeout(PATIENCE)
        running = subprocess.Popen(
            ["bash", "-c", inherits],
            env={**place.settings(), "NOTIFY_SOCKET": str(notices)},
            cwd=place.data,
            stdout=log,
            stderr=log,
            pass_fds=[door.fileno()],
            start_new_session=True,
        )
        try:
            assert b"READY=1" in heard.recv(4096)
            yield running
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)


@pytest.mark.soak
def test_one_release_after_the_other_has_the_socket_and_leaves_in_time(tmp_path: Path) -> None:
    place = Place(tmp_path)
    [mode], [seconds] = (lines(UNIT, name) for name in ("KillMode", "TimeoutStopSec"))
    assert mode == "mixed", "the first process alone is told to stop"
    with (
        socket.create_server(("127.0.0.1", place.port)) as door,
        started(place, door, tmp_path / "first") as first,
    ):
        assert ready(place.port), "as it has said"
        place.run("kronika-heads.service")
        place.run("kronika-backup.service")
        before = descendants(first.pid)
        with started(place, door, tmp_path / "second") as second:
            assert first.wait(PATIENCE) == 0, "it leaves by itself"
            everybody = before + descendants(second.pid)
            second.send_signal(signal.SIGTERM)
            assert second.wait(int(seconds)) == 0
            assert len(everybody) > len(before) > 0
            assert not [pid for pid in everybody if alive(pid)]
        with socket.create_connection(("127.0.0.1", place.port), PATIENCE) as waits:
            waits.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            with started(place, door, tmp_path / "third") as third:
                assert waits.recv(4096).startswith(b"HTTP/1.1 200"), "nobody is refused in between"
                third.send_signal(signal.SIGTERM)
                assert third.wait(int(seconds)) == 0
    heads, whole = sorted(place.copies.iterdir())
    with sqlite3.connect(heads) as copied:
        assert copied.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert re.fullmatch(r"kronika-[0-9]{4}(-[0-9]{2}){2}-[0-9]{6}", whole.name)


def test_old_back_ups_go_only_after_one_that_has_worked(tmp_path: Path) -> None:
    place = Place(tmp_path)
    old, young = place.copies / "kronika-old", place.copies / "kronika-young"
    for file, days in ((old, 20), (young, 5)):
        file.touch()
        os.utime(file, (file.stat().st_mtime - days * 86400,) * 2)
    [deleting] = lines("kronika-backup.service", "ExecStartPost")
    subprocess.run(place.here(deleting), shell=True, check=True)
    assert list(place.copies.iterdir()) == [young]


def ready(port: int) -> bool:
    return httpx.get(f"http://127.0.0.1:{port}/health/ready", timeout=60).status_code == 200


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
