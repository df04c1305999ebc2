"""Leaves of the log of logs (docs/ledger.md): what a service tells everybody about its games and tournaments, in order.

A leaf is made here without `at`, which is set when it is sequenced.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from domain.ledger.merkle import leaf_hash
from domain.ledger.text import b64, b64u

Leaf = dict[str, Any]
OUTCOMES = {
    "game-ended": "finished",
    "result-set": "finished",
    "game-abandoned": "abandoned",
    "game-voided": "voided",
    "time-ran-out": "finished",
    "resigned": "finished",
}
"""The types of entries with which a game is over, each with the `why` of its `end`."""
FORFEITS = frozenset({"time-ran-out", "resigned"})
"""Those of them with which it is over only if they have an outcome."""


def log_id(first_entry: bytes) -> str:
    """The `id` of a game in leaves. The nonce in entry 0 keeps it unguessable."""
    return _id(leaf_hash(first_entry))


def tournament_log_id(ctx: bytes) -> str:
    """The `id` of a tournament in leaves; `ctx` is the context of its seats (`seats.tournament_context`)."""
    return _id(ctx)


def _id(hashed: bytes) -> str:
    return b64u(sha256(b"gamelog/v1/log-id\n" + hashed).digest())


def game_leaf(id: str) -> Leaf:
    """A game is created."""
    return {"k": "game", "id": id}


def planned_game_leaf(id: str, of: str, number: int) -> Leaf:
    """Game `number` of the tournament `of` is created."""
    return {**game_leaf(id), "of": of, "number": number}


def seats_leaf(id: str, n: int, root: bytes) -> Leaf:
    """All seats of a game are taken in its first `n` entries, whose head is `root`."""
    return {"k": "seats", "id": id, "n": n, "r": b64(root)}


def end_leaf(id: str, n: int, root: bytes, why: str) -> Leaf:
    """A game is over after its first `n` entries, whose head is `root`; `why` is one of the values of `OUTCOMES`."""
    return {"k": "end", "id": id, "n": n, "r": b64(root), "why": why}


def tournament_leaf(id: str, games: int) -> Leaf:
    """A tournament of so many planned games is created."""
    return {"k": "tournament", "id": id, "games": games}


def tournament_seats_leaf(id: str, commitment: bytes) -> Leaf:
    """All seats of a tournament are taken; `commitment` is `seats.seats_commitment`."""
    return {"k": "tournament-seats", "id": id, "c": b64u(commitment)}


def tournament_end_leaf(id: str, why: str) -> Leaf:
    """No more games of a tournament are created; `why` is finished or abandoned."""
    return {"k": "tournament-end", "id": id, "why": why}


def outage_leaf(n: int, begin: int, end: int, id: str | None = None) -> Leaf:
    """The service was away from `begin` to `end` (milliseconds); with an `id`, it had closed that game alone."""
    leaf: Leaf = {"k": "outage", "n": n, "from": begin, "to": end}
    return leaf if id is None else {**leaf, "id": id}
