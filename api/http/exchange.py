"""One request and what is known of it while it is answered: by Flask in a thread, or by the event loop itself."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Request

    from service.operation.app import Kronika


class Exchange:
    """`id` names the request in the log, `began` is when it began (`time.perf_counter`), `kronika` is None without a service."""

    def __init__(self, request: Request, id: str, began: float, kronika: Kronika | None) -> None:
        self.request, self.id, self.began, self.kronika = request, id, began, kronika
        self.arguments: dict[str, Any] = request.view_args or {}
        """Those of the path."""
        self.private = False
        """Whether the request makes something private."""
        self.of_session = False
        """Whether only pages of this service may read the response."""
        self.clears_session = False
        """Whether the request came with a cookie that opens nothing."""
        self.recovered_at: int | None = None
        """When the recovery took place that ended the session of its cookie."""
        self.account: str | None = None
        """The account that asks, once that is known."""
        self.counted: list[Any] = []
        """The rate limits that it counts towards."""
        self.trouble: str | None = None
        """The store's error that refused it."""
        self.reads: list[str] = []
        """What became of its reads that a standby may answer."""
        self.compressed_parts: Sequence[Sequence[bytes]] = ()
        """What may be compressed of its response."""
        self.span: Any = None
        """Its span, if requests are traced."""

    @property
    def game(self) -> str | None:
        return self.arguments.get("game")


_current: ContextVar[Exchange | None] = ContextVar("exchange", default=None)


def begin_exchange(exchange: Exchange) -> None:
    _current.set(exchange)


def end_exchange(error: BaseException | None = None) -> None:
    """What this thread does from now on belongs to no request."""
    _current.set(None)


def has_exchange() -> bool:
    return _current.get() is not None


def exchange() -> Exchange:
    """The current one."""
    found = _current.get()
    assert found is not None, "no request is being answered"
    return found


def kronika() -> Kronika:
    """The service that answers the request."""
    service = exchange().kronika
    assert service is not None, "there is none"
    return service
