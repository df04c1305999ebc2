"""Validators: how a client knows again what it was shown. They are made here, for every answer that has one.

An ETag begins with the version and differs whenever the bytes differ: for every viewer, for everything asked for in the
query, for every media type and revision of the documents, and for what was written beside the log. So no cache that
obeys HTTP, a browser's own among them, can take what one viewer was shown for what another may see. One tag is promised to be
the bare version: a spectator's who asks for nothing in the query. It tells nothing of the revision, so whoever keeps answers
from one build of the service to the next asks for something, as the page does (`lang`, `document_revision`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from flask import Response, current_app, request
from msgspec.json import encode

from api.http.compression import packed, unpacked
from api.http.operations import JSON, Call, Returns
from api.http.response_cache import KeptAnswers
from domain.ledger.text import b64u
from projections.documents import REVISION
from service.identity.access import SPECTATOR
from service.identity.viewpoint import RequestedViewpoint
from service.queries.reading import QueryResponse

MARK_BYTES = 12
NOTHING: Mapping[str, str] = MappingProxyType({})
LONG = 8192
"""Bytes from which on an answer is kept here."""
PLAIN = (SPECTATOR, REVISION, JSON, ())
"""What a bare version stands for: a spectator's answer to a question without a query, with all names as they were given."""


def validator(shown: QueryResponse, asked: dict[str, str], media_type: str) -> str:
    """The ETag of what is shown, without its quotes: `12`, or `12-` and 16 letters that tell nobody anything."""
    follows_from = (
        shown.viewer,
        REVISION + shown.renamed,
        media_type,
        tuple(sorted(asked.items())),
        *_of_an_analysis(shown),
        *_of_what_is_written(shown),
    )
    if follows_from == PLAIN:
        return str(shown.version)
    mark = hashlib.sha256(encode(follows_from)).digest()[:MARK_BYTES]
    return f"{shown.version}-{b64u(mark)}"


def _of_an_analysis(shown: QueryResponse) -> tuple[Any, ...]:
    found = (shown.expires_at, shown.past)
    return () if found == (None, 0) else found


def _of_what_is_written(shown: QueryResponse) -> tuple[Any, ...]:
    return (shown.content,) if shown.content else ()


class Answering:
    """An answer in the making, which need not be made when the client holds it, or when it is kept here."""

    def __init__(self, call: Call, media_type: str = JSON) -> None:
        self._call, self._media_type = call, media_type
        self._keeps = False
        self._kept: bytes | None = None

    def known(self, shown: QueryResponse) -> bytes | None:
        """Asked before a body is made: the one to show in its place, None when it has to be made."""
        tag = self._tag(shown)
        if _held(tag):
            return b""
        self._keeps = self._call.token is None and shown.viewer == SPECTATOR
        self._kept = _kept().get((request.path, tag)) if self._keeps else None
        return None if self._kept is None else b""

    def response(self, shown: QueryResponse) -> Response:
        """The answer with its ETag, or 304 when the client holds it already."""
        tag = self._tag(shown)
        if _held(tag):
            response = Response(status=304)
            del response.headers["Content-Type"]
            response.set_etag(tag, weak=request.if_none_match.is_weak(tag))  # as the client holds it
            return response
        self._keep(tag, shown.body)
        response = Response(b"" if self._kept else shown.body, content_type=self._media_type)
        response.set_etag(tag)
        return response if self._kept is None else unpacked(response, self._kept)

    def _keep(self, tag: str, body: bytes | Iterator[bytes]) -> None:
        if self._keeps and self._kept is None and isinstance(body, bytes) and len(body) >= LONG:
            self._kept = packed(body)
            _kept().keep((request.path, tag), self._kept)

    def _tag(self, shown: QueryResponse) -> str:
        return validator(shown, self._call.asked, self._media_type)


def _held(tag: str) -> bool:
    held = request.if_none_match
    return held.contains_weak(tag) or held.star_tag


def _kept() -> KeptAnswers:
    found: KeptAnswers = current_app.extensions["kept"]
    return found


def answered(call: Call, shown: QueryResponse, media_type: str = JSON) -> Response:
    """The answer to what was made anyway."""
    return Answering(call, media_type).response(shown)


class AnsweringForGood(Answering):
    """What is told of a version: it may be kept for good under the address that carries the documents' revision.

    `also`: what else such an address has to carry, by the query's names.
    """

    def __init__(self, call: Call, media_type: str = JSON, also: Mapping[str, str] = NOTHING) -> None:
        told = {"document_revision", *also}
        asked = {name: value for name, value in call.asked.items() if name not in told}
        super().__init__(call._replace(asked=asked), media_type)
        self._also = also

    def response(self, shown: QueryResponse) -> Response:
        response = super().response(shown)
        wanted = {"document_revision": REVISION + shown.renamed, **self._also}
        if all(self._call.query[name] == value for name, value in wanted.items()):
            response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        return response


def of_a_version(call: Call, shown: QueryResponse) -> Response:
    """The answer to what was made anyway."""
    return AnsweringForGood(call).response(shown)


def wished(call: Call) -> RequestedViewpoint:
    """With whose eyes the past is asked for."""
    lent = call.query["as_"]
    seat = None if lent is None else int(lent.removeprefix("seat:"))
    return RequestedViewpoint(call.query.get("reveal") is not None, seat)


def readable(
    description: str, schema: Any, *media_types: str, items: Any = None, pages: bool = False
) -> dict[str, Any]:
    """How an operation that answers with `answered` is documented; JSON without `media_types`; `pages` are linked."""
    headers = ["ETag", "Cache-Control", *(["Link"] if pages else [])]
    return {
        "headers": ["If-None-Match"],
        "returns": {
            200: Returns(description, schema, media_types or [JSON], headers, items),
            304: Returns("The client holds it.", media_types=()),
        },
    }
