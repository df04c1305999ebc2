"""Sharing an analysis: read-only tokens for watchers. The holder of the analysis can revoke them."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from domain.table.refusals import Refusal, Refused
from projections.documents.shares import OpenShare, Shared, ShareList
from projections.people import rfc3339
from service.identity.access import WATCHER, authorize
from service.identity.tokens import digest, grant
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import (
    CommandResponse,
    Request,
    WriteRecord,
    run_once,
)
from service.store import Statement
from service.system.clock import now

MAX_SHARES = 20
"""The maximum per analysis."""
OPEN = f"""SELECT substr(hash, 1, 32), expires_at FROM tokens
    WHERE game = ? AND role = '{WATCHER}' AND (expires_at IS NULL OR expires_at > ?) ORDER BY hash"""
REVOKE = f"DELETE FROM tokens WHERE game = ? AND role = '{WATCHER}' AND substr(hash, 1, 32) = ?"


class Share(NamedTuple):
    """Share an analysis, starting at `version`, for `expires_in` seconds, by default for the lifetime of the analysis."""

    game: str
    token: str | None
    version: int | None = None
    expires_in: int | None = None
    key: str | None = None


def share(command: Share, context: Context) -> CommandResponse[Shared]:
    """Returns the link and its token."""
    repository = context.repository
    loaded, caller = authorize(repository, command.game, command.token)
    caller.check_analyst()
    if command.version is not None:
        repository.versions.at(loaded, command.version)
    content = ["share", command.version, command.expires_in]
    request = Request.of(loaded.id, caller.actor, command.key, content, mints=True)
    token = request.token(repository.signer)
    written = run_once(repository.store, request, partial(_grant, command, repository, request, token))
    place = "" if command.version is None else f"/v/{command.version}"
    url = f"/games/{loaded.id}{place}#{token}"
    shared = Shared(share=_id(digest(token)), token=token, url=url, expires_at=_until(written.last))
    return CommandResponse(shared, written.replayed)


def _grant(command: Share, repository: Repository, request: Request, token: str) -> WriteRecord:
    if len(repository.store.query(OPEN, (command.game, now()))) >= MAX_SHARES:
        detail = f"This analysis is shared {MAX_SHARES} times, the maximum; revoke a share first."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)
    until = None if command.expires_in is None else now() + command.expires_in * 1000
    written = WriteRecord(command.game, 0, until or 0)
    granted = grant(token, command.game, WATCHER, until)
    repository.store.append("", [], [granted, *request.remember(written)])
    return written


def _id(hash: str) -> str:
    """Identifies a share to its creator; the token cannot be derived from it."""
    return hash[:32]


def _until(at: int | None) -> str | None:
    return rfc3339(at) if at else None


def shares(game: str, token: str | None, context: Context) -> ShareList:
    """The valid shares."""
    repository = context.repository
    authorize(repository, game, token)[1].check_analyst()
    found = repository.store.query(OPEN, (game, now()))
    return ShareList(shares=tuple(OpenShare(share=id, expires_at=_until(at)) for id, at in found))


def revoke_share(game: str, token: str | None, id: str, context: Context) -> None:
    """`Refused` not-found unless the share is valid."""
    if id not in (share.share for share in shares(game, token, context).shares):
        raise Refused(Refusal.NOT_FOUND, "There is no such share: it is unknown, revoked or expired.")
    context.repository.store.append("", [], [Statement(REVOKE, (game, id))])
