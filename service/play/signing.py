"""Attestations of actions: a signature by the key of a seat, or the log head that the client had seen (docs/ledger.md).

A repeated signed action is recognised by its hash, which is in the log, so it needs no idempotency row and never expires.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any, NamedTuple

from domain.ledger import ed25519
from domain.ledger import entry as ledger_entry
from domain.ledger.entry import NO_ATTESTATION, Attestation, Seen, Sig
from domain.ledger.signed_actions import action_hash, action_message, read_disclosure
from domain.ledger.text import b64, b64u, from_b64u
from domain.ruleset import Ruleset
from domain.table import asking
from domain.table.actors import seat_actor
from domain.table.decisions import under_todays_rules
from domain.table.refusals import Refusal, Refused, malformed
from service.identity.access import Caller
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.idempotency import WriteRecord
from service.store import Conflict, Store


class Signed(NamedTuple):
    """`{"n","disclosure","s"}` of a request, parsed: the signed entry number, the action, and its hash."""

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
            raise malformed(
                "signed.disclosure", f"This is not a disclosure of an action: {error}."
            ) from error
        return cls(**given, action=action, h=b64u(action_hash(given["disclosure"])))

    def parsed_action(self, ruleset: Ruleset[Any]) -> Any:
        try:
            return asking.read(ruleset, self.action)
        except ValueError as error:
            raise malformed("signed.disclosure", f"This is not an action: {error}.") from error

    def earlier(self, store: Store, game: str, caller: Caller) -> WriteRecord | None:
        """What this seat wrote with the same action before; `Refused` if another entry contains the hash."""
        entries = store.entries(game)
        index = next((n for n, entry in enumerate(entries) if self.h.encode() in entry), None)
        if index is None:
            return None
        found = ledger_entry.decode(entries[index])
        if found.by != seat_actor(caller.seat()) or found.sig is None or found.sig.h != self.h:
            detail = "Another entry of the log contains this hash already; use another salt."
            raise Refused(Refusal.GONE_ELSEWHERE, detail)
        after = (ledger_entry.decode(entry).a for entry in entries[index:])
        return WriteRecord(game, index + 1, index + sum(1 for _ in takewhile(lambda a: a == found.a, after)))

    def attestation(self, repository: Repository, loaded: LoadedGame, seat: int) -> Attestation:
        """The signature as an attestation, after checking that it is for exactly this position in the log."""
        if self.n != loaded.version:
            raise stale_refusal(repository, loaded)
        key = loaded.table.seats.keys.get(seat)
        if key is None:
            raise malformed("signed", "Your seat has no key: send the action unsigned.")
        head = repository.heads.frontier(loaded).root()
        message = action_message(bytes.fromhex(loaded.id), seat, self.n, head, from_b64u(self.h))
        if not ed25519.verify(from_b64u(key), from_b64u(self.s), message):
            detail = "This signature by your seat's key does not match this action on top of this log: see the ledger page."
            raise malformed("signed.s", detail)
        return Attestation(Sig(self.s, self.h))


def stale_refusal(repository: Repository, loaded: LoadedGame) -> Refused:
    """The refusal for an outdated version; it has the current log head, so that the client can sign on top of it."""
    detail = f"The game has moved on to version {loaded.version}."
    return Refused(
        Refusal.STALE, detail, version=loaded.version, checkpoint=repository.heads.checkpoint(loaded)
    )


def log_rules_change(repository: Repository, loaded: LoadedGame) -> None:
    """A signature is valid for one position in the log. If the rules have changed, log that first, and raise `Refused` stale to
    request a new signature.
    """
    if loaded.table.rules == loaded.ruleset.rules:
        return
    try:
        after = repository.commit(loaded, under_todays_rules(loaded.ruleset, loaded.table))
    except Conflict:
        after = repository.get(loaded.id)
    raise stale_refusal(repository, after)


class ActionInput(NamedTuple):
    """The attestation in a request: the action signed by the seat, or the log head that the client has seen."""

    signed: Signed | None
    seen: dict[str, Any] | None

    @classmethod
    def of(cls, signed: dict[str, Any] | None, seen: dict[str, Any] | None) -> ActionInput:
        return cls(None if signed is None else Signed.of(signed), seen)

    def identity(self, unsigned: Any) -> Any:
        """What identifies the request: the hash of the signed action, or else the unsigned content."""
        return unsigned if self.signed is None else self.signed.h

    def check_signed(self, ruleset: Ruleset[Any], action: Any) -> None:
        """`Refused` if another action was signed than the one that the request asks for."""
        if self.signed is not None and self.signed.parsed_action(ruleset) != action:
            detail = (
                "The signed disclosure differs from the request, whose hash follows from its salt and text."
            )
            raise malformed("signed.disclosure", detail)

    def attestation(self, repository: Repository, loaded: LoadedGame, seat: int) -> Attestation:
        """The attestation of an action for the log; a seat with a key must sign."""
        if self.signed is not None:
            return self.signed.attestation(repository, loaded, seat)
        if seat in loaded.table.seats.keys:
            detail = (
                f"Seat {seat} has its own key and must sign its actions: send `signed` instead of the action."
            )
            raise Refused(Refusal.FORBIDDEN, detail)
        return (
            NO_ATTESTATION
            if self.seen is None
            else Attestation(None, _checked_head(repository, loaded, Seen(**self.seen)))
        )


def _checked_head(repository: Repository, loaded: LoadedGame, seen: Seen) -> Seen:
    if seen.n > loaded.version or seen.r != b64(_root(repository, loaded, seen.n)):
        detail = (
            f"The head of {seen.n} entries that you have seen is not a head of this log. Save the note in which you saw it, and "
            "this one: together they prove that somebody was shown a different log."
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
