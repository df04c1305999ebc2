"""What the operator has forbidden: who is blocked, and whether new games are paused.

Every process reads it anew when it is half a second old, as far as a request or a stream asks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv4Network, IPv6Network, ip_network
from threading import Lock
from time import monotonic
from typing import NamedTuple

from domain.table.refusals import Refusal, Refused, malformed
from projections.paging import marks
from service.store import Store, StoreUnusable
from service.system.clock import now

FRESH_SECONDS = 0.5
LAST_ACT = "SELECT coalesce(max(id), 0) FROM operator_acts"
BLOCKS = "SELECT subject, until FROM blocks WHERE until > ?"
CREDENTIALS = """SELECT hash, account, owner FROM credentials JOIN accounts ON accounts.id = account
    WHERE account IN ({0}) OR owner IN ({0})"""
PAUSED = "SELECT reason, lang FROM games_paused"
PAUSED_GAMES = "No new games begin now; those under way go on."
TOKEN = re.compile(r"kr_[A-Za-z0-9_-]{43}")
ACCOUNT = re.compile(r"account [0-9a-f]{32}")
HASHED = re.compile(r"token [0-9a-f]{64}")
LENGTHS = {4: (24, 32), 6: (48, 64)}
"""The networks that can be blocked. An IPv6 address counts by the /64 that a provider gives to one customer."""


class Pause(NamedTuple):
    """Why no new games begin, in the language `lang`."""

    reason: str
    lang: str


class Read(NamedTuple):
    """What was read after the act `last`: until when subjects are blocked, in milliseconds, and the pause."""

    last: int = -1
    blocks: Mapping[str, int] = {}
    pause: Pause | None = None


class Restrictions:
    """Those of one store, for all threads of a process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read, self._at = Read(), float("-inf")
        self._reading = Lock()

    def blocked_until(self, client: str, token: str | None) -> int | None:
        """Until when a client is refused, in milliseconds since the epoch; None if it is not.

        `client` is the address that it counts for (`address_group`), `token` the hash of its token.
        """
        self._current()
        return self.known_until(client, token)

    def known_until(self, client: str, token: str | None) -> int | None:
        """The same by what was read last: this never waits for the store."""
        if not (blocks := self._read.blocks):
            return None
        subjects = subjects_of(client) if token is None else (*subjects_of(client), token_subject(token))
        until = max((blocks.get(subject, 0) for subject in subjects), default=0)
        return until if until > now() else None

    @property
    def blocks_any(self) -> bool:
        """Whether anybody is blocked, at any address."""
        return bool(self._current().blocks)

    @property
    def last_act(self) -> int:
        """The number of the newest act that was read; -1 before the first read."""
        return self._read.last

    @property
    def pause(self) -> Pause | None:
        """Why no new games begin; None if they do."""
        return self._current().pause

    def check_may_begin(self) -> None:
        """`Refused` games-paused, in the operator's words."""
        if (pause := self.pause) is not None:
            detail = f"{PAUSED_GAMES} {pause.reason}"
            raise Refused(Refusal.GAMES_PAUSED, detail, reason=pause.reason, reason_lang=pause.lang)

    def refresh(self) -> None:
        """Read what has changed. While the store cannot be read, or another thread reads it, what was read last holds."""
        if self._reading.acquire(blocking=False):
            try:
                self._read = self._read_again()
            except StoreUnusable:
                pass  # whatever needs the store says so itself
            finally:
                self._at = monotonic()
                self._reading.release()

    def _current(self) -> Read:
        if monotonic() - self._at > FRESH_SECONDS:
            self.refresh()
        return self._read

    def _read_again(self) -> Read:
        [(last,)] = self._store.query(LAST_ACT)
        if last == self._read.last and not any(map(ACCOUNT.fullmatch, self._read.blocks)):
            return self._read
        blocks = {str(subject): int(until) for subject, until in self._store.query(BLOCKS, (now(),))}
        blocks |= self._credentials(blocks)
        pause = next((Pause(*row) for row in self._store.query(PAUSED)), None)
        return Read(last, blocks, pause)

    def _credentials(self, blocks: Mapping[str, int]) -> dict[str, int]:
        """The credentials of blocked accounts, as subjects. There may be new ones at any time."""
        until = {subject.split()[1]: end for subject, end in blocks.items() if ACCOUNT.fullmatch(subject)}
        found = self._store.query(CREDENTIALS.format(marks(until)), (*until, *until)) if until else ()
        return {
            token_subject(hash): max(until.get(own, 0), until.get(owner, 0)) for hash, own, owner in found
        }


def subject_of(written: str) -> str:
    """How a subject is spelled: an address or network, "token " and the token's SHA-256, or "account "
    and the account's id; `Refused` malformed for others."""
    written = written.strip()
    if TOKEN.fullmatch(written):
        return token_subject(sha256(written.encode()).hexdigest())
    if HASHED.fullmatch(written) or ACCOUNT.fullmatch(written):
        return written
    try:
        network = ip_network(written)
    except ValueError:
        raise malformed("subject", "This is an address, a network, a token, or `account ID`.") from None
    return _spelled(_counted(network))


def account_subject(account: str) -> str:
    """The subject of an account: all its sessions and tokens, and those of its bots."""
    return f"account {account}"


def token_subject(hash: str) -> str:
    """The subject of a token, by its SHA-256 in hex."""
    return f"token {hash}"


def _counted(network: IPv4Network | IPv6Network) -> IPv4Network | IPv6Network:
    if isinstance(network, IPv6Network) and (mapped := network.network_address.ipv4_mapped) is not None:
        network = IPv4Network((mapped, max(0, network.prefixlen - 96)))
    if network.version == 6 and network.prefixlen == 128:
        network = network.supernet(new_prefix=64)
    if network.prefixlen not in LENGTHS[network.version]:
        raise malformed("subject", "Networks are blocked by /24 (IPv4), or by /48 or /64 (IPv6).")
    return network


@lru_cache(maxsize=4096)
def subjects_of(client: str) -> tuple[str, ...]:
    """The subjects that would block the client that counts for this address."""
    try:
        own = ip_network(f"{client}::/64" if client.count(":") == 3 else client)
    except ValueError:
        return ()
    return _spelled(own), _spelled(own.supernet(new_prefix=LENGTHS[own.version][0]))


def _spelled(network: IPv4Network | IPv6Network) -> str:
    return str(network).removesuffix("/32")
