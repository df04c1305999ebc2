"""The notes in a game file that was accepted, kept with the authors that the file names."""

from __future__ import annotations

from collections.abc import Sequence

from service.files.game_files import NoteInFile
from service.log.notes import WrittenNote, upsert
from service.store import Statement, Store
from service.system.texts import LINE_ENDS, normalized


def kept(store: Store, game: str, notes: Sequence[NoteInFile]) -> list[Statement]:
    """Goes into the transaction that takes the game in."""
    return [
        upsert(store, game, note.version, note.author, round(note.at.timestamp() * 1000), _spelled(note))
        for note in notes
    ]


def _spelled(note: NoteInFile) -> WrittenNote:
    return WrittenNote(normalized(note.text, but=LINE_ENDS), note.marks)
