"""Replace the child processes of the service by calls in this process, because each takes half a second to start.

Requests and results are still encoded and decoded. Other tests start the real processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from types import SimpleNamespace

import msgspec
import pytest

from domain.table.refusals import Refused
from engine.analysis import analyse
from engine.logs import from_log
from service.analyses import analyser
from service.analyses.worker import Job, WorkerMessage
from service.tables.files import checking, import_worker
from service.tables.files.import_worker import RefusedFile

STEPS = 10_000
"""Limits an analysis by steps in place of time, so that it is the same every time. A short game needs fewer."""


@pytest.fixture
def analysed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def working(module: str, order: bytes, at_most: float) -> Iterator[SimpleNamespace]:
        sent = msgspec.json.decode(order, type=Job)
        steps = count()
        found = analyse(from_log(sent.log), sent.playouts, sent.looks, spent=lambda: next(steps) / STEPS)
        yield SimpleNamespace(stdout=[msgspec.json.encode(WorkerMessage(1.0, found))])

    monkeypatch.setattr(analyser, "child_process", working)


@pytest.fixture
def checked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check imported files in this process."""

    @contextmanager
    def working(module: str, file: bytes, at_most: float) -> Iterator[SimpleNamespace]:
        written = BytesIO()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(
                import_worker, "_write", lambda answer: written.write(msgspec.json.encode(answer) + b"\n")
            )
            try:
                import_worker._check(file)
            except Refused as refused:
                import_worker._write(RefusedFile(refused.kind, refused.detail, refused.more))
        written.seek(0)
        yield SimpleNamespace(stdout=written)

    monkeypatch.setattr(checking, "child_process", working)
