"""Exchanging tokens: who fears that somebody else has seen his takes a new one, and the old one is dead."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from domain.table.refusals import Refusal, Refused
from projections.documents.commands import Rotated
from projections.people import rfc3339
from service.identity.access import (
    ROLE,
    UNKNOWN_TOKEN,
    Caller,
    authorize,
    authorize_tournament,
)
from service.identity.tokens import digest, exchange
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import (
    Given,
    Request,
    Written,
    once,
)
from service.store import Store
from service.tables.importing import token_of_import


class Rotate(NamedTuple):
    """Exchange the caller's token of a game or tournament; one of a tournament is exchanged for all of its games."""

    game: str
    token: str
    key: str | None = None
    tournament: bool = False


def rotate(command: Rotate, context: Context) -> Given[Rotated]:
    """Answers with the new token. The same key again gives it again, to whoever has the old one too."""
    repository = context.repository
    request = Request.of(command.game, digest(command.token), command.key, ["rotate"], mints=True)
    token = request.token(repository.signer)
    written = once(repository.store, request, partial(_exchange, command, repository, request, token))
    return Given(_rotated(repository.store, token), written.again)


def _exchange(command: Rotate, repository: Repository, request: Request, token: str) -> Written:
    if command.tournament:
        authorize_tournament(repository.store, command.game, command.token)
    else:
        _check_own(repository, command, authorize(repository, command.game, command.token)[1])
    written = Written(command.game, 0, 0)
    repository.store.append("", [], [exchange(command.token, token), *request.remember(written)])
    return written


def _check_own(repository: Repository, command: Rotate, caller: Caller) -> None:
    caller.check_not_watcher()
    if caller.token == token_of_import(repository, command.game):
        raise Refused(
            Refusal.FORBIDDEN,
            "The token of an imported game follows from its file; whoever has the file has the token.",
        )


def _rotated(store: Store, token: str) -> Rotated:
    """None is found when somebody else has exchanged the old token at the same time, or the new one since."""
    for _, role, expires_at in store.query(ROLE, (digest(token),)):
        return Rotated(token=token, role=role, expires_at=None if expires_at is None else rfc3339(expires_at))
    raise Refused(Refusal.UNAUTHENTICATED, UNKNOWN_TOKEN)
