"""The clients: `Client` and `AsyncClient` carry out the same steps, one in the caller's thread, one in its event loop."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, closing
from typing import TYPE_CHECKING, Any, TypeVar

import httpx

from kronika_client import api
from kronika_client.calls import Call, StreamCall
from kronika_client.extra import verifying
from kronika_client.playing import acting, playing, playing_everywhere
from kronika_client.seats import Seat
from kronika_client.steps import Emit, Flow, sending
from kronika_client.streams import following
from kronika_client.turns import AsyncTurn, Turn
from kronika_client.version import VERSION
from kronika_client.wires import AsyncWire, Wire, resume

if TYPE_CHECKING:
    from kronika_client.verifier import Report

T = TypeVar("T")
PATIENCE = 60.0
TIMEOUT = httpx.Timeout(10.0, read=45.0)
"""A stream sends something every 15 seconds, and a long poll takes 20."""
HEADERS = {"User-Agent": f"kronika-client/{VERSION}"}


class Flows:
    """What both clients know: the token to use where none is given, and the patience in seconds with failures."""

    def __init__(self, token: str | None, patience: float) -> None:
        self.token, self.patience = token, patience

    def sending(self, call: Call[T], token: str | None = None) -> Flow[T]:
        return sending(call, token or self.token, self.patience)

    def following(self, call: StreamCall[Any], after: int, token: str | None) -> Flow[None]:
        return following(call, token or self.token, self.patience, after)

    def playing(self, game: str | Seat, token: str | None) -> Flow[None]:
        if isinstance(game, Seat):
            return game.playing(self.patience)
        token = token or self.token
        return playing(game, token, self.patience, acting(game, token, self.patience))

    def playing_everywhere(self) -> Flow[None]:
        return playing_everywhere(self.token, self.patience)


class Client(Flows):
    """A synchronous client of the service at `url`. A token is a seat's, an organiser's, an account's (`kro_...`), or none."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        http: httpx.Client | None = None,
    ) -> None:
        super().__init__(token, patience)
        self.http = http or httpx.Client(base_url=url, timeout=TIMEOUT, headers=HEADERS)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def send(self, call: Call[T], token: str | None = None) -> T:
        """Send a call of `kronika_client.api`; its answer, or a `Problem`. Sent again safely when the connection fails."""
        return self.run(self.sending(call, token))

    def stream(self, call: StreamCall[T], after: int = 0, token: str | None = None) -> Iterator[T]:
        """The items of a stream behind `after`, each once, across all interruptions."""
        return self.iterate(self.following(call, after, token))

    def follow(self, game: str, after: int = 0, token: str | None = None) -> Iterator[Any]:
        """The events of a game behind version `after`, each once, until it is over."""
        return self.stream(api.stream_game(game), after, token)

    def notices(self, after: int) -> Iterator[Any]:
        """An account's notices behind number `after`; `api.list_my_games` says which is the last one."""
        return self.stream(api.stream_notices(), after)

    def sit(self, game: str, name: str, *, invitation: str | None = None, signed: bool = False) -> Seat:
        """Take a seat as a guest. A signed one has a key of its own, and trusts nobody: it needs `kronika-client[verify]`."""
        return self.run(Seat.taking(game, name, invitation, signed, self.patience))

    def play(self, game: str | Seat, token: str | None = None) -> Iterator[Turn]:
        """The turns of a seat, by its token or as `sit` gave it, until the game is over."""
        return (Turn(position, self) for position in self.iterate(self.playing(game, token)))

    def turns(self) -> Iterator[Turn]:
        """The turns of an account in all its games, those to come included: it has no end."""
        return (Turn(position, self) for position in self.iterate(self.playing_everywhere()))

    def verify(self, game: str) -> Report:
        """Check the game's audit file, with `kronika-client[verify]`: levels L0 to L3 of the ledger's format."""
        return self.run(verifying(game, self.token, self.patience))

    def run(self, flow: Flow[T]) -> T:
        """Carry out a flow that emits nothing."""
        answer: Any = None
        with closing(Wire(self.http)) as wire:
            try:
                while True:
                    answer = wire.answer(resume(flow, answer))
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]

    def iterate(self, flow: Flow[None]) -> Iterator[Any]:
        """Carry out a flow, and give what it emits."""
        answer: Any = None
        with closing(Wire(self.http)) as wire, closing(flow):
            while True:
                try:
                    step = resume(flow, answer)
                except StopIteration:
                    return
                if isinstance(step, Emit):
                    yield step.item
                answer = None if isinstance(step, Emit) else wire.answer(step)


class AsyncClient(Flows):
    """The same for an event loop."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(token, patience)
        self.http = http or httpx.AsyncClient(base_url=url, timeout=TIMEOUT, headers=HEADERS)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def send(self, call: Call[T], token: str | None = None) -> T:
        """Send a call of `kronika_client.api`; its answer, or a `Problem`. Sent again safely when the connection fails."""
        return await self.run(self.sending(call, token))

    def stream(self, call: StreamCall[T], after: int = 0, token: str | None = None) -> AsyncIterator[T]:
        """The items of a stream behind `after`, each once, across all interruptions."""
        return self.iterate(self.following(call, after, token))

    def follow(self, game: str, after: int = 0, token: str | None = None) -> AsyncIterator[Any]:
        """The events of a game behind version `after`, each once, until it is over."""
        return self.stream(api.stream_game(game), after, token)

    def notices(self, after: int) -> AsyncIterator[Any]:
        """An account's notices behind number `after`; `api.list_my_games` says which is the last one."""
        return self.stream(api.stream_notices(), after)

    async def sit(self, game: str, name: str, *, invitation: str | None = None, signed: bool = False) -> Seat:
        """Take a seat as a guest. A signed one has a key of its own, and trusts nobody: it needs `kronika-client[verify]`."""
        return await self.run(Seat.taking(game, name, invitation, signed, self.patience))

    async def play(self, game: str | Seat, token: str | None = None) -> AsyncIterator[AsyncTurn]:
        """The turns of a seat, by its token or as `sit` gave it, until the game is over."""
        async with aclosing(self.iterate(self.playing(game, token))) as positions:
            async for position in positions:
                yield AsyncTurn(position, self)

    async def turns(self) -> AsyncIterator[AsyncTurn]:
        """The turns of an account in all its games, those to come included: it has no end."""
        async with aclosing(self.iterate(self.playing_everywhere())) as positions:
            async for position in positions:
                yield AsyncTurn(position, self)

    async def verify(self, game: str) -> Report:
        """Check the game's audit file, with `kronika-client[verify]`: levels L0 to L3 of the ledger's format."""
        return await self.run(verifying(game, self.token, self.patience))

    async def run(self, flow: Flow[T]) -> T:
        """Carry out a flow that emits nothing."""
        answer: Any = None
        async with aclosing(AsyncWire(self.http)) as wire:
            try:
                while True:
                    answer = await wire.answer(resume(flow, answer))
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]

    async def iterate(self, flow: Flow[None]) -> AsyncGenerator[Any, None]:
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
