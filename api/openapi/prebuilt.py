"""The OpenAPI document as it is served. The master builds it once for all workers, before it forks them."""

from __future__ import annotations

from collections.abc import Callable

from api.http.compression import gzipped
from api.http.once import build_in_fork, once


class _Prebuilt:
    """What the master has built."""

    document: bytes | None = None


def prebuild(make: Callable[[], bytes]) -> None:
    """Build the document in a child process, because that takes memory which every process would keep."""
    _Prebuilt.document = build_in_fork(make)
    compressed(_Prebuilt.document)


def prebuilt() -> bytes | None:
    """The document, if a master has built it."""
    return _Prebuilt.document


@once
def compressed(document: bytes) -> bytes:
    """The document in the form that most clients read."""
    return gzipped(document)
