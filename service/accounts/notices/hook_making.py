"""Webhooks are made: by organisers, by accounts, and by the operator."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from domain.table.refusals import Refusal, Refused, malformed
from projections.documents.hooks import HookMade
from projections.notices import KINDS
from service.accounts.notices.addresses import BadUrl, Network, parse_target
from service.accounts.notices.hook_rows import (
    INSERT,
    OPERATOR,
    PUBLIC_KINDS,
    About,
    Sealed,
    Status,
    removal,
    removal_of_ended,
    sealed,
    spelled,
)
from service.accounts.notices.hooks import Owner, new_ping, new_secret
from service.identity.access import authorize_log, authorize_tournament, place_of_token
from service.log.repository import Repository
from service.store import Duplicate, Statement, Store
from service.system.clock import now

MOST = 10
"""Hooks of one owner."""
ROLE = "SELECT 1 FROM account_roles WHERE account = ? AND place = ? AND role = 'organiser'"
SLOTS = "SELECT slot FROM hooks WHERE owner = ?"
EXISTS: Mapping[About, str] = {
    "game": "SELECT 1 FROM lobby WHERE game = ?",
    "tournament": "SELECT 1 FROM tournaments WHERE id = ?",
}


class NewHook(NamedTuple):
    """What a hook is to be sent, and where."""

    url: str
    about: About
    place: str
    events: Sequence[str] = KINDS


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
