"""Around every request: its id, its metrics, its log line, and the headers of every response."""

from __future__ import annotations

import os
import re
import time
from functools import cache
from typing import TYPE_CHECKING

import structlog
from flask import Flask, Request, Response
from flask.globals import request_ctx
from prometheus_client import Counter, Histogram

from api.http import headers
from api.http.continuation import waits
from api.http.exchange import Exchange, begin_exchange, end_exchange, exchange, has_exchange
from api.http.headers import NOW
from api.telemetry.logs import REQUEST
from api.telemetry.metrics import (
    COMMIT,
    READS,
    REQUESTS,
    SECONDS,
    STORE_ERRORS,
    WRITE_WAIT,
)
from service.system.clock import now

if TYPE_CHECKING:
    from service.app import Kronika

log = structlog.get_logger("kronika.api")
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
UNLOGGED = ("/health/live", "/health/ready", "/metrics")
"""Routes that are polled constantly: their requests are counted, but logged only if they fail."""
INVITATION_CODES = re.compile("ki_[A-Za-z0-9_-]+")
"""Codes of invitations must not reach the log, because anyone who has one can take the seat."""
DEFAULT_POLICY = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
COMMON_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Access-Control-Allow-Origin", "*"),
    (
        "Access-Control-Expose-Headers",
        "Allow, Content-Disposition, Deprecation, ETag, Idempotent-Replayed, Kronika-Now, Link, Location, RateLimit, "
        "RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id",
    ),
)
"""Headers that nothing else sets."""
PREFLIGHT = (
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE"),
    (
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, "
        "X-Request-Id, traceparent, tracestate",
    ),
    ("Access-Control-Max-Age", "86400"),
)


def begin(request: Request, kronika: Kronika | None) -> None:
    """Give the request an id before anything can refuse it."""
    given = request.environ.get("HTTP_X_REQUEST_ID", "")
    id = given if REQUEST_ID.fullmatch(given) else os.urandom(16).hex()
    begin_exchange(Exchange(request, id, time.perf_counter(), kronika))
    REQUEST.set(id)


def finish(response: Response) -> Response:
    own = exchange()
    own_headers = (("X-Request-Id", own.id), (NOW, str(now())))
    policy = () if "content-security-policy" in headers.header_names(response) else (DEFAULT_POLICY,)
    response.headers.extend(
        [*own_headers, *COMMON_HEADERS, *(PREFLIGHT if own.request.method == "OPTIONS" else ()), *policy]
    )
    _count(own, response.status_code)
    return response


def _count(own: Exchange, status: int) -> None:
    if waits():
        return  # it gets its response later
    seconds = time.perf_counter() - own.began
    if _counted(own):
        requests, duration = _request_metrics(operation(), status)
        requests.inc()
        duration.observe(seconds)
        if own.trouble is not None:
            STORE_ERRORS.labels(own.trouble).inc()
        for served in own.reads:
            READS.labels(served).inc()
    _log(own.request, status, seconds)


def _log(request: Request, status: int, seconds: float) -> None:
    route = request.url_rule.rule if request.url_rule else "none"
    if route not in UNLOGGED or status >= 500:
        log.info(
            "request",
            method=request.method,
            path=INVITATION_CODES.sub("ki_...", request.path),
            route=route,
            status=status,
            ms=round(seconds * 1000, 2),
        )


@cache
def _request_metrics(operation: str, status: int) -> tuple[Counter, Histogram]:
    """The counter and histogram of an operation's requests with this status."""
    return REQUESTS.labels(operation, status), SECONDS.labels(operation)


def operation() -> str:
    """The operation's id in the OpenAPI document."""
    return (exchange().request.endpoint or "none").rpartition(".")[2]


def counted() -> bool:
    """Whether the request counts in the metrics."""
    return _counted(exchange())


def _counted(own: Exchange) -> bool:
    """Anyone may read the metrics, so a request does not count if it concerns anything that may be private."""
    if own.game is not None:
        return own.kronika is not None and own.kronika.repository.cache.is_public(own.game)
    return not own.private and not {"tournament", "code"}.intersection(own.arguments)


def committed(waited: float, took: float) -> None:
    """Called after every commit of this process. Commits of bots belong to no request."""
    if has_exchange() and counted():
        WRITE_WAIT.observe(waited)
        COMMIT.observe(took)


def read_served(served: str) -> None:
    """Called after every read of this process that a standby may answer. Those of streams belong to no request."""
    if has_exchange():
        exchange().reads.append(served)


def install(app: Flask, kronika: Kronika | None = None) -> None:
    app.before_request(lambda: begin(request_ctx.request, kronika))
    app.after_request(finish)
    app.teardown_request(end_exchange)
