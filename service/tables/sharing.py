"""Sharing an analysis: tokens with which others look on, and do nothing. Whoever holds the analysis takes them back."""

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
    Given,
    Request,
    Written,
    once,
)
from service.store import Statement
from service.system.clock import now

MOST_SHARES = 20
"""Of one analysis at a time."""
OPEN = f"""SELECT substr(hash, 1, 32), expires_at FROM tokens
    WHERE game = ? AND role = '{WATCHER}' AND (expires_at IS NULL OR expires_at > ?) ORDER BY hash"""
REVOKE = f"DELETE FROM tokens WHERE game = ? AND role = '{WATCHER}' AND substr(hash, 1, 32) = ?"


class Share(NamedTuple):
    """Let others look on, first at `version`; for `expires_in` seconds, by default as long as there is the analysis."""

    game: str
    token: str | None
    version: int | None = None
    expires_in: int | None = None
    key: str | None = None


def share(command: Share, context: Context) -> Given[Shared]:
    """Answers with the link and its token."""
    repository = context.repository
    loaded, caller = authorize(repository, command.game, command.token)
    caller.check_analyst()
    if command.version is not None:
        repository.at(loaded, command.version)
    content = ["share", command.version, command.expires_in]
    request = Request.of(loaded.id, caller.actor, command.key, content, mints=True)
    token = request.token(repository.signer)
    written = once(repository.store, request, partial(_grant, command, repository, request, token))
    place = "" if command.version is None else f"/v/{command.version}"
    url = f"/games/{loaded.id}{place}#{token}"
    made = Shared(share=_id(digest(token)), token=token, url=url, expires_at=_until(written.last))
    return Given(made, written.again)


def _grant(command: Share, repository: Repository, request: Request, token: str) -> Written:
    if len(repository.store.query(OPEN, (command.game, now()))) >= MOST_SHARES:
        detail = f"This analysis is shared {MOST_SHARES} times; take one back before the next."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)
    until = None if command.expires_in is None else now() + command.expires_in * 1000
    written = Written(command.game, 0, until or 0)
    granted = grant(token, command.game, WATCHER, until)
    repository.store.append("", [], [granted, *request.remember(written)])
    return written


def _id(hash: str) -> str:
    """Names a share to whoever made it; nobody finds the token by it."""
    return hash[:32]


def _until(at: int | None) -> str | None:
    return rfc3339(at) if at else None


def shares(game: str, token: str | None, context: Context) -> ShareList:
    """Those that count still."""
    repository = context.repository
    authorize(repository, game, token)[1].check_analyst()
    found = repository.store.query(OPEN, (game, now()))
    return ShareList(shares=tuple(OpenShare(share=id, expires_at=_until(at)) for id, at in found))


def revoke_share(game: str, token: str | None, id: str, context: Context) -> None:
    """`Refused` not-found unless it counts still."""
    if id not in (share.share for share in shares(game, token, context).shares):
        raise Refused(Refusal.NOT_FOUND, "There is no such share: it is unknown, taken back or expired.")
    context.repository.store.append("", [], [Statement(REVOKE, (game, id))])
