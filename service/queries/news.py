"""What is new, for who follows a game: what would take him five questions, in one answer of one version."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from msgspec import Raw
from msgspec.json import encode

from domain.ledger.audit import AuditFile
from projections.document import asked
from projections.documents.games import LegalActions
from projections.documents.news import News
from projections.people import Players
from service.identity.access import WATCHER, Caller
from service.identity.viewpoint import OWN, eyes_of
from service.log.audit import audit_of
from service.log.fork_history import expires_at, fork_history
from service.log.head_journal import HeadNotRecorded
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.queries.reading import (
    BATCH,
    QueryResponse,
    document_of,
    events_between,
    known_by_its_bytes,
    replay_told,
)

MARK = "\ue000{}\ue001"
"""Stands for the name of a seat; of private use, so nothing else is written so."""
MARKED = re.compile("\ue000(\\d+)\ue001".encode())


def news(
    repository: Repository, loaded: LoadedGame, caller: Caller, after: int, audited: int | None, lang: str
) -> QueryResponse:
    """The game now, and what has come to it since the version `after`, and to its audit file since `audited` entries.

    `loaded` and `caller` are what `service.identity.access.seen` gave.
    """
    eyes = eyes_of(loaded, caller, OWN)
    lent = caller.role == WATCHER
    past = fork_history(repository, loaded, lent)
    upto = min(after + BATCH, loaded.version)
    offered = _offered(loaded, caller)
    told = News(
        version=loaded.version,
        document=document_of(loaded, eyes.role, eyes.at(loaded.version), expires_at(repository, loaded)),
        legal=cast(LegalActions, Raw(b"".join(offered))),
        replay=replay_told(repository, loaded, eyes, past, lang, held=0 if lent else after),
        events=tuple(events_between(repository, loaded, eyes, after, upto)),
        audit=None if audited is None else _audit(repository, loaded, caller, audited),
    )
    body = encode(told)
    return known_by_its_bytes(loaded, caller.role, body)._replace(apart=_apart(body, offered, after))


def _audit(repository: Repository, loaded: LoadedGame, caller: Caller, held: int) -> AuditFile | None:
    """None while its head cannot be kept: all other news needs no signature."""
    try:
        return audit_of(repository, loaded, caller.viewer, held)
    except HeadNotRecorded:
        return None


def _apart(body: bytes, offered: Sequence[bytes], after: int) -> tuple[Sequence[bytes], ...]:
    """What the rules offer, and what is new, which is told once to who holds what went before."""
    before = b',"legal":'
    _, _, new = body.partition(before + b"".join(offered))
    return ((before + offered[0], *offered[1:]), *(((new,),) if after else ()))


def _offered(loaded: LoadedGame, caller: Caller) -> Sequence[bytes]:
    """What the caller may do, as JSON, with every name that is told in it as a piece of its own: every second one is a name."""
    marks = {seat: player._replace(name=MARK.format(seat)) for seat, player in loaded.players.items()}
    pieces = MARKED.split(encode(_legal(loaded, caller, marks)))
    return [
        encode(loaded.players[int(piece)].name)[1:-1] if number % 2 else piece
        for number, piece in enumerate(pieces)
    ]


def _legal(loaded: LoadedGame, caller: Caller, players: Players) -> LegalActions | None:
    """What the caller may do; an analyst for the first seat that is to act."""
    table = loaded.table
    if not caller.acts or not table.to_act:
        return None
    seat = caller.acting(table, table.to_act[:1], None)
    actions, prompt = asked(loaded.ruleset, table, players, seat)
    return LegalActions(loaded.ruleset.id, loaded.version, seat, actions, prompt)
