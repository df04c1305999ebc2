"""Writing notes on versions: whoever sat in a game or organised it, when it is over; and whoever holds an analysis."""

from __future__ import annotations

from typing import NamedTuple

from domain.table.refusals import Refusal, Refused
from projections.documents.notes import Note
from projections.people import rfc3339
from projections.tournaments import DELETED
from service.analyses import lifetime
from service.identity.access import (
    ANALYST,
    ORGANISER,
    Caller,
    authorize,
)
from service.identity.hiding import LOCK_GAME
from service.log.loaded import LoadedGame
from service.log.notes import Written, drop, elsewhere, has_notes, keep
from service.play.context import Context
from service.store import Statement, Store
from service.system.clock import now

MOST_NOTES = 200
"""Of one author on one game."""
WORDLESS = f"DELETE FROM notes WHERE game = (SELECT game FROM lobby WHERE game = ? AND hidden = {DELETED})"
"""Of a writer and an operator who deletes the game at the same moment, one comes later and leaves no note."""


class Write(NamedTuple):
    """The caller's note on a version, in place of an earlier one; an empty text takes it away."""

    game: str
    token: str | None
    version: int
    written: Written


def write(command: Write, context: Context) -> Note | None:
    """Answers with the note; None when there is none any more."""
    store = context.repository.store
    loaded, caller = authorize(context.repository, command.game, command.token)
    author = _author(loaded, caller)
    context.repository.at(loaded, command.version)
    if author == ANALYST:
        lifetime.read(loaded.id, context)
    if not command.written.text:
        store.append("", [], [drop(loaded.id, command.version, author)])
        return None
    _check_room(store, loaded.id, command.version, author)
    return _keep(store, loaded.id, command, author)


def _keep(store: Store, game: str, command: Write, author: str) -> Note:
    at, (text, marks) = now(), command.written
    written = keep(store, game, command.version, author, at, command.written)
    store.append("", [], [Statement(LOCK_GAME, (game,)), written, Statement(WORDLESS, (game,))])
    return Note(version=command.version, author=author, text=text, marks=marks, at=rfc3339(at))


def _author(loaded: LoadedGame, caller: Caller) -> str:
    """`Refused` for who only looks on, and while a game goes on: a note could tell what is secret still."""
    if caller.token is None:
        raise Refused(Refusal.UNAUTHENTICATED, "Writing a note needs the bearer token of who writes it.")
    if caller.role not in (ORGANISER, ANALYST) and not isinstance(caller.viewer, int):
        detail = (
            "Notes are written by the seats and the organiser of a game, or by whoever holds an analysis."
        )
        raise Refused(Refusal.FORBIDDEN, detail)
    if loaded.imported or not has_notes(loaded):
        what = "came in a file and is read only" if loaded.imported else "is not over"
        detail = f"This game {what}: notes are written on games that were played here and are over, and on analyses."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="table.notes", version=loaded.version)
    return caller.role


def _check_room(store: Store, game: str, version: int, author: str) -> None:
    if elsewhere(store, game, version, author) >= MOST_NOTES:
        detail = f"You have {MOST_NOTES} notes on this game, as many as there may be; take one away first."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)
