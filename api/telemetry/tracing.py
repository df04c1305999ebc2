"""Traces for OpenTelemetry: a span a request, sent over HTTP. Its packages are imported only where it is switched on.

A span has no path, query, header or body of a request, so nothing in it says whose game was asked for.
"""

from __future__ import annotations

import os
from importlib import import_module
from threading import Thread

from flask import Flask, Response, g, request

from api.telemetry.requests import operation
from service.system.settings import BadSetting

EXPORTER = "opentelemetry.exporter.otlp.proto.http.trace_exporter"
END_SECONDS = 1.0


def check() -> None:
    """Raise `BadSetting` if the packages are not there."""
    try:
        import_module(EXPORTER)
    except ImportError as error:
        raise BadSetting(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, and traces need packages that are not installed: "
            f"pip install 'kronika[service,tracing]' ({error})."
        ) from error


def install(app: Flask) -> None:
    """In a worker, for it starts a thread. All else is set by OpenTelemetry's own variables.

    `app.extensions["end_tracing"]` is to be called in the end: it sends what is left, and waits for nobody who is away.
    """
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.trace import SpanKind, StatusCode
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    name = os.environ.get("OTEL_SERVICE_NAME", "kronika")
    us = Resource.create({"service.name": name, "process.pid": os.getpid()})
    provider = TracerProvider(resource=us, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer, context = provider.get_tracer(name), TraceContextTextMapPropagator()

    def begin() -> None:
        caller = context.extract({"traceparent": request.headers.get("traceparent", "")})
        method, route = (request.method, request.url_rule.rule) if request.url_rule else ("_OTHER", "none")
        known = {"http.request.method": method, "http.route": route, "kronika.request_id": g.request_id}
        g.span = tracer.start_span(operation(), caller, SpanKind.SERVER, known)

    def end(response: Response) -> Response:
        g.span.set_attribute("http.response.status_code", response.status_code)
        if response.status_code >= 500:
            g.span.set_status(StatusCode.ERROR)
        g.span.end()
        return response

    def stop() -> None:
        ending = Thread(target=provider.shutdown, daemon=True)
        ending.start()
        ending.join(END_SECONDS)

    app.extensions["end_tracing"] = stop
    app.before_request(begin)
    app.after_request(end)
