"""Requests that take so little time that the accept loop itself answers them, and no thread has to be woken for each."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any

from api.server.request_buffer import Arriving
from service.store.fibers import Fibers

if TYPE_CHECKING:
    from service.app import Kronika

MOST_BYTES = 8192
"""Of a request. What is longer may be long to read, too."""
AT_ONCE = 32
"""So many are begun in one turn of the loop: then those that wait for their commit are told of, and clients are heard again."""
ACTION = re.compile(rb"POST /v1/games/([0-9a-f]{32})/actions[? ]")
ALIVE = b"GET /health/live "


def is_short(request: Arriving, kronika: Kronika) -> bool:
    """Whether it asks if the service lives, or acts in a game that is at hand, on a store that is asked without a network.

    While heads cannot be kept an action is long: it tries first to keep them, and waits for whoever holds their file.
    """
    if request.size > MOST_BYTES:
        return False
    acts = ACTION.match(request.data)
    if acts is None:
        return request.data.startswith(ALIVE)
    at_hand = kronika.store.in_process and kronika.repository.cache.has(acts[1].decode())
    return at_hand and kronika.head_journal.works


class ShortRequests:
    """Those of a worker, answered each in a fiber of its loop.

    `answer` says whether a connection goes on after its answer, `answered` is told so, and `soon` has the loop call something.
    """

    def __init__(
        self,
        answer: Callable[[Any], bool],
        answered: Callable[[Any, Future[bool]], None],
        soon: Callable[[Callable[[], None]], None],
    ) -> None:
        self._answer, self._tell = answer, answered
        self._fibers = Fibers(lambda: soon(self._fibers.resume))
        self._whole: deque[Any] = deque()
        self._answered: list[tuple[Any, Future[bool]]] = []

    def __bool__(self) -> bool:
        """Whether any is here that something is to be done for, be it when its time is over."""
        return bool(self._fibers.waiting) or self.pressing

    @property
    def pressing(self) -> bool:
        """Whether there is something to be done at once."""
        return bool(self._whole or self._answered)

    def add(self, conn: Any) -> None:
        """Have the request of a connection answered, in this turn or one of the next."""
        self._whole.append(conn)

    def end_turn(self) -> None:
        """Do what has become possible in this turn."""
        for _ in range(min(AT_ONCE, len(self._whole))):
            self._fibers.start(partial(self._in_fiber, self._whole.popleft()))
        answered, self._answered = self._answered, []
        for conn, future in answered:
            self._tell(conn, future)
        self._fibers.end_turn()

    def sweep(self) -> None:
        """Go on with those that have waited long enough."""
        self._fibers.resume_expired()

    def _in_fiber(self, conn: Any) -> None:
        """What follows is left to the end of the turn, for it may be the next request of the same client."""
        answered: Future[bool] = Future()
        try:
            answered.set_result(self._answer(conn))
        except Exception as error:
            answered.set_exception(error)
        self._answered.append((conn, answered))
