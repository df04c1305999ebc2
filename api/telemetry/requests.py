"""Around every request: its id, its figures, its log line, and the headers that every answer has."""

from __future__ import annotations

import os
import re
import time
from functools import cache
from typing import Any

import structlog
from flask import Flask, Request, Response, current_app, has_request_context
from flask.globals import app_ctx, request_ctx
from prometheus_client import Counter, Histogram

from api.http import headers
from api.telemetry.logs import REQUEST
from api.telemetry.metrics import (
    COMMIT,
    REQUESTS,
    SECONDS,
    TROUBLES,
    TURN,
)

log = structlog.get_logger("kronika.api")
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
QUIET = ("/health/live", "/health/ready", "/metrics")
"""Routes that are asked for all the time: their requests are counted, and logged only when they fail."""
CODES = re.compile("ki_[A-Za-z0-9_-]+")
"""Codes of invitations: whoever reads the log must not sit down with them."""
NOTHING_LOADED = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
ALWAYS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Access-Control-Allow-Origin", "*"),
    (
        "Access-Control-Expose-Headers",
        "Allow, Content-Disposition, Deprecation, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, "
        "Retry-After, Sunset, WWW-Authenticate, X-Request-Id",
    ),
)
"""Headers that nobody else sets."""
PREFLIGHT = (
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE"),
    (
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, "
        "X-Request-Id, traceparent, tracestate",
    ),
    ("Access-Control-Max-Age", "86400"),
)


def begin() -> None:
    """Name the request before anything can refuse it."""
    asked, own = request_ctx.request, app_ctx.g
    given = asked.headers.get("X-Request-Id", "")
    own.request_id = given if REQUEST_ID.fullmatch(given) else os.urandom(16).hex()
    own.began = time.perf_counter()
    if asked.view_args and "game" in asked.view_args:
        own.game = asked.view_args["game"]
    REQUEST.set(own.request_id)


def finish(response: Response) -> Response:
    asked, own = request_ctx.request, app_ctx.g
    named = ("X-Request-Id", own.request_id)
    policy = () if "content-security-policy" in headers.there(response) else (NOTHING_LOADED,)
    response.headers.extend([named, *ALWAYS, *(PREFLIGHT if asked.method == "OPTIONS" else ()), *policy])
    _count(asked, own, response.status_code)
    return response


def _count(asked: Request, own: Any, status: int) -> None:
    if "parked" in own:
        return  # it is answered later
    route = asked.url_rule.rule if asked.url_rule else "none"
    seconds = time.perf_counter() - own.began
    if _counted(asked, own):
        answered, took = _figures(_operation(asked), status)
        answered.inc()
        took.observe(seconds)
        if "trouble" in own:
            TROUBLES.labels(own.trouble).inc()
    if route not in QUIET or status >= 500:
        log.info(
            "request",
            method=asked.method,
            path=CODES.sub("ki_...", asked.path),
            route=route,
            status=status,
            ms=round(seconds * 1000, 2),
        )


@cache
def _figures(operation: str, status: int) -> tuple[Counter, Histogram]:
    """Those of requests to an operation that were answered so."""
    return REQUESTS.labels(operation, status), SECONDS.labels(operation)


def operation() -> str:
    """The name in the OpenAPI document."""
    return _operation(request_ctx.request)


def _operation(asked: Request) -> str:
    return asked.endpoint.rpartition(".")[2] if asked.endpoint else "none"


def counted() -> bool:
    """Whether the request is in the figures."""
    return _counted(request_ctx.request, app_ctx.g)


def _counted(asked: Request, own: Any) -> bool:
    """Whether the request is in the figures, which anybody may read: it is not if it concerns what may be private."""
    if "game" in own:
        kronika = current_app.extensions.get("kronika")
        return kronika is not None and bool(kronika.repository.cache.is_public(own.game))
    hidden = {"tournament", "code"}.intersection(asked.view_args or ())
    return not hidden and not own.get("private", False)


def committed(waited: float, took: float) -> None:
    """After every commit of this process; those of bots are in no request."""
    if has_request_context() and counted():
        TURN.observe(waited)
        COMMIT.observe(took)


def install(app: Flask) -> None:
    app.before_request(begin)
    app.after_request(finish)
