"""Traces arrive at a collector, with nothing in them that is not for its operator; without the setting nothing is loaded."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from tests.running import environment, free_port, serving, until

GAME = {"ruleset": "age-of-war", "seats": 2, "visibility": "private"}
TRACE, CALLER = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
IMPORTS = """
import os, sys, wsgi
from service.operation.app import prepare
from service.system.settings import Settings
prepare(Settings.from_env(os.environ))
kronika, app = wsgi._make(wsgi.SharedCounters(), False)
assert app.test_client().get("/v1/games").status_code == 200
kronika.close()
print([name for name in sys.modules if name.startswith(("opentelemetry", "google.protobuf", "requests"))])
"""
WITHOUT_PACKAGES = """
import sys
sys.modules["opentelemetry"] = None
from cli import main
sys.exit(main(["serve"]))
"""


class Collector:
    """The receiving end of OTLP over HTTP."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.headers["Content-Type"] == "application/x-protobuf"
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.path == "/v1/traces":
                    collector.bodies.append(body)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def spans(self) -> list[tuple[dict[str, Any], Span]]:
        """Each with what is said of the process that sent it."""
        told = [ExportTraceServiceRequest.FromString(body) for body in list(self.bodies)]
        return [
            (attributes(of.resource), span)
            for one in told
            for of in one.resource_spans
            for scope in of.scope_spans
            for span in scope.spans
        ]


def attributes(of: Any) -> dict[str, Any]:
    return {pair.key: pair.value.string_value or pair.value.int_value for pair in of.attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    collector = Collector()
    thread = threading.Thread(target=collector.server.serve_forever)
    thread.start()
    try:
        yield collector
    finally:
        collector.server.shutdown()
        collector.server.server_close()
        thread.join()


def told_to(collector: Collector) -> dict[str, str]:
    port = collector.server.server_address[1]
    return {
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}",
        "OTEL_BSP_SCHEDULE_DELAY": "50",
        "KRONIKA_WORKERS": "2",
    }


@pytest.mark.soak
def test_every_worker_sends_spans_named_as_the_operations(tmp_path: Path) -> None:
    with collecting() as collector, serving(tmp_path, **told_to(collector)) as server:
        document = httpx.get(f"{server.url}/openapi.json", timeout=60).json()
        routes = {
            op["operationId"]: method.upper()
            for path in document["paths"].values()
            for method, op in path.items()
        }

        def workers() -> set[int]:
            httpx.get(f"{server.url}/v1/rulesets", timeout=60).raise_for_status()
            return {said["process.pid"] for said, span in collector.spans() if span.name == "list_rulesets"}

        until(lambda: len(workers()) == 2)
        httpx.get(f"{server.url}/nowhere", timeout=60)
        until(lambda: any(span.name == "none" for _, span in collector.spans()))
        for said, span in collector.spans():
            assert said["service.name"] == "kronika"
            assert span.kind == Span.SPAN_KIND_SERVER
            assert 0 < span.start_time_unix_nano < span.end_time_unix_nano
            seen = attributes(span)
            if span.name != "none":
                assert routes[span.name] == seen["http.request.method"]
                assert seen["http.route"].startswith("/")


@pytest.mark.soak
def test_a_trace_goes_on_from_its_caller_and_names_the_request(tmp_path: Path) -> None:
    with collecting() as collector, serving(tmp_path, **told_to(collector)) as server:
        good = {"traceparent": f"00-{TRACE}-{CALLER}-01", "X-Request-Id": "ours-1"}
        bad = {"traceparent": f"00-{TRACE}-nonsense", "X-Request-Id": "ours-2"}
        for headers in (good, bad):
            assert (
                httpx.get(f"{server.url}/v1/games/{32 * '0'}", headers=headers, timeout=60).status_code == 404
            )

        def spans() -> dict[str, Span]:
            found = [(attributes(span), span) for _, span in collector.spans()]
            return {seen["kronika.request_id"]: span for seen, span in found}

        until(lambda: {"ours-1", "ours-2"} <= spans().keys())
        ours, alone = spans()["ours-1"], spans()["ours-2"]
        assert (ours.trace_id.hex(), ours.parent_span_id.hex()) == (TRACE, CALLER)
        assert attributes(ours)["http.response.status_code"] == 404
        assert ours.status.code == Status.STATUS_CODE_UNSET
        assert alone.trace_id.hex() != TRACE
        assert not alone.parent_span_id


@pytest.mark.soak
def test_a_long_poll_has_one_span(tmp_path: Path) -> None:
    with collecting() as collector, serving(tmp_path, **told_to(collector)) as server:
        made = httpx.post(f"{server.url}/v1/games", json=GAME | {"visibility": "public"}, timeout=60)
        game = server.url + made.headers["Location"]
        headers = {"X-Request-Id": "ours"}
        waited = httpx.get(game, params={"after": 1, "wait": 0.3}, headers=headers, timeout=60)
        assert waited.status_code == 200

        def ids() -> list[str]:
            return [attributes(span)["kronika.request_id"] for _, span in collector.spans()]

        until(lambda: "ours" in ids())
        time.sleep(0.2)  # four times as long as spans are kept before they are sent
        assert ids().count("ours") == 1


@pytest.mark.soak
def test_nothing_private_is_in_a_span(tmp_path: Path) -> None:
    """Ids, tokens, codes, names, queries, agents, and what a caller adds to its trace: looked for in all bytes sent."""
    secrets = [
        "SecretName",
        "secret-query",
        "secret-agent",
        "secret-state",
        "secret-key-8Zx0cVvQ2mTq7Lr1NfWdg",
    ]
    headers = {
        "User-Agent": "secret-agent",
        "traceparent": f"00-{TRACE}-{CALLER}-01",
        "tracestate": "x=secret-state",
        "baggage": "x=secret-state",
    }
    with collecting() as collector, serving(tmp_path, **told_to(collector)) as server:
        with httpx.Client(base_url=server.url, headers=headers, timeout=60) as client:
            made = client.post("/v1/games", json=GAME, headers={"Idempotency-Key": secrets[-1]}).json()
            game, organiser = (
                f"/v1/games/{made['id']}",
                {"Authorization": f"Bearer {made['organiser_token']}"},
            )
            code = client.post(f"{game}/invitations", json={}, headers=organiser).json()["code"]
            taken = client.post(f"{game}/seats", json={"name": "SecretName", "invitation": code}).json()
            client.get(f"/v1/invitations/{code}")
            client.get(game, params={"q": "secret-query"}, headers=organiser)
            client.get(f"/secret-query/{made['id']}")
            client.request("SECRET-QUERY", game)
            last = client.get("/v1/games", headers={"X-Request-Id": "last"})
        assert last.status_code == 200
        until(lambda: any(b"last" in body for body in list(collector.bodies)))
        secrets += [made["id"], made["organiser_token"], code, taken["token"]]
        names = {span.name for _, span in collector.spans()}
    assert len(names) > 4
    everything = b"".join(collector.bodies).lower()
    assert [secret for secret in secrets if secret.lower().encode() in everything] == []
    assert b"127.0.0.1" not in everything


@pytest.mark.soak
def test_a_collector_that_is_away_holds_nobody_up(tmp_path: Path) -> None:
    """Nor the end of the service, which `serving` waits for."""
    away = {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{free_port()}", "OTEL_BSP_SCHEDULE_DELAY": "50"}
    with serving(tmp_path, **away) as server:
        for _ in range(50):
            assert httpx.get(f"{server.url}/v1/games", timeout=60).status_code == 200


def python(folder: Path, program: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment(folder, free_port(), **env),
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.soak
def test_nothing_is_imported_without_the_setting(tmp_path: Path) -> None:
    done = python(tmp_path, IMPORTS)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


@pytest.mark.soak
def test_packages_that_are_missing_are_told_of(tmp_path: Path) -> None:
    done = python(tmp_path, WITHOUT_PACKAGES, OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:4318")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "pip install 'kronika[service,tracing]'" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
