"""Checks a game file in a separate process (`import_worker`), so a hostile file can only end that process."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec
import structlog

from domain.table.refusals import Refusal, Refused
from service.system.children import child_process
from service.tables.files import import_worker
from service.tables.files.game_files import bad_import
from service.tables.files.import_worker import (
    MEMORY,
    SECONDS,
    Identified,
    Message,
    Passed,
    RefusedFile,
    TooLarge,
)

TIMEOUT_SECONDS = 3.0 * SECONDS
"""The timeout in seconds. The process runs at low priority, so it may take longer than its limit of processor time."""
KILL_SIGNALS = (signal.SIGKILL, signal.SIGXCPU, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS)
"""The exit signals of a process that exceeded its processor time, the machine's memory, or its stack."""
LIMITS = (
    f"Checking this file takes more than {SECONDS} s of processor time or {MEMORY >> 20} MiB of memory, more than a game of the "
    "maximum size needs."
)
log = structlog.get_logger("kronika.imports")
ANSWERS = msgspec.json.Decoder(Message)
"""Built before the first thread decodes (`service.log.warm_up`)."""
A = TypeVar("A", Identified, Passed)


class Check:
    """The check of one file. Each method waits for the process and raises `Refused` for a bad file."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def identified(self) -> Identified:
        """The game that the file contains. This result comes first, and quickly."""
        return self._next(Identified)

    def passed(self) -> Passed:
        """The data to store, if the file passes all checks."""
        return self._next(Passed)

    def _next(self, kind: type[A]) -> A:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise self._ended()
        answer = ANSWERS.decode(line)
        if isinstance(answer, RefusedFile):
            raise Refused(Refusal(answer.kind), answer.detail, **answer.more)
        if isinstance(answer, TooLarge):
            raise bad_import(None, None, LIMITS)
        assert isinstance(answer, kind)
        return answer

    def _ended(self) -> Exception:
        code = self._process.wait()
        log.warning("import-not-checked", exit=code)
        if -code in KILL_SIGNALS:
            return bad_import(None, None, LIMITS)
        return RuntimeError(f"the process that checks a game file ended with code {code}")


@contextmanager
def checking(file: bytes) -> Iterator[Check]:
    """Start checking a file; on exit the process is ended in any case."""
    with child_process(import_worker.__name__, file, TIMEOUT_SECONDS) as process:
        yield Check(process)
