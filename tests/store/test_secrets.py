"""Secrets at rest: unreadable without the key, bound to their place, and gone from the entries table."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.store import Statement, Store, StoreUnusable, open_store

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

    store = open_store(sqlite_url, KEY)
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
        (b"\1" * 32, "not the one this store was made with"),
        (None, "encrypted"),
        (b"short", "32 bytes"),
    ],
    ids=["another", "none", "short"],
)
def test_a_wrong_key_opens_nothing(store: Store, url: str, key: bytes | None, sentence: str) -> None:
    with pytest.raises(StoreUnusable, match=sentence):
        open_store(url, key)


def test_a_store_without_a_key_keeps_none(url: str) -> None:
    store = open_store(url)
    store.migrate()
    store.append("g", rows(1, secrets=SECRET))
    with pytest.raises(StoreUnusable, match="without a secret key"):
        open_store(url, KEY)
    again = open_store(url)
    assert again.rows("g") == rows(1, secrets=SECRET)
    again.close()
    store.close()


def test_the_first_key_stays(url: str) -> None:
    first, second = open_store(url, KEY), open_store(url, b"\1" * 32)
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
    with pytest.raises(StoreUnusable, match="altered, moved"):
        store.rows("g") and store.rows("h")


def test_secrets_can_be_deleted(store: Store) -> None:
    """What remains is the log, whole, as it is for those who may not know them."""
    store.append("g", rows(1, 3, secrets=SECRET))
    store.append("g", [], [Statement("DELETE FROM event_secrets WHERE game_id = ?", ("g",))])
    assert store.rows("g") == rows(1, 3)
