"""Which games have changed, and waiting for any of them, until nobody may wait any longer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

from service.store import Store

from .kit import rows

LONG = 120.0  # seconds that no test waits out
SOON = 60.0  # a busy machine's idea of at once


def test_every_changed_game_comes_once_at_its_last_position(store: Store) -> None:
    for game_id in "abcab":
        store.append(game_id, rows(store.version(game_id) + 1, 2))
    changed = store.changed(0)
    assert [game_id for _, game_id in changed] == ["c", "a", "b"]
    assert changed[-1][0] == store.head()
    assert store.changed(changed[0][0]) == changed[1:]
    assert store.changed(store.head()) == []


def test_many_changed_games_come_in_parts(store: Store) -> None:
    for n in range(501):
        store.append(f"g{n}", rows(1))
    first = store.changed(0)
    assert len(first) == 500
    assert [game_id for _, game_id in store.changed(first[-1][0])] == ["g500"]


def test_any_commit_ends_a_wait_for_any(store: Store) -> None:
    head = store.head()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.wait_for_any, head, LONG)
        sleep(0.1)
        store.append("g", rows(1))
        assert waiting.result(LONG) == store.head() > head
    began = monotonic()
    assert store.wait_for_any(store.head(), 0.1) == store.head()
    assert monotonic() - began < SOON


def test_when_waiting_has_ended_nobody_waits_and_all_else_works(store: Store) -> None:
    assert not store.waiting_ended
    with ThreadPoolExecutor(2) as pool:
        waiting = [
            pool.submit(store.wait_for_any, store.head(), LONG),
            pool.submit(store.wait_for, "g", 0, LONG),
        ]
        sleep(0.1)
        began = monotonic()
        store.end_waiting()
        assert [done.result(LONG) for done in waiting] == [0, 0]
    assert store.waiting_ended
    assert store.wait_for("g", 0, LONG) == 0
    assert monotonic() - began < SOON
    store.append("g", rows(1))
    assert store.version("g") == 1
