"""Validators: how a client knows again what it was shown. They are made here, for every answer that has one.

An ETag begins with the version and differs whenever the bytes differ: for every viewer, for everything asked for in the
query, for every media type and revision of the documents, and for what was written beside the log. So no cache that
obeys HTTP, a browser's own among them, can take what one viewer was shown for what another may see.
"""

from __future__ import annotations

import hashlib
from typing import Any

from flask import Response, request
from msgspec.json import encode

from api.operations import JSON, Call, Returns
from domain.ledger.text import b64u
from projections.documents import REVISION
from service.access import SPECTATOR
from service.eyes import Wish
from service.queries.reading import Shown

MARK_BYTES = 12
PLAIN = (SPECTATOR, 1, JSON, ())
"""What a bare version stands for: a spectator's answer to a question without a query, in the first revision."""


def validator(shown: Shown, asked: dict[str, str], media_type: str) -> str:
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


def _of_an_analysis(shown: Shown) -> tuple[Any, ...]:
    found = (shown.expires_at, shown.past)
    return () if found == (None, 0) else found


def _of_what_is_written(shown: Shown) -> tuple[Any, ...]:
    return (shown.content,) if shown.content else ()


def answered(call: Call, shown: Shown, media_type: str = JSON) -> Response:
    """The answer with its ETag, or 304 when the client holds it already."""
    tag = validator(shown, call.asked, media_type)
    held = request.if_none_match
    unchanged = held.contains_weak(tag) or held.star_tag
    response = Response(status=304) if unchanged else Response(shown.body, content_type=media_type)
    if unchanged:
        del response.headers["Content-Type"]
    response.set_etag(tag, weak=unchanged and held.is_weak(tag))  # as the client holds it
    return response


def of_a_version(call: Call, shown: Shown) -> Response:
    """What is told of a version: it may be kept for good under the address that carries the documents' revision."""
    asked = {name: value for name, value in call.asked.items() if name != "document_revision"}
    response = answered(call._replace(asked=asked), shown)
    if call.query["document_revision"] == REVISION + shown.renamed:
        response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return response


def wished(call: Call) -> Wish:
    """With whose eyes the past is asked for."""
    lent = call.query["as_"]
    seat = None if lent is None else int(lent.removeprefix("seat:"))
    return Wish(call.query.get("reveal") is not None, seat)


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
