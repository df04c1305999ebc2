"""Notes by people on versions of an analysis, or of a game that is over. They are stored beside the log, encrypted.

The log does not contain them. They are visible when nothing is secret any more: if a referee rewinds a finished game, its
notes are hidden until it is over again. Notes of a seat whose name the operator has hidden are hidden with the name.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import UNSET

from projections.documents.notes import Arrow, Note
from projections.people import rfc3339
from service.log.disclosed_keys import fully_disclosed
from service.log.loaded import LoadedGame
from service.store import Statement, Store

UPSERT = """INSERT INTO notes (game, version, author, at, sealed) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (game, version, author) DO UPDATE SET at = excluded.at, sealed = excluded.sealed"""
DELETE = "DELETE FROM notes WHERE game = ? AND version = ? AND author = ?"
DELETE_ALL_OF = "DELETE FROM notes WHERE game = ? AND author = ?"
COUNT_ELSEWHERE = "SELECT count(*) FROM notes WHERE game = ? AND author = ? AND version <> ?"
OF_SEATS = "players.game = notes.game AND 'seat:' || CAST(players.seat AS TEXT) = notes.author"
"""Joins a note with the player at its seat."""
SELECT_VISIBLE = f"""SELECT version, author, at, sealed FROM notes WHERE game = ?
    AND NOT EXISTS (SELECT 1 FROM players WHERE {OF_SEATS} AND players.hidden_name IS NOT NULL)
    ORDER BY version, author"""


class WrittenNote(NamedTuple):
    """The text of a note, the parts of the board that it marks, a judgment of the action, and arrows on the board."""

    text: str
    marks: tuple[str, ...] = ()
    glyph: str | None = None
    arrows: tuple[Arrow, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether it says nothing at all."""
        return not (self.text or self.glyph or self.arrows)


def allows_notes(loaded: LoadedGame) -> bool:
    """Whether notes may be written and read: the game is an analysis, or nothing of it is secret."""
    return loaded.table.forked is not None or fully_disclosed(loaded)


def notes_of(store: Store, loaded: LoadedGame) -> tuple[Note, ...]:
    """The visible notes, by version and author."""
    if not allows_notes(loaded):
        return ()
    return tuple(_note(store, loaded.id, *row) for row in store.query(SELECT_VISIBLE, (loaded.id,)))


def _note(store: Store, game: str, version: int, author: str, at: int, sealed: bytes) -> Note:
    written = msgspec.json.decode(store.unseal(sealed, game, version), type=WrittenNote)
    return written_note(version, author, at, written)


def written_note(version: int, author: str, at: int, written: WrittenNote) -> Note:
    """What somebody has written, as it is served. `at` in milliseconds since the epoch."""
    text, marks, glyph, arrows = written
    return Note(
        version=version,
        author=author,
        text=text,
        marks=marks,
        at=rfc3339(at),
        glyph=glyph or UNSET,
        arrows=arrows or UNSET,
    )


def upsert(store: Store, game: str, version: int, author: str, at: int, written: WrittenNote) -> Statement:
    """Write a note in place of the author's earlier one on this version. `at` in milliseconds since the epoch."""
    sealed = store.seal(msgspec.json.encode(written), game, version)
    return Statement(UPSERT, (game, version, author, at, sealed))


def delete(game: str, version: int, author: str) -> Statement:
    return Statement(DELETE, (game, version, author))


def delete_all_of(game: str, author: str) -> Statement:
    return Statement(DELETE_ALL_OF, (game, author))


def count_elsewhere(store: Store, game: str, version: int, author: str) -> int:
    """The number of notes by the author on other versions."""
    return int(store.query(COUNT_ELSEWHERE, (game, author, version))[0][0])
