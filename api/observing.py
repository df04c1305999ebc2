"""Around every request: its id, its figures, its log line, and the headers that every answer has."""

from __future__ import annotations

import re
import time
import uuid

import structlog
from flask import Flask, Response, current_app, g, has_request_context, request

from api.metrics import COMMIT, REQUESTS, SECONDS, TROUBLES, TURN

log = structlog.get_logger("kronika.api")
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
QUIET = ("/health/live", "/health/ready", "/metrics")
"""Routes that are asked for all the time: their requests are counted, and logged only when they fail."""
CODES = re.compile("ki_[A-Za-z0-9_-]+")
"""Codes of invitations: whoever reads the log must not sit down with them."""
NOTHING_LOADED = "default-src 'none'; frame-ancestors 'none'"
CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": (
        "Allow, Content-Disposition, Deprecation, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, "
        "Retry-After, Sunset, WWW-Authenticate, X-Request-Id"
    ),
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE",
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, "
        "X-Request-Id, traceparent, tracestate"
    ),
    "Access-Control-Max-Age": "86400",
}


def begin() -> None:
    """Name the request before anything can refuse it."""
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
    g.began = time.perf_counter()
    if request.view_args and "game" in request.view_args:
        g.game = request.view_args["game"]
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)


def finish(response: Response) -> Response:
    response.headers["X-Request-Id"] = g.request_id
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers.setdefault("Content-Security-Policy", NOTHING_LOADED)
    response.headers.extend(CROSS_ORIGIN)
    if request.method == "OPTIONS":
        response.headers.extend(PREFLIGHT)
    _count(response)
    return response


def _count(response: Response) -> None:
    route = request.url_rule.rule if request.url_rule else "none"
    seconds = time.perf_counter() - g.began
    if counted():
        REQUESTS.labels(operation(), response.status_code).inc()
        SECONDS.labels(operation()).observe(seconds)
        if "trouble" in g:
            TROUBLES.labels(g.trouble).inc()
    if route not in QUIET or response.status_code >= 500:
        log.info(
            "request",
            method=request.method,
            path=CODES.sub("ki_...", request.path),
            route=route,
            status=response.status_code,
            ms=round(seconds * 1000, 2),
        )


def operation() -> str:
    """The name in the OpenAPI document."""
    return request.endpoint.rpartition(".")[2] if request.endpoint else "none"


def counted() -> bool:
    """Whether the request is in the figures, which anybody may read: it is not if it concerns what may be private."""
    if "game" in g:
        return "kronika" in current_app.extensions and bool(
            current_app.extensions["kronika"].repository.is_public(g.game)
        )
    hidden = {"tournament", "code"}.intersection(request.view_args or ())
    return not hidden and not g.get("private", False)


def committed(waited: float, took: float) -> None:
    """After every commit of this process; those of bots are in no request."""
    if has_request_context() and counted():
        TURN.observe(waited)
        COMMIT.observe(took)


def install(app: Flask) -> None:
    app.before_request(begin)
    app.after_request(finish)
