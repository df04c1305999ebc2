"""How appointments are taken up: with a code and a name, or by the account that was appointed. Players and organisers cannot."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from domain.table.refusals import Refusal, Refused, malformed
from projections.documents import disputes as documents
from service.accounts.notices.writing import appointed
from service.identity.access import INVITED, ORGANISER, Caller
from service.identity.account_invitations import takes
from service.identity.account_roles import account_with, family_roles, grant_role, owner_of, still_open
from service.identity.caller import Party
from service.identity.invitations import is_used
from service.identity.names import name_lock
from service.identity.referees import (
    NAME,
    acceptance_rows,
    check_referee_name,
    is_token_of,
    party_refusal,
    referee_number_of_code,
    unknown_code,
)
from service.identity.tokens import roles_held
from service.play.idempotency import Request
from service.store import Statement, Store

APPOINTED = """SELECT number, name FROM referees WHERE place = ? AND account = ? AND dismissed = 0
    ORDER BY number DESC LIMIT 1"""
CODE_OR_ACCOUNT = "A code goes with a name. Without both, an account takes up its own appointment."
NO_APPOINTMENT = (
    "There is no appointment of your account here: it was not made, was taken up, or was withdrawn."
)


class Accept(NamedTuple):
    """Become the referee that a code appoints, under a name; or without both the one that the caller's account is to be.

    `token` is the caller's own credential, if they have one; `tokens` are any other tokens that the client declares it holds.
    """

    id: str
    token: str | None
    code: str | None = None
    name: str | None = None
    key: str | None = None
    tokens: Sequence[str] = ()

    def request(self, party: Party | None) -> Request:
        actor = Caller(INVITED, self.code, party).actor
        return Request.of(self.id, actor, self.key, ["accept", self.name], mints=True)


class Acceptance(NamedTuple):
    """What takes up the appointment `number`: a code under a name, or the account of `party`."""

    command: Accept
    number: int
    token: str
    party: Party | None

    @classmethod
    def of(cls, store: Store, command: Accept, party: Party | None, token: str) -> Acceptance:
        """`token` is the one that a referee with a code gets. `Refused` without an appointment."""
        if command.code is not None and command.name is not None:
            return cls(command, referee_number_of_code(store, command.id, command.code), token, party)
        if party is None or command.code is not None or command.name is not None:
            raise malformed("code" if command.code is None else "name", CODE_OR_ACCOUNT)
        for number, _ in store.query(APPOINTED, (command.id, party.account)):
            return cls(command, number, token, party)
        raise Refused(Refusal.NOT_FOUND, NO_APPOINTMENT)

    @property
    def document(self) -> documents.RefereeAccepted:
        token = None if self.command.code is None else self.token
        return documents.RefereeAccepted(referee=self.number, token=token)

    def check_not_party(self, store: Store, places: Collection[str]) -> None:
        """`Refused` referee.party for a client who has a seat, organises or is another referee in these places."""
        own = (self.command.id, f"referee:{self.number}")
        if any(place in places and (place, role) != own for place, role in self.partial_roles(store, places)):
            raise party_refusal()

    def partial_roles(self, store: Store, places: Collection[str]) -> list[tuple[str, str]]:
        """The roles that keep the client from refereeing where they are, in these places and those of its tokens."""
        held = [*roles_held(store, [self.command.token, *self.command.tokens])]
        if self.party is not None:
            held += family_roles(store, self.party.account, places)
        return [(place, role) for place, role in held if is_partial(role)]

    def rows(self, store: Store, places: Collection[str]) -> list[Statement]:
        """`Refused` for a used appointment, and for a name that cannot be distinguished from others in these places."""
        lock = name_lock(store, self.command.id)
        return [lock, *(self._rows_of_account(store, places) or self._rows_of_code(store, places))]

    def _rows_of_code(self, store: Store, places: Collection[str]) -> Sequence[Statement]:
        code, name = self.command.code, self.command.name
        assert code is not None, "without a code it is of an account"
        assert name is not None, "a code goes with a name"
        if is_used(store, code):
            raise unknown_code()
        check_referee_name(store, places, name)
        return acceptance_rows(self.command.id, self.number, code, name, self.token)

    def _rows_of_account(self, store: Store, places: Collection[str]) -> Sequence[Statement]:
        if self.party is None or self.command.code is not None:
            return []
        place, account = self.command.id, self.party.account
        if (self.number, None) not in store.query(APPOINTED, (place, account)):
            raise Refused(Refusal.NOT_FOUND, NO_APPOINTMENT)
        check_referee_name(store, places, self.party.name)
        named = Statement(NAME, (self.party.name, place, self.number))
        return [*still_open(account), named, grant_role(account, place, f"referee:{self.number}")]

    def check_not_left(self, store: Store) -> None:
        """`Refused` for a repeated request when the referee has left since."""
        if self.command.code is None:
            if not is_token_of(store, self.command.token, self.command.id, self.number):
                raise Refused(Refusal.NOT_FOUND, NO_APPOINTMENT)
        elif not roles_held(store, [self.token]):
            raise unknown_code()


def notice_of(
    store: Store, account: str | None, place: str, number: int, appointer: Party | None
) -> list[Statement]:
    """Notify an account of its appointment, if its settings let the organiser invite it; it lists the appointment in any case."""
    if account is None or not takes(store, account, appointer):
        return []
    return appointed(account, place, number)


def is_partial(role: str) -> bool:
    """Whether it keeps its holder from refereeing there: players, organisers and, as one person has one number, referees."""
    return role == ORGANISER or role.startswith(("seat:", "referee:"))


def account_to_appoint(store: Store, places: Collection[str], given: str | None) -> str | None:
    """The id of the account with this id or name; `Refused` for a party there, and for a bot."""
    if given is None:
        return None
    account, _ = account_with(store, given)
    if owner_of(store, account) is not None:
        raise Refused(Refusal.FORBIDDEN, "The account of a bot is no referee.")
    if any(is_partial(role) for _, role in family_roles(store, account, places)):
        raise party_refusal()
    return account
