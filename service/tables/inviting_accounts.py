"""Inviting an account by its name or id: no code, and nobody else can use the invitation.

Whether the account exists, and why it takes none, is not said: it may have set that nobody invites it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import NamedTuple

from domain.table.refusals import Refusal, Refused
from projections.documents.invitations import Invited, OpenInvitation
from projections.documents.profiles import AccountOwner
from projections.people import rfc3339
from service.accounts.notices.writing import invited
from service.identity import account_invitations as by_name
from service.identity.account_invitations import DECLINED, ByName
from service.identity.account_names import account_named
from service.identity.caller import Party
from service.identity.names import name_lock
from service.store import Duplicate, Statement, Store
from service.system.clock import DAY, now

NAMED = "SELECT id, name, owner FROM accounts WHERE id = ? AND status = 'open' AND hidden_name IS NULL"
TAKES_NONE = "This account takes no invitation from you. Send its owner the code of one."
ID_LENGTH = 32
ATTEMPTS = 20


class Invitee(NamedTuple):
    """An account that may be invited."""

    id: str
    name: str
    owner: str | None


def invite_account(
    store: Store, party: Party | None, place: str, path: str, wanted: str, seat: int | None, seconds: int
) -> Invited:
    """The organiser `party` invites the account with this id or name for so many seconds; again while it is open: the same.

    `Refused`: account-needed for an organiser without an account; forbidden for an account that takes none; gone-elsewhere for
    one that has declined, and beyond the most a day.
    """
    inviter = _inviter(party)
    for _ in range(ATTEMPTS):
        lock = name_lock(store, f"invites {inviter.account}")
        invitee = _invitee(store, inviter, wanted)
        known = by_name.invitation_to(store, invitee.id, place)
        if known is not None and known.open and known.seat == seat:
            return _document(known, invitee, path)
        made = _new(store, inviter, invitee, place, seat, seconds, known)
        try:
            store.append("", [], [*_rows(made, known), lock])
        except Duplicate:
            continue
        return _document(made, invitee, path)
    raise Refused(Refusal.BUSY, "Too many concurrent invitations; try again.")


def _rows(made: ByName, known: ByName | None) -> list[Statement]:
    """Withdrawing an invitation and inviting again does not notify the account again within a day."""
    lately = known is not None and made.at < known.at + DAY
    return [by_name.issue(made), *([] if lately else invited(made.account, made.place, made.id))]


def _inviter(party: Party | None) -> Party:
    if party is None:
        raise Refused(Refusal.ACCOUNT_NEEDED, "Only organisers with an account invite by name; make a code.")
    return party


def _invitee(store: Store, inviter: Party, wanted: str) -> Invitee:
    """`Refused` forbidden, in the same words, for an account that does not exist or takes no invitation of this inviter."""
    id = wanted if len(wanted) == ID_LENGTH else account_named(store, wanted)
    found = store.query(NAMED, (id,)) if id is not None else []
    invitee = Invitee(*found[0]) if found else None
    if invitee is None or not (_of_one_person(invitee, inviter) or by_name.takes(store, invitee.id, inviter)):
        raise Refused(Refusal.FORBIDDEN, TAKES_NONE)
    return invitee


def _of_one_person(invitee: Invitee, inviter: Party) -> bool:
    """An account and its bots."""
    return bool({invitee.id, invitee.owner} & {inviter.account, inviter.owner} - {None})


def _new(
    store: Store,
    inviter: Party,
    invitee: Invitee,
    place: str,
    seat: int | None,
    seconds: int,
    known: ByName | None,
) -> ByName:
    if known is not None and known.ended == DECLINED:
        raise Refused(Refusal.GONE_ELSEWHERE, "This account has declined the invitation.")
    by_name.check_not_too_many(store, inviter.account)
    at = now()
    return ByName(secrets.token_hex(16), invitee.id, place, seat, inviter.account, at, at + seconds * 1000)


def _document(made: ByName, invitee: Invitee, path: str) -> Invited:
    return Invited(
        invitation=made.id,
        code=None,
        url=f"/{path}/{made.place}",
        expires_at=rfc3339(made.expires_at),
        account=AccountOwner(id=invitee.id, name=invitee.name),
    )


def listed_accounts(store: Store, place: str) -> Iterator[OpenInvitation]:
    """The accounts that are invited to a game or tournament."""
    for it in by_name.open_at(store, place):
        for id, name, _ in store.query(NAMED, (it.account,)):
            account = AccountOwner(id=id, name=name)
            until = rfc3339(it.expires_at)
            yield OpenInvitation(invitation=it.id, seat=it.seat, expires_at=until, account=account)


def invite_to_rematch(account: str, game: str, seat: int, expires_at: int) -> list[Statement]:
    """Statements that invite an account to its own seat of a rematch, which it has accepted."""
    made = ByName(secrets.token_hex(16), account, game, seat, "", now(), expires_at)
    return [by_name.issue(made), *invited(account, game, made.id)]
