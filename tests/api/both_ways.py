"""The same request answered by the event loop and by Flask, on two copies of one service, and all that can be seen of it."""

from __future__ import annotations

import asyncio
import io
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson
import pytest
import structlog
from flask import Flask
from msgspec.structs import replace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from api.app import create_app
from api.server.environ import environ_of
from api.server.plain_actions import PlainActions
from api.telemetry import logs, tracing
from api.telemetry.metrics import COMMIT, REQUESTS, SECONDS, STORE_ERRORS, WRITE_WAIT
from service.operation.app import Kronika, compose
from service.system.settings import Limits, Settings
from tests.service.preparing import prepared

FIGURES = (REQUESTS, SECONDS, COMMIT, WRITE_WAIT, STORE_ERRORS)
OWN_ID = re.compile("[0-9a-f]{32}")
T = TypeVar("T")


class Sent(NamedTuple):
    """A request as the server has parsed it; `path` and `query` as they came."""

    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    query: str = ""
    method: str = "POST"
    client: str = "203.0.113.9"

    @property
    def scope(self) -> dict[str, Any]:
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in self.headers]
        return {
            "type": "http",
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": self.query.encode("latin-1"),
            "headers": [*headers, (b"content-length", b"%d" % len(self.body))],
            "server": ("127.0.0.1", 8000),
            "client": (self.client, 50000),
        }


class Seen(NamedTuple):
    """All that is seen of a request, but for times and for the id that the service itself gives it."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    figures: dict[Any, float]
    lines: list[dict[str, Any]]
    spans: list[Any]


class Service:
    """One of the copies, with what it logs and traces."""

    def __init__(self, settings: Settings) -> None:
        self.kronika: Kronika = compose(settings)
        self.spans = InMemorySpanExporter()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(tracing, "_provider", self._provider)
            self.app: Flask = create_app(self.kronika)
        self.plain = PlainActions(self.kronika, self.app)

    def _provider(self) -> TracerProvider:
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self.spans))
        return provider

    def by_flask(self, sent: Sent) -> Seen:
        begun: list[Any] = []
        environ = environ_of(sent.scope, BytesIO(sent.body))
        with self._watched() as seen:
            answer = self.app(environ, lambda *head: begun.extend(head))
            body = b"".join(answer)
        return seen(int(begun[0][:3]), begun[1], body)

    def in_loop(self, sent: Sent) -> Seen:
        answer: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": sent.body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            answer.append(message)

        async def turns() -> None:
            await self.plain(sent.scope, receive, send)
            await asyncio.sleep(0)  # the log is written at the end of the turn

        assert self.plain.takes(sent.scope), sent
        with self._watched() as seen:
            asyncio.run(turns())
        head, body = answer
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in head["headers"]]
        return seen(head["status"], headers, body["body"])

    @contextmanager
    def _watched(self) -> Iterator[Any]:
        stream = io.BytesIO()
        logs.configure(stream)
        before = figures()
        self.spans.clear()
        try:
            yield lambda status, headers, body: _seen(
                status, headers, body, before, stream.getvalue(), self.spans.get_finished_spans()
            )
        finally:
            structlog.reset_defaults()


def figures() -> dict[Any, float]:
    samples = [sample for figure in FIGURES for family in figure.collect() for sample in family.samples]
    counts = [one for one in samples if one.name.endswith(("_count", "_total"))]
    return {(one.name, *sorted(one.labels.items())): one.value for one in counts}


def _seen(
    status: int,
    headers: list[tuple[str, str]],
    body: bytes,
    before: dict[Any, float],
    logged: bytes,
    spans: Any,
) -> Seen:
    """With what differs between two requests replaced."""
    named = sorted((name.lower(), value) for name, value in headers)
    id = dict(named)["x-request-id"]
    if OWN_ID.fullmatch(id):
        body, named = body.replace(id.encode(), b"ID"), [(n, v.replace(id, "ID")) for n, v in named]
        logged = logged.replace(id.encode(), b"ID")
    grown = {name: value - before.get(name, 0.0) for name, value in figures().items()}
    lines = [orjson.loads(line) for line in logged.splitlines()]
    return Seen(
        status,
        named,
        body,
        {name: value for name, value in grown.items() if value},
        [{k: v for k, v in line.items() if k not in ("timestamp", "ms", "exception")} for line in lines],
        [
            (it.name, dict(it.attributes) | {"kronika.request_id": ""}, it.status.status_code, it.parent)
            for it in spans
        ],
    )


def settings_in(folder: Path, limits: Limits | None) -> Settings:
    return Settings(database=f"sqlite:///{folder / 'kronika.db'}", data=folder, limits=limits, traces=True)


@contextmanager
def prepared_twins(
    folder: Path, limits: Limits | None, prepare: Callable[[Flask], T]
) -> Iterator[tuple[T, Service, Service]]:
    """What `prepare` made with a service, and two services that begin with that."""
    made = prepared_in(folder / "first", prepare)
    with twins_of(folder / "first", folder, limits) as (loop, flask):
        yield made, loop, flask


def prepared_in(folder: Path, prepare: Callable[[Flask], T]) -> T:
    """What `prepare` made with a service, whose data stay in the folder."""
    settings = replace(settings_in(folder, None), traces=False)
    prepared(settings)
    with closing(compose(settings)) as kronika:
        return prepare(create_app(kronika))


@contextmanager
def twins_of(first: Path, folder: Path, limits: Limits | None) -> Iterator[tuple[Service, Service]]:
    """Two services that begin with the data of a first one; theirs are in the folder."""
    copies = [settings_in(Path(shutil.copytree(first, folder / name)), limits) for name in ("a", "b")]
    twins = [Service(settings) for settings in copies]
    yield twins[0], twins[1]
    for twin in twins:
        twin.kronika.close()
