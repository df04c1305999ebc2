"""The Python client by itself: its generated part, and what it makes of answers, streams and webhooks."""

from __future__ import annotations

import base64
import hmac
import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from kronika_client import (
    Busy,
    Client,
    IllegalAction,
    KronikaError,
    NotSigned,
    Record,
    Taken,
    Unreachable,
    __version__,
    api,
    models,
    synchronous,
    verify_webhook,
)

from tests.api.conforming import document
from tests.clients.generate.__main__ import PACKAGE, generated
from tests.packaging.test_wheel import VERSION

GAME = "0123456789abcdef0123456789abcdef"
EVENT = {"ruleset": "age-of-war", "version": 1, "type": "game-over-soon", "at": "", "actor": "table"}
ACTED = {
    "ruleset": "age-of-war",
    "version": 1,
    "checkpoint": "",
    "events": [EVENT],
    "to_act": [],
    "draws": [],
}


def test_generating_it_again_gives_the_same_bytes() -> None:
    """`python -m tests.clients.generate` writes it."""
    for name, text in generated().items():
        assert (PACKAGE / name).read_text() == text, name


def test_it_has_the_service_s_version() -> None:
    assert __version__ == VERSION


def test_every_operation_has_its_function() -> None:
    named = {operation["operationId"] for path in document()["paths"].values() for operation in path.values()}
    assert named == {name for name in vars(api) if re.match("[a-z]", name)} & named


class Service:
    """Answers one after the other; an exception is a connection that fails."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers, self.requests = list(answers), list[httpx.Request]()
        transport = httpx.MockTransport(self.answer)
        self.client = Client("", http=httpx.Client(transport=transport, base_url="http://kronika.example"))
        self.client.patience = 5

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Nobody waits; the pauses are noted: the client's alone, not those of threads that other tests share."""
    noted: list[float] = []
    monkeypatch.setattr(synchronous, "time", SimpleNamespace(sleep=noted.append))
    return noted


def test_an_action_whose_answer_was_lost_is_sent_again_under_its_key(pauses: list[float]) -> None:
    service = Service(httpx.ReadError("cut"), httpx.Response(201, json=ACTED))
    service.client.send(api.act(GAME, {"type": "roll"}))
    first, second = service.requests
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"]
    assert first.content == second.content == b'{"type":"roll"}'
    assert len(pauses) == 1


def test_what_has_no_key_is_not_sent_again_unless_it_was_refused() -> None:
    hook = {"about": "me", "url": "https://receiver.example"}
    service = Service(httpx.ReadError("cut"))
    with pytest.raises(Unreachable):
        service.client.send(api.create_hook(hook))
    refused = Service(httpx.Response(429, headers={"Retry-After": "2"}), httpx.Response(403, json={}))
    with pytest.raises(Exception, match="403"):
        refused.client.send(api.create_hook(hook))


def test_the_service_says_how_long_to_wait_and_patience_ends(pauses: list[float]) -> None:
    busy = [httpx.Response(503, headers={"Retry-After": "2"}, json={}) for _ in range(3)]
    with pytest.raises(Busy):
        Service(*busy).client.send(api.get_game(GAME))
    assert [int(pause) for pause in pauses] == [2, 2]


def test_a_refusal_has_its_kind_clause_and_reason() -> None:
    body = {"type": "/problems/illegal-action", "detail": "No dice.", "rule": "roll.no-dice", "version": 4}
    service = Service(httpx.Response(409, json=body))
    with pytest.raises(IllegalAction) as found:
        service.client.send(api.act(GAME, {"type": "roll"}))
    problem = found.value
    assert (problem.kind, problem.status, problem.rule, problem.detail) == (
        "illegal-action",
        409,
        "roll.no-dice",
        "No dice.",
    )


def test_what_it_does_not_know_is_a_record_within_what_it_knows() -> None:
    acted: Any = Service(httpx.Response(201, json=ACTED)).client.send(api.act(GAME, {"type": "roll"}))
    assert isinstance(acted, models.AgeOfWarActed)
    [event] = acted.events
    assert isinstance(event, Record)
    assert event.type == "game-over-soon"


def test_a_struct_is_sent_with_its_kind_and_without_defaults() -> None:
    assert msgspec.json.encode(models.AgeOfWarRollDice()) == b'{"type":"roll"}'
    assert msgspec.json.encode(models.NewPlayer(name="Ala")) == b'{"name":"Ala"}'


def test_an_answer_that_is_no_json_is_an_error_of_the_client() -> None:
    with pytest.raises(KronikaError, match="no JSON"):
        Service(httpx.Response(200, text="<html>Please sign in")).client.send(api.get_game(GAME))


class Seats:
    """A service that seats guests, each under the key of the request, and loses the first answer."""

    def __init__(self) -> None:
        self.keys, self.lost = list[str](), False

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.keys.append(request.headers["Idempotency-Key"])
        if not self.lost:
            self.lost = True
            raise KeyboardInterrupt
        return httpx.Response(201, json={"seat": 1, "token": "t", "version": 1})


def test_a_program_that_is_killed_while_it_sits_down_gets_the_same_seat_again(tmp_path: Path) -> None:
    service, file = Seats(), tmp_path / "ala.seat"
    client = Client(
        "", http=httpx.Client(transport=httpx.MockTransport(service), base_url="http://k.example")
    )
    with pytest.raises(KeyboardInterrupt):
        client.sit(GAME, "Ala", file=file)
    assert file.stat().st_mode & 0o777 == 0o600
    seats = [client.sit(GAME, "Ala", file=file) for _ in range(2)]
    assert [(seat.number, seat.token) for seat in seats] == [(1, "t")] * 2
    first, second = service.keys
    assert first == second


def test_a_seat_that_is_refused_leaves_no_file(tmp_path: Path) -> None:
    refusal = httpx.Response(409, json={"type": "/problems/gone-elsewhere"})
    with pytest.raises(Taken):
        Service(refusal).client.sit(GAME, "Ala", file=tmp_path / "ala.seat")
    assert list(tmp_path.iterdir()) == []


def streamed(*versions: int, rest: str = "") -> httpx.Response:
    events = [{**EVENT, "version": version} for version in versions]
    text = "".join(f"id: {it['version']}\nevent: x\ndata: {json.dumps(it)}\n\n" for it in events)
    return httpx.Response(200, text=f": hello\n\n{text}{rest}")


def test_a_stream_is_resumed_without_gaps_and_doubles() -> None:
    service = Service(
        streamed(1, 2, rest='id: 3\ndata: {"versi'),
        httpx.ConnectError("refused"),
        streamed(2, 3),
        httpx.Response(204),
    )
    assert [event.version for event in service.client.follow(GAME)] == [1, 2, 3]
    assert [request.headers.get("Last-Event-ID") for request in service.requests] == [None, "2", "2", "3"]


SECRET, OLD = ("whsec_" + base64.b64encode(text).decode() for text in (b"new" * 8, b"old" * 8))
BODY = b'{"type": "ping"}'


def signed(secret: str, at: int = 1000, body: bytes = BODY) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.digest(key, f"id.{at}.".encode() + body, sha256)).decode()
    return {
        "Webhook-Id": "id",
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": f"v1,other v1,{signature}",
    }


def test_a_webhook_is_verified_with_either_secret_while_it_is_rotated() -> None:
    for secret in (SECRET, OLD):
        assert verify_webhook(BODY, signed(secret), SECRET, OLD, now=1299) == {"type": "ping"}


FORGED: dict[str, Callable[[], Any]] = {
    "another secret": lambda: verify_webhook(BODY, signed(OLD), SECRET, now=1000),
    "another body": lambda: verify_webhook(b"{}", signed(SECRET), SECRET, now=1000),
    "too old": lambda: verify_webhook(BODY, signed(SECRET), SECRET, now=1301),
    "too early": lambda: verify_webhook(BODY, signed(SECRET), SECRET, now=699),
    "a time beyond all numbers": lambda: verify_webhook(
        BODY, {**signed(SECRET), "Webhook-Timestamp": "9" * 400}, SECRET, now=1000
    ),
    "no headers": lambda: verify_webhook(BODY, {}, SECRET),
}


@pytest.mark.parametrize("forged", FORGED)
def test_other_webhooks_are_not_signed(forged: str) -> None:
    with pytest.raises(NotSigned):
        FORGED[forged]()
