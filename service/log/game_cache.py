"""The games that this process has loaded recently, each with its signed head. The least recently used are evicted."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from domain.ledger.merkle import Frontier
from service.log.loaded import LoadedGame

GAMES = 512
"""Games cached per process."""


class Head(NamedTuple):
    """The frontier of a game's Merkle log, its root, and the signed note over that root."""

    frontier: Frontier
    root: bytes
    checkpoint: str


class Cached(NamedTuple):
    """The cached parts of one game; `loaded` is None if the next reader has to load it."""

    loaded: LoadedGame | None
    head: Head | None


class GameCache:
    """An LRU cache. Reads need no lock."""

    def __init__(self, games: int = GAMES) -> None:
        self._games = games
        self._cached: OrderedDict[str, Cached] = OrderedDict()
        self._lock = Lock()

    def get(self, game: str) -> LoadedGame | None:
        cached = self._cached.get(game)
        return None if cached is None else cached.loaded

    def head(self, game: str) -> Head | None:
        """The head that was signed last in this process."""
        cached = self._cached.get(game)
        return None if cached is None else cached.head

    def answers_soon(self, game: str) -> bool:
        """Whether the game is at hand, and its rules are Kronika's own: a package's may take any time."""
        loaded = self.get(game)
        return loaded is not None and loaded.table.setup.package is None

    def is_public(self, game: str) -> bool:
        """Whether this is a cached public game."""
        loaded = self.get(game)
        return loaded is not None and not loaded.closed

    def put(self, loaded: LoadedGame, head: Head | None = None) -> None:
        """Cache a game; without a new `head` the cached one stays."""
        with self._lock:
            self._cached[loaded.id] = Cached(loaded, head or self.head(loaded.id))
            self._cached.move_to_end(loaded.id)
            while len(self._cached) > self._games:
                self._cached.popitem(last=False)

    def reload(self, game: str) -> None:
        """Have the next reader load this game; its head stays cached."""
        with self._lock:
            if game in self._cached:
                self._cached[game] = Cached(None, self._cached[game].head)

    def clear(self) -> None:
        """Forget everything, as a new process would."""
        with self._lock:
            self._cached.clear()
