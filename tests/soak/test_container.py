"""The image of deploy/Containerfile, built and run; what it is based on is a new Debian with its Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.running import free_port, until
from tests.soak.machine import debian, wheels
from tests.soak.packages import CONTAINER, install

ROOT = Path(__file__).parents[2]
BASE, IMAGE = "localhost/python:base", "localhost/kronika"


class Podman:
    """podman with a store of its own, which needs nothing of this machine's."""

    def __init__(self, folder: Path) -> None:
        driver = "overlay" if "\toverlay\n" in Path("/proc/filesystems").read_text() else "vfs"
        store = ["--root", folder / "store", "--runroot", folder / "run", "--storage-driver", driver]
        self._command = ["podman", *store, "--cgroup-manager", "cgroupfs", "--runtime", "runc"]

    def __call__(self, *args: str | Path) -> str:
        done = subprocess.run([*self._command, *args], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def inspect(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self("inspect", name))[0]
        return found


@pytest.fixture(scope="module")
def podman(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Podman]:
    install(CONTAINER)
    folder = tmp_path_factory.mktemp("container")
    found = Podman(folder)
    build(found, folder)
    yield found
    found("rm", "--all", "--force")
    shutil.rmtree(folder)


def build(podman: Podman, folder: Path) -> None:
    """Without a network: what the locks name was fetched here."""
    debian(folder / "base", ["python3", "python3-venv", "python3-dev"])
    subprocess.run(["tar", "-C", folder / "base", "-cf", folder / "base.tar", "."], check=True)
    podman("import", folder / "base.tar", BASE)
    wheels(folder / "wheels")
    offline = [
        "--env",
        "PIP_NO_INDEX=1",
        "--env",
        "PIP_FIND_LINKS=/wheels",
        "-v",
        f"{folder}/wheels:/wheels:ro",
    ]
    how = ["--format", "docker", "--isolation", "chroot", "--network", "host", "--build-arg", f"BASE={BASE}"]
    podman("build", *how, *offline, "-t", IMAGE, "-f", "deploy/Containerfile", ".")


@pytest.mark.soak
def test_the_image_serves_and_stops(tmp_path: Path, podman: Podman) -> None:
    """As a user with no rights; the keys and the database lie in the volume, and another container goes on with them."""
    data, port = tmp_path / "data", free_port()
    data.mkdir()
    first = serve(podman, data, port)
    game = httpx.post(
        f"http://127.0.0.1:{port}/v1/games", json={"ruleset": "touche", "seats": 2}, timeout=60
    ).json()["id"]
    healthy(podman, first)
    assert "HTTP parser: gunicorn_h1c; event loop: uvloop" in podman("logs", first)
    stop(podman, first)
    assert {"signing.key", "secret.key", "kronika.db"} <= set(os.listdir(data))
    assert {file.stat().st_uid for file in data.iterdir()} == {10001}
    second = serve(podman, data, port)
    assert httpx.get(f"http://127.0.0.1:{port}/v1/games/{game}", timeout=60).status_code == 200
    passphrase = ["--env", "KRONIKA_PASSPHRASE=correct horse"]
    podman("exec", *passphrase, second, "kronika", "backup", "/data/copy")
    assert (data / "copy").stat().st_size > 0
    stop(podman, second)


@pytest.mark.soak
def test_nothing_of_the_machine_that_built_it_is_inside(podman: Podman) -> None:
    inside = podman(
        "run",
        "--rm",
        *PLAIN,
        "--user",
        "0",
        "--entrypoint",
        "find",
        IMAGE,
        "/",
        "-xdev",
        "-name",
        "*kronika*",
    )
    assert not [
        name for name in inside.split() if ".venv" in name or "/source" in name or name.endswith(".kronika")
    ]


PLAIN = (
    "--ulimit",
    "nofile=4096:4096",
    "--ulimit",
    "nproc=4096:4096",
    "--network",
    "host",
    "--no-healthcheck",
)
"""podman's own limits are higher than a machine may give; it asks for health by systemd's timers."""


def serve(podman: Podman, data: Path, port: int) -> str:
    """Gives the container's id once it is ready."""
    volume = ["--volume", f"{data}:/data:U"]
    made = podman(
        "run",
        "--detach",
        *PLAIN,
        "--env",
        f"KRONIKA_PORT={port}",
        "--env",
        "KRONIKA_HOST=127.0.0.1",
        *volume,
        IMAGE,
    ).strip()
    until(
        lambda: httpx.get(f"http://127.0.0.1:{port}/health/ready", timeout=60).is_success,
        "ready",
        httpx.HTTPError,
    )
    return made


def healthy(podman: Podman, container: str) -> None:
    """By the image's own command."""
    kind, *command = podman.inspect(IMAGE)["Healthcheck"]["Test"]
    assert kind == "CMD"
    podman("exec", container, *command)


def stop(podman: Podman, container: str) -> None:
    """By SIGTERM, and not by what follows for those who do not listen."""
    podman("stop", "--time", "60", container)
    assert podman.inspect(container)["State"]["ExitCode"] == 0
