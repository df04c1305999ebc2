"""Streams as a client follows them that comes back for every page, in process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from api.streaming.long_poll import one_page
from api.streaming.subscription import Kind, Position
from service.log.repository import Repository
from service.queries import subscriptions
from service.store import Store


class Message(NamedTuple):
    """A message with its data read."""

    id: int | None
    type: str
    data: Any


def follow(
    repository: Repository, game: str, token: str | None = None, after: int = 0, analysed: bool = False
) -> Iterator[Message] | None:
    """None where there is nothing more to come. Ends without access, and when nothing has come for long."""
    if not subscriptions.has_more(repository, game, token, after, analysed):
        return None
    return _pages(repository.store, Kind(game, token, analysed, chunked=False), (after, 0), repository)


def follow_lobby(repository: Repository, after: int | None) -> Iterator[Message]:
    """By default from now on."""
    head = subscriptions.lobby_head(repository.store)
    start = head if after is None else after
    subscriptions.check_lobby_position(repository.store, start)
    return _pages(repository.store, Kind("", chunked=False), (start, head if after == 0 else 0))


def _pages(
    store: Store, kind: Kind, position: Position, repository: Repository | None = None
) -> Iterator[Message]:
    while messages := _messages(b"".join(one_page(store, kind, position))):
        yield from messages
        ids = [message.id for message in messages if message.id is not None]
        position = (ids[-1] if ids else position[0], position[1])
        if repository is not None and not subscriptions.has_more(
            repository, kind.game, kind.token, position[0], kind.analysed
        ):
            return


def _messages(text: bytes) -> list[Message]:
    blocks = [block.splitlines() for block in text.decode().split("\n\n") if "data: " in block]
    fields = [dict(line.split(": ", 1) for line in block if ": " in line) for block in blocks]
    return [
        Message(int(it["id"]) if "id" in it else None, it["event"], orjson.loads(it["data"])) for it in fields
    ]
