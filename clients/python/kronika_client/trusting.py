"""A seat that trusts nobody: it brings its own seed and key, remembers what it was given, and compares.

It does what section 12 of docs/ledger.md asks of clients, and needs `cryptography`.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import Any, NoReturn, cast

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kronika_client import api
from kronika_client.calls import Call
from kronika_client.errors import MovedOn, NotFound
from kronika_client.extra import AS_IT_IS
from kronika_client.heads import Heads, NotYet, Promise, SplitView, seats_leaf
from kronika_client.steps import Flow, Pause, T, keyed, sending
from kronika_client.verifier import merkle
from kronika_client.verifier.note import Checkpoint, read_note
from kronika_client.verifier.problems import Failed
from kronika_client.verifier.text import b64, b64u, encode, from_b64u

NOTHING = bytes(32)
ACCOUNTS_SINCE = 5
AGAIN = 0.25
Json = dict[str, Any]


class Trusting:
    """A signed seat. `secrets()` has what has to outlive the program; heads of logs of games are common to all seats."""

    patience = 60.0
    """Seconds to try for, and to wait for the service's log to have the seats."""

    def __init__(self, game: str, seat: int, heads: Heads | None = None, known: Json | None = None) -> None:
        known = known or {}
        self.game, self.seat, self.token = game, seat, str(known.get("token", ""))
        self.heads = heads or Heads()
        self.proof: Json | None = None
        self.key = _key(known.get("key"))
        self.public = self.key.public_key().public_bytes_raw()
        self.seed = from_b64u(known["seed"]) if known else secrets.token_bytes(32)
        self.entries: list[bytes] = []
        self.note, self.vkey = str(known.get("note", "")), str(known.get("vkey", ""))
        self.stopped: SplitView | None = None

    def secrets(self) -> Json:
        """The seat's token, key and seed, and the newest head that it has accepted."""
        own = {"token": self.token, "key": b64u(self.key.private_bytes_raw()), "seed": b64u(self.seed)}
        return {**own, "note": self.note, "vkey": self.vkey}

    # -- the log as this seat knows it

    def following(self) -> Flow[Checkpoint]:
        """Take the newest head, which has to continue the one known; SplitView, now and for ever after, if it does not."""
        if self.stopped is not None:
            raise self.stopped
        note = yield from self.send(api.get_checkpoint(self.game))
        known = list(self.entries) or (yield from self._entries(0))
        self.vkey = self.vkey or json.loads(known[0])["d"]["vkey"]
        head = read_note(note, self.vkey)
        if head.size > len(known):
            known += yield from self._entries(len(known))
        self._check(head, known, note)
        if head.size > len(self.entries):
            self.entries, self.note = known[: head.size], note
        return head

    def _check(self, head: Checkpoint, known: list[bytes], note: str) -> None:
        """Whether the entries have this root, and, after a restart, the one that was known before."""
        before = [read_note(self.note, self.vkey)] if self.note and not self.entries else []
        for each in [*before, head]:
            if len(known) < each.size or _root(known[: each.size]) != each.root:
                self.stop("this head does not continue the one that is remembered", note)

    def _entries(self, after: int) -> Flow[list[bytes]]:
        return (yield from self.send(api.list_entries(self.game, from_=after))).splitlines()

    def stop(self, why: str, given: str) -> NoReturn:
        self.stopped = SplitView(why, self.note, given)
        raise self.stopped

    def events(self, kind: str) -> list[Json]:
        """The data of all events of a type, in the log's order."""
        entries = map(json.loads, self.entries)
        return [entry["d"] for entry in entries if entry["t"] == kind]

    def all_seated(self) -> bool:
        return len(self.events("seat-taken")) == int(self.created["seats"])

    def revealed(self) -> bool:
        return self.seat in [each["seat"] for each in self.events("seed-revealed")]

    @property
    def created(self) -> Json:
        """The data of entry 0."""
        return dict(json.loads(self.entries[0])["d"])

    @cached_property
    def ctx(self) -> bytes:
        return sha256(b"\0" + self.entries[0]).digest()

    @cached_property
    def commitment(self) -> bytes:
        return sha256(b"gamelog/v1/client-seed\n" + self.ctx + bytes((self.seat,)) + self.seed).digest()

    # -- sitting down

    def sitting_down(self, body: Json, key: str | None = None) -> Flow[None]:
        """Commit to the seed under the key, both bound to entry 0; nothing more than to read the log if that is done."""
        yield from self.following()
        if self.token:
            return
        message = b"gamelog/v1/seat\n" + self.ctx + bytes((self.seat,)) + self.declaration(self.declared())
        body = {**body, "seat": self.seat, **self.declared(), "sig": self.sign(message)}
        self.token = (yield from self.send(keyed(api.take_seat(self.game, body), key))).token or ""
        yield from self.following()

    def declared(self) -> dict[str, str]:
        return {"seed_commitment": b64u(self.commitment), "key": b64u(self.public)}

    def declaration(self, declared: Json) -> bytes:
        """What a seat declares, as signatures take it: from table 5 on with its account."""
        names = ("key", "seed_commitment", "account_hash")
        accounts = self.created["table"] >= ACCOUNTS_SINCE
        return b"".join(_bytes(declared.get(name)) for name in names[: 3 if accounts else 2])

    def revealing(self) -> Flow[None]:
        """Open the seed, once a head shows all seats and one's own as one took it, and the service's log has them."""
        yield from self.following()
        taken = {d["seat"]: d for d in self.events("seat-taken")}
        assert self.all_seated(), "a seed is not opened before all seats are taken"
        if taken[self.seat] != {"seat": self.seat, **self.declared()}:
            self.stop("this log has somebody else at my seat", self.note)
        if self.created.get("log"):
            self.proof = yield from self._awaiting_seats()
        message = b"gamelog/v1/seed\n" + self.ctx + bytes((self.seat,)) + self._seats(taken) + self.seed
        yield from self.send(api.reveal_seed(self.game, {"seed": b64u(self.seed), "sig": self.sign(message)}))

    def _awaiting_seats(self) -> Flow[Json]:
        """The list that proves the seats, once there is one; NotYet says what is missing when the patience ends."""
        left = self.patience
        while True:
            try:
                return (yield from self._seats_logged())
            except NotYet:
                if left <= 0:
                    raise
            left -= AGAIN
            yield Pause(AGAIN)

    def _seats_logged(self) -> Flow[Json]:
        ask = cast("Call[Json]", replace(api.get_leaves(self.game), answers=AS_IT_IS))
        try:
            listed = yield from self.send(ask)
        except NotFound:
            raise NotYet("nothing of this game is in the service's log") from None
        promise = Promise.of(self.created, merkle.leaf(self.entries[0]))
        try:
            leaf = seats_leaf(promise, listed)
            yield from self.heads.following(promise, listed["checkpoint"], self.patience)
        except Failed as why:
            self.stop(str(why), listed["checkpoint"])
        except SplitView as split:
            self.stopped = split
            raise
        n = max(i for i, entry in enumerate(self.entries) if json.loads(entry)["t"] == "seat-taken") + 1
        if (leaf["n"], leaf["r"]) != (n, b64(_root(self.entries[:n]))):
            self.stop("the service's log has other seats than this log", listed["checkpoint"])
        return listed

    def _seats(self, taken: dict[int, Json]) -> bytes:
        parts = [bytes((n,)) + self.declaration(taken[n]) for n in sorted(taken)]
        label = b"gamelog/v1/seats\n" + self.ctx + bytes((len(taken),))
        return sha256(label + b"".join(parts)).digest()

    def checking_start(self) -> Flow[None]:
        """At the start the own key and seed are in the log."""
        yield from self.following()
        mine = [d for d in self.events("seed-revealed") if d["seat"] == self.seat]
        if mine != [{"seat": self.seat, "seed": b64u(self.seed)}]:
            self.stop("my seed is not in this log", self.note)

    # -- playing

    def acting(self, action: Any, version: int | None = None) -> Flow[Any]:
        """Sign an action on top of the newest head, and post it; anew if somebody was faster, unless it is for one version."""
        while True:
            head = yield from self.following()
            signed = self.signed(action, head)
            call = replace(api.act(self.game, {"signed": signed}), headers={"Idempotency-Key": None})
            if version is not None and head.size != version:
                raise MovedOn(412, {"type": "/problems/stale", "version": head.size})
            try:
                done = yield from self.send(call)
            except MovedOn as problem:
                if problem.status != 412:
                    raise
                continue
            yield from self.following()
            return done

    def signed(self, action: Any, head: Checkpoint) -> Json:
        disclosure = b64u(encode([b64u(secrets.token_bytes(16)), action]))
        place = bytes.fromhex(self.game) + bytes((self.seat,)) + head.size.to_bytes(8, "big") + head.root
        message = b"gamelog/v1/action\n" + place + sha256(disclosure.encode()).digest()
        return {"n": head.size, "disclosure": disclosure, "s": self.sign(message)}

    def sign(self, message: bytes) -> str:
        return b64u(self.key.sign(message))

    def send(self, call: Call[T]) -> Flow[T]:
        return (yield from sending(call, self.token or None, self.patience))


def _root(entries: list[bytes]) -> bytes:
    return merkle.root([merkle.leaf(entry) for entry in entries])


def _key(text: str | None) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(from_b64u(text)) if text else Ed25519PrivateKey.generate()


def _bytes(text: str | None) -> bytes:
    return NOTHING if text is None else from_b64u(text)
