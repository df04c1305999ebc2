"""News: everything new for a client that follows a game, in one response for one version instead of five requests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from msgspec import Raw
from msgspec.json import encode

from domain.ledger.audit import AuditFile
from projections.document import labelled_actions
from projections.documents.games import LegalActions
from projections.documents.news import News
from projections.people import Players
from service.identity.access import WATCHER, Caller
from service.identity.viewpoint import OWN_VIEWPOINT, viewpoint_of
from service.log.audit import audit_of
from service.log.fork_history import expires_at, fork_history
from service.log.head_journal import HeadNotRecorded
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.queries.history import BATCH, events_between, replay_for
from service.queries.responses import QueryResponse, hashed_response
from service.queries.states import newest_document_of

PLACEHOLDER = "\ue000{}\ue001"
"""A placeholder for the name of a seat, of private-use characters that occur nowhere else."""
PLACEHOLDERS = re.compile("\ue000(\\d+)\ue001".encode())


def news(
    repository: Repository, loaded: LoadedGame, caller: Caller, after: int, audited: int | None, lang: str
) -> QueryResponse:
    """The game now, with everything since version `after`, and new audit file entries since `audited` entries.

    `loaded` and `caller` come from `service.identity.access.authorize`.
    """
    viewpoint = viewpoint_of(loaded, caller, OWN_VIEWPOINT)
    borrowed = caller.role == WATCHER
    past = fork_history(repository, loaded, borrowed)
    upto = min(after + BATCH, loaded.version)
    legal = _legal_pieces(loaded, caller)
    document = News(
        version=loaded.version,
        document=newest_document_of(
            repository, loaded, viewpoint.role, viewpoint.at(loaded.version), expires_at(repository, loaded)
        ),
        legal=cast(LegalActions, Raw(b"".join(legal))),
        replay=replay_for(repository, loaded, viewpoint, past, lang, held=0 if borrowed else after),
        events=tuple(events_between(repository, loaded, viewpoint, after, upto)),
        audit=None if audited is None else _audit(repository, loaded, caller, audited),
    )
    body = encode(document)
    return hashed_response(loaded, caller.role, body)._replace(
        compressible_parts=_compressible_parts(body, legal, after)
    )


def _audit(repository: Repository, loaded: LoadedGame, caller: Caller, held: int) -> AuditFile | None:
    """None while the log head cannot be stored: the rest of the response needs no signature."""
    try:
        return audit_of(repository, loaded, caller.viewer, held)
    except HeadNotRecorded:
        return None


def _compressible_parts(body: bytes, legal: Sequence[bytes], after: int) -> tuple[Sequence[bytes], ...]:
    """The legal actions, and the new part, which a client that holds the earlier part receives only once."""
    before = b',"legal":'
    _, _, new = body.partition(before + b"".join(legal))
    return ((before + legal[0], *legal[1:]), *(((new,),) if after else ()))


def _legal_pieces(loaded: LoadedGame, caller: Caller) -> Sequence[bytes]:
    """The caller's legal actions as JSON, split around player names: every second piece is a name."""
    marks = {seat: player._replace(name=PLACEHOLDER.format(seat)) for seat, player in loaded.players.items()}
    pieces = PLACEHOLDERS.split(encode(_legal(loaded, caller, marks)))
    return [
        encode(loaded.players[int(piece)].name)[1:-1] if number % 2 else piece
        for number, piece in enumerate(pieces)
    ]


def _legal(loaded: LoadedGame, caller: Caller, players: Players) -> LegalActions | None:
    """The caller's legal actions; for an analyst, those of the first seat to act."""
    table = loaded.table
    if not caller.acts or not table.to_act:
        return None
    seat = caller.acting(table, table.to_act[:1], None)
    actions, prompt = labelled_actions(loaded.ruleset, table, players, seat)
    return LegalActions(loaded.ruleset.id, loaded.version, seat, actions, prompt)
