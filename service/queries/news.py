"""What is new, for who follows a game: what would take him five questions, in one answer of one version."""

from __future__ import annotations

from msgspec.json import encode

from projections.document import asked
from projections.documents.games import LegalActions
from projections.documents.news import News
from service.access import WATCHER, Caller, seen
from service.eyes import OWN, eyes_of
from service.log.audit import audit_of
from service.log.loaded import LoadedGame
from service.log.pasts import expires_at, past_of
from service.log.repository import Repository
from service.queries.reading import (
    BATCH,
    Shown,
    document_of,
    events_between,
    known_by_its_bytes,
    replay_told,
)


def news(
    repository: Repository, game: str, token: str | None, after: int, audited: int | None, lang: str
) -> Shown:
    """The game now, and what has come to it since the version `after`, and to its audit file since `audited` entries."""
    loaded, caller = seen(repository, game, token)
    eyes = eyes_of(loaded, caller, OWN)
    lent = caller.role == WATCHER
    past = past_of(repository, loaded, lent)
    upto = min(after + BATCH, loaded.version)
    told = News(
        version=loaded.version,
        document=document_of(loaded, eyes.role, eyes.at(loaded.version), expires_at(repository, loaded)),
        legal=_legal(loaded, caller),
        replay=replay_told(repository, loaded, eyes, past, lang, held=0 if lent else after),
        events=tuple(events_between(repository, loaded, eyes, after, upto)),
        audit=None if audited is None else audit_of(repository, loaded, caller.viewer, audited),
    )
    return known_by_its_bytes(loaded, caller.role, encode(told))


def _legal(loaded: LoadedGame, caller: Caller) -> LegalActions | None:
    """What the caller may do; an analyst for the first seat that is to act."""
    table = loaded.table
    if not caller.acts or not table.to_act:
        return None
    seat = caller.acting(table, table.to_act[:1], None)
    actions, prompt = asked(loaded.ruleset, table, loaded.players, seat)
    return LegalActions(loaded.ruleset.id, loaded.version, seat, actions, prompt)
