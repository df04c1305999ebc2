"""One JSON line a request, with its id. Tokens, bodies and query strings are never logged."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from typing import BinaryIO, cast

import orjson
import structlog


class Sink:
    """Where lines go. One that cannot be written, because its disk is full, fails no request."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, line: bytes) -> None:
        with suppress(OSError):
            self._stream.write(line)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def configure(stream: BinaryIO | None = None, level: int = logging.INFO) -> None:
    """Log JSON lines to `stream` (by default standard error). For processes that serve, not for tests."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=orjson.dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.BytesLoggerFactory(cast(BinaryIO, Sink(stream or sys.stderr.buffer))),
    )
