"""News: everything new in a game for a client that follows it, in one response for one version."""

from __future__ import annotations

from typing import Annotated

from domain.ledger.audit import AuditFile
from domain.meaning import meaning
from projections.documents import Document, Version
from projections.documents.games import GameDocument, LegalActions
from projections.documents.history import Event, Replay


class News(Document, frozen=True):
    """A game as it is now, and what has come to it since a version that its reader holds."""

    version: Version
    document: Annotated[GameDocument, meaning("The game document.")]
    legal: Annotated[
        LegalActions | None,
        meaning(
            "The reader's legal actions, with labels; null for readers without a seat, and when nobody is to act."
        ),
    ]
    replay: Annotated[Replay, meaning("The response of `GET replay?after=`.")]
    events: Annotated[tuple[Event, ...], meaning("Events after the given version, at most 500.")]
    audit: Annotated[
        AuditFile | None,
        meaning(
            "The response of `GET audit?after=`; null without `audit`, and when that responds 503 because the newest "
            "head of the log cannot be stored."
        ),
    ]
