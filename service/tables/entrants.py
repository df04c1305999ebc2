"""Who takes a seat: a guest under a name, a bot of the service, or an account, whose name everybody knows already."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.ledger.seats import account_hash
from domain.ledger.text import b64u, from_b64u
from domain.table.events import SeatClaimed, SeatReassigned, SeatTaken
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused, malformed
from projections.people import Player, SeatAccount
from service.identity.account_invitations import USED, ended
from service.identity.account_roles import grant_role, has_seat, still_open
from service.identity.caller import Party
from service.identity.referees import check_account_may_sit, check_may_sit
from service.identity.tokens import grant
from service.store import Statement, Store
from service.tables.seats import bytes_of

SALT_BYTES = 16
SEATED = "INSERT INTO account_seats (game, version, seat, account, salt) VALUES (?, ?, ?, ?, ?)"
NAMED = "An account sits down under its own name: leave `name` out, or sign out to play as a guest."
FOR_ACCOUNTS = "Only seats of accounts have an `account_salt`."


class Entrant(NamedTuple):
    """The player, and the hash of their account in the log; None for guests and bots."""

    player: Player
    account_hash: str | None = None

    @property
    def account_id(self) -> str | None:
        return None if self.player.account is None else self.player.account.id

    @classmethod
    def of(cls, given: Mapping[str, Any], party: Party | None) -> Entrant:
        """From a request `{"name"?,"bot"?,"account_salt"?,"key"?}` of an account, or without a `party` of a guest."""
        if party is not None and given.get("bot") is None:
            return _of_account(given, party)
        if "account_salt" in given:
            raise malformed("account_salt", FOR_ACCOUNTS)
        if "name" not in given:
            raise malformed("name", "Missing data for required field.")
        return cls(Player(given["name"], given.get("bot")))

    def check_may_sit(self, store: Store, places: Sequence[str], tokens: Sequence[str | None]) -> None:
        """`Refused` for a client who referees in these places, and for an account that has a seat there already."""
        account = self.player.account
        if account is not None and has_seat(store, account.id, places):
            raise Refused(Refusal.GONE_ELSEWHERE, "Your account has a seat here already.")
        if account is not None:
            check_account_may_sit(store, places, account.id)
        check_may_sit(store, places, tokens, self.player.name)

    def role_rows(self, place: str, seat: int, token: str) -> list[Statement]:
        """What lets the entrant act: a token, or the role of the account, which uses up its invitation."""
        account, role = self.player.account, f"seat:{seat}"
        if account is None:
            return [grant(token, place, role)]
        used = ended(account.id, place, USED)
        return [*still_open(account.id), grant_role(account.id, place, role), *used]


def _of_account(given: Mapping[str, Any], party: Party) -> Entrant:
    if "name" in given:
        raise malformed("name", NAMED)
    if "key" in given and "account_salt" not in given:
        raise malformed(
            "account_salt", "The key of a seat signs the hash of the account, so send its random bytes."
        )
    return entrant_of(party, given.get("account_salt"))


def entrant_of(party: Party, salt: str | None) -> Entrant:
    """This account, with these random bytes (base64url) or fresh ones."""
    salt = b64u(secrets.token_bytes(SALT_BYTES)) if salt is None else salt
    bytes_of("account_salt", salt, SALT_BYTES)
    hashed = b64u(account_hash(from_b64u(salt), bytes.fromhex(party.account)))
    account = SeatAccount(party.account, party.name, salt, party.owner, party.owner_name)
    return Entrant(Player(party.name, None, account), hashed)


def account_row(game: str, version: int, seat: int, account: SeatAccount) -> Statement:
    """Whose account an entry's hash is."""
    return Statement(SEATED, (game, version, seat, account.id, account.salt))


def entry_of(fold: Fold, seat: int) -> int:
    """The version of the recorded entry that says who has this seat."""
    said = (SeatTaken, SeatReassigned, SeatClaimed)
    return next(it.version for it in fold.recorded if isinstance(it.event, said) and it.event.seat == seat)
