"""Texts by the parties and referees of a dispute, and by the operator.

Entries hold a salted hash; salt and text are stored beside the log, encrypted.

Erasing a text also deletes what it could be guessed from: the fingerprints of the requests that brought it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec

from domain.ledger.text import b64u, from_b64u
from projections.paging import marks
from projections.rulings import HOLD
from service.log.rulings_tables import ERASE_WORDS, FORGET_WORDS
from service.store import Statement, Store

SALT_BYTES = 16
OF_CALLS = 0
"""Stands in place of a case's number for the texts of all judge calls of a game; cases count from 1."""
OF_OPERATOR = -1
"""The same for the sentences with which the operator has closed or abandoned a game."""
INSERT = "INSERT INTO case_texts (game, hash, dispute, version, sealed) VALUES (?, ?, ?, ?, ?)"
SELECT = "SELECT hash, version, sealed FROM case_texts WHERE game = ? AND dispute = ?"
ERASE_REQUESTS = """DELETE FROM idempotency WHERE EXISTS (SELECT 1 FROM case_texts
    WHERE ({where}) AND idempotency.game = case_texts.game AND version BETWEEN first AND last)"""
ERASE = "DELETE FROM case_texts WHERE {where}"
_AT = "case_texts.game = ? AND version IN ({})"


class CaseText(NamedTuple):
    """A text of a case in the language `lang` ("en" or "pl"), and the salt (base64url of 16 bytes) that it was hashed with."""

    text: str
    lang: str
    salt: str

    @classmethod
    def now(cls, text: str, lang: str, salt: str | None = None) -> CaseText:
        """With a new salt, or with the client's, if the client has signed the hash."""
        return cls(text, lang, salt or b64u(secrets.token_bytes(SALT_BYTES)))

    @property
    def hash(self) -> str:
        """The hash in the log: base64url of SHA-256 over the salt and the text in UTF-8."""
        return b64u(sha256(from_b64u(self.salt) + self.text.encode()).digest())


def insert(store: Store, game: str, dispute: int, version: int, written: CaseText) -> Statement:
    """Belongs in the transaction of the entry `version`, which holds the hash."""
    sealed = store.seal(msgspec.json.encode(written), game, version)
    return Statement(INSERT, (game, written.hash, dispute, version, sealed))


def exists(store: Store, game: str, hash: str) -> bool:
    """Whether a text with this hash is stored already."""
    return bool(store.query("SELECT 1 FROM case_texts WHERE game = ? AND hash = ?", (game, hash)))


def texts_of(store: Store, game: str, dispute: int) -> Mapping[str, CaseText]:
    """The texts of a case by their hashes, without the erased ones."""
    found = store.query(SELECT, (game, dispute))
    return {
        hash: msgspec.json.decode(store.unseal(sealed, game, version), type=CaseText)
        for hash, version, sealed in found
    }


def texts_at(store: Store, game: str, versions: Sequence[int]) -> int:
    """How many texts of entries of these versions have not been erased."""
    sql = f"SELECT count(*) FROM case_texts WHERE {_AT.format(marks(versions))}"
    return int(store.query(sql, (game, *versions))[0][0])


def erase_at(game: str, versions: Sequence[int]) -> Sequence[Statement]:
    """As `erase_case`, for the texts of entries of these versions."""
    return erase_where(_AT.format(marks(versions)), (game, *versions))


def erase_case(game: str, dispute: int) -> Sequence[Statement]:
    """Deletes all texts of a case with their salts, and the requests that brought them."""
    return erase_where("case_texts.game = ? AND dispute = ?", (game, dispute))


def erase_where(where: str, params: tuple[object, ...]) -> Sequence[Statement]:
    """The same for all texts that match `where`."""
    erase = [Statement(sql.format(where=where), params) for sql in (ERASE_WORDS, ERASE_REQUESTS, ERASE)]
    return [*(Statement(*sql) for sql in HOLD), *erase, Statement(FORGET_WORDS)]
