"""Recovery: a code opens a challenge, a new passkey answers it, and everything that was signed in is not any longer."""

from __future__ import annotations

from collections.abc import Iterator

from domain.accounts.events import PasskeyAdded, RecoveryUsed, TokenRevoked
from domain.accounts.fold import Account
from domain.ledger.text import b64u
from projections.documents.passkeys import Recovered
from service.accounts import challenges, passkeys
from service.accounts.challenges import not_verified
from service.accounts.notices import subscriptions, writing
from service.accounts.notices.hook_rows import ending_of_account
from service.accounts.own_account import own_account
from service.accounts.signing_in import Answer, Door, check_free, created
from service.identity.account_log import Change, change, entries, load
from service.identity.credentials import none_begins
from service.store import Duplicate, Statement, Store
from service.system.clock import now

BOTS = "SELECT id FROM accounts WHERE owner = ? AND status <> 'closed'"
END_ALL = """DELETE FROM credentials WHERE account = ?
    OR account IN (SELECT id FROM accounts WHERE owner = ?)"""
RECOVERED = """INSERT INTO recovered_sessions (hash, account, recovered_at)
    SELECT hash, account, CAST(? AS BIGINT) FROM credentials WHERE account = ? AND kind = 'session'"""
USE_CODE = "DELETE FROM recovery_codes WHERE hash = ?"
ATTEMPTS = 5
"""Tokens of bots may be made or revoked at the same moment."""


def recover(door: Door, answer: Answer) -> Recovered:
    """Add a passkey by a code, and end all sessions and tokens of the account and of its bots, in one transaction.

    `Refused`: not-verified, or gone-elsewhere for a credential that belongs to an account.
    """
    challenge, passkey = created(door, answer, "recovery")
    account_id, code = str(challenge.account), str(challenge.code)
    id = passkeys.id_of(b64u(passkey.credential))

    def decide(account: Account) -> Change:
        if code not in account.codes:
            raise not_verified()
        added = passkeys.insert(account.id, passkey, answer.label)
        return Change(
            [RecoveryUsed(code), PasskeyAdded(id, by_recovery=True), *map(TokenRevoked, account.tokens)],
            [challenge.use, Statement(USE_CODE, (code,)), added, *_ended(door.store, account.id)],
        )

    for _ in range(ATTEMPTS):
        try:
            change(door.store, account_id, decide)
        except Duplicate:
            challenges.open_challenge(door.store, answer.challenge, "recovery", answer.session)
            check_free(door.store, passkey)
        else:
            return Recovered(account=own_account(door.store, account_id))
    raise not_verified()


def _ended(store: Store, account: str) -> Iterator[Statement]:
    """Ends what opened the account and its bots, and notifies its browsers, whose subscriptions end then."""
    bots = [load(store, bot) for (bot,) in store.query(BOTS, (account,))]
    for bot in bots:
        yield from entries(bot, [TokenRevoked(token) for token in bot.tokens], now())
    yield none_begins(account)
    yield Statement(RECOVERED, (now(), account))
    yield Statement(END_ALL, (account, account))
    yield subscriptions.leaving(account)
    yield from writing.account_changed(account, "recovery")
    for one in (account, *(bot.id for bot in bots)):
        yield from ending_of_account(one, with_operators=False)
