"""Invitations: single-use codes for a seat in a game or tournament. The store holds only their SHA-256."""

from __future__ import annotations

from typing import NamedTuple

from domain.ledger.text import b64u
from domain.table.refusals import Refusal, Refused
from service.identity.account_invitations import open_at
from service.identity.tokens import digest
from service.store import Statement, Store
from service.system.clock import now

MOST_OPEN = 100
"""The maximum number of open invitations per game or tournament."""
SPENT = """(SELECT count(*) FROM invitation_uses WHERE invitation_uses.hash = invitations.hash)
    + CASE WHEN maker IS NULL OR EXISTS (SELECT 1 FROM tokens WHERE tokens.hash = maker) THEN 0 ELSE 1 END"""
"""An invitation made with a seat's token is void once that token is exchanged: a stolen token gives no lasting access."""
FIND = f"SELECT id, game, seat, expires_at, {SPENT} FROM invitations WHERE hash = ?"
OPEN = f"""SELECT id, game, seat, expires_at, 0 FROM invitations
    WHERE game = ? AND expires_at > ? AND {SPENT} = 0 ORDER BY expires_at, id"""
INSERT = "INSERT INTO invitations (hash, id, game, seat, expires_at, maker) VALUES (?, ?, ?, ?, ?, ?)"
USED = "SELECT 1 FROM invitation_uses WHERE hash = ?"
USE = "INSERT INTO invitation_uses (hash) VALUES (?)"
UNKNOWN = "There is no such invitation: it is unknown, used, revoked or expired."


class Invitation(NamedTuple):
    """An invitation to `game`, a game or tournament; for any seat if `seat` is None. `expires_at` is in milliseconds."""

    id: str
    game: str
    seat: int | None
    expires_at: int
    spent: int = 0

    @property
    def open(self) -> bool:
        return not self.spent and self.expires_at > now()


def spelled_code(secret: bytes) -> str:
    return f"ki_{b64u(secret)}"


def id_of(code: str) -> str:
    """Identifies an invitation to its organiser; the code cannot be derived from it."""
    return digest(code)[:32]


def find(store: Store, code: str) -> Invitation | None:
    """The invitation with this code, open or not."""
    return find_hashed(store, digest(code))


def find_hashed(store: Store, hash: str) -> Invitation | None:
    """The invitation whose code has this SHA-256."""
    found = store.query(FIND, (hash,))
    return Invitation(*found[0]) if found else None


def existing_invitation(store: Store, code: str, game: str) -> Invitation:
    """The invitation to this game or tournament, open or not; `Refused` if there is none."""
    invitation = find(store, code)
    if invitation is None or invitation.game != game:
        raise no_invitation()
    return invitation


def is_used(store: Store, code: str) -> bool:
    """Whether a code was used; this includes the codes for referees."""
    return bool(store.query(USED, (digest(code),)))


def open_invitation(store: Store, code: str) -> Invitation:
    """The invitation with this code; `Refused` if it is unknown, used, revoked or expired."""
    invitation = find(store, code)
    if invitation is None or not invitation.open:
        raise no_invitation()
    return invitation


def open_invitations(store: Store, game: str) -> list[Invitation]:
    """The usable invitations, earliest expiry first."""
    return [Invitation(*row) for row in store.query(OPEN, (game, now()))]


def reserved_seats(store: Store, game: str) -> set[int]:
    """The seats that are reserved by an open invitation to that seat, by code or by name."""
    by_name = {it.seat for it in open_at(store, game)}
    return {seat for seat in by_name | {it.seat for it in open_invitations(store, game)} if seat is not None}


def invited_seat(store: Store, code: str) -> int | None:
    """The seat of an open invitation; None if it is for any seat."""
    return open_invitation(store, code).seat


def seat_for(store: Store, code: str, wanted: int | None) -> int | None:
    """The seat of an open invitation, or else the wanted one; `Refused` if the two differ."""
    seat = invited_seat(store, code)
    if seat is not None and wanted not in (None, seat):
        raise Refused(Refusal.FORBIDDEN, f"This invitation is for seat {seat}.")
    return wanted if seat is None else seat


def issue(code: str, game: str, seat: int | None, expires_at: int, maker: str | None) -> list[Statement]:
    """`maker` is the hash of a seat's token that invites to its own seat and voids its earlier code; None for the organiser."""
    before = [] if maker is None else [Statement("DELETE FROM invitations WHERE maker = ?", (maker,))]
    return [*before, Statement(INSERT, (digest(code), id_of(code), game, seat, expires_at, maker))]


def use(code: str) -> Statement:
    """A statement for the transaction that takes the seat; the store raises `Duplicate` if the code was used before."""
    return Statement(USE, (digest(code),))


def withdraw(id: str, game: str) -> Statement:
    return Statement("DELETE FROM invitations WHERE id = ? AND game = ?", (id, game))


def withdraw_others(code: str, game: str, seat: int) -> Statement:
    """Voids all other invitations to a seat when a substitute takes it: the previous player may have made some."""
    return Statement(
        "DELETE FROM invitations WHERE game = ? AND seat = ? AND hash <> ?", (game, seat, digest(code))
    )


def no_invitation() -> Refused:
    return Refused(Refusal.NOT_FOUND, UNKNOWN)
