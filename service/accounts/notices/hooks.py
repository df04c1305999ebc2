"""Webhooks of organisers and accounts: made, listed, tested, given new secrets, deleted."""

from __future__ import annotations

import re
import secrets
from base64 import b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from domain.table.refusals import Refusal, Refused
from projections.documents.hooks import (
    DeliveryDocument,
    DeliveryList,
    HookDocument,
    HookList,
    HookSecret,
)
from projections.notices import KINDS
from projections.people import rfc3339
from service.accounts.notices.deliveries import ping
from service.accounts.notices.hook_rows import (
    Hook,
    Sealed,
    hooks_of,
    removal,
    sealed,
)
from service.identity.access import place_of_token
from service.identity.caller import ORGANISER
from service.identity.credentials import Holder
from service.identity.tokens import digest
from service.store import Duplicate, Statement, Store
from service.system.clock import DAY, now

LISTED = 100
"""Deliveries in a list."""
MESSAGE = re.compile("msg_[0-9a-f]{32}")
MINUTE, MOST_IN_MINUTE = 60_000, 6
USED = "SELECT count(*) FROM hook_requests WHERE hook = ? AND minute = ?"
USE = "INSERT INTO hook_requests (hook, minute, k) VALUES (?, ?, ?)"
RESEAL = "UPDATE hooks SET sealed = ? WHERE id = ?"
DELIVERIES = """SELECT id, n, kind, game, made_at, tries, tried_at, next_at, status, failed, milliseconds, answer, state
    FROM hook_deliveries WHERE hook = ? ORDER BY made_at DESC, id LIMIT ?"""
DELIVERY = "SELECT game, state FROM hook_deliveries WHERE hook = ? AND id = ?"
AGAIN = "UPDATE hook_deliveries SET again_at = ? WHERE hook = ? AND id = ?"
SOONER = "UPDATE hook_cursors SET due_at = ? WHERE hook = ? AND game = ? AND due_at IS NOT NULL"
NO_HOOK = "There is no such hook."


class TooMany(Exception):
    """Somebody asks for more than is allowed; the message is a sentence, `seconds` until more is."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"A hook is tested and repeats deliveries {MOST_IN_MINUTE} times in a minute.")
        self.seconds = seconds


class Owner(NamedTuple):
    """Who asks: an account, or the token of an organiser."""

    name: str
    token: str
    holder: Holder | None = None

    @property
    def account(self) -> str | None:
        return None if self.holder is None else self.holder.account

    @property
    def credential(self) -> str | None:
        """The personal token with whose end its hooks end."""
        return None if self.holder is None or self.holder.is_session else self.holder.id


def owner_of(store: Store, token: str, holder: Holder | None) -> Owner:
    """`Refused` for tokens that can have no hooks."""
    if holder is not None:
        return Owner(f"account:{holder.account}", token, holder)
    _, caller = place_of_token(store, token)
    if caller.role != ORGANISER:
        raise Refused(Refusal.FORBIDDEN, "Hooks are for organisers, and for accounts.")
    return Owner(f"token:{digest(token)}", token)


def listed(store: Store, owner: Owner) -> HookList:
    return HookList(hooks=tuple(map(_document, hooks_of(store, owner.name))))


def document(store: Store, owner: Owner, id: str) -> HookDocument:
    return _document(_own(store, owner, id))


def remove(store: Store, owner: Owner, id: str) -> None:
    """Nothing is sent to it any more."""
    _own(store, owner, id)
    store.append("", [], removal("id = ? AND owner = ?", id, owner.name))


def renew_secret(store: Store, owner: Owner, id: str) -> HookSecret:
    """The old one signs, too, for a day."""
    content = _own(store, owner, id).sealed
    renewed = Sealed(content.url, new_secret(), content.secret, now() + DAY)
    store.append("", [], [Statement(RESEAL, (sealed(store, id, renewed), id))])
    return HookSecret(secret=renewed.secret)


def test(store: Store, owner: Owner, id: str) -> None:
    """Send a test, also to a hook that was disabled."""
    _own(store, owner, id)
    _use(store, id, [new_ping(id, now())])


def again(store: Store, owner: Owner, id: str, delivery: str) -> None:
    """Send a delivery again, with the same id and bytes; one that waits for its next try is tried at once."""
    hook = _own(store, owner, id)
    found = store.query(DELIVERY, (id, delivery)) if MESSAGE.fullmatch(delivery) else []
    if not found:
        raise Refused(Refusal.NOT_FOUND, "There is no such delivery.")
    if hook.status != "active":
        raise Refused(Refusal.GONE_ELSEWHERE, "The hook is not active; test it first.")
    [(game, state)] = found
    sooner, beside = Statement(SOONER, (now(), id, game)), Statement(AGAIN, (now(), id, delivery))
    _use(store, id, [sooner if state == "waiting" else beside])


def deliveries(store: Store, owner: Owner, id: str) -> DeliveryList:
    """The last ones, the newest first."""
    _own(store, owner, id)
    found = store.query(DELIVERIES, (id, LISTED))
    return DeliveryList(deliveries=tuple(_delivery(*row) for row in found))


def _own(store: Store, owner: Owner, id: str) -> Hook:
    hook = next((hook for hook in hooks_of(store, owner.name) if hook.id == id), None)
    if hook is None:
        raise Refused(Refusal.NOT_FOUND, NO_HOOK)
    return hook


def _use(store: Store, id: str, statements: Sequence[Statement]) -> None:
    """Once more within this minute; `TooMany` beyond what is allowed."""
    while True:
        at = now()
        minute = at - at % MINUTE
        [(used,)] = store.query(USED, (id, minute))
        if used >= MOST_IN_MINUTE:
            raise TooMany(1 + (minute + MINUTE - at) // 1000)
        try:
            store.append("", [], [Statement(USE, (id, minute, used + 1)), *statements])
        except Duplicate:
            continue
        return


def new_secret() -> str:
    return f"whsec_{b64encode(secrets.token_bytes(32)).decode()}"


def new_ping(hook: str, at: int) -> Statement:
    return ping(hook, f"msg_{secrets.token_hex(16)}", secrets.token_hex(16), at)


def masked(url: str) -> str:
    """The URL without what may be secret in it."""
    scheme, host, *more = urlsplit(url)
    return f"{scheme}://{host}/{'***' if any(part.strip('/') for part in more) else ''}"


def _document(hook: Hook) -> HookDocument:
    place: dict[str, Any] = {hook.about: hook.place} if hook.about in ("game", "tournament") else {}
    return HookDocument(
        id=hook.id,
        url=masked(hook.sealed.url),
        events=tuple(kind for kind in KINDS if kind in hook.events),
        about=hook.about,
        status=hook.status,
        created_at=rfc3339(hook.made_at),
        failing_since=None if hook.failing_since is None else rfc3339(hook.failing_since),
        **place,
    )


def _delivery(*row: Any) -> DeliveryDocument:
    id, n, kind, game, made_at, tries, tried_at, next_at, status, failed, milliseconds, answer, state = row
    return DeliveryDocument(
        id=id,
        n=n or None,
        type=kind,
        game=game or None,
        created_at=rfc3339(made_at),
        tries=tries,
        tried_at=_time(tried_at),
        next_at=_time(next_at),
        state=state,
        status=status,
        failed=failed,
        milliseconds=milliseconds,
        answer=answer,
    )


def _time(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)
