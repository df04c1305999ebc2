"""What is new in a game, for who follows it: all in one answer, and of one version."""

from __future__ import annotations

from typing import Annotated

from domain.ledger.audit import AuditFile
from projections.documents import Document, Version, meaning
from projections.documents.games import GameDocument, LegalActions
from projections.documents.history import Event, Replay


class News(Document, frozen=True):
    """A game as it is now, and what has come to it since a version that its reader holds."""

    version: Version
    document: Annotated[GameDocument, meaning("The game document.")]
    legal: Annotated[
        LegalActions | None,
        meaning("What the reader may do, with labels; null for who has no seat, and where nobody is to act."),
    ]
    replay: Annotated[Replay, meaning("What `GET replay?after=` answers.")]
    events: Annotated[tuple[Event, ...], meaning("Those after the version asked for, at most 500.")]
    audit: Annotated[
        AuditFile | None,
        meaning(
            "What `GET audit?after=` answers; null when `audit` is not asked for, and when that answers 503 because the newest "
            "head of the log cannot be kept."
        ),
    ]
