"""What a client does, apart from how it does it: flows yield steps, and a client carries them out, synchronously or not.

A flow is a generator of steps. It gets the response to a request, and the bytes of a stream; a connection that fails is
thrown into it as `httpx.TransportError`.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Generator
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import httpx

from kronika_client.calls import Call
from kronika_client.choices import decode
from kronika_client.errors import Unreachable, problem

T = TypeVar("T")
KEY = "Idempotency-Key"
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 30.0


class Send(NamedTuple):
    """Send a request; the answer is an `httpx.Response` with its body, except for a stream that was opened."""

    call: Call[Any]
    token: str | None


class Read(NamedTuple):
    """Read on from the stream; the answer is its next bytes, empty at its end."""


class Pause(NamedTuple):
    seconds: float


class Emit(NamedTuple):
    """Give an item to the caller's loop."""

    item: Any


Step = Send | Read | Pause | Emit
Flow = Generator[Step, Any, T]


def resume(flow: Flow[Any], answer: Any) -> Step:
    """The next step of a flow that gets this answer; a failed connection is thrown into it."""
    return flow.throw(answer) if isinstance(answer, httpx.TransportError) else flow.send(answer)


def request(http: httpx.Client | httpx.AsyncClient, step: Send) -> httpx.Request:
    call, bearer = step.call, {} if step.token is None else {"Authorization": f"Bearer {step.token}"}
    headers = {**call.sent(), **bearer}
    return http.build_request(
        call.method, call.path, params=call.given(), headers=headers, content=call.content()
    )


class Tries:
    """When to try again: after a jittered backoff, or as the service says, until the patience in seconds is used up."""

    def __init__(self, patience: float) -> None:
        self.patience = self.left = patience
        self.failed = 0

    def succeeded(self) -> None:
        self.failed, self.left = 0, self.patience

    def pause(self, failure: Exception, response: httpx.Response | None = None) -> Flow[None]:
        """Wait before the next try; raises the failure if that takes longer than the patience."""
        backoff = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(self.failed, 10)) * random.uniform(0.5, 1)
        retry_after = response.headers.get("Retry-After", "") if response is not None else ""
        seconds = int(retry_after) + backoff if retry_after.isdecimal() else backoff
        self.failed += 1
        self.left -= seconds
        if self.left < 0:
            raise failure
        yield Pause(seconds)


def keyed(call: Call[T], key: str | None = None) -> Call[T]:
    """The call with an idempotency key, if its operation takes one: repeated, it is still done once."""
    if KEY not in call.headers or call.headers[KEY] is not None:
        return call
    return replace(call, headers={**call.headers, KEY: key or uuid.uuid4().hex})


def sending(call: Call[T], token: str | None, patience: float) -> Flow[T]:
    """Send a call, again while the connection fails or the service is busy; its answer, or a problem."""
    call, tries = keyed(call), Tries(patience)
    repeatable = call.method in ("GET", "PUT") or call.headers.get(KEY) is not None
    while True:
        response: httpx.Response | None = None
        try:
            response = yield Send(call, token)
        except httpx.TransportError as error:
            failure: Exception = Unreachable(f"{call.method} {call.path}: {error!r}")
        else:
            if response.is_success:
                return _answer(call, response)
            failure = problem(response.status_code, response.content)
        if not _again(response, repeatable):
            raise failure
        yield from tries.pause(failure, response)


def _again(response: httpx.Response | None, repeatable: bool) -> bool:
    """Whether a request that failed is sent again. What the service refuses with 429 or 503 it has not done."""
    status = 500 if response is None else response.status_code
    return status in (429, 503) or (status >= 500 and repeatable)


def _answer(call: Call[T], response: httpx.Response) -> T:
    name = call.answers.get(response.status_code, "None")
    plain: dict[str, Any] = {"None": None, "str": response.text, "bytes": response.content}
    return plain[name] if name in plain else decode(name, response.content)  # type: ignore[no-any-return]
