"""What an operator fixes before anybody joins: draw keys, and the games of a tournament."""

from __future__ import annotations

import hmac
from base64 import b64decode
from typing import Any, NamedTuple
from uuid import UUID

from tests.verifier.primitives import b64, b64u, digest_of, jcs, leaf, path, root, u8, u32

GAME = UUID("6f1c0b7e-90ab-4d6e-8f3e-0123456789ab")


class Draws:
    """The draw keys of a game: what an operator fixes before everything else."""

    def __init__(self, secret: bytes, game: UUID = GAME, slots: int = 8) -> None:
        self._secret, self.gid, self.slots = secret, game.bytes, slots
        self._leaves = [[leaf(self._labelled(e, n) + self.key(e, n)) for n in range(slots)] for e in range(4)]
        self.roots = [root(leaves) for leaves in self._leaves]

    def _labelled(self, e: int, n: int) -> bytes:
        return b"gamelog/v1/draw-key\n" + self.gid + u32(e) + u32(n)

    def key(self, e: int, n: int) -> bytes:
        return hmac.digest(self._secret, self._labelled(e, n), "sha256")

    def opened(self, e: int, n: int) -> dict[str, Any]:
        nodes = [b64(hashed) for hashed in path(n, self._leaves[e])]
        return {"epoch": e, "slot": n, "key": b64u(self.key(e, n)), "path": nodes}


class Planned(NamedTuple):
    """A tournament's plan: its id, and of every game the id and the draw keys."""

    tid: UUID
    games: list[tuple[UUID, Any]]

    def _leaves(self) -> list[bytes]:
        label = b"gamelog/v1/planned-game\n" + self.tid.bytes
        return [leaf(label + u32(n) + g.bytes + b"".join(d.roots)) for n, (g, d) in enumerate(self.games)]

    def root(self) -> bytes:
        return root(self._leaves())

    def member(self, n: int) -> dict[str, Any]:
        nodes = [b64(hashed) for hashed in path(n, self._leaves())]
        return {"id": self.tid.hex, "number": n, "games": len(self.games), "path": nodes}

    def context(self, shared: dict[str, Any]) -> bytes:
        """ctx, from what T is made of."""
        terms = digest_of(jcs(shared).encode())
        head = self.tid.bytes + u32(len(self.games)) + self.root()
        return digest_of(b"gamelog/v1/tournament\n", head, terms)


OWN = ("game", "origin", "nonce", "vkey", "draw_roots", "tournament", "options", "rules")


def terms_of(created: dict[str, Any]) -> dict[str, Any]:
    """What T is made of, from the data of entry 0 of one of its games."""
    if "first" not in created["tournament"]:
        names = ("disputes", "edition", "edition_hash", "ruleset", "seats", "undo", "visibility")
        return {name: created[name] for name in names}
    shared = {name: value for name, value in created.items() if name not in OWN}
    key = b64(b64decode(created["vkey"].split("+", 2)[2])[1:])
    return {**shared, "first": created["tournament"]["first"], "key": key}


def planned(games: int = 3, secret: bytes = b"plan") -> Planned:
    ids = [UUID(bytes=digest_of(b"game", u8(n))[:16]) for n in range(games)]
    tid = UUID(bytes=digest_of(b"tournament")[:16])
    return Planned(tid, [(game, Draws(digest_of(secret, u8(n)), game)) for n, game in enumerate(ids)])
