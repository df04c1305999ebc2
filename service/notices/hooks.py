"""Webhooks of organisers and accounts: made, listed, tested, given new secrets, deleted."""

from __future__ import annotations

import re
import secrets
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from domain.table.refusals import Refusal, Refused, malformed
from projections.documents.hooks import (
    DeliveryDocument,
    DeliveryList,
    HookDocument,
    HookList,
    HookMade,
    HookSecret,
)
from projections.notices import KINDS
from projections.people import rfc3339
from service.identity.access import authorize_log, authorize_tournament, place_of_token
from service.identity.caller import ORGANISER
from service.identity.credentials import Holder
from service.identity.tokens import digest
from service.log.repository import Repository
from service.notices.addresses import BadUrl, Network, parse_target
from service.notices.deliveries import ping
from service.notices.hook_rows import (
    INSERT,
    OPERATOR,
    PUBLIC_KINDS,
    About,
    Hook,
    Sealed,
    Status,
    hooks_of,
    removal,
    removal_of_ended,
    sealed,
    spelled,
)
from service.store import Duplicate, Statement, Store
from service.system.clock import DAY, now

MOST = 10
"""Hooks of one owner."""
SHOWN = 100
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
ROLE = "SELECT 1 FROM account_roles WHERE account = ? AND place = ? AND role = 'organiser'"
SLOTS = "SELECT slot FROM hooks WHERE owner = ?"
EXISTS: Mapping[About, str] = {
    "game": "SELECT 1 FROM lobby WHERE game = ?",
    "tournament": "SELECT 1 FROM tournaments WHERE id = ?",
}
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


class NewHook(NamedTuple):
    """What a hook is to be sent, and where."""

    url: str
    about: About
    place: str
    events: Sequence[str] = KINDS


def owner_of(store: Store, token: str, holder: Holder | None) -> Owner:
    """`Refused` for tokens that can have no hooks."""
    if holder is not None:
        return Owner(f"account:{holder.account}", token, holder)
    _, caller = place_of_token(store, token)
    if caller.role != ORGANISER:
        raise Refused(Refusal.FORBIDDEN, "Hooks are for organisers, and for accounts.")
    return Owner(f"token:{digest(token)}", token)


def create(repository: Repository, owner: Owner, new: NewHook) -> HookMade:
    """The hook is pending until its receiver has answered a test."""
    _check_url(new.url, ())
    _check_allowed(repository, owner, new)
    place = owner.account or "" if new.about == "me" else new.place
    return _make(repository.store, owner.name, owner.account, owner.credential, new._replace(place=place))


def make_for_operator(
    store: Store, networks: Sequence[Network], account: str | None, new: NewHook
) -> HookMade:
    """A hook that may reach these networks, too. The operator need not prove that its receiver wants it."""
    _check_url(new.url, networks)
    return _make(store, f"{OPERATOR}{new.place}", account, None, new, "active")


def remove_of_operator(store: Store, id: str) -> bool:
    """Whether there was such a hook."""
    condition = f"id = ? AND owner LIKE '{OPERATOR}%'"
    there = bool(store.query(f"SELECT 1 FROM hooks WHERE {condition}", (id,)))
    store.append("", [], removal(condition, id))
    return there


def _make(
    store: Store,
    owner: str,
    account: str | None,
    credential: str | None,
    new: NewHook,
    status: Status = "pending",
) -> HookMade:
    """A hook with a secret of its own, and its first test. `Refused` if the owner has as many as are allowed."""
    id, secret, at = secrets.token_hex(16), new_secret(), now()
    content = sealed(store, id, Sealed(new.url, secret))
    events = PUBLIC_KINDS if new.about == "public" else KINDS
    kinds = spelled(frozenset(new.events).intersection(events))

    def rows(slot: int) -> list[Statement]:
        row = (id, owner, slot, account, credential, new.about, new.place, kinds, status, content, at)
        return [Statement(INSERT, row), new_ping(id, at)]

    _take_slot(store, owner, rows)
    return HookMade(id=id, secret=secret, status=status)


def _take_slot(store: Store, owner: str, rows: Callable[[int], list[Statement]]) -> None:
    store.append("", [], removal_of_ended(owner))  # their slots are free
    while True:
        taken = {slot for (slot,) in store.query(SLOTS, (owner,))}
        free = next((slot for slot in range(1, MOST + 1) if slot not in taken), None)
        if free is None:
            raise Refused(
                Refusal.GONE_ELSEWHERE, f"There are {MOST} hooks already; delete one of them first."
            )
        try:
            store.append("", [], rows(free))
        except Duplicate:
            continue
        return


def _check_url(url: str, networks: Sequence[Network]) -> None:
    try:
        parse_target(url, networks)
    except BadUrl as error:
        raise malformed("url", str(error)) from None


def _check_allowed(repository: Repository, owner: Owner, new: NewHook) -> None:
    if owner.holder is not None and owner.holder.suspended:
        raise Refused(Refusal.FORBIDDEN, "This account is suspended; it makes no hooks.")
    if new.about in ("me", "public"):
        if owner.holder is None:
            raise Refused(Refusal.FORBIDDEN, "Only an account may have such a hook.")
    elif not _organises(repository.store, owner, new):
        _check_seen(repository, owner.token, new)
        raise Refused(Refusal.FORBIDDEN, "Only the organiser may do this.")


def _organises(store: Store, owner: Owner, new: NewHook) -> bool:
    """Whether the owner organises the place. Scopes do not count here: a token for hooks opens nothing else."""
    if not store.query(EXISTS[new.about], (new.place,)):
        return False
    if owner.account is not None:
        return bool(store.query(ROLE, (owner.account, new.place)))
    return place_of_token(store, owner.token)[0] == new.place


def _check_seen(repository: Repository, token: str, new: NewHook) -> None:
    """`Refused` not-found for what does not exist for the caller."""
    if new.about == "game":
        authorize_log(repository, new.place, token)
    else:
        authorize_tournament(repository.store, new.place, token)


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
    found = store.query(DELIVERIES, (id, SHOWN))
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
