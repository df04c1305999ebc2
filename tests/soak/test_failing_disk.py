"""A file system that turns read-only under the running service, as file systems do when a disk fails."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import serving, start, stop, until
from tests.soak.failing_disk import FailingDisk
from tests.whole.test_trouble import entries, post, readiness, refused


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[FailingDisk]:
    (tmp_path / "data").mkdir()
    disk = FailingDisk(tmp_path / "data")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk.folder)], check=True)


@pytest.mark.soak
def test_a_disk_that_fails(tmp_path: Path, disk: FailingDisk) -> None:
    data = {"KRONIKA_DATA": str(disk.folder)}
    with serving(tmp_path, **data) as server:
        games = [post(server).json()["id"] for _ in range(5)]
        before = {game: entries(server, game) for game in games}
        disk.fail()
        until(lambda: refused(server, "read-only"))
        until(lambda: readiness(server) == (503, "/problems/read-only"))
        assert {game: entries(server, game) for game in games} == before
    disk.mend()
    again = start(tmp_path, server.port, **data)
    try:
        assert {game: entries(again, game) for game in games} == before
        assert post(again).status_code == 201
    finally:
        stop(again)
