"""Around every request: its id, its metrics, its log line, and the headers of every response."""

from __future__ import annotations

import os
import re
import time
from functools import cache
from random import random
from typing import TYPE_CHECKING

import structlog
from flask import Flask, Request, Response
from flask.globals import request_ctx
from prometheus_client import Counter, Histogram

from api.http import headers
from api.http.client_address import shown_address
from api.http.continuation import waits
from api.http.exchange import Exchange, begin_exchange, end_exchange, exchange, has_exchange
from api.http.headers import NOW
from api.telemetry.logs import REQUEST
from api.telemetry.metrics import (
    COMMIT,
    PRIVATE_REQUESTS,
    READS,
    REQUESTS,
    SECONDS,
    STORE_ERRORS,
    WRITE_WAIT,
)
from service.system.clock import now

if TYPE_CHECKING:
    from service.operation.app import Kronika

log = structlog.get_logger("kronika.api")
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
UNLOGGED = ("/health/live", "/health/ready", "/metrics")
"""Routes that are polled constantly: their requests are counted, but logged only if they fail."""
INVITATION_CODES = re.compile("ki_[A-Za-z0-9_-]+")
"""Codes of invitations must not reach the log, because anyone who has one can take the seat."""
ACCOUNT_NAMES = re.compile("(?<=^/v1/accounts/)(?![0-9a-f]{32}(?:/|$))[^/]+")
"""Nor must names, which disappear when an account is closed."""
MAX_PATH, MAX_AGENT = 200, 120
"""Characters of a path and of a user agent in the log. Our own paths are shorter."""
UNPRINTABLE = re.compile("[^ -~]")
"""JSON escapes some control characters, but not all that a terminal obeys."""
DEFAULT_POLICY = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
COMMON_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Access-Control-Allow-Origin", "*"),
    (
        "Access-Control-Expose-Headers",
        "Allow, Content-Disposition, Content-Range, Deprecation, ETag, Idempotent-Replayed, Kronika-Now, Link, Location, "
        "RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id",
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
    if status == 429 or status >= 500 or _counted(own):
        requests, duration = _request_metrics(operation(), status)
        requests.inc()
        duration.observe(seconds)
        if own.trouble is not None:
            STORE_ERRORS.labels(own.trouble).inc()
        for served in own.reads:
            READS.labels(served).inc()
    else:
        _private_requests(operation(), status).inc()
    _log(own, status, seconds)


def _log(own: Exchange, status: int, seconds: float) -> None:
    request = own.request
    route = request.url_rule.rule if request.url_rule else "none"
    one_in = _sampled(own, status)
    if (route in UNLOGGED and status < 500) or (one_in > 1 and random() * one_in >= 1):
        return
    log.info(
        "request",
        method=request.method,
        path=_printable(_without_secrets(request.path), MAX_PATH),
        route=route,
        status=status,
        ms=round(seconds * 1000, 2),
        **_client(own),
        **({"one_in": one_in} if one_in > 1 else {}),
    )


def _without_secrets(path: str) -> str:
    return ACCOUNT_NAMES.sub("...", INVITATION_CODES.sub("ki_...", path))


def _sampled(own: Exchange, status: int) -> int:
    """Of how many such requests one is logged."""
    if own.kronika is None or status >= 400 or own.request.method not in headers.SAFE_METHODS:
        return 1
    return own.kronika.settings.log_reads


def _client(own: Exchange) -> dict[str, str]:
    """What the log says of the client: nothing while there is no service, for want of its settings and its key."""
    if own.kronika is None:
        return {}
    environ, settings = own.request.environ, own.kronika.settings
    found = {"client": shown_address(environ, settings)}
    if agent := environ.get("HTTP_USER_AGENT"):
        found["agent"] = _printable(agent, MAX_AGENT)
    if own.account is not None:
        found["account"] = own.kronika.store.pseudonym(own.account)
    elif token := headers.token_in(environ):
        found["token"] = own.kronika.store.pseudonym(token)
    return found


def _printable(text: str, most: int) -> str:
    return UNPRINTABLE.sub("?", text[:most])


@cache
def _request_metrics(operation: str, status: int) -> tuple[Counter, Histogram]:
    """The counter and histogram of an operation's requests with this status."""
    return REQUESTS.labels(operation, status), SECONDS.labels(operation)


@cache
def _private_requests(operation: str, status: int) -> Counter:
    return PRIVATE_REQUESTS.labels(operation, status)


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
