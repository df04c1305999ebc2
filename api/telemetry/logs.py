"""The log, in JSON lines: those of requests with their ids, gunicorn's, and those of libraries. Tokens, bodies and query
strings are never logged.
"""

from __future__ import annotations

import atexit
import logging
import sys
from asyncio import _get_running_loop
from contextlib import suppress
from contextvars import ContextVar
from select import PIPE_BUF
from typing import Any, BinaryIO, cast

import orjson
import structlog

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The id of the request that is being answered here, or was last; every line has it."""


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
    """The output. A line that cannot be written, because the disk is full, fails no request.

    An event loop gathers the lines of its turn and writes them together; a thread writes at once. Lines of several processes
    do not mix, because a pipe takes up to `PIPE_BUF` bytes in one piece.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._gathered: list[bytes] = []
        atexit.register(self.write_gathered)

    def write(self, line: bytes) -> None:
        loop = _get_running_loop()
        if loop is None:
            self._write(line)
            return
        if not self._gathered:
            loop.call_soon(self.write_gathered)
        self._gathered.append(line)

    def flush(self) -> None:
        """Every write does."""

    def write_gathered(self) -> None:
        """In the loop, at the end of a turn; and when the process ends."""
        piece = b""
        lines, self._gathered = self._gathered, []
        for line in lines:
            if piece and len(piece) + len(line) > PIPE_BUF:
                self._write(piece)
                piece = b""
            piece += line
        if piece:
            self._write(piece)

    def _write(self, lines: bytes) -> None:
        with suppress(OSError):
            self._stream.write(lines)
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
