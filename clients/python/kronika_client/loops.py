"""The two loops that most programs are: a seat's turns, and a game's events, by the address of the game alone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any, Generic, TypeVar

from kronika_client.client import AsyncClient
from kronika_client.errors import KronikaError
from kronika_client.playing import Turn
from kronika_client.synchronous import Client

T = TypeVar("T")
ADDRESS = re.compile(r"(https?://[^#?]*?)/(?:v1/games|games|g|embed)/([0-9a-f]{32})\b")


class Loop(Generic[T]):
    """Read by `for` or `async for`. A request that fails is repeated for an hour."""

    def __init__(self, address: str, token: str | None, patience: float) -> None:
        found = ADDRESS.match(address)
        if found is None:
            raise KronikaError(
                f"{address!r} is no address of a game, such as https://play.example/games/0123..."
            )
        (self.url, self.game), self.token, self.patience = found.groups(), token, patience

    def items(self, client: Any) -> Any:
        raise NotImplementedError

    def __iter__(self) -> Iterator[T]:
        with Client(self.url, self.token, patience=self.patience) as client:
            yield from self.items(client)

    async def __aiter__(self) -> AsyncIterator[T]:
        async with AsyncClient(self.url, self.token, patience=self.patience) as client:
            async for item in self.items(client):
                yield item


class play(Loop[Turn]):
    """The turns of a seat until its game is over. The address is the game's page or its document."""

    def __init__(self, address: str, token: str, patience: float = 3600) -> None:
        super().__init__(address, token, patience)

    def items(self, client: Any) -> Any:
        return client.play(self.game)


class follow(Loop[Any]):
    """The events of a game behind version `after` until it is over, each once."""

    def __init__(
        self, address: str, token: str | None = None, after: int = 0, patience: float = 3600
    ) -> None:
        super().__init__(address, token, patience)
        self.after = after

    def items(self, client: Any) -> Any:
        return client.follow(self.game, self.after)
