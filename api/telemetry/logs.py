"""The log, in JSON lines: those of requests with their ids, gunicorn's, and those of libraries. Tokens, bodies and query
strings are never logged.
"""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, BinaryIO, cast

import orjson
import structlog

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The id of the current or last request of this thread; every line has it."""


def _with_request_id(
    logger: Any, method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Instead of structlog's context variables, which would search everything in the thread's context, three times a
    request.
    """
    request = REQUEST.get()
    if request is not None:
        event.setdefault("request_id", request)
    return event


PROCESSORS: list[structlog.typing.Processor] = [
    _with_request_id,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


class Sink:
    """The output. A line that cannot be written, because the disk is full, fails no request."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, line: bytes) -> None:
        with suppress(OSError):
            self._stream.write(line)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def configure(stream: BinaryIO | None = None, level: str = "info") -> None:
    """Log JSON lines to `stream`, which may be replaced later, or permanently to standard error."""
    structlog.configure(
        processors=[*PROCESSORS, structlog.processors.JSONRenderer(serializer=orjson.dumps)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.BytesLoggerFactory(cast(BinaryIO, Sink(stream or sys.stderr.buffer))),
        cache_logger_on_first_use=stream is None,
    )


def library_config(level: str) -> dict[str, Any]:
    """The configuration of `logging` and gunicorn, so that their lines look like ours."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": _formatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "gunicorn.error": {"handlers": ["stderr"], "propagate": False, "level": level.upper()},
            "gunicorn.access": {"handlers": [], "propagate": False},
        },
    }


def _formatter() -> logging.Formatter:
    return structlog.stdlib.ProcessorFormatter(
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(serializer=_json),
        ],
        foreign_pre_chain=PROCESSORS,
    )


def _json(event: dict[str, Any], **_: Any) -> str:
    return orjson.dumps(event, default=str).decode()
