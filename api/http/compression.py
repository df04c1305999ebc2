"""gzip: for long responses that anyone may read, and for parts of those that need a token.

The length of a compressed response reveals what its parts have in common. Suppose a secret appears beside text that another
person chooses, such as a seat's cards beside other players' names. An eavesdropper who sees the lengths could then guess
repeatedly while the secret stays the same and the text changes (BREACH). No other site can make a browser send a token,
because the token travels in a header that only the page's own scripts set. But another player may observe the traffic, and
that player's names and texts are part of the responses.

So in a `no-store` response (read with a token, handing out a token, problems, streams) only the parts passed to
`compress_parts` are compressed: each on its own, so that no part refers to another. A part holds no text of other people, or
only secrets that are sent once, which leaves no second guess. Such a response is padded to a multiple of `LENGTH_STEP`, which
reveals less than its uncompressed length does: the number of legal actions depends on a hand, too. Only responses that may be
compressed as a whole are cached (`api.http.response_cache`), so each is compressed once.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence

from flask import Flask, Response

from api.http.exchange import exchange
from api.http.headers import is_json

MIN_BYTES = 1024
"""Shorter responses gain nothing from compression."""
LEVEL = 6
LINES, SVG = "application/x-ndjson", "image/svg+xml"
GZIP_WBITS = 16 + zlib.MAX_WBITS
"""deflate with a gzip header."""
LENGTH_STEP = 512
"""The length of a response with compressed parts is a multiple of this."""
STORED, RAW_WBITS = 0, -zlib.MAX_WBITS
HEADER_WITH_COMMENT = b"\x1f\x8b\x08\x10\0\0\0\0\0\xff"
"""A gzip header that announces a comment, which ends with a zero byte (RFC 1952)."""
LAST_BLOCK = b"\x03\0"


def compress(response: Response) -> Response:
    """The response in the encoding that the client accepts. A compressed one gets a weak ETag, because its bytes differ."""
    if parts := exchange().compressed_parts:
        return _with_parts_compressed(response, parts)
    if not _may_be_compressed(response):
        return response
    response.vary.add("Accept-Encoding")
    if not _accepts_gzip():
        return response
    if response.is_streamed:
        response.response = _gzip_stream(response.iter_encoded())
    else:
        response.set_data(gzipped(response.get_data()))
    return _marked_gzip(response)


Part = Sequence[bytes]
"""A part of a response, in pieces: every second piece is text of other people."""


def compress_parts(response: Response, parts: Sequence[Part]) -> Response:
    """Mark these parts of a response, in their order, to be compressed each on its own if the client accepts gzip.

    Like all compression this happens last: until then the response has the length of its plain body
    (`api.http.rate_limits`).
    """
    exchange().compressed_parts = parts
    return response


def _with_parts_compressed(response: Response, parts: Sequence[Part]) -> Response:
    if response.status_code not in (200, 201) or len(response.get_data()) < MIN_BYTES:
        return response
    if _accepts_gzip():
        response.set_data(_padded(response.get_data(), parts))
        return _marked_gzip(response)
    return response


def _padded(body: bytes, parts: Sequence[Part]) -> bytes:
    """The body as gzip, with a comment that pads the whole to a multiple of `LENGTH_STEP` bytes."""
    deflated, rest = b"", body
    for part in parts:
        before, _, rest = rest.partition(b"".join(part))
        deflated += _deflate(before, STORED) + deflate_own_text(part)
    deflated += _deflate(rest, STORED) + LAST_BLOCK
    ending = zlib.crc32(body).to_bytes(4, "little") + len(body).to_bytes(4, "little")
    length = len(HEADER_WITH_COMMENT) + 1 + len(deflated) + len(ending)
    return HEADER_WITH_COMMENT + b" " * (-length % LENGTH_STEP) + b"\0" + deflated + ending


def deflate_own_text(part: Part) -> bytes:
    """Compress everything but the text of other people. That text is stored, and matching treats it as zeros."""
    deflated = seen = b""
    for number, piece in enumerate(part):
        foreign = number % 2
        deflated += _deflate(piece, STORED) if foreign else _deflate(piece, LEVEL, seen)
        seen += bytes(len(piece)) if foreign else piece
    return deflated


def _deflate(part: bytes, level: int, seen: bytes = b"") -> bytes:
    """Complete blocks that refer to nothing before them except `seen`, the bytes right before them."""
    packing = (
        zlib.compressobj(level, wbits=RAW_WBITS, zdict=seen)
        if seen
        else zlib.compressobj(level, wbits=RAW_WBITS)
    )
    return packing.compress(part) + packing.flush(zlib.Z_SYNC_FLUSH)


def gzipped(body: bytes) -> bytes:
    """The whole body, compressed."""
    return gzip.compress(body, LEVEL, mtime=0)


def with_gzipped_body(response: Response, body: bytes) -> Response:
    """A response without a body, given a body that is `gzipped` already, in the encoding that the client accepts."""
    if not _accepts_gzip():
        response.set_data(gzip.decompress(body))
        return response
    response.set_data(body)
    return _marked_gzip(response)


def _accepts_gzip() -> bool:
    request = exchange().request
    return "HTTP_ACCEPT_ENCODING" in request.environ and request.accept_encodings["gzip"] > 0


def _marked_gzip(response: Response) -> Response:
    response.content_encoding = "gzip"
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    return response


def _may_be_compressed(response: Response) -> bool:
    request = exchange().request
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or response.direct_passthrough:
        return False
    if response.cache_control.no_store or response.content_encoding or "Authorization" in request.headers:
        return False
    if response.is_streamed:
        return response.mimetype == LINES
    media_type = response.mimetype or ""
    textual = is_json(media_type) or media_type.startswith("text/") or media_type in (LINES, SVG)
    return textual and len(response.get_data()) >= MIN_BYTES


def _gzip_stream(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Every part can be decompressed as soon as it arrives: a client resumes an interrupted transfer after the last whole
    line.
    """
    packing = zlib.compressobj(LEVEL, wbits=GZIP_WBITS)
    for part in parts:
        yield packing.compress(part) + packing.flush(zlib.Z_SYNC_FLUSH)
    yield packing.flush()


def install(app: Flask) -> None:
    app.after_request(compress)
