"""A game file is checked by a process of its own (`service.files.import_worker`): a hostile file can end only that one."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec
import structlog

from domain.table.refusals import Refusal, Refused
from service.files import import_worker
from service.files.game_files import bad
from service.files.import_worker import (
    MEMORY,
    SECONDS,
    Answer,
    Identified,
    Passed,
    TooLarge,
    Wrong,
)
from service.system.children import child_process

PATIENCE = 3.0 * SECONDS
"""Seconds: the process gives way to all others, so they may be many more than those of processor time."""
KILLED = (signal.SIGKILL, signal.SIGXCPU, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS)
"""How a process ends that has used up its time, or the machine's memory, or whose stack a file has used up."""
LIMITS = (
    f"Checking this file takes more than {SECONDS} s of processor time or {MEMORY >> 20} MiB of memory, which is more than a "
    "game of the largest size needs."
)
log = structlog.get_logger("kronika.imports")
ANSWERS = msgspec.json.Decoder(Answer)
"""Made before the first thread decodes (`service.log.warm_up`)."""
A = TypeVar("A", Identified, Passed)


class Check:
    """One file on its way through the checks. Each method waits for the process, and raises `Refused` for a bad file."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def identified(self) -> Identified:
        """Which game the file is of. This comes first, and soon."""
        return self._next(Identified)

    def passed(self) -> Passed:
        """What is stored of the game, for nothing is wrong with it."""
        return self._next(Passed)

    def _next(self, kind: type[A]) -> A:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise self._ended()
        answer = ANSWERS.decode(line)
        if isinstance(answer, Wrong):
            raise Refused(Refusal(answer.kind), answer.detail, **answer.more)
        if isinstance(answer, TooLarge):
            raise bad(None, None, LIMITS)
        assert isinstance(answer, kind)
        return answer

    def _ended(self) -> Exception:
        code = self._process.wait()
        log.warning("import-not-checked", exit=code)
        if -code in KILLED:
            return bad(None, None, LIMITS)
        return RuntimeError(f"the process that checks a game file ended with code {code}")


@contextmanager
def checking(file: bytes) -> Iterator[Check]:
    """Begin to check a file; at the end the process is gone, however far it has come."""
    with child_process(import_worker.__name__, file, PATIENCE) as process:
        yield Check(process)
