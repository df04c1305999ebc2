"""Notes on versions of a game."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import Document, Time, Version

MOST_LETTERS = 2000
MOST_MARKS = 20
LONGEST_MARK = 200
POINTER = "(?:/(?:[^~/]|~[01])*)+"
"""A JSON Pointer (RFC 6901) to something in a document."""


class Note(Document, frozen=True):
    """What somebody has written on a version."""

    version: Annotated[Version, meaning("The version that it is about.")]
    author: Annotated[str, meaning("Who has written it: seat:N, organiser, or in an analysis analyst.")]
    text: Annotated[str, meaning("What it says, at most 2,000 characters.")]
    marks: Annotated[
        tuple[Annotated[str, meaning("A JSON Pointer (RFC 6901) into `view`, such as `/dice/0`.")], ...],
        meaning("What on the board of that version it is about; viewers leave out what is not there."),
    ]
    at: Annotated[Time, meaning("When it was written last.")]


class NoteList(Document, frozen=True):
    """The notes on a game. They are no part of its log: nothing vouches for them but the service that tells them."""

    version: Annotated[int, meaning("The game's version now.")]
    imported: Annotated[
        bool, meaning("Whether they were imported from a file, so that only the file names their authors.")
    ]
    notes: Annotated[tuple[Note, ...], meaning("By version and author; none while a game goes on.")]
