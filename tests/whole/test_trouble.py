"""A disk that is full, a database that others hold: who writes hears what is wrong, who reads goes on, nothing is lost."""

from __future__ import annotations

import fcntl
import os
import resource
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest

from domain.ledger.note import parse_checkpoint, split
from service.store.probe import FRESH_SECONDS
from tests.load import acknowledged, check, go_on, playing
from tests.running import Server, descendants, serving, until
from tests.whole.command import kronika
from tests.whole.test_staying_up import GAME, kill_keepers, serving_workers

SIZE = 12 * 2**20
PAGE = 4096


class Disk:
    """A small file system where the machine lets us have one; otherwise a limit to the size of files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mounted = mount(folder)
        self._filler = folder / "filler"

    def fill(self, server: Server) -> None:
        if not self.mounted:
            return limit(server, 0)
        with self._filler.open("wb") as filler:
            try:
                while True:
                    os.write(filler.fileno(), bytes(4096))
            except OSError:
                pass

    def make_room(self, server: Server) -> None:
        self._filler.unlink(missing_ok=True)
        limit(server, resource.RLIM_INFINITY)


def mount(folder: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "kronika", str(folder)]
    return os.geteuid() == 0 and subprocess.run(command, capture_output=True).returncode == 0


def limit(server: Server, most: int) -> None:
    assert server.process is not None
    for pid in [server.process.pid, *descendants(server.process.pid)]:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    (tmp_path / "data").mkdir()
    disk = Disk(tmp_path / "data")
    yield disk
    if disk.mounted:
        subprocess.run(["umount", "--lazy", str(disk.folder)], check=True)


def post(server: Server) -> httpx.Response:
    return httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60)


def readiness(server: Server) -> tuple[int, str]:
    answer = httpx.get(f"{server.url}/health/ready", timeout=60)
    return answer.status_code, answer.json().get("type", "")


def refused(server: Server, problem: str) -> bool:
    """Whether a write is refused with this problem; one that still worked is counted by nobody."""
    answer = post(server)
    if answer.status_code == 201:
        return False
    assert answer.status_code == 503
    assert answer.json()["type"] == f"/problems/{problem}"
    assert int(answer.headers["Retry-After"]) > 0
    return True


def entries(server: Server, game: str) -> bytes:
    return httpx.get(f"{server.url}/v1/games/{game}/ledger/entries", timeout=60).raise_for_status().content


@pytest.mark.soak
def test_a_full_disk(tmp_path: Path, disk: Disk) -> None:
    with serving(tmp_path, KRONIKA_DATA=str(disk.folder)) as server:
        made = [post(server).json()["id"] for _ in range(5)]
        before = {game: entries(server, game) for game in made}
        everybody = serving_workers(server)
        disk.fill(server)
        until(lambda: refused(server, "disk-full"))
        for _ in range(20):
            assert refused(server, "disk-full")
            assert {game: entries(server, game) for game in made} == before
            assert all(size_of(checkpoint(server, game)) == 1 for game in made)
            assert httpx.get(f"{server.url}/metrics", timeout=60).status_code == 200
        until(lambda: readiness(server) == (503, "/problems/disk-full"))
        for _ in range(4):
            time.sleep(FRESH_SECONDS / 2)
            assert readiness(server)[0] == 503
        disk.make_room(server)
        until(lambda: post(server).status_code == 201)
        until(lambda: readiness(server)[0] == 200)
        assert serving_workers(server) == everybody
        assert {game: entries(server, game) for game in made} == before
    done = kronika(tmp_path, "fsck", KRONIKA_DATA=str(disk.folder))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.soak
def test_a_full_disk_below_the_signed_heads(tmp_path: Path, disk: Disk) -> None:
    """With the database on another one: nothing acknowledged is lost, and no head goes back behind one that was given."""
    database = f"sqlite:///{tmp_path / 'kronika.db'}"
    with serving(tmp_path, KRONIKA_DATA=str(disk.folder), KRONIKA_DATABASE=database) as server:
        with playing(server) as crew:
            go_on(crew, 40)
            disk.fill(server)
            until(lambda: refused(server, "disk-full"))
            until(lambda: readiness(server) == (503, "/problems/disk-full"))
            stored = acknowledged(crew)
            for game, given in [(it.game, it.checkpoint) for actor in crew for it in actor.games]:
                if given:
                    assert size_of(checkpoint(server, game)) >= size_of(given)
            disk.make_room(server)
            go_on(crew, 40)
        check(server, crew, stored)
        seen = {sight.saw for actor in crew for sight in actor.client.sights}
        assert "503 disk-full" in seen
        assert "503 unavailable" not in seen


def checkpoint(server: Server, game: str) -> str:
    return httpx.get(f"{server.url}/v1/games/{game}/checkpoint", timeout=60).raise_for_status().text


def size_of(note: str) -> int:
    return parse_checkpoint(split(note)[0]).size


@pytest.mark.soak
def test_a_database_that_another_program_holds(tmp_path: Path) -> None:
    """Many writers at once: all are refused within seconds, and reading and health wait for none of them."""
    with serving(tmp_path) as server:
        game = post(server).json()["id"]
        holder = sqlite3.connect(tmp_path / "kronika.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        answers, looked = list[httpx.Response](), Event()

        def write(client: httpx.Client) -> None:
            """Again and again: as long as somebody reads there are writers."""
            while True:
                answers.append(client.post("/v1/games", json=GAME))
                if looked.is_set():
                    return

        with httpx.Client(
            base_url=server.url, timeout=60, limits=httpx.Limits(max_connections=None)
        ) as client:
            writers = [Thread(target=write, args=(client,)) for _ in range(80)]
            for writer in writers:
                writer.start()
            try:
                for _ in range(4):
                    assert client.get(f"/v1/games/{game}").status_code == 200
                    assert client.get("/health/live").status_code == 200
            finally:
                looked.set()
            for writer in writers:
                writer.join()
        assert len(answers) >= len(writers)
        assert {(answer.status_code, answer.json()["type"]) for answer in answers} == {
            (503, "/problems/database-locked")
        }
        assert readiness(server) == (503, "/problems/database-locked")
        holder.execute("ROLLBACK")
        holder.close()
        until(lambda: post(server).status_code == 201)
        until(lambda: readiness(server)[0] == 200)


@pytest.mark.soak
def test_a_process_that_stopped_in_its_turn(tmp_path: Path) -> None:
    """It holds the turn, which is a lock of the kernel's, and writers do not wait for it without end."""
    with serving(tmp_path) as server, (tmp_path / "kronika.db-turn").open() as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        assert refused(server, "database-locked")
        fcntl.flock(turn, fcntl.LOCK_UN)
        until(lambda: post(server).status_code == 201)


@pytest.mark.soak
def test_damaged_pages(tmp_path: Path) -> None:
    """Found by the keeper, who looks at everything now and then; sound games can be read, and nothing is written."""
    with serving(tmp_path) as server:
        games = [post(server).json()["id"] for _ in range(30)]
    with serving(tmp_path) as server:
        damage(tmp_path / "kronika.db")
        kill_keepers(server)
        until(lambda: refused(server, "database-damaged"))
        until(lambda: readiness(server) == (503, "/problems/database-damaged"))
        answers = [httpx.get(f"{server.url}/v1/games/{game}/ledger/entries", timeout=60) for game in games]
        assert {answer.status_code for answer in answers} == {200, 503}
    assert "damaged" in kronika(tmp_path, "serve").stderr


def damage(file: Path, holding: bytes = b'"t":"') -> None:
    """One of the pages that hold such entries: a leaf of a table, which begins with 13."""
    content = bytearray(file.read_bytes())
    pages = [n for n in range(0, len(content), PAGE) if content[n] == 13 and holding in content[n : n + PAGE]]
    middle = pages[len(pages) // 2]
    content[middle : middle + PAGE] = b"\xa5" * PAGE
    with file.open("r+b") as opened:
        opened.write(content)
