"""Writing notes on versions: players and the organiser of a finished game, and the holders of an analysis."""

from __future__ import annotations

from typing import NamedTuple

from domain.table.refusals import Refusal, Refused, malformed
from projections.document import view_of
from projections.documents.notes import Note
from projections.places import is_place, places_in_words
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
from service.log.notes import WrittenNote, allows_notes, count_elsewhere, delete, upsert, written_note
from service.play.context import Context
from service.store import Statement, Store
from service.system.clock import now

MAX_NOTES = 200
"""The maximum per author and game."""
DELETE_IF_GAME_DELETED = (
    f"DELETE FROM notes WHERE game = (SELECT game FROM lobby WHERE game = ? AND hidden = {DELETED})"
)
"""Of a writer and an operator who deletes the game concurrently, either comes later, and no note remains."""


class Write(NamedTuple):
    """The caller's note on a version; replaces an earlier one, and an empty one deletes it."""

    game: str
    token: str | None
    version: int
    written: WrittenNote


def write(command: Write, context: Context) -> Note | None:
    """Returns the note, or None if it was deleted."""
    store = context.repository.store
    loaded, caller = authorize(context.repository, command.game, command.token)
    author = _author(loaded, caller)
    past = context.repository.versions.at(loaded, command.version)
    if author == ANALYST:
        lifetime.record_read(loaded.id, context)
    if command.written.empty:
        store.append("", [], [delete(loaded.id, command.version, author)])
        return None
    _check_arrows(past, caller, command.written)
    _check_room(store, loaded.id, command.version, author)
    return _store(store, loaded.id, command, author)


def _store(store: Store, game: str, command: Write, author: str) -> Note:
    at = now()
    written = upsert(store, game, command.version, author, at, command.written)
    store.append("", [], [Statement(LOCK_GAME, (game,)), written, Statement(DELETE_IF_GAME_DELETED, (game,))])
    return written_note(command.version, author, at, command.written)


def _author(loaded: LoadedGame, caller: Caller) -> str:
    """`Refused` for callers without a note, and while a game is running, since a note could reveal secrets."""
    if caller.token is None:
        raise Refused(Refusal.UNAUTHENTICATED, "Writing a note requires the author's bearer token.")
    if caller.role not in (ORGANISER, ANALYST) and not isinstance(caller.viewer, int):
        detail = (
            "Only the seats and the organiser of a game, and the holders of an analysis, may write notes."
        )
        raise Refused(Refusal.FORBIDDEN, detail)
    if caller.role == ORGANISER:
        caller.check_organiser()
    if isinstance(caller.viewer, int):
        caller.seat()
    if loaded.imported or not allows_notes(loaded):
        reason = "was imported from a file and is read-only" if loaded.imported else "is not over"
        detail = f"This game {reason}: notes are for finished games played on this service, and for analyses."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="table.notes", version=loaded.version)
    return caller.role


def _check_arrows(past: LoadedGame, caller: Caller, written: WrittenNote) -> None:
    """`Refused` malformed for an arrow from or to what the board of that version does not have."""
    places = past.ruleset.places
    view = view_of(past.ruleset, past.table, caller.viewer) if written.arrows else {}
    for n, arrow in enumerate(written.arrows):
        for end in ("start", "end"):
            if not is_place(places, view, name := getattr(arrow, end)):
                detail = (
                    f"The board has no place {name!r} at version {past.version}. {places_in_words(places)}"
                )
                raise malformed(f"arrows[{n}].{end}", detail)


def _check_room(store: Store, game: str, version: int, author: str) -> None:
    if count_elsewhere(store, game, version, author) >= MAX_NOTES:
        detail = f"You have {MAX_NOTES} notes on this game, the maximum; delete one first."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)
