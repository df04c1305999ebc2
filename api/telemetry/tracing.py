"""OpenTelemetry traces: one span for each request, sent over HTTP. The packages are imported only if tracing is enabled.

A span holds no path, query, header or body of a request, so it does not reveal which game it was about.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from flask import Flask, Response

from api.http.continuation import waits
from api.http.exchange import exchange
from api.telemetry.requests import operation
from service.system.settings import BadSetting

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

EXPORTER = "opentelemetry.exporter.otlp.proto.http.trace_exporter"
END_SECONDS = 1.0


def check() -> None:
    """Raise `BadSetting` if the packages are not installed."""
    try:
        import_module(EXPORTER)
    except ImportError as error:
        raise BadSetting(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but traces need packages that are not installed: "
            f"pip install 'kronika[service,tracing]' ({error})."
        ) from error


def install(app: Flask) -> None:
    """Called in a worker, because it starts a thread. OpenTelemetry's own variables configure the rest.

    `app.extensions["end_tracing"]` must be called at the end: it sends the remaining spans, and does not wait for an
    unreachable server.
    """
    provider = _provider()
    app.extensions["end_tracing"] = lambda: _shut_down(provider)
    app.before_request(_span_starter(provider))
    app.after_request(_end_span)


def _provider() -> TracerProvider:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    resource = Resource.create({"service.name": _service_name(), "process.pid": os.getpid()})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


def _service_name() -> str:
    return os.environ.get("OTEL_SERVICE_NAME", "kronika")


def _span_starter(provider: TracerProvider) -> Callable[[], None]:
    from opentelemetry.trace import SpanKind
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    tracer, context = provider.get_tracer(_service_name()), TraceContextTextMapPropagator()

    def start_span() -> None:
        own = exchange()
        request = own.request
        caller = context.extract({"traceparent": request.headers.get("traceparent", "")})
        method, route = (request.method, request.url_rule.rule) if request.url_rule else ("_OTHER", "none")
        attributes = {"http.request.method": method, "http.route": route, "kronika.request_id": own.id}
        own.span = tracer.start_span(operation(), caller, SpanKind.SERVER, attributes)

    return start_span


def _end_span(response: Response) -> Response:
    from opentelemetry.trace import StatusCode

    if waits():
        return response  # it gets its response later, and only then a span
    span = exchange().span
    span.set_attribute("http.response.status_code", response.status_code)
    if response.status_code >= 500:
        span.set_status(StatusCode.ERROR)
    span.end()
    return response


def _shut_down(provider: TracerProvider) -> None:
    thread = Thread(target=provider.shutdown, daemon=True)
    thread.start()
    thread.join(END_SECONDS)
