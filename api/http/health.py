"""What a health check answers, of a service that works and of one that cannot start."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import UNSET, UnsetType

from api.http.operations import respond
from domain.meaning import meaning
from projections.documents import Document, one_of


class GamesPaused(Document, frozen=True):
    """The operator of the service lets no new games begin; those under way go on."""

    reason: Annotated[str, meaning("Why, in the operator's words.")]
    lang: Annotated[str, one_of(["en", "pl"]), meaning("The language of the reason.")]


Paused = Annotated[
    GamesPaused | UnsetType,
    meaning("Why no new games begin (503 `games-paused`); absent while they do."),
]


class Health(Document, frozen=True):
    """The result of a health check."""

    status: Annotated[str, one_of(["live", "ready"]), meaning("The result.")]
    paused: Paused = UNSET


def live() -> Response:
    return respond(Health(status="live"), Cache_Control="no-store")
