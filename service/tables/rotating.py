"""Exchanging tokens: the holder of a possibly leaked token gets a new one, and the old one is revoked."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from domain.table.refusals import Refusal, Refused
from projections.documents.commands import Rotated
from projections.people import rfc3339
from service.accounts.notices.hook_rows import carried_over
from service.identity.access import (
    ROLE,
    UNKNOWN_TOKEN,
    Caller,
    authorize,
    authorize_tournament,
)
from service.identity.credentials import opens_account
from service.identity.tokens import digest, exchange
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import (
    CommandResponse,
    Request,
    WriteRecord,
    run_once,
)
from service.store import Store
from service.tables.importing import token_of_import

NOT_ROTATED = "An account has no token of a game: its sessions and personal tokens are ended instead."


class Rotate(NamedTuple):
    """Exchange the caller's token of a game or tournament; a tournament's token is exchanged for all its games."""

    game: str
    token: str
    key: str | None = None
    tournament: bool = False


def rotate(command: Rotate, context: Context) -> CommandResponse[Rotated]:
    """Returns the new token. The same key returns it again, also to another holder of the old token."""
    if opens_account(command.token):
        raise Refused(Refusal.FORBIDDEN, NOT_ROTATED)
    repository = context.repository
    request = Request.of(command.game, digest(command.token), command.key, ["rotate"], mints=True)
    token = request.token(repository.signer)
    written = run_once(repository.store, request, partial(_exchange, command, repository, request, token))
    return CommandResponse(_rotated(repository.store, token), written.replayed)


def _exchange(command: Rotate, repository: Repository, request: Request, token: str) -> WriteRecord:
    if command.tournament:
        authorize_tournament(repository.store, command.game, command.token)
    else:
        _check_own(repository, command, authorize(repository, command.game, command.token)[1])
    written = WriteRecord(command.game, 0, 0)
    exchanged = exchange(command.token, token, repository.now())
    hooks = carried_over(digest(command.token), digest(token))
    repository.store.append("", [], [exchanged, hooks, *request.remember(written)])
    return written


def _check_own(repository: Repository, command: Rotate, caller: Caller) -> None:
    caller.check_not_watcher()
    if caller.token == token_of_import(repository, command.game):
        raise Refused(
            Refusal.FORBIDDEN,
            "The token of an imported game is derived from its file; everybody with the file has the token.",
        )


def _rotated(store: Store, token: str) -> Rotated:
    """No row is found if the old token was exchanged or blocked concurrently, or the new one exchanged since."""
    for _, role, expires_at, _ in store.query(ROLE, (digest(token),)):
        return Rotated(token=token, role=role, expires_at=None if expires_at is None else rfc3339(expires_at))
    raise Refused(Refusal.UNAUTHENTICATED, UNKNOWN_TOKEN)
