"""`AsyncClient`, and how it carries out the steps of flows. `synchronous`, with `Client`, is generated from this module."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import aclosing, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from kronika_client import api
from kronika_client.calls import Call, StreamCall
from kronika_client.extra import verifying
from kronika_client.playing import Turn, acting, playing, playing_everywhere
from kronika_client.seats import Seat
from kronika_client.steps import Emit, Flow, Pause, Send, Step, T, request, resume, sending
from kronika_client.streams import following
from kronika_client.version import VERSION

if TYPE_CHECKING:
    from kronika_client.verifier import Report

PATIENCE = 60.0
TIMEOUT = httpx.Timeout(10.0, read=45.0)
"""A stream sends something every 15 seconds, and a long poll takes 20."""
HEADERS = {"User-Agent": f"kronika-client/{VERSION}"}


class AsyncClient:
    """A client of the service at `url`. A token is a seat's, an organiser's, an account's (`kro_...`), or none.

    A request that fails is sent again for `patience` seconds, if that is safe.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.token, self.patience = token, patience
        self.http = http or httpx.AsyncClient(base_url=url, timeout=TIMEOUT, headers=HEADERS)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    def send(self, call: Call[T], token: str | None = None) -> Coroutine[Any, Any, T]:
        """Send a call of `kronika_client.api`; its answer, or a `Problem`."""
        return self.run(sending(call, token or self.token, self.patience))

    def stream(self, call: StreamCall[T], after: int = 0, token: str | None = None) -> AsyncIterator[T]:
        """The items of a stream behind `after`, each once, across all interruptions."""
        return self.iterate(following(call, token or self.token, self.patience, after))

    def follow(self, game: str, after: int = 0, token: str | None = None) -> AsyncIterator[Any]:
        """The events of a game behind version `after`, each once, until it is over."""
        return self.stream(api.stream_game(game), after, token)

    def notices(self, after: int) -> AsyncIterator[Any]:
        """An account's notices behind number `after`; `api.list_my_games` says which is the last one."""
        return self.stream(api.stream_notices(), after)

    def sit(
        self,
        game: str,
        name: str,
        *,
        invitation: str | None = None,
        signed: bool = False,
        file: str | Path | None = None,
    ) -> Coroutine[Any, Any, Seat]:
        """Take a seat as a guest. A signed one has a key of its own, and trusts nobody: it needs `kronika-client[verify]`.

        With a `file`, which only its owner can read, the seat outlives the program: called again, this gives the same one.
        """
        return self.run(Seat.taking(game, name, invitation, signed, file, self.patience))

    def play(self, game: str | Seat, token: str | None = None) -> AsyncIterator[Turn]:
        """The turns of a seat, by its token or as `sit` gave it, until the game is over."""
        if isinstance(game, Seat):
            return self.iterate(game.playing(self.run, self.patience))
        token = token or self.token
        act = acting(game, token, self.patience)
        return self.iterate(playing(game, token, self.patience, act, self.run))

    def turns(self) -> AsyncIterator[Turn]:
        """The turns of an account in all its games, those to come included: it has no end."""
        return self.iterate(playing_everywhere(self.token, self.patience, self.run))

    def verify(self, game: str) -> Coroutine[Any, Any, Report]:
        """Check the game's audit file, with `kronika-client[verify]`: levels L0 to L3 of the ledger's format."""
        return self.run(verifying(game, self.token, self.patience))

    async def run(self, flow: Flow[T]) -> T:
        """Carry out a flow that emits nothing."""
        answer: Any = None
        async with aclosing(AsyncWire(self.http)) as wire:
            try:
                while True:
                    answer = await wire.answer(resume(flow, answer))
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]

    async def iterate(self, flow: Flow[None]) -> AsyncIterator[Any]:
        """Carry out a flow, and give what it emits."""
        answer: Any = None
        async with aclosing(AsyncWire(self.http)) as wire:
            with closing(flow):
                while True:
                    try:
                        step = resume(flow, answer)
                    except StopIteration:
                        return
                    if isinstance(step, Emit):
                        yield step.item
                    answer = None if isinstance(step, Emit) else await wire.answer(step)


class AsyncWire:
    """One flow's connection; `answer` gives a failure of the connection instead of raising it."""

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
            sent = request(self._http, step)
            return await (self._connect(sent) if isinstance(step.call, StreamCall) else self._http.send(sent))
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        return await anext(self._chunks, b"")

    async def _connect(self, sent: httpx.Request) -> httpx.Response:
        await self.aclose()
        self._stream = await self._http.send(sent, stream=True)
        if not self._stream.is_success:
            await self._stream.aread()
        self._chunks = self._stream.aiter_bytes()
        return self._stream

    async def aclose(self) -> None:
        if self._stream is not None:
            await self._stream.aclose()
