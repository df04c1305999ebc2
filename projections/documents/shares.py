"""Shares: the people with whom an analysis is shared."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import Document, Time

ShareId = Annotated[str, meaning("Names the share, to take it back.")]
Until = Annotated[Time | None, meaning("null for one that counts as long as there is the analysis.")]


class Shared(Document, frozen=True):
    """A new share of an analysis. Its token is returned once."""

    share: ShareId
    token: Annotated[str, meaning("Opens the analysis to look on, and does nothing in it.")]
    url: Annotated[
        str, meaning("A path of this service with the token behind #, which browsers send nowhere.")
    ]
    expires_at: Until


class OpenShare(Document, frozen=True):
    """A share that counts still."""

    share: ShareId
    expires_at: Until


class ShareList(Document, frozen=True):
    """With how many an analysis is shared."""

    shares: Annotated[tuple[OpenShare, ...], meaning("Those that count still.")]
