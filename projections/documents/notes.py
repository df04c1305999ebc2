"""Notes on versions of a game."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import Document, Time, Version, one_of

MOST_LETTERS = 2000
MOST_MARKS = 20
LONGEST_MARK = 200
POINTER = "(?:/(?:[^~/]|~[01])*)+"
"""A JSON Pointer (RFC 6901) to something in a document."""
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
"""Judgments of an action, in the order of the numeric annotation glyphs of PGN."""
MOST_ARROWS = 20
PLACE = "[a-z][a-z-]*(?::[A-Za-z0-9_-]+)*"
"""The name of a place on a board, such as `die:2`: what the page's boards call it (`data-thing`)."""
LONGEST_PLACE = 64


class Arrow(Document, frozen=True):
    """An arrow on the board, or a ring around one place where both ends are the same."""

    start: Annotated[str, meaning("The place where it begins, as the page's boards call it.")]
    end: Annotated[str, meaning("The place where it ends.")]


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
    glyph: Annotated[
        Annotated[str, one_of(list(GLYPHS))] | UnsetType,
        meaning(
            "What the author thinks of the action that led here: `!` good, `?` a mistake, `!!` brilliant, `??` a blunder, `!?` "
            "interesting, `?!` dubious. Absent: nothing is said."
        ),
    ] = UNSET
    arrows: Annotated[
        tuple[Arrow, ...] | UnsetType,
        meaning("On the board of that version; viewers leave out what is not there. Absent: none."),
    ] = UNSET


class NoteList(Document, frozen=True):
    """The notes on a game. They are no part of its log: nothing vouches for them but the service that tells them."""

    version: Annotated[int, meaning("The game's version now.")]
    imported: Annotated[
        bool, meaning("Whether they were imported from a file, so that only the file names their authors.")
    ]
    notes: Annotated[tuple[Note, ...], meaning("By version and author; none while a game is in progress.")]
    title: Annotated[str | UnsetType, meaning("The title of an analysis; absent without one.")] = UNSET
