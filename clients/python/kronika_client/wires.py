"""How steps are carried out: by httpx, in the caller's thread or in its event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar

import httpx

from kronika_client.calls import Call
from kronika_client.steps import Connect, Flow, Pause, Send, Step

T = TypeVar("T")


def resume(flow: Flow[Any], answer: Any) -> Step:
    """The next step of a flow that gets this answer; a failed connection is thrown into it."""
    return flow.throw(answer) if isinstance(answer, httpx.TransportError) else flow.send(answer)


def _request(http: httpx.Client | httpx.AsyncClient, call: Call[Any], token: str | None) -> httpx.Request:
    bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
    headers = {**call.sent(), **bearer}
    return http.build_request(
        call.method, call.path, params=call.given(), headers=headers, content=call.content()
    )


class Wire:
    """One flow's connection; `answer` gives a failure of the connection instead of raising it."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self._stream: httpx.Response | None = None
        self._chunks: Iterator[bytes] = iter(())

    def answer(self, step: Step) -> Any:
        try:
            return self._answer(step)
        except httpx.TransportError as error:
            return error

    def _answer(self, step: Step) -> Any:
        if isinstance(step, Send):
            return self._http.send(_request(self._http, step.call, step.token))
        if isinstance(step, Connect):
            return self._connect(step)
        if isinstance(step, Pause):
            return time.sleep(step.seconds)
        return next(self._chunks, b"")

    def _connect(self, step: Connect) -> httpx.Response:
        self.close()
        self._stream = self._http.send(_request(self._http, step.call, step.token), stream=True)
        if not self._stream.is_success:
            self._stream.read()
        self._chunks = self._stream.iter_bytes()
        return self._stream

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()


class AsyncWire:
    """The same in an event loop."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._stream: httpx.Response | None = None
        self._chunks: AsyncIterator[bytes]

    async def answer(self, step: Step) -> Any:
        try:
            return await self._answer(step)
        except httpx.TransportError as error:
            return error

    async def _answer(self, step: Step) -> Any:
        if isinstance(step, Send):
            return await self._http.send(_request(self._http, step.call, step.token))
        if isinstance(step, Connect):
            return await self._connect(step)
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        return await anext(self._chunks, b"")

    async def _connect(self, step: Connect) -> httpx.Response:
        await self.aclose()
        self._stream = await self._http.send(_request(self._http, step.call, step.token), stream=True)
        if not self._stream.is_success:
            await self._stream.aread()
        self._chunks = self._stream.aiter_bytes()
        return self._stream

    async def aclose(self) -> None:
        if self._stream is not None:
            await self._stream.aclose()
