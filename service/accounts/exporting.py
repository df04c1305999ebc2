"""Everything of an account in one zip: its log, what lies beside it, its games as its seats may read them, and its notes.

It holds no secret that opens anything. Files are made one after the other while it is sent, so it takes no more memory than the
largest game; it breaks off when the session ends.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from msgspec.json import Decoder, encode

from domain.table.refusals import Refusal, Refused
from service.accounts.notices.writing import account as recipient
from service.accounts.profiles import profile
from service.accounts.studies import all_studies
from service.identity.access import authorize_log
from service.identity.credentials import holder_of
from service.log.audit import game_file
from service.log.notes import notes_of
from service.log.repository import Repository
from service.store import Store

OF_ANALYSIS = (
    "EXISTS (SELECT 1 FROM lobby WHERE lobby.game = account_seats.game AND lobby.forked IS NOT NULL)"
)
"""Others' analyses name the account, too, and are no business of it."""
LISTS = {
    "log": ("n type at data", "account_events WHERE account = ? ORDER BY n"),
    "sessions": (
        "id label created_at used_at expires_at",
        "credentials WHERE account = ? AND kind = 'session' ORDER BY created_at, id",
    ),
    "tokens": (
        "id label scopes created_at used_at expires_at",
        "credentials WHERE account = ? AND kind = 'token' ORDER BY created_at, id",
    ),
    "passkeys": (
        "id label created_at used_at",
        "passkeys WHERE account = ? ORDER BY created_at, id",
    ),
    "hooks": ("id about place events status made_at", "hooks WHERE account = ? ORDER BY made_at, id"),
    "bots": ("id name opened_at status", "accounts WHERE owner = ? ORDER BY opened_at, id"),
    "roles": ("place role", "account_roles WHERE account = ? ORDER BY place, role"),
    "seats": (
        "game version seat salt",
        f"account_seats WHERE account = ? AND NOT {OF_ANALYSIS} ORDER BY game, version",
    ),
    "invitations": (
        "id place seat inviter at expires_at ended",
        "account_invitations WHERE account = ? ORDER BY at, id",
    ),
    "invitations-made": (
        "id place seat account at expires_at ended",
        "account_invitations WHERE inviter = ? ORDER BY at, id",
    ),
    "subscriptions": ("id created_at", "push_subscriptions WHERE account = ? ORDER BY created_at, id"),
}
"""The columns of each list, one row a line, and where they are."""
NOTICES = "n kind game version seat since what at", "notices WHERE recipient = ? ORDER BY n"
GAMES = "SELECT game FROM account_games WHERE account = ? AND game > ? ORDER BY game LIMIT 1"
HASHES = ("recovery-made", "recovery-used")
"""Events whose data are hashes of codes."""
_decode = Decoder(dict[str, Any]).decode


class _Sent(io.RawIOBase):
    """Holds what was written until it is sent."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken = b"".join(self.parts)
        self.parts.clear()
        return taken


def export_account(repository: Repository, account: str, token: str) -> Iterator[bytes]:
    """The zip of the account that this session opens, in parts."""
    sent = _Sent()
    with ZipFile(sent, "w", ZIP_DEFLATED) as archive:
        for name, content in _files(repository, account, token):
            archive.writestr(name, content)
            yield sent.take()
    yield sent.take()


def _files(repository: Repository, account: str, token: str) -> Iterator[tuple[str, bytes]]:
    store = repository.store
    yield "account.json", encode(profile(store, account))
    for name, (columns, rows) in LISTS.items():
        yield f"{name}.ndjson", _lines(store, columns, rows, account)
    yield "studies.ndjson", b"".join(encode(study) + b"\n" for study in all_studies(store, account))
    yield "notices.ndjson", _lines(store, *NOTICES, recipient(account))
    yield from _games(repository, account, token)


def _lines(store: Store, columns: str, rows: str, whose: str) -> bytes:
    names = columns.split()
    found = store.query(f"SELECT {', '.join(names)} FROM {rows}", (whose,))
    return b"".join(encode(_row(dict(zip(names, row, strict=True)))) + b"\n" for row in found)


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """An event of the log with its data as JSON, without hashes of recovery codes."""
    if "data" in row:
        row["data"] = None if row["type"] in HASHES else _decode(row["data"])
    return row


def _games(repository: Repository, account: str, token: str) -> Iterator[tuple[str, bytes]]:
    """The file of each game, and the account's notes on it."""
    game = ""
    while found := repository.store.query(GAMES, (account, game)):
        [(game,)] = found
        if holder_of(repository.store, token) is None:
            raise Refused(Refusal.UNAUTHENTICATED, "The session has ended.")
        with suppress(Refused):  # deleted meanwhile
            loaded, caller = authorize_log(repository, game, token)
            yield f"games/{game}.kronika.json", game_file(repository, loaded, caller.viewer)
            own = [note for note in notes_of(repository.store, loaded) if note.author == caller.role]
            yield f"games/{game}.notes.json", encode(own)
