"""Invitations of accounts by name: nobody else can use them, so they need no code.

While one is open its account sees the game or tournament, and sits down there like everybody.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.table.refusals import Refusal, Refused
from service.identity.account_log import load
from service.identity.caller import Party
from service.store import Statement, Store
from service.system.clock import DAY, now

MOST_A_DAY = 20
"""The most invitations that one account makes within 24 hours."""
DECLINED, USED, WITHDRAWN = "declined", "used", "withdrawn"
COLUMNS = "id, account, place, seat, inviter, at, expires_at, ended"
OF_PLACE = f"""SELECT {COLUMNS} FROM account_invitations
    WHERE place = ? AND ended IS NULL AND expires_at > ? ORDER BY expires_at, id"""
OF_ACCOUNT = f"""SELECT {COLUMNS} FROM account_invitations
    WHERE account = ? AND ended IS NULL AND expires_at > ? ORDER BY at DESC, id"""
BETWEEN = f"SELECT {COLUMNS} FROM account_invitations WHERE account = ? AND place = ?"
LATELY = "SELECT count(*) FROM account_invitations WHERE inviter = ? AND at > ?"
ISSUE = f"""INSERT INTO account_invitations ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, NULL)
    ON CONFLICT (account, place) DO UPDATE SET id = excluded.id, seat = excluded.seat, inviter = excluded.inviter,
    at = excluded.at, expires_at = excluded.expires_at, ended = NULL"""
END = "UPDATE account_invitations SET ended = ? WHERE account = ? AND place = ? AND ended IS NULL"
PLAYED = """SELECT 1 FROM account_games AS own JOIN account_games AS others
    ON others.game = own.game AND others.account = ? WHERE own.account = ? AND own.begun = 1 LIMIT 1"""
END_OTHERS = """UPDATE account_invitations SET ended = ?
    WHERE place = ? AND seat = ? AND account <> ? AND ended IS NULL"""


class ByName(NamedTuple):
    """An invitation of `account` to `place`, a game or tournament; to any free seat if `seat` is None. Times in milliseconds.

    `inviter` is "" in a rematch, which does not count as an invitation of the day.
    """

    id: str
    account: str
    place: str
    seat: int | None
    inviter: str
    at: int
    expires_at: int
    ended: str | None = None

    @property
    def open(self) -> bool:
        return self.ended is None and self.expires_at > now()


def invitation_to(store: Store, account: str, place: str) -> ByName | None:
    """The account's invitation there, open or not."""
    found = store.query(BETWEEN, (account, place))
    return ByName(*found[0]) if found else None


def open_invitation_to(store: Store, account: str, place: str) -> ByName | None:
    found = invitation_to(store, account, place)
    return found if found is not None and found.open else None


def open_at(store: Store, place: str) -> list[ByName]:
    """The open ones of a game or tournament, earliest expiry first."""
    return [ByName(*row) for row in store.query(OF_PLACE, (place, now()))]


def open_of(store: Store, account: str) -> list[ByName]:
    """The open ones of an account, the newest first."""
    return [ByName(*row) for row in store.query(OF_ACCOUNT, (account, now()))]


def takes(store: Store, account: str, inviter: Party | None) -> bool:
    """Whether the account's settings let `inviter` invite it; None is somebody without an account."""
    setting = load(store, account).invitations
    if setting == "known":
        return inviter is not None and bool(store.query(PLAYED, (account, inviter.account)))
    return setting == "everybody"


def check_not_too_many(store: Store, inviter: str) -> None:
    """`Refused` gone-elsewhere for an account that has made too many within a day."""
    if store.query(LATELY, (inviter, now() - DAY))[0][0] >= MOST_A_DAY:
        detail = f"An account invites {MOST_A_DAY} others by name in 24 hours at most. Codes of invitations are not limited."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)


def issue(invitation: ByName) -> Statement:
    return Statement(ISSUE, invitation[:-1])


def ended(account: str, place: str, why: str) -> list[Statement]:
    """Statements that end the account's invitation there: `USED` belongs into the transaction in which it sits down."""
    return [Statement(END, (why, account, place))]


def withdraw_others(account: str | None, place: str, seat: int) -> Statement:
    """Ends the invitations of all others to a seat when a substitute takes it; `account` is None for a guest."""
    return Statement(END_OTHERS, (WITHDRAWN, place, seat, account or ""))


def seat_invited_to(store: Store, account: str | None, place: str) -> int | None:
    """The seat that an open invitation of the account is for; None without one, and for any seat."""
    found = None if account is None else open_invitation_to(store, account, place)
    return None if found is None else found.seat
