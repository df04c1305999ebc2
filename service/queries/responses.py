"""The response to a query: its bytes, and what marks them in caches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from service.log.loaded import LoadedGame

CachedBody = Callable[["QueryResponse"], bytes | None]
"""Returns the body of a response if the client or a cache has it already; None if it has to be built."""


def not_cached(response: QueryResponse) -> None:
    """No cache: the body has to be built."""


class QueryResponse(NamedTuple):
    """The response to a query: the version, the bytes (or an iterator of lines), and the viewer they are redacted for."""

    version: int
    body: bytes | Iterator[bytes]
    viewer: str
    renamed: int = 0
    """How often the operator has changed visible names."""
    next_start: int | None = None
    """Of a page: the `after` of the next page; of a range of states: the first version of the next range."""
    expires_at: int | None = None
    """Of an analysis: its expiry, which every read extends."""
    past: int = 0
    """How many games the replay includes before this one: of an analysis, the existing games that it forks from."""
    content: str = ""
    """A hash of the content if it depends on more than the log."""
    compressible_parts: tuple[Sequence[bytes], ...] = ()
    """Parts of the body that may be compressed separately for authenticated clients (`api.http.compression.Part`)."""

    def with_body(self, cached: CachedBody, make: Callable[[], bytes]) -> QueryResponse:
        """This response with its body, which is built only if `cached` does not have it."""
        body = cached(self)
        return self._replace(body=make() if body is None else body)


def hashed_response(loaded: LoadedGame, role: str, body: bytes) -> QueryResponse:
    """A response whose content changes without the log."""
    return QueryResponse(loaded.version, body, role, loaded.renamed, content=sha256(body).hexdigest())
