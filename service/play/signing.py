"""The attestation of an action: signed by the key of its seat, or with the head that the client had seen (docs/ledger.md).

What a seat has signed is known again by its hash, which stands in the log: no row beside it, and nothing to forget.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any, NamedTuple

from domain.ledger import ed25519
from domain.ledger import entry as ledger_entry
from domain.ledger.entry import Attestation, Seen, Sig
from domain.ledger.signed_actions import action_hash, action_message, read_disclosure
from domain.ledger.text import b64, b64u, from_b64u
from domain.ruleset import Ruleset
from domain.table import asking
from domain.table.decisions import under_todays_rules
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.state import seat_actor
from service.identity.access import Caller
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.idempotency import Written
from service.store import Conflict, Store


class Signed(NamedTuple):
    """`{"n","disclosure","s"}` of a request, read: the entry number signed for, the action, and its hash."""

    n: int
    disclosure: str
    s: str
    action: dict[str, Any]
    h: str

    @classmethod
    def of(cls, given: dict[str, Any]) -> Signed:
        try:
            action = read_disclosure(given["disclosure"])
        except ValueError as error:
            raise malformed("signed.disclosure", f"This is no disclosure of an action: {error}.") from error
        return cls(**given, action=action, h=b64u(action_hash(given["disclosure"])))

    def asks_for(self, ruleset: Ruleset[Any]) -> Any:
        try:
            return asking.read(ruleset, self.action)
        except ValueError as error:
            raise malformed("signed.disclosure", f"This is no action: {error}.") from error

    def earlier(self, store: Store, game: str, caller: Caller) -> Written | None:
        """What this seat wrote with the same action before; `Refused` when the hash stands elsewhere in the log."""
        entries = store.entries(game)
        place = next((n for n, entry in enumerate(entries) if self.h.encode() in entry), None)
        if place is None:
            return None
        found = ledger_entry.decode(entries[place])
        if found.by != seat_actor(caller.seat()) or found.sig is None or found.sig.h != self.h:
            detail = "What has this hash stands in the log already and is not yours; take another salt."
            raise Refused(Refusal.GONE_ELSEWHERE, detail)
        after = (ledger_entry.decode(entry).a for entry in entries[place:])
        return Written(game, place + 1, place + sum(1 for _ in takewhile(lambda a: a == found.a, after)))

    def attestation(self, repository: Repository, loaded: LoadedGame, seat: int) -> Attestation:
        """The signature, checked for exactly this place in the log."""
        if self.n != loaded.version:
            raise stale(repository, loaded)
        key = loaded.table.keys.get(seat)
        if key is None:
            raise malformed("signed", "Your seat has no key: send the action itself.")
        head = repository.heads.frontier(loaded).root()
        message = action_message(bytes.fromhex(loaded.id), seat, self.n, head, from_b64u(self.h))
        if not ed25519.verify(from_b64u(key), from_b64u(self.s), message):
            detail = (
                "The key of your seat has not signed this action on top of this log: see the ledger page."
            )
            raise malformed("signed.s", detail)
        return Attestation(Sig(self.s, self.h))


def stale(repository: Repository, loaded: LoadedGame) -> Refused:
    """The game has moved on; with the head that there is now, to sign on top of it."""
    detail = f"The game has moved on to version {loaded.version}."
    return Refused(
        Refusal.STALE, detail, version=loaded.version, checkpoint=repository.heads.checkpoint(loaded)
    )


def let_rules_change(repository: Repository, loaded: LoadedGame) -> None:
    """A signature is for one place in the log. If the rules change first, the log says so, and `Refused` stale asks for
    another one.
    """
    if loaded.table.rules == loaded.ruleset.rules:
        return
    try:
        after = repository.commit(loaded, under_todays_rules(loaded.ruleset, loaded.table))
    except Conflict:
        after = repository.get(loaded.id)
    raise stale(repository, after)


class ActionInput(NamedTuple):
    """The input of a request beside or in place of an action: what the seat signed, or the head that the client has seen."""

    signed: Signed | None
    seen: dict[str, Any] | None

    @classmethod
    def of(cls, signed: dict[str, Any] | None, seen: dict[str, Any] | None) -> ActionInput:
        return cls(None if signed is None else Signed.of(signed), seen)

    def identity(self, unsigned: Any) -> Any:
        """What identifies the request for idempotency."""
        return unsigned if self.signed is None else self.signed.h

    def attestation(self, repository: Repository, loaded: LoadedGame, seat: int) -> Attestation:
        """The attestation to log. A seat that has a key can only act signed."""
        if self.signed is not None:
            return self.signed.attestation(repository, loaded, seat)
        if seat in loaded.table.keys:
            detail = f"Seat {seat} has a key of its own, so it acts signed only: send `signed` in place of the action."
            raise Refused(Refusal.FORBIDDEN, detail)
        return (
            Attestation()
            if self.seen is None
            else Attestation(None, _checked(repository, loaded, Seen(**self.seen)))
        )


def _checked(repository: Repository, loaded: LoadedGame, seen: Seen) -> Seen:
    if seen.n > loaded.version or seen.r != b64(_root(repository, loaded, seen.n)):
        detail = (
            f"The head of {seen.n} entries that you have seen is none of this log. Keep the note that showed it to you and "
            "this one: together they prove that somebody was shown another log."
        )
        raise Refused(
            Refusal.SPLIT_VIEW, detail, version=loaded.version, checkpoint=repository.heads.checkpoint(loaded)
        )
    return seen


def _root(repository: Repository, loaded: LoadedGame, size: int) -> bytes:
    whole = size == loaded.version
    return (
        repository.heads.frontier(loaded) if whole else repository.heads.frontier_of(loaded.id, size)
    ).root()
