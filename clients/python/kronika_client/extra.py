"""What needs `kronika-client[verify]`: signed seats, and checking audit files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from kronika_client import api
from kronika_client.calls import Call
from kronika_client.errors import KronikaError
from kronika_client.steps import Flow, sending

if TYPE_CHECKING:
    from kronika_client.trusting import Trusting
    from kronika_client.verifier import Report

AS_IT_IS: Mapping[int | str, str] = {200: "dict[str, Any]"}


@contextmanager
def extra() -> Iterator[None]:
    """Says how to install what an import does not find."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise KronikaError(f"This needs {error.name}: pip install 'kronika-client[verify]'") from error


def trusting(game: str, seat: int, heads: dict[str, str] | None = None, known: Any = None) -> Trusting:
    """A signed seat: a new one, or the one that is `known`."""
    with extra():
        from kronika_client.heads import Heads
        from kronika_client.trusting import Trusting
    return Trusting(game, seat, Heads(heads), known)


def verifying(game: str, token: str | None, patience: float) -> Flow[Report]:
    """Read a game's audit file and check it."""
    with extra():
        from kronika_client.verifier import verify
    call = cast("Call[dict[str, Any]]", replace(api.get_audit(game), answers=AS_IT_IS))
    return verify((yield from sending(call, token, patience)))
