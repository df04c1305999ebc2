"""The notes in a game file: checked with everything else in it, and kept with the authors that the file names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from projections.documents.notes import LONGEST_MARK, MOST_LETTERS, MOST_MARKS, POINTER
from service.access import ORGANISER
from service.log.notes import Written, keep
from service.store import Statement, Store
from service.texts import LINE_ENDS, one_spelling

FIRST, LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
"""Between them lie the times that milliseconds since the epoch can tell as RFC 3339 has them."""
Mark = Annotated[str, Meta(max_length=LONGEST_MARK, pattern=rf"^(?:{POINTER})\Z")]


class NoteInFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note as a file has it. Nothing shows who has really written it, or when."""

    version: Annotated[int, Meta(ge=1)]
    author: str
    text: Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS)]
    marks: Annotated[tuple[Mark, ...], Meta(max_length=MOST_MARKS)]
    at: Annotated[datetime, Meta(tz=True)]


def spelled(note: NoteInFile) -> Written:
    """`Unseen` for a text that holds what cannot be seen."""
    return Written(one_spelling(note.text, but=LINE_ENDS), note.marks)


def what_is_wrong(notes: Sequence[NoteInFile], versions: int, seats: Collection[int]) -> str | None:
    """Why a game of so many versions, with these seats, cannot have these notes; None when it can."""
    if any(note.version > versions for note in notes):
        return f"A note is on a version that the log has not: it has {versions}."
    if not {note.author for note in notes} <= {ORGANISER, *(f"seat:{seat}" for seat in seats)}:
        return "The author of a note is neither the organiser nor one of those who took the seats."
    if not all(FIRST <= note.at < LAST for note in notes):
        return "A note was written before 1970 or after 9999."
    if len({(note.version, note.author) for note in notes}) < len(notes):
        return "Somebody has two notes on one version."
    return None


def kept(store: Store, game: str, notes: Sequence[NoteInFile]) -> list[Statement]:
    """Goes into the transaction that takes the game in."""
    return [
        keep(store, game, note.version, note.author, round(note.at.timestamp() * 1000), spelled(note))
        for note in notes
    ]
