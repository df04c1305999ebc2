"""Streams under a server that cannot hold connections: each response is one page, for which a thread may wait.

A client of Server-Sent Events comes back by itself, with `Last-Event-ID`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

import structlog

from api.streaming.frames import beginning
from api.streaming.looks import Looks, Page, Query, Question, progress_message
from api.streaming.subscription import Kind, Position, account_of, watched
from service.store import Store, StoreUnusable

log = structlog.get_logger()
WAIT_SECONDS = 10.0
"""Less than the silence after which a client may take a stream for dead (docs/reference/limits.md)."""

POLL_SECONDS = 0.25


def one_page(store: Store, kind: Kind, position: Position) -> Iterator[bytes]:
    """The next messages after a position, as soon as there are any; none after `WAIT_SECONDS`, or without access."""
    yield beginning()
    try:
        if page := _awaited(store, kind, position):
            yield page
    except StoreUnusable as error:
        log.warning("stream-ended", reason=str(error))


def _awaited(store: Store, kind: Kind, position: Position) -> bytes:
    looks, until = Looks(store), monotonic() + WAIT_SECONDS
    while True:
        wait = _wait(store, kind.game, position[0])
        page = _look(looks, kind, position)
        left = until - monotonic()
        if page is None or page.data or left <= 0 or store.waiting_ended:
            return b"" if page is None else page.data
        position = (page.upto, position[1])
        wait(left)


def _wait(store: Store, game: str, after: int) -> Callable[[float], int]:
    """A function that waits for commits after this call."""
    if account_of(game):  # notices are committed without events
        return lambda seconds: store.wait_for(game, 0, min(seconds, POLL_SECONDS))
    if watched(game):
        return lambda seconds: store.wait_for(game, after, seconds)
    head = store.head()
    return lambda seconds: store.wait_for_any(head, seconds)


def _look(looks: Looks, kind: Kind, position: Position) -> Page | None:
    """The page that is available now: empty if there is nothing to send, None without access."""
    (found,) = looks.look([Query(kind.game, None, [Question(kind, [position])])])
    answer = found.answers[0] if found is not None else None
    if found is None or answer is None:
        return None
    page = answer.pages.get(position) or Page(b"", position[0], 0)
    progress = progress_message(kind, answer.progress) if page.upto >= found.version else b""
    return Page(page.data + progress, page.upto, page.messages)
