"""The settings of an account, and the invitations by name that it has."""

from __future__ import annotations

from domain.accounts.events import Setting, SettingsChanged
from domain.accounts.fold import Account
from domain.table.refusals import Refusal, Refused
from projections.documents.profiles import AccountSettings, InvitationByName, InvitationsByName
from projections.people import rfc3339
from service.accounts.profiles import named
from service.identity.account_invitations import DECLINED, ByName, ended, open_of
from service.identity.account_log import Change, change, load
from service.store import Store

NO_INVITATION = "You have no such invitation: it is unknown, used, withdrawn or expired."


def settings(store: Store, account: str) -> AccountSettings:
    return AccountSettings(invitations=load(store, account).invitations)


def change_settings(store: Store, account: str, invitations: Setting) -> AccountSettings:
    """Returns them as they are then; setting them again to what they are writes nothing."""

    def decide(now: Account) -> Change:
        return Change([] if now.invitations == invitations else [SettingsChanged(invitations)])

    return AccountSettings(invitations=change(store, account, decide).invitations)


def invitations(store: Store, account: str) -> InvitationsByName:
    return InvitationsByName(invitations=tuple(_document(store, it) for it in open_of(store, account)))


def _document(store: Store, invitation: ByName) -> InvitationByName:
    is_game = bool(store.version(invitation.place))
    return InvitationByName(
        invitation=invitation.id,
        game=invitation.place if is_game else None,
        tournament=None if is_game else invitation.place,
        seat=invitation.seat,
        by=named(store, invitation.inviter),
        at=rfc3339(invitation.at),
        expires_at=rfc3339(invitation.expires_at),
    )


def decline(store: Store, account: str, id: str) -> None:
    """`Refused` not-found unless this invitation of the account is open."""
    place = next((it.place for it in open_of(store, account) if it.id == id), None)
    if place is None:
        raise Refused(Refusal.NOT_FOUND, NO_INVITATION)
    store.append("", [], ended(account, place, DECLINED))
