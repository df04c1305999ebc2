"""What operators hide, delete and erase, as a list of its own, which outlives a restore to an earlier time.

Each entry is a word (`hide`, `show`, `delete`, `erase`) on a key; the last word on a key counts. Names are in it as HMAC under
the secret key: a list with the names would be one more thing to erase.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import count

from service.log.backup_tables import ERASURES
from service.store import Statement, Store
from service.system.clock import now

INSERT = f"INSERT INTO {ERASURES} (id, at, key, word) VALUES (?, ?, ?, ?)"
HIDE, SHOW, DELETE, ERASE = "hide", "show", "delete", "erase"
_order = count()
"""Of entries of one process in the same millisecond: the last word on a key counts."""


def recorded(word: str, key: str) -> Statement:
    """An entry; it belongs in the transaction of what it tells."""
    at = now()
    id = f"{at:014d}-{next(_order):06d}-{secrets.token_hex(8)}"
    return Statement(INSERT, (id, at, key, word))


def id_key(id: str) -> str:
    """Of a game, a tournament or a meeting."""
    return f"id:{id}"


def seat_key(id: str, seat: int) -> str:
    """Of the names at a seat of a game or tournament."""
    return f"seat:{id}:{seat}"


def name_key(store: Store, name: str) -> str:
    """Of a name, wherever it occurs."""
    return f"name:{store.mac(name)}"


def account_key(id: str) -> str:
    """Of an account, and the bots that it had."""
    return f"account:{id}"


def case_key(game: str, dispute: int) -> str:
    """Of the texts of a case."""
    return f"case:{game}:{dispute}"


def texts_key(game: str, versions: Sequence[int]) -> str:
    """Of the texts of these entries of a game."""
    return f"texts:{game}:{','.join(map(str, versions))}"
