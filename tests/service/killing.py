"""Kill the sequencer of the log of logs at any of its steps, and see that there is one log afterwards.

In this process a step raises `Killed`, which nothing catches. The soak kills real processes (`tests/soak`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.log.signing import Signer
from service.log.transparency import folder
from service.operation.app import Kronika


class Killed(BaseException):
    """The process ends here."""


class Heads:
    """Every head that was signed: no size twice with different roots."""

    def __init__(self) -> None:
        self.roots: dict[tuple[str, int], bytes] = {}

    @contextmanager
    def watched(self) -> Iterator[None]:
        sign = Signer.checkpoint

        def checkpoint(signer: Signer, origin: str, size: int, root: bytes) -> str:
            if "/log" in origin:
                known = self.roots.setdefault((origin, size), root)
                assert known == root, f"{origin} was signed twice at {size} leaves"
            return sign(signer, origin, size, root)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Signer, "checkpoint", checkpoint)
            yield


@contextmanager
def killed_at(step: int, kronika: Kronika) -> Iterator[None]:
    """Each write to disk, each new name and each transaction is two steps: before it and after it."""
    steps = iter(range(2**31))

    def stepping(work: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*args: Any, **named: Any) -> Any:
            if next(steps) == step:
                raise Killed
            done = work(*args, **named)
            if next(steps) == step:
                raise Killed
            return done

        return stepped

    with pytest.MonkeyPatch.context() as patch:
        for name in ("fsync", "replace", "unlink"):
            patch.setattr(folder.os, name, stepping(getattr(os, name)))
        patch.setattr(folder.shutil, "rmtree", stepping(folder.shutil.rmtree))
        patch.setattr(kronika.store, "append", stepping(kronika.store.append))
        yield
