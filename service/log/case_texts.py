"""What parties and referees write in a dispute. Entries hold a salted hash; salt and text lie beside the log, encrypted.

Erasing deletes them and whatever else the text could be guessed by: requests that are known again by their content.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec

from domain.ledger.text import b64u, from_b64u
from service.store import Statement, Store

SALT_BYTES = 16
INSERT = "INSERT INTO case_texts (game, hash, dispute, version, sealed) VALUES (?, ?, ?, ?, ?)"
SELECT = "SELECT hash, version, sealed FROM case_texts WHERE game = ? AND dispute = ?"
ERASE_REQUESTS = """DELETE FROM idempotency WHERE EXISTS (SELECT 1 FROM case_texts
    WHERE ({where}) AND idempotency.game = case_texts.game AND version BETWEEN first AND last)"""
ERASE = "DELETE FROM case_texts WHERE {where}"


class Written(NamedTuple):
    """A text of a case in the language `lang` ("en" or "pl"), and the salt (base64url of 16 bytes) that it was hashed with."""

    text: str
    lang: str
    salt: str

    @classmethod
    def now(cls, text: str, lang: str, salt: str | None = None) -> Written:
        """With a new salt, or with that of whoever has signed the hash."""
        return cls(text, lang, salt or b64u(secrets.token_bytes(SALT_BYTES)))

    @property
    def hash(self) -> str:
        """What the log holds of it: base64url of SHA-256 over the salt and the text in UTF-8."""
        return b64u(sha256(from_b64u(self.salt) + self.text.encode()).digest())


def keep(store: Store, game: str, dispute: int, version: int, written: Written) -> Statement:
    """Goes into the transaction of the entry `version`, which holds the hash."""
    sealed = store.seal(msgspec.json.encode(written), game, version)
    return Statement(INSERT, (game, written.hash, dispute, version, sealed))


def known(store: Store, game: str, hash: str) -> bool:
    """Whether a text with this hash is kept already."""
    return bool(store.query("SELECT 1 FROM case_texts WHERE game = ? AND hash = ?", (game, hash)))


def kept(store: Store, game: str, dispute: int) -> Mapping[str, Written]:
    """The texts of a case by their hashes; those that were erased are not there."""
    found = store.query(SELECT, (game, dispute))
    return {
        hash: msgspec.json.decode(store.unseal(sealed, game, version), type=Written)
        for hash, version, sealed in found
    }


def erasure(game: str, dispute: int) -> Sequence[Statement]:
    """Deletes all texts of a case with their salts, and the requests that brought them."""
    return erasing("case_texts.game = ? AND dispute = ?", (game, dispute))


def erasing(where: str, params: tuple[object, ...]) -> Sequence[Statement]:
    """The same for all texts that `where` is true of."""
    return [Statement(sql.format(where=where), params) for sql in (ERASE_REQUESTS, ERASE)]
