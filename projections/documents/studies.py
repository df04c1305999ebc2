"""Analyses ("studies") of an account, and their titles."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import Document, Time

LONGEST_TITLE = 100


class StudyTitle(Document, frozen=True):
    """What an analyst calls an analysis."""

    title: Annotated[str, meaning("At most 100 characters on one line; empty without a title.")]


class Study(Document, frozen=True):
    """An analysis that the account made."""

    id: Annotated[str, meaning("The id of the analysis. Only its own tokens open it.")]
    title: Annotated[str, meaning("What its analyst calls it; empty without a title.")]
    ruleset: Annotated[str, meaning("The ruleset's id.")]
    of: Annotated[str, meaning("The id of the game, or of the analysis, from which it starts.")]
    created_at: Annotated[Time, meaning("When it was made.")]
    notes: Annotated[int, meaning("How many notes it has.")]


class StudyList(Document, frozen=True):
    """A page of one's own analyses."""

    studies: Annotated[tuple[Study, ...], meaning("Newest first.")]
    next: Annotated[str | None, meaning("The cursor of the next page; null at the end.")]
