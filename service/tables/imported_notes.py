"""The notes of an imported game file, stored with the authors named in the file."""

from __future__ import annotations

from collections.abc import Sequence

from projections.documents.notes import Arrow
from service.log.notes import WrittenNote, upsert
from service.store import Statement, Store
from service.system.texts import LINE_ENDS, normalized
from service.tables.files.game_files import NoteInFile


def note_rows(store: Store, game: str, notes: Sequence[NoteInFile]) -> list[Statement]:
    """Statements for the transaction that imports the game."""
    return [
        upsert(store, game, note.version, note.author, round(note.at.timestamp() * 1000), _spelled(note))
        for note in notes
    ]


def _spelled(note: NoteInFile) -> WrittenNote:
    arrows = tuple(Arrow(start=arrow.start, end=arrow.end) for arrow in note.arrows)
    return WrittenNote(normalized(note.text, but=LINE_ENDS), note.marks, note.glyph, arrows)
