"""Who asks, by the token or the session of the request, and whether they may use the operation at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.http import headers, sessions
from api.http.exchange import exchange, kronika
from domain.table.refusals import Refusal, Refused
from projections.people import rfc3339
from service.identity.access import UNKNOWN_TOKEN
from service.identity.credentials import Holder, holder_of, note_use, opens_account, recovery_that_ended
from service.identity.guards import check_not_suspended

if TYPE_CHECKING:
    from api.http.operations import Operation

RECOVERED = (
    "This session has ended because a recovery code of the account was used. If that was not you, sign in with an older passkey "
    "and remove the new one."
)
OF_ACCOUNTS = ("account", "session")
"""What `Operation.auth` is where guests have no business."""


def authenticated(operation: Operation) -> tuple[str | None, Holder | None]:
    """The token of the request, and the account that it opens if it is one of an account; `Refused` for those who may not ask."""
    if operation.same_site:
        exchange().of_session = True
        sessions.check_same_site(exchange().request.environ, kronika().settings)
    token, holder = _leniently(operation) if operation.lenient else _read(operation)
    if token is None and operation.auth == "required":
        raise Refused(Refusal.UNAUTHENTICATED, "This needs a bearer token.")
    if operation.auth in OF_ACCOUNTS:
        _check_account(operation, holder)
    if operation.begins and holder is not None:
        check_not_suspended(holder)
    return token, holder


def _leniently(operation: Operation) -> tuple[str | None, Holder | None]:
    """For operations that read no credential at first: what was an answer without one may not become a refusal."""
    try:
        return _read(operation)
    except Refused:
        return None, None


def _read(operation: Operation) -> tuple[str | None, Holder | None]:
    return (None, None) if operation.auth == "none" else _credential(operation)


def _credential(operation: Operation) -> tuple[str | None, Holder | None]:
    """The token of the request, and the account that it opens if it is one of an account.

    A cookie that opens nothing counts as none. A personal token that opens nothing is refused even where anybody may ask: its
    program would become a guest unawares.
    """
    session = _session() if operation.cookies and "HTTP_COOKIE" in exchange().request.environ else None
    token = headers.bearer_token() if session is None else session
    if token is None or not opens_account(token):
        return token, None
    service = kronika()
    holder = holder_of(service.store, token) if service.settings.accounts else None
    if session is not None:
        _mark_session(session, holder)
    elif holder is None:
        raise Refused(Refusal.UNAUTHENTICATED, UNKNOWN_TOKEN)
    else:
        _check_scope(operation, holder)
    if holder is None:
        return None, None
    exchange().account = holder.account
    note_use(service.store, token, holder)
    return token, holder


def _session() -> str | None:
    return sessions.session_in(exchange().request.environ, kronika().settings)


def _mark_session(session: str, holder: Holder | None) -> None:
    """No other site may write with a session, or read what it opened. One that a recovery has ended stays, to be told so."""
    own = exchange()
    own.recovered_at = recovery_that_ended(kronika().store, session) if holder is None else None
    own.clears_session = holder is None and own.recovered_at is None
    own.of_session = own.of_session or not own.clears_session
    if holder is not None and own.request.method not in headers.SAFE_METHODS:
        sessions.check_same_site(own.request.environ, kronika().settings)


def _check_scope(operation: Operation, holder: Holder) -> None:
    if not holder.scopes.intersection(operation.scopes):
        needed = " or ".join(f"`{scope}`" for scope in operation.scopes)
        detail = (
            f"This needs a token with the scope {needed}." if needed else "No personal token may do this."
        )
        more = {"scope": operation.scopes[0]} if needed else {}
        raise Refused(Refusal.FORBIDDEN, detail, **more)


def _check_account(operation: Operation, holder: Holder | None) -> None:
    if holder is None:
        raise _not_signed_in()
    if operation.auth == "session" and not holder.is_session:
        raise Refused(Refusal.FORBIDDEN, "Only a session may do this, not a token.")


def _not_signed_in() -> Refused:
    at = exchange().recovered_at
    if at is None:
        return Refused(Refusal.UNAUTHENTICATED, "Sign in first: this is for accounts.")
    return Refused(Refusal.UNAUTHENTICATED, RECOVERED, recovered_at=rfc3339(at))
