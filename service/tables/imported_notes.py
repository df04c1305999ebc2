"""The notes in a game file that was accepted, kept with the authors that the file names."""

from __future__ import annotations

from collections.abc import Sequence

from service.files.game_files import NoteInFile
from service.log.notes import Written, keep
from service.store import Statement, Store
from service.system.texts import LINE_ENDS, one_spelling


def kept(store: Store, game: str, notes: Sequence[NoteInFile]) -> list[Statement]:
    """Goes into the transaction that takes the game in."""
    return [
        keep(store, game, note.version, note.author, round(note.at.timestamp() * 1000), _spelled(note))
        for note in notes
    ]


def _spelled(note: NoteInFile) -> Written:
    return Written(one_spelling(note.text, but=LINE_ENDS), note.marks)
