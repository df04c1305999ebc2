"""Draw keys computed once in a process and used for one game of each service, because those of Age of War take 70 ms."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from uuid import uuid4

import pytest

from service.log.key_pool import KeyPool, PooledKeys
from service.log.keys import GameKeys

GAMES = 24
"""The number of games with such keys, for each number of slots. A service with more games computes the other keys."""
KNOWN: dict[int, deque[tuple[str, bytes]]] = defaultdict(deque)


@pytest.fixture(scope="module", autouse=True)
def known_keys() -> Iterator[None]:
    """Have an empty pool give known keys."""
    take = KeyPool.take

    def taken(pool: KeyPool, slots: int) -> PooledKeys | None:
        if (pooled := take(pool, slots)) is not None:
            return pooled
        keys = _next(pool, slots)
        return None if keys is None else PooledKeys(keys, [])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(KeyPool, "take", taken)
        yield


def _next(pool: KeyPool, slots: int) -> GameKeys | None:
    """Those used longest ago, unless the service has all of these games."""
    known = KNOWN[slots]
    if len(known) < GAMES:
        known.appendleft(_computed(slots))
    else:
        known.rotate()
    for game, packed in known:
        if pool._store.version(game) == 0 and pool._journal.last(game) is None:
            return GameKeys.unpacked(game, packed, slots)
    return None


def _computed(slots: int) -> tuple[str, bytes]:
    game = uuid4().hex
    return game, GameKeys.fresh(game, slots).pack_with_roots()
