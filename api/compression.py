"""gzip for long answers that everybody may have.

What is compressed shows in its length how much its parts have in common: where a secret stands beside a text that somebody else
has chosen, as a seat's cards beside the others' names, whoever sees the lengths on the way could guess at the secret (BREACH).
So nothing is compressed that may be kept by nobody (`no-store`): what a token has opened, what hands one out, problems, streams.
Only what may be compressed is kept (`api.kept`), and then it has been compressed once.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator

from flask import Flask, Response, request

from api.openapi import is_json

WORTH = 1024
"""Bytes from which on an answer is compressed; shorter ones gain nothing."""
LEVEL = 6
LINES = "application/x-ndjson"
WITH_HEADER = 16 + zlib.MAX_WBITS
"""As gzip writes it."""


def compress(response: Response) -> Response:
    """The answer as this client takes it. A compressed one has its ETag weakly, for its bytes are others."""
    if not _may_be_compressed(response):
        return response
    response.vary.add("Accept-Encoding")
    if not _taken():
        return response
    if response.is_streamed:
        response.response = _gzipped(response.iter_encoded())
    else:
        response.set_data(packed(response.get_data()))
    return _marked(response)


def packed(body: bytes) -> bytes:
    """A whole answer, compressed."""
    return gzip.compress(body, LEVEL, mtime=0)


def unpacked(response: Response, body: bytes) -> Response:
    """The answer, without a body yet, with one that is `packed` already, as this client takes it."""
    if not _taken():
        response.set_data(gzip.decompress(body))
        return response
    response.set_data(body)
    return _marked(response)


def _taken() -> bool:
    return request.accept_encodings["gzip"] > 0


def _marked(response: Response) -> Response:
    response.content_encoding = "gzip"
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    return response


def _may_be_compressed(response: Response) -> bool:
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or response.direct_passthrough:
        return False
    if response.cache_control.no_store or response.content_encoding or "Authorization" in request.headers:
        return False
    if response.is_streamed:
        return response.mimetype == LINES
    media_type = response.mimetype or ""
    textual = is_json(media_type) or media_type.startswith("text/") or media_type == LINES
    return textual and len(response.get_data()) >= WORTH


def _gzipped(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Each part can be read as soon as it has come, for a transfer that is cut off goes on after the last whole line."""
    packing = zlib.compressobj(LEVEL, wbits=WITH_HEADER)
    for part in parts:
        yield packing.compress(part) + packing.flush(zlib.Z_SYNC_FLUSH)
    yield packing.flush()


def install(app: Flask) -> None:
    app.after_request(compress)
