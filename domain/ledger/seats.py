"""What seats commit to and sign: their seeds, their keys, and the log that these belong to (docs/ledger.md, Seeds)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from domain.ledger.canonical import dumps
from domain.ledger.merkle import leaf_hash, path_root
from domain.ledger.note import parse_vkey
from domain.ledger.text import b64

HASH_BYTES = 32
NOTHING = bytes(HASH_BYTES)
"""In place of a key, a commitment or the hash of an account that a seat has not given."""
ACCOUNTS_SINCE = 5
"""The first revision of the closed tables in which seats have accounts."""
Given = bytes | None
OLDER_TERMS = ("disputes", "edition", "edition_hash", "ruleset", "seats", "undo", "visibility")
"""The members of entry 0 that all games of a tournament share, in tables before revision 2."""
OWN = frozenset(("game", "origin", "nonce", "vkey", "draw_roots", "tournament", "options", "rules"))
"""The members of entry 0 that belong to one game, in later tables."""


def context(first_entry: bytes) -> bytes:
    """`ctx` of a single game: its seats' commitments and signatures are bound to it."""
    return leaf_hash(first_entry)


def planned_game(tournament: bytes, number: int, game: bytes, roots: Sequence[bytes]) -> bytes:
    """`P_n`: game `number` of a tournament, as it is fixed before anybody joins. `roots` are those of all epochs."""
    return b"gamelog/v1/planned-game\n" + tournament + number.to_bytes(4, "big") + game + b"".join(roots)


def tournament_terms(shared: Mapping[str, Any], first: Mapping[str, Any], key: bytes) -> bytes:
    """`T`: the canonical bytes of what all games of a tournament share.

    `shared` are their members of entry 0, `first` is the options and rules of game 0, `key` the service's public key.
    """
    return dumps({**shared, "first": first, "key": b64(key)})


def shared_terms(created: Mapping[str, Any]) -> bytes:
    """`T` from the data of entry 0 of any game of the tournament."""
    first = created["tournament"].get("first")
    if first is None:
        return dumps({name: created[name] for name in OLDER_TERMS})
    shared = {name: value for name, value in created.items() if name not in OWN}
    return tournament_terms(shared, first, parse_vkey(created["vkey"])[1])


def tournament_context(tournament: bytes, games: int, root: bytes, terms: bytes) -> bytes:
    """`ctx` of every game of a tournament: `root` is the tree head over all `P_n`, `terms` is `T`."""
    label = b"gamelog/v1/tournament\n" + tournament + games.to_bytes(4, "big")
    return sha256(label + root + sha256(terms).digest()).digest()


def planned_root(planned: bytes, number: int, games: int, path: Sequence[bytes]) -> bytes | None:
    """The tree head over all `P_n` that follows from one of them and its path; None for a path that leads nowhere."""
    return path_root(leaf_hash(planned), number, games, path)


def seed_commitment(ctx: bytes, seat: int, seed: bytes) -> bytes:
    """`c`: a seat's commitment, given before any seed (32 bytes) is revealed."""
    return sha256(b"gamelog/v1/client-seed\n" + ctx + bytes((seat,)) + seed).digest()


def account_hash(salt: bytes, account: bytes) -> bytes:
    """How a log names an account, by its 16 bytes: who has these and the 16 bytes of `salt` can check whose a seat is."""
    return sha256(b"gamelog/v1/account\n" + salt + account).digest()


def seats_commitment(ctx: bytes, seats: Sequence[Sequence[Given]]) -> bytes:
    """`C`: what seats 1..k have declared, in order: key and commitment, and from `ACCOUNTS_SINCE` on the account's hash."""
    parts = [bytes((n,)) + _spelled(declared) for n, declared in enumerate(seats, 1)]
    return sha256(b"gamelog/v1/seats\n" + ctx + bytes((len(seats),)) + b"".join(parts)).digest()


def seat_message(ctx: bytes, seat: int, *declared: Given) -> bytes:
    """What the key of a seat signs when the seat is taken; what it has declared, as in `seats_commitment`."""
    return b"gamelog/v1/seat\n" + ctx + bytes((seat,)) + _spelled(declared)


def _spelled(declared: Sequence[Given]) -> bytes:
    return b"".join(one or NOTHING for one in declared)


def claim_message(game: bytes, seat: int, account: bytes) -> bytes:
    """What the key of a guest's seat signs when the seat is taken into an account with this hash."""
    return b"gamelog/v1/claim\n" + game + bytes((seat,)) + account


def here_message(game: bytes, seat: int, index: int, key: Given) -> bytes:
    """What the key of a seat signs where entry `index` gives the seat another `key`, or none."""
    return b"gamelog/v1/here\n" + game + bytes((seat,)) + index.to_bytes(8, "big") + (key or NOTHING)


def seed_message(ctx: bytes, seat: int, seats: bytes, seed: bytes) -> bytes:
    """What it signs when it opens its seed; `seats` is `seats_commitment`, so the signer has seen who else plays."""
    return b"gamelog/v1/seed\n" + ctx + bytes((seat,)) + seats + seed
