"""One append is one transaction: events, secrets and statements, or nothing; and nobody writes a version twice."""

from __future__ import annotations

import pytest

from service.store import Conflict, Duplicate, Row, Statement, Store

from .kit import SIDE_TABLES, answered, in_lobby, rows

BYTES = [b"", b"{}", bytes(range(256)), "zażółć 🎲 '?' %s".encode(), b"\0" * 65_535]


def everything(store: Store) -> tuple[list[tuple], ...]:
    """All that an append can leave behind."""
    tables = ("stored_events", "event_secrets", "lobby", "answers")
    return tuple(store.query(f"SELECT count(*) FROM {table}") for table in tables)


@pytest.mark.parametrize("content", BYTES, ids=lambda b: f"{len(b)}-bytes")
def test_bytes_come_back_verbatim(store: Store, content: bytes) -> None:
    written = [
        Row(1, "dice-rolled", content, content),
        Row(2, "żołnierze-odkryci", b"b", content),
        Row(3, "c", content),
    ]
    store.append("g", written)
    assert store.rows("g") == written
    assert store.entries("g") == [content, b"b", content]
    told = store.recorder.subscribe(0).batch(0)
    assert [(event.id, event.originator_id, event.originator_version) for event in told] == [
        (n, "g", n) for n in (1, 2, 3)
    ]


def test_a_stretch_of_a_game_can_be_read(store: Store) -> None:
    written = [*rows(1, 3, secrets=b"s"), *rows(4, 4), *rows(8, 2, secrets=b"t")]
    store.append("g", written)
    store.append("h", rows(1, 5, "other", b"u"))
    assert store.rows("g", after=2, upto=8) == written[2:8]
    assert store.rows("g", after=6) == written[6:]
    assert store.rows("g", after=9) == store.rows("g", after=5, upto=5) == []
    assert store.entries("g", after=7) == [b"entry 8", b"entry 9"]


def test_an_unknown_game_is_at_version_0(store: Store) -> None:
    store.append("g", rows(1, 3))
    assert (store.version("g"), store.version("h"), store.rows("h"), store.head()) == (3, 0, [], 3)


@pytest.mark.parametrize("first", [1, 2, 3, 5, 9])
def test_only_the_next_version_can_be_written(store: Store, first: int) -> None:
    store.append("g", rows(1, 3), [in_lobby("g", 3)])
    before = everything(store)
    with pytest.raises(Conflict, match="version 3"):
        store.append("g", rows(first, 2, secrets=b"s"), [in_lobby("g", 9), answered("k")])
    assert everything(store) == before
    assert store.query("SELECT version FROM lobby") == [(3,)]
    store.append("g", rows(4))


def test_a_game_begins_with_version_1(store: Store) -> None:
    with pytest.raises(Conflict):
        store.append("g", rows(2))
    assert store.head() == 0


def test_versions_must_follow_each_other(store: Store) -> None:
    with pytest.raises(ValueError, match=r"\(.g., 1\), \(.g., 3\)"):
        store.append("g", [*rows(1), *rows(3)])
    assert store.version("g") == 0


def test_a_taken_key_leaves_nothing(store: Store) -> None:
    store.append("g", rows(1), [answered("k")])
    before = everything(store)
    with pytest.raises(Duplicate):
        store.append("g", rows(2, 3, secrets=b"s"), [in_lobby("g", 4), answered("k"), in_lobby("g", 5)])
    assert everything(store) == before
    store.append("g", rows(2), [answered("k2")])


def test_a_stale_version_is_told_before_a_taken_key(store: Store) -> None:
    store.append("g", rows(1), [answered("k")])
    with pytest.raises(Conflict):
        store.append("g", rows(1), [answered("k")])


@pytest.mark.parametrize(
    "sql", ["INSERT INTO nowhere VALUES (1)", "INSERT INTO lobby (game_id) VALUES ('x')", "?"]
)
def test_a_statement_that_fails_leaves_nothing(store: Store, sql: str) -> None:
    before = everything(store)
    with pytest.raises(Exception) as caught:
        store.append("g", rows(1, secrets=b"s"), [in_lobby("g", 1), Statement(sql)])
    assert not isinstance(caught.value, Conflict | Duplicate)
    assert everything(store) == before
    store.append("g", rows(1))


def test_statements_may_come_without_events(store: Store) -> None:
    store.append("g", [], [in_lobby("g", 0), in_lobby("g", 7), answered("k", b"\0\xff")])
    assert store.query("SELECT * FROM lobby") == [("g", 7)]
    assert store.query("SELECT body FROM answers WHERE name = ?", ("k",)) == [(b"\0\xff",)]
    assert store.version("g") == 0


def test_marks_inside_quoted_text_are_text(store: Store) -> None:
    store.append("g", [], [Statement("INSERT INTO lobby VALUES ('who? 100%', ?)", (1,))])
    assert store.query("SELECT version FROM lobby WHERE game_id LIKE '%? 100%%' AND version = ?", (1,)) == [
        (1,)
    ]


def test_what_is_committed_is_there_after_opening_again(store: Store, opened) -> None:
    store.append("g", rows(1, 3, secrets=b"s"), [in_lobby("g", 3)])
    store.close()
    again = opened()
    again.migrate(SIDE_TABLES)
    assert again.rows("g") == rows(1, 3, secrets=b"s")
    assert again.query("SELECT version FROM lobby") == [(3,)]
