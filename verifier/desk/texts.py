"""The texts of a case: each has the hash that an entry has of it (B2; docs/ledger.md, section 13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from ..entries import Entry
from ..problems import Failed
from ..shapes import base64url, fits, is_a, number, one_of
from ..text import b64u, from_b64u

SALT_BYTES = 16
LANGUAGES = ("en", "pl")
Place = tuple[int, str]
"""The number of an entry, and the member with the hash."""
Texts = Mapping[Place, dict[str, str] | None]
"""None: erased, or not for this viewer."""


def read_texts(rows: list[Any], entries: list[Entry], dispute: int) -> Texts:
    """The texts of a case, each of those that the log has hashes of, once and in order; Failed otherwise."""
    for row in rows:
        fits(
            row,
            {"entry": number(), "member": is_a(str), "text": lambda _: True},
            "case.json: an item of texts",
        )
    found: Texts = {(row["entry"], row["member"]): row["text"] for row in rows}
    wanted = dict(_hashes(entries, dispute))
    if list(found) != list(wanted) or len(found) != len(rows):
        raise Failed("case.json does not list each text of the case once, in the order of the log")
    for (entry, member), text in found.items():
        if text is not None:
            _check(text, wanted[entry, member], entry)
    return found


def _hashes(entries: list[Entry], dispute: int) -> Iterator[tuple[Place, str]]:
    for i, entry in enumerate(entries):
        if entry["d"].get("dispute") == dispute:
            for member in sorted(entry["d"]):
                if member.endswith("_hash"):
                    yield (i, member), entry["d"][member]


def _check(text: Any, hash: str, entry: int) -> None:
    shape = {"text": is_a(str), "lang": one_of(LANGUAGES), "salt": base64url(SALT_BYTES)}
    fits(text, shape, "case.json: a text", entry)
    if b64u(sha256(from_b64u(text["salt"], SALT_BYTES) + text["text"].encode()).digest()) != hash:
        raise Failed("a text is not the one whose hash the log has", entry)
