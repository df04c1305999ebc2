"""gzip for long answers that everybody may have, and for parts of those that a token opened.

What is compressed shows in its length how much its parts have in common: where a secret stands beside a text that somebody else
has chosen, as a seat's cards beside the others' names, whoever sees the lengths on the way could guess at the secret, again and
again while the secret stays and the text changes (BREACH). No other site can have a browser ask with a token, for tokens travel
in a header that only the page's own scripts write; but somebody at the same table may see the line as well, and his names and
texts come in the answers of others.

So of what nobody may keep (`no-store`: what a token has opened, what hands one out, problems, streams) nothing is compressed but
what `apart` is told to: each part as if it stood alone, so that nothing of it is found again in another. A part has no words of
others in it, or only secrets that are told once, of which who listens has no second guess. The length of such an answer is
told in steps, which is less than it tells without compression: how many actions are offered follows from a hand as well.
Only what may be compressed as a whole is kept (`api.http.response_cache`), and then it has been compressed once.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence

from flask import Flask, Response, g, request

from api.http.headers import is_json

WORTH = 1024
"""Bytes from which on an answer is compressed; shorter ones gain nothing."""
LEVEL = 6
LINES = "application/x-ndjson"
WITH_HEADER = 16 + zlib.MAX_WBITS
"""As gzip writes it."""
STEP = 512
"""Bytes of which the length of an answer with parts compressed is a multiple."""
NO_LEVEL, BARE = 0, -zlib.MAX_WBITS
WITH_COMMENT = b"\x1f\x8b\x08\x10\0\0\0\0\0\xff"
"""What gzip begins with when a comment follows, which ends with a zero byte (RFC 1952)."""
LAST_BLOCK = b"\x03\0"


def compress(response: Response) -> Response:
    """The answer as this client takes it. A compressed one has its ETag weakly, for its bytes are others."""
    if parts := g.pop("apart", ()):
        return _apart(response, parts)
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


Words = Sequence[bytes]
"""A part of an answer: every second piece of it is something that others have written."""


def apart(response: Response, parts: Sequence[Words]) -> Response:
    """The answer to a token, these parts of which, in their order, are compressed each by itself for a client that takes it so.

    At the end, as all answers are: until then it is as long as what was made (`api.http.rate_limits`).
    """
    g.apart = parts
    return response


def _apart(response: Response, parts: Sequence[Words]) -> Response:
    if response.status_code not in (200, 201) or (response.content_length or 0) < WORTH:
        return response
    response.vary.add("Accept-Encoding")
    if _taken():
        response.set_data(_padded(response.get_data(), parts))
        return _marked(response)
    return response


def _padded(body: bytes, parts: Sequence[Words]) -> bytes:
    """As gzip, with a comment so long that the whole is a multiple of `STEP` bytes."""
    deflated, rest = b"", body
    for part in parts:
        before, _, rest = rest.partition(b"".join(part))
        deflated += _deflated(before, NO_LEVEL) + without_others(part)
    deflated += _deflated(rest, NO_LEVEL) + LAST_BLOCK
    ending = zlib.crc32(body).to_bytes(4, "little") + len(body).to_bytes(4, "little")
    length = len(WITH_COMMENT) + 1 + len(deflated) + len(ending)
    return WITH_COMMENT + b" " * (-length % STEP) + b"\0" + deflated + ending


def without_others(part: Words) -> bytes:
    """Compressed but for the words of others, in whose place there are zeros when something is looked for that came before."""
    deflated = seen = b""
    for number, piece in enumerate(part):
        theirs = number % 2
        deflated += _deflated(piece, NO_LEVEL) if theirs else _deflated(piece, LEVEL, seen)
        seen += bytes(len(piece)) if theirs else piece
    return deflated


def _deflated(part: bytes, level: int, seen: bytes = b"") -> bytes:
    """Whole blocks that refer to nothing before them but what is `seen`, which ends where they begin."""
    packing = zlib.compressobj(level, wbits=BARE, zdict=seen) if seen else zlib.compressobj(level, wbits=BARE)
    return packing.compress(part) + packing.flush(zlib.Z_SYNC_FLUSH)


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
