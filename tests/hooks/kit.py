"""A receiver of webhooks in this process, and the sender, which takes one look at a time at a time that tests set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.accounts.notices import (
    deliveries,
    hook_making,
    hook_planning,
    hook_rows,
    hook_sender,
    hooks,
    writing,
)
from service.accounts.notices.guarded_client import Answer
from service.accounts.notices.hook_sender import HookSender
from service.operation.app import Kronika
from service.store import Statement
from service.system.clock import now
from tests.api.kit import Seated
from tests.notices.kit import catch_up

ADDRESS = "https://receiver.example/in?key=secret"
WELL = Answer(200, None, 5, b"ok")
FAILED = Answer(500, None, 5, b"no")


class Request(NamedTuple):
    """What a receiver is sent."""

    url: str
    headers: Mapping[str, str]
    text: str

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def body(self) -> dict[str, Any]:
        return dict(orjson.loads(self.text))

    @property
    def data(self) -> dict[str, Any]:
        return dict(self.body["data"])

    @property
    def type(self) -> str:
        return str(self.body["type"])


def good(request: Request) -> Answer:
    """A receiver that has understood tests."""
    return Answer(200, None, 5, request.data["challenge"].encode()) if request.type == "ping" else WELL


def pass_turn(game: Seated) -> None:
    """Act until another seat is to act."""
    first = before = _to_act(game)
    while before == first:
        legal = game.legal(before)
        assert game.post("/actions", before, legal[0]).status_code == 201
        before = _to_act(game)


def _to_act(game: Seated) -> int:
    found: list[int] = game.get("", 1).json["to_act"]
    return found[0]


async def send_all(post: Post, looks: int = 100) -> None:
    """What is due, and what is due after that."""
    sender = HookSender(post.kronika.store)
    for _ in range(looks):
        answered = bool(sender._results)
        await sender.look(post)  # type: ignore[arg-type]
        if not sender._under_way and not answered:
            return
        await asyncio.gather(*sender._under_way)
    await sender.look(post)  # type: ignore[arg-type]


class Post:
    """Plays receivers. `respond` answers; `received` are all requests, `before` is called just before each is prepared."""

    def __init__(self, kronika: Kronika, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kronika, self.client = kronika, client
        self.received: list[Request] = []
        self.respond: Callable[[Request], Answer] = good
        self.before: Callable[[], object] = lambda: None
        self._later = 0
        for module in (deliveries, hook_making, hook_planning, hook_rows, hook_sender, hooks, writing):
            if hasattr(module, "now"):
                monkeypatch.setattr(module, "now", lambda: now() + self._later)

    def wait(self, milliseconds: int) -> None:
        """Let time pass."""
        self._later += milliseconds

    async def post(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        recipient: str,
        networks: Sequence[Any] = (),
        prepare: Any = None,
    ) -> Answer:
        self.before()
        request = Request(url, {**headers, **await prepare()}, body.decode())
        self.received.append(request)
        return self.respond(request)

    def make(self, headers: Mapping[str, str], **body: Any) -> dict[str, Any]:
        """A new hook, which has answered its test."""
        made = self.client.post("/v1/hooks", json={"url": ADDRESS, **body}, headers=headers)
        assert made.status_code == 201, made.json
        self.send()
        self.received.clear()
        return dict(made.json)

    def send(self, looks: int = 100) -> list[Request]:
        """Write notices, and send what is due until nothing is; what was received."""
        catch_up(self.kronika)
        before = len(self.received)
        asyncio.run(send_all(self, looks))
        return self.received[before:]

    def call(self, method: str, path: str, headers: Mapping[str, str], **options: Any) -> TestResponse:
        return self.client.open(f"/v1/hooks{path}", method=method, headers=dict(headers), **options)

    def deliveries(self, hook: str, headers: Mapping[str, str]) -> list[dict[str, Any]]:
        return list(self.call("GET", f"/{hook}/deliveries", headers).json["deliveries"])

    def clear(self) -> None:
        tables = ("hooks", "hook_cursors", "hook_deliveries", "hook_requests")
        self.kronika.store.append("", [], [Statement(f"DELETE FROM {table}") for table in tables])
