"""The two loops that most programs are: a seat's turns, and a game's events, by the address of the game alone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

from kronika_client.client import AsyncClient, Client
from kronika_client.errors import KronikaError
from kronika_client.turns import AsyncTurn, Turn

ADDRESS = re.compile(r"(https?://[^#?]*?)/(?:v1/games|games|g|embed)/([0-9a-f]{32})\b")


@dataclass(frozen=True)
class play:
    """The turns of a seat until its game is over: `for turn in play(address, token)`, or `async for`.

    The address is the game's page or its document. A request that fails is repeated for an hour.
    """

    address: str
    token: str
    patience: float = 3600

    def __iter__(self) -> Iterator[Turn]:
        url, game = place(self.address)
        with Client(url, self.token, patience=self.patience) as client:
            yield from client.play(game)

    async def __aiter__(self) -> AsyncIterator[AsyncTurn]:
        url, game = place(self.address)
        async with AsyncClient(url, self.token, patience=self.patience) as client:
            async for turn in client.play(game):
                yield turn


@dataclass(frozen=True)
class follow:
    """The events of a game behind a version until it is over, each once: `for event in follow(address)`, or `async for`."""

    address: str
    token: str | None = None
    after: int = 0
    patience: float = 3600

    def __iter__(self) -> Iterator[Any]:
        url, game = place(self.address)
        with Client(url, self.token, patience=self.patience) as client:
            yield from client.follow(game, self.after)

    async def __aiter__(self) -> AsyncIterator[Any]:
        url, game = place(self.address)
        async with AsyncClient(url, self.token, patience=self.patience) as client:
            async for event in client.follow(game, self.after):
                yield event


def place(address: str) -> tuple[str, str]:
    """The service's address and the game's id."""
    found = ADDRESS.match(address)
    if found is None:
        raise KronikaError(f"{address!r} is no address of a game, such as https://play.example/games/0123...")
    return found[1], found[2]
