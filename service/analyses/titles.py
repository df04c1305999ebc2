"""The title of an analysis, which its analyst gives it."""

from __future__ import annotations

from projections.documents.studies import StudyTitle
from service.analyses import lifetime
from service.identity.access import authorize
from service.identity.hiding import LOCK_GAME
from service.log.studies import set_title
from service.play.context import Context
from service.store import Statement


def give_title(game: str, token: str | None, title: str, context: Context) -> StudyTitle:
    """`Refused` for all callers except its analyst."""
    loaded, caller = authorize(context.repository, game, token)
    caller.check_analyst()
    lifetime.record_read(loaded.id, context)
    store = context.repository.store
    store.append("", [], [Statement(LOCK_GAME, (loaded.id,)), set_title(store, loaded.id, title)])
    return StudyTitle(title=title)
