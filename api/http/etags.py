"""ETags and conditional responses. Every ETag of the service is made here.

An ETag begins with the version and changes whenever the bytes change: with the viewer, the query, the media type, the
revision of the documents, and with anything stored outside the log. No cache that obeys HTTP, a browser's own included, can
therefore serve one viewer's response to another. One ETag is guaranteed to be the bare version: that of a spectator's request
without a query. It does not include the revision, so a client that caches responses across releases of the service sends a
query parameter, as the page does (`lang`, `document_revision`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from flask import Response, current_app, request
from msgspec.json import encode

from api.http.compression import gzipped, with_gzipped_body
from api.http.operations import JSON, Call, Returns
from api.http.response_cache import ResponseCache
from domain.ledger.text import b64u
from projections.documents import REVISION
from service.identity.access import SPECTATOR
from service.identity.credentials import Holder
from service.identity.viewpoint import RequestedViewpoint
from service.queries.responses import QueryResponse

DIGEST_BYTES = 12
NO_PARAMETERS: Mapping[str, str] = MappingProxyType({})
MIN_CACHED_BYTES = 8192
"""Bodies of at least this size are cached."""
BARE_VERSION = (SPECTATOR, REVISION, JSON, ())
"""The meaning of a bare version: a spectator's response without a query, with all names as first given."""


def validator(
    found: QueryResponse, raw_query: dict[str, str], media_type: str, holder: Holder | None = None
) -> str:
    """The ETag of a response, without its quotes: `12`, or `12-` and 16 opaque letters. Each account has its own."""
    depends_on = (
        found.viewer,
        REVISION + found.renamed,
        media_type,
        tuple(sorted(raw_query.items())),
        *_analysis_parts(found),
        *_content_parts(found),
        *(() if holder is None else (["account", holder.account],)),
    )
    if depends_on == BARE_VERSION:
        return str(found.version)
    digest = hashlib.sha256(encode(depends_on)).digest()[:DIGEST_BYTES]
    return f"{found.version}-{b64u(digest)}"


def _analysis_parts(found: QueryResponse) -> tuple[Any, ...]:
    parts = (found.expires_at, found.past)
    return () if parts == (None, 0) else parts


def _content_parts(found: QueryResponse) -> tuple[Any, ...]:
    return (found.content,) if found.content else ()


class ConditionalResponse:
    """A response whose body need not be made if the client holds it, or if it is cached here."""

    def __init__(self, call: Call, media_type: str = JSON) -> None:
        self._call, self._media_type = call, media_type
        self._cacheable = False
        self._cached: bytes | None = None

    def known(self, found: QueryResponse) -> bytes | None:
        """Called before a body is made: the body to use instead, or None if it has to be made."""
        tag = self._tag(found)
        if _client_holds(tag):
            return b""
        self._cacheable = self._call.token is None and found.viewer == SPECTATOR
        self._cached = _response_cache().get((request.path, tag)) if self._cacheable else None
        return None if self._cached is None else b""

    def response(self, found: QueryResponse) -> Response:
        """The response with its ETag, or 304 if the client holds it already."""
        tag = self._tag(found)
        if _client_holds(tag):
            return _not_modified(tag)
        self._cache_body(tag, found.body)
        response = Response(b"" if self._cached else found.body, content_type=self._media_type)
        response.set_etag(tag)
        return response if self._cached is None else with_gzipped_body(response, self._cached)

    def _cache_body(self, tag: str, body: bytes | Iterator[bytes]) -> None:
        cacheable = self._cacheable and self._cached is None
        if cacheable and isinstance(body, bytes) and len(body) >= MIN_CACHED_BYTES:
            self._cached = gzipped(body)
            _response_cache().put((request.path, tag), self._cached)

    def _tag(self, found: QueryResponse) -> str:
        return validator(found, self._call.raw_query, self._media_type, self._call.holder)


def _not_modified(tag: str) -> Response:
    response = Response(status=304)
    del response.headers["Content-Type"]
    response.set_etag(tag, weak=request.if_none_match.is_weak(tag))  # as the client sent it
    return response


def _client_holds(tag: str) -> bool:
    tags = request.if_none_match
    return tags.contains_weak(tag) or tags.star_tag


def _response_cache() -> ResponseCache:
    cache: ResponseCache = current_app.extensions["response_cache"]
    return cache


def conditional(call: Call, found: QueryResponse, media_type: str = JSON) -> Response:
    """The response for a body that is made already."""
    return ConditionalResponse(call, media_type).response(found)


class ImmutableResponse(ConditionalResponse):
    """The response for one version. It may be cached forever under a URL that names the documents' revision.

    `also`: further query parameters that such a URL has to have, with their values.
    """

    def __init__(self, call: Call, media_type: str = JSON, also: Mapping[str, str] = NO_PARAMETERS) -> None:
        cache_keys = {"document_revision", *also}
        raw_query = {name: value for name, value in call.raw_query.items() if name not in cache_keys}
        super().__init__(call._replace(raw_query=raw_query), media_type)
        self._also = also

    def response(self, found: QueryResponse) -> Response:
        response = super().response(found)
        required = {"document_revision": REVISION + found.renamed, **self._also}
        if all(self._call.query[name] == value for name, value in required.items()):
            response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        return response


def immutable(call: Call, found: QueryResponse) -> Response:
    """The immutable response for a body that is made already."""
    return ImmutableResponse(call).response(found)


def requested_viewpoint(call: Call) -> RequestedViewpoint:
    """The viewpoint from which the client asks to see the past."""
    as_seat = call.query["as_"]
    seat = None if as_seat is None else int(as_seat.removeprefix("seat:"))
    return RequestedViewpoint(call.query.get("reveal") is not None, seat)


def conditional_read(
    description: str, schema: Any, *media_types: str, items: Any = None, pages: bool = False
) -> dict[str, Any]:
    """The documentation of an operation with a conditional response. The default media type is JSON; `pages` have a Link."""
    headers = ["ETag", "Cache-Control", *(["Link"] if pages else [])]
    return {
        "headers": ["If-None-Match"],
        "returns": {
            200: Returns(description, schema, media_types or [JSON], headers, items),
            304: Returns("The client holds the current response.", media_types=()),
        },
    }
