"""Notes: what people have written on versions of an analysis, or of a game that is over. They lie beside the log, encrypted.

The log knows nothing of them. They are told when nothing is secret any more: a game that a referee has taken back has none
until it is over again. Those of a seat whose name the operator has hidden are hidden with it.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from projections.documents.notes import Note
from projections.people import rfc3339
from service.log.loaded import LoadedGame
from service.log.opened_keys import all_open
from service.store import Statement, Store

KEEP = """INSERT INTO notes (game, version, author, at, sealed) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (game, version, author) DO UPDATE SET at = excluded.at, sealed = excluded.sealed"""
DROP = "DELETE FROM notes WHERE game = ? AND version = ? AND author = ?"
DROP_ALL_OF = "DELETE FROM notes WHERE game = ? AND author = ?"
ELSEWHERE = "SELECT count(*) FROM notes WHERE game = ? AND author = ? AND version <> ?"
OF_SEATS = "players.game = notes.game AND 'seat:' || CAST(players.seat AS TEXT) = notes.author"
"""Who sits at the seat that wrote a note."""
SHOWN = f"""SELECT version, author, at, sealed FROM notes WHERE game = ?
    AND NOT EXISTS (SELECT 1 FROM players WHERE {OF_SEATS} AND players.hidden_name IS NOT NULL)
    ORDER BY version, author"""


class Written(NamedTuple):
    """What a note says, and what on the board it is about."""

    text: str
    marks: tuple[str, ...] = ()


def has_notes(loaded: LoadedGame) -> bool:
    """Whether notes may be written and read: nothing of this game is secret, or it is nobody's but its analyst's."""
    return loaded.table.forked is not None or all_open(loaded)


def notes_of(store: Store, loaded: LoadedGame) -> tuple[Note, ...]:
    """Those that are shown, by version and author."""
    if not has_notes(loaded):
        return ()
    return tuple(_note(store, loaded.id, *row) for row in store.query(SHOWN, (loaded.id,)))


def _note(store: Store, game: str, version: int, author: str, at: int, sealed: bytes) -> Note:
    written = msgspec.json.decode(store.unseal(sealed, game, version), type=Written)
    return Note(version=version, author=author, text=written.text, marks=written.marks, at=rfc3339(at))


def keep(store: Store, game: str, version: int, author: str, at: int, written: Written) -> Statement:
    """Writes a note in place of the author's earlier one on this version. `at` in milliseconds since the epoch."""
    sealed = store.seal(msgspec.json.encode(written), game, version)
    return Statement(KEEP, (game, version, author, at, sealed))


def drop(game: str, version: int, author: str) -> Statement:
    return Statement(DROP, (game, version, author))


def drop_all_of(game: str, author: str) -> Statement:
    return Statement(DROP_ALL_OF, (game, author))


def elsewhere(store: Store, game: str, version: int, author: str) -> int:
    """How many notes the author has on other versions."""
    return int(store.query(ELSEWHERE, (game, author, version))[0][0])
