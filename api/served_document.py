"""The OpenAPI document as it is served. The master makes it once for all workers, before it forks them."""

from __future__ import annotations

from api.compression import packed
from api.once import made_apart, once


class _Ahead:
    """What the master has made."""

    document: bytes | None = None


def make_ahead() -> None:
    """Make it in a process of its own: what makes it makes figures too, which each worker has to make in its own place."""
    _Ahead.document = made_apart(_made)
    openapi_packed()


@once
def openapi() -> bytes:
    """The document; made here where no master has made it."""
    return _made() if _Ahead.document is None else _Ahead.document


@once
def openapi_packed() -> bytes:
    """The same, compressed."""
    return packed(openapi())


def _made() -> bytes:
    from api.app import openapi_document

    return openapi_document()
