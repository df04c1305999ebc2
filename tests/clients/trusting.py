"""An example of a client that trusts nobody: it brings its own seed and key, keeps what it was shown, and compares.

It needs an HTTP client, `cryptography`, and the package `verifier`, which imports nothing of the service. It does what
section 12 of docs/ledger.md asks of clients.
"""

from __future__ import annotations

import json
import secrets
import time
from hashlib import sha256
from typing import Any, NoReturn

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.clients.service_log import Heads, NotYet, Promise, SplitView, seats_leaf
from verifier import merkle
from verifier.note import Checkpoint, read_note
from verifier.problems import Failed
from verifier.text import b64, b64u, encode, from_b64u

NOTHING = bytes(32)
ACCOUNTS_SINCE = 5
NOT_FOUND = 404
AGAIN = 0.25


class Player:
    """One seat of one game. Keep `key`, `seed`, `note` and `proof` where they outlive the program, and `heads` over all games."""

    patience = 60.0
    """Seconds to wait for the service's log to have the seats."""

    def __init__(self, http: httpx.Client, game: str, seat: int, heads: Heads | None = None) -> None:
        self.http, self.game, self.seat, self.token = http, game, seat, ""
        self.heads = heads or Heads(http)
        self.proof: dict[str, Any] | None = None
        self.key = Ed25519PrivateKey.generate()
        self.public = self.key.public_key().public_bytes_raw()
        self.seed = secrets.token_bytes(32)
        self.entries: list[bytes] = []
        self.note = self.vkey = ""
        self.stopped: SplitView | None = None
        self.follow()
        self.ctx = sha256(b"\0" + self.entries[0]).digest()
        self.commitment = sha256(b"gamelog/v1/client-seed\n" + self.ctx + bytes((seat,)) + self.seed).digest()

    # -- the log as this player knows it

    def follow(self) -> Checkpoint:
        """Take the newest head, which has to continue the kept one; SplitView, now and for ever after, if it does not."""
        if self.stopped is not None:
            raise self.stopped
        note = self._get("/checkpoint").text
        known = list(self.entries) or self._entries(0)
        self.vkey = self.vkey or json.loads(known[0])["d"]["vkey"]
        head = read_note(note, self.vkey)
        if head.size > len(known):
            known += self._entries(len(known))
        if merkle.root([merkle.leaf(entry) for entry in known[: head.size]]) != head.root:
            self.stop("this head does not continue the one that was kept", note)
        if head.size > len(self.entries):
            self.entries, self.note = known[: head.size], note
        return head

    def _entries(self, after: int) -> list[bytes]:
        return self._get(f"/ledger/entries?from={after}").content.splitlines()

    def stop(self, why: str, shown: str) -> NoReturn:
        self.stopped = SplitView(why, self.note, shown)
        raise self.stopped

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The data of all events of a type, in the log's order."""
        entries = map(json.loads, self.entries)
        return [entry["d"] for entry in entries if entry["t"] == kind]

    def all_seated(self) -> bool:
        return len(self.events("seat-taken")) == json.loads(self.entries[0])["d"]["seats"]

    # -- sitting down

    def sit_down(self, name: str) -> None:
        """Commit to the seed under the key, both bound to entry 0, which has been read."""
        message = b"gamelog/v1/seat\n" + self.ctx + bytes((self.seat,)) + self._declaration(self._declared())
        body = {"name": name, "seat": self.seat, **self._declared(), "sig": self._sign(message)}
        self.token = self._post("/seats", body)["token"]
        self.follow()

    def _declared(self) -> dict[str, str]:
        return {"seed_commitment": b64u(self.commitment), "key": b64u(self.public)}

    def _declaration(self, declared: dict[str, Any]) -> bytes:
        """What a seat declares, as signatures take it: from table 5 on with its account."""
        names = ("key", "seed_commitment", "account_hash")
        accounts = json.loads(self.entries[0])["d"]["table"] >= ACCOUNTS_SINCE
        return b"".join(_bytes(declared.get(name)) for name in names[: 3 if accounts else 2])

    def reveal(self) -> None:
        """Open the seed, once a kept head shows all seats and one's own as one took it, and the service's log has them."""
        self.follow()
        taken = {d["seat"]: d for d in self.events("seat-taken")}
        assert self.all_seated(), "a seed is not opened before all seats are taken"
        if taken[self.seat] != {"seat": self.seat, **self._declared()}:
            self.stop("this log has somebody else at my seat", self.note)
        if json.loads(self.entries[0])["d"].get("log"):
            self.proof = self._await_seats()
        message = b"gamelog/v1/seed\n" + self.ctx + bytes((self.seat,)) + self._seats(taken) + self.seed
        self._post("/seeds", {"seed": b64u(self.seed), "sig": self._sign(message)})

    def _await_seats(self) -> dict[str, Any]:
        """The list that proves the seats, once there is one; NotYet says what is missing when the patience ends."""
        deadline = time.monotonic() + self.patience
        while True:
            try:
                return self._seats_logged()
            except NotYet:
                if time.monotonic() >= deadline:
                    raise
            time.sleep(AGAIN)

    def _seats_logged(self) -> dict[str, Any]:
        answer = self._ask("GET", "/ledger/log")
        if answer.status_code == NOT_FOUND:
            raise NotYet("nothing of this game is in the service's log")
        listed: dict[str, Any] = answer.raise_for_status().json()
        promise = Promise.of(json.loads(self.entries[0])["d"], merkle.leaf(self.entries[0]))
        try:
            leaf = seats_leaf(promise, listed)
            self.heads.follow(promise, listed["checkpoint"])
        except Failed as why:
            self.stop(str(why), listed["checkpoint"])
        except SplitView as split:
            self.stopped = split
            raise
        n = max(i for i, entry in enumerate(self.entries) if json.loads(entry)["t"] == "seat-taken") + 1
        if (leaf["n"], leaf["r"]) != (
            n,
            b64(merkle.root([merkle.leaf(entry) for entry in self.entries[:n]])),
        ):
            self.stop("the service's log has other seats than this log", listed["checkpoint"])
        return listed

    def _seats(self, taken: dict[int, dict[str, Any]]) -> bytes:
        parts = [bytes((n,)) + self._declaration(taken[n]) for n in sorted(taken)]
        label = b"gamelog/v1/seats\n" + self.ctx + bytes((len(taken),))
        return sha256(label + b"".join(parts)).digest()

    def check_start(self) -> None:
        """At the start the own key and seed are in the log."""
        self.follow()
        mine = [d for d in self.events("seed-revealed") if d["seat"] == self.seat]
        if mine != [{"seat": self.seat, "seed": b64u(self.seed)}]:
            self.stop("my seed is not in this log", self.note)

    # -- playing

    def act(self, action: dict[str, Any]) -> dict[str, Any]:
        """Sign an action on top of the newest head, and post it; anew if somebody was faster."""
        while True:
            head = self.follow()
            answer = self._send("/actions", {"signed": self._signed(action, head)})
            if answer.status_code != 412:
                answer.raise_for_status()
                self.follow()
                return dict(answer.json())

    def _signed(self, action: dict[str, Any], head: Checkpoint) -> dict[str, Any]:
        disclosure = b64u(encode([b64u(secrets.token_bytes(16)), action]))
        place = bytes.fromhex(self.game) + bytes((self.seat,)) + head.size.to_bytes(8, "big") + head.root
        message = b"gamelog/v1/action\n" + place + sha256(disclosure.encode()).digest()
        return {"n": head.size, "disclosure": disclosure, "s": self._sign(message)}

    def document(self) -> dict[str, Any]:
        return dict(self._get("").json())

    def legal_actions(self) -> list[dict[str, Any]]:
        return list(self._get("/legal-actions").json()["actions"])

    # -- the wire

    def _sign(self, message: bytes) -> str:
        return b64u(self.key.sign(message))

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def _get(self, path: str) -> httpx.Response:
        return self._ask("GET", path).raise_for_status()

    def _send(self, path: str, body: dict[str, Any]) -> httpx.Response:
        return self._ask("POST", path, body)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """Who has asked for too much is told when to ask again."""
        address = f"/v1/games/{self.game}{path}"
        while True:
            answer = self.http.request(method, address, json=body, headers=self._headers())
            if answer.status_code != 429:
                return answer
            time.sleep(int(answer.headers["Retry-After"]))

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return dict(self._send(path, body).raise_for_status().json())


def _bytes(text: str | None) -> bytes:
    return NOTHING if text is None else from_b64u(text)
