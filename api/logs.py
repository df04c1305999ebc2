"""One JSON line a request, with its id. Tokens, bodies and query strings are never logged."""

from __future__ import annotations

import logging
import sys
from typing import BinaryIO

import orjson
import structlog


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
        logger_factory=structlog.BytesLoggerFactory(stream or sys.stderr.buffer),
    )
