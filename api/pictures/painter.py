"""Pictures of positions, drawn by a process of their own: it is started when one is wanted, and ends by itself when none is."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any

from api.pages.modules import WEB
from domain.packages.installed import folders
from domain.table.refusals import Refusal, Refused
from projections.build_id import digest_of

NEEDED = ("py_mini_racer", "resvg_py")
PATIENCE = 15.0
"""Seconds that a picture may take, with the start of the process."""
IDLE = 30.0
"""Seconds without a job after which the process ends."""
ENDS_SOON = 5.0
"""Before it ends it gets no job any more: it might be ending already."""
WAITING = 4
"""Threads that may wait for a picture at once. Further requests are refused for a moment."""
PIECE = 65536
MOST_MEMORY = 256 << 20
"""Bytes that the process may hold when it has drawn: V8 gives back next to nothing."""


class NotDrawn(Exception):
    """The process failed, or was too slow."""


@cache
def available() -> bool:
    """Whether what draws is installed (`pip install 'kronika[service,pictures]'`)."""
    return all(find_spec(name) is not None for name in NEEDED)


@cache
def revision() -> str:
    """Names what pictures are drawn from: the boards, their words, and what draws them."""
    return digest_of((WEB, Path(__file__).parent, *folders().values()), ".js", ".py", ".json", ".ttf").hex()


def drawing() -> str:
    """The revision as addresses carry it."""
    return revision()[:16]


class Painter:
    """One process of a worker; any thread may ask it."""

    def __init__(self) -> None:
        self._places = BoundedSemaphore(WAITING)
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._used = 0.0

    def draw(self, job: dict[str, Any]) -> bytes:
        """The picture that a job asks for (see `child.answer`); `Refused` busy when too many wait, `NotDrawn` when it fails."""
        if not self._places.acquire(blocking=False):
            raise Refused(Refusal.BUSY, "Too many pictures are being drawn; try again soon.")
        try:
            with self._lock:
                return self._drawn(json.dumps(job).encode() + b"\n")
        finally:
            self._places.release()

    def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(BrokenPipeError):
                        pipe.close()

    def _drawn(self, line: bytes) -> bytes:
        try:
            process = self._sent(line)
            picture = self._answer(process)
            self._used = time.monotonic()
            if _held_by(process.pid) > MOST_MEMORY:
                self.close()
            return picture
        except (OSError, EOFError, TimeoutError) as error:
            self.close()
            raise NotDrawn(str(error) or type(error).__name__) from error

    def _sent(self, line: bytes) -> subprocess.Popen[bytes]:
        """Hand the job in; who has gone to sleep meanwhile is started again."""
        awake = time.monotonic() < self._used + IDLE - ENDS_SOON
        if awake and self._process is not None and self._process.poll() is None:
            with suppress(BrokenPipeError):
                _write(self._process, line)
                return self._process
        self.close()
        command = [sys.executable, "-P", "-m", f"{__package__}.child"]
        env = {
            name: value for name, value in os.environ.items() if not name.startswith("KRONIKA_")
        }  # no secrets
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0, env=env)
        _write(self._process, line)
        return self._process

    def _answer(self, process: subprocess.Popen[bytes]) -> bytes:
        deadline = time.monotonic() + PATIENCE
        held = b""
        while b"\n" not in held:
            held += _read(process, deadline)
        head, _, body = held.partition(b"\n")
        if not head.isdigit():
            raise NotDrawn(head.decode(errors="replace"))
        pieces = bytearray(body)
        while len(pieces) < int(head):
            pieces += _read(process, deadline)
        return bytes(pieces)


def _held_by(pid: int) -> int:
    """Bytes of memory that a process has."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _write(process: subprocess.Popen[bytes], line: bytes) -> None:
    """A pipe that can be written to takes `PIPE_BUF` bytes at once; one that nobody reads keeps nobody waiting for ever."""
    assert process.stdin is not None
    deadline = time.monotonic() + PATIENCE
    left = memoryview(line)
    while left:
        if not select.select([], [process.stdin], [], max(0.0, deadline - time.monotonic()))[1]:
            raise TimeoutError(f"no job was taken in {PATIENCE:g} seconds")
        left = left[os.write(process.stdin.fileno(), left[: select.PIPE_BUF]) :]


def _read(process: subprocess.Popen[bytes], deadline: float) -> bytes:
    assert process.stdout is not None
    if not select.select([process.stdout], [], [], max(0.0, deadline - time.monotonic()))[0]:
        raise TimeoutError(f"no picture in {PATIENCE:g} seconds")
    piece = process.stdout.read(PIECE)
    if not piece:
        raise EOFError("the process that draws has ended")
    return bytes(piece)
