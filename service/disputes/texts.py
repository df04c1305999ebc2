"""Texts of requests at the referee's desk: with salts while a request is decided, and stored with the entries of their hashes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import asdict

from domain.table.fold import Fold
from domain.table.refusals import malformed
from service.log.case_texts import CaseText, exists, insert
from service.store import Statement, Store

Body = Mapping[str, Any]


def texts_in(body: Body, names: Iterable[str]) -> dict[str, CaseText]:
    """The texts of a request by field name. A request with its own salt has exactly one text."""
    lang, salt = body.get("lang", "en"), body.get("salt")
    return {name: CaseText.now(body[name], lang, salt) for name in names if body.get(name) is not None}


def check_new_salt(store: Store, game: str, body: Body, texts: Iterable[CaseText]) -> None:
    """`Refused` if an earlier text used the salt of the request and so has the same hash."""
    if "salt" in body and any(exists(store, game, text.hash) for text in texts):
        raise malformed("salt", "This text was sent with this salt before; use 16 new random bytes.")


def text_rows(
    store: Store, game: str, dispute: int, fold: Fold, texts: Iterable[CaseText]
) -> list[Statement]:
    """Statements that store each text for the log entry that contains its hash."""
    versions = {
        value: it.version for it in fold.recorded for value in asdict(it.event).values() if type(value) is str
    }
    return [insert(store, game, dispute, versions[text.hash], text) for text in texts]
