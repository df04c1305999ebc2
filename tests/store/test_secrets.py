"""Secrets at rest: unreadable without the key, bound to their place, and gone from the entries table."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from service.store import (
    Migration,
    SecretsAltered,
    Statement,
    Store,
    StoreUnusable,
    encrypt_secrets,
    open_store,
)

from .conftest import KEY
from .kit import rows

SECRET = b"the third card is the red castle"


def test_the_database_does_not_hold_the_plain_text(store: Store) -> None:
    store.append("g", rows(1, 2, secrets=SECRET))
    sealed = [bytes(blob) for (blob,) in store.query("SELECT sealed FROM event_secrets")]
    assert len(sealed) == len(set(sealed)) == 2
    assert all(SECRET not in blob and len(blob) > len(SECRET) for blob in sealed)
    assert store.rows("g") == rows(1, 2, secrets=SECRET)


def test_no_file_holds_the_plain_text(sqlite_url: str, tmp_path: Path) -> None:
    def on_disk(text: bytes) -> bool:
        return any(text in file.read_bytes() for file in tmp_path.iterdir())

    store = open_store(sqlite_url, KEY, create=True)
    store.migrate()
    store.append("g", rows(1, 20, "the public entry", SECRET))
    assert on_disk(b"the public entry")
    assert not on_disk(SECRET)
    store.close()
    assert not on_disk(SECRET)


def test_only_rows_with_secrets_take_room(store: Store) -> None:
    store.append("g", [*rows(1, 2), *rows(3, secrets=SECRET)])
    assert store.query("SELECT game_id, version FROM event_secrets") == [("g", 3)]


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        (b"\1" * 32, r"\(fingerprint \w{16}\) is not the one .* encrypted with \(\w{16}\)"),
        (b"short", "32 bytes"),
    ],
    ids=["another", "short"],
)
def test_a_wrong_key_opens_nothing(store: Store, url: str, key: bytes, sentence: str) -> None:
    with pytest.raises(StoreUnusable, match=sentence):
        open_store(url, key, create=True)


def test_who_gives_the_key_is_told_whether_one_is_known(url: str) -> None:
    asked: list[bool] = []

    def key_of(known: bool) -> bytes:
        asked.append(known)
        return KEY

    for _ in range(2):
        store = open_store(url, key_of, create=True)
        store.migrate()
        store.close()
    assert asked == [False, True]


ENCRYPTED = [Migration(1, "encrypted", (), encrypt_secrets)]
FORGET_FINGERPRINT = "DELETE FROM store_meta WHERE name = 'secret-key-fingerprint'"
OLD_PROOF = "INSERT INTO store_meta (name, value) VALUES ('secret-key', ?)"


def of_an_earlier_layout(url: str, key: bytes | None) -> None:
    """A store from when the key could be left out, and was known by a proof."""
    store = open_store(url, KEY, create=True)
    store.migrate()
    store.append("g", rows(1, 3, secrets=SECRET))
    store.append("h", rows(1))
    nonce = bytes(12)
    proof = b"" if key is None else nonce + AESGCM(key).encrypt(nonce, b"kronika secrets", b":0")
    plain = [] if key else [Statement("UPDATE event_secrets SET sealed = ?", (SECRET,))]
    store.append("", [], [Statement(FORGET_FINGERPRINT), Statement(OLD_PROOF, (proof,)), *plain])
    store.close()


@pytest.mark.parametrize("key", [None, KEY], ids=["plain", "sealed"])
def test_a_store_from_before_every_store_had_a_key(url: str, key: bytes | None) -> None:
    of_an_earlier_layout(url, key)
    store = open_store(url, KEY, create=True)
    for _ in range(2):
        store.migrate(ENCRYPTED)
    sealed = [bytes(blob) for (blob,) in store.query("SELECT sealed FROM event_secrets")]
    assert len(sealed) == 3
    assert all(SECRET not in blob for blob in sealed)
    assert store.rows("g") == rows(1, 3, secrets=SECRET)
    store.close()
    with pytest.raises(StoreUnusable, match="not the one"):
        open_store(url, b"\1" * 32, create=True)


def test_what_was_plain_is_not_left_in_any_file(sqlite_url: str, tmp_path: Path) -> None:
    of_an_earlier_layout(sqlite_url, None)
    assert any(SECRET in file.read_bytes() for file in tmp_path.iterdir())
    store = open_store(sqlite_url, KEY, create=True)
    store.migrate(ENCRYPTED)
    assert not any(SECRET in file.read_bytes() for file in tmp_path.iterdir())
    store.close()


def test_another_key_than_the_proven_one_changes_nothing(url: str) -> None:
    of_an_earlier_layout(url, KEY)
    wrong = open_store(url, b"\1" * 32, create=True)
    with pytest.raises(StoreUnusable, match="not the one"):
        wrong.migrate(ENCRYPTED)
    assert wrong.layout.number() == 0
    wrong.close()
    right = open_store(url, KEY, create=True)
    right.migrate(ENCRYPTED)
    assert right.rows("g") == rows(1, 3, secrets=SECRET)
    right.close()


def test_the_files_are_for_their_owner_only(sqlite_url: str, tmp_path: Path) -> None:
    def modes() -> set[str]:
        return {oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}

    for _ in range(2):
        store = open_store(sqlite_url, KEY, create=True)
        store.migrate()
        store.append("g", rows(store.version("g") + 1))
        assert sorted(file.name.removeprefix("kronika.db") for file in tmp_path.iterdir()) == [
            *("", "-shm", "-turn", "-wal")
        ]
        assert modes() == {"0o600"}
        for name in ("", "-shm", "-wal"):
            (tmp_path / f"kronika.db{name}").chmod(0o644)
        open_store(sqlite_url, KEY, create=True).close()
        assert modes() == {"0o600"}
        store.close()


def test_the_first_key_stays(url: str) -> None:
    first, second = open_store(url, KEY, create=True), open_store(url, b"\1" * 32, create=True)
    first.migrate()
    with pytest.raises(StoreUnusable, match="not the one"):
        second.migrate()
    first.close()
    second.close()


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE event_secrets SET version = 3 - version WHERE version = 1",
        "UPDATE event_secrets SET game_id = 'h'",
        "UPDATE event_secrets SET sealed = ?",
    ],
)
def test_secrets_moved_or_altered_are_refused(store: Store, tampering: str) -> None:
    store.append("g", [*rows(1, secrets=SECRET), *rows(2)])
    store.append("h", rows(1, 2))
    store.append("x", [], [Statement(tampering, (b"\0" * 60,) if "?" in tampering else ())])
    with pytest.raises(SecretsAltered, match="altered, moved"):
        store.rows("g") and store.rows("h")


def test_secrets_can_be_deleted(store: Store) -> None:
    """What remains is the log, whole, as it is for those who may not know them."""
    store.append("g", rows(1, 3, secrets=SECRET))
    store.append("g", [], [Statement("DELETE FROM event_secrets WHERE game_id = ?", ("g",))])
    assert store.rows("g") == rows(1, 3)
