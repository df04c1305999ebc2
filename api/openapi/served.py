"""The OpenAPI document as it is served. The master makes it once for all workers, before it forks them."""

from __future__ import annotations

from collections.abc import Callable

from api.http.compression import packed
from api.http.once import made_apart, once


class _Ahead:
    """What the master has made."""

    document: bytes | None = None


def make_ahead(make: Callable[[], bytes]) -> None:
    """Make it in a process of its own: `make` loads metrics too, which each worker has to load for itself."""
    _Ahead.document = made_apart(make)
    compressed(_Ahead.document)


def made_ahead() -> bytes | None:
    """The document, if a master has made it."""
    return _Ahead.document


@once
def compressed(document: bytes) -> bytes:
    """The document as most clients read it."""
    return packed(document)
