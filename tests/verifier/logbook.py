"""A service's log of logs in the making, written from docs/ledger.md alone: honest unless a test names other leaves or heads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.verifier.primitives import (
    Key,
    b64,
    b64u,
    cosigned,
    digest_of,
    head_text,
    jcs,
    leaf,
    path,
    root,
    signed_note,
)
from tests.verifier.synthetic import OPERATOR, Log

ORIGIN = "play.example.org/log"
BEGUN = 1_700_000_000_000
WIDTH = 256
WITNESSES = [(f"witness-{n}.example.org", Key(f"witness {n}")) for n in (1, 2, 3)]


def log_id(bound: bytes) -> str:
    """The id of a game's leaves by the hash of its entry 0, or of a tournament's by its ctx."""
    return b64u(digest_of(b"gamelog/v1/log-id\n", bound))


class Logbook:
    """The tree, its leaves, and the lists of games that it gives out."""

    def __init__(self, key: Key = OPERATOR, origin: str = ORIGIN) -> None:
        self.key, self.origin = key, origin
        self.leaves: list[str] = []

    def add(self, k: str, id: str, **more: Any) -> int:
        """Enter a leaf. Its index."""
        return self.enter({"k": k, "id": id, "at": BEGUN + len(self.leaves), **more})

    def enter(self, tree: Any) -> int:
        self.leaves.append(jcs(tree))
        return len(self.leaves) - 1

    def at(self, k: str, log: Log, n: int, **more: Any) -> int:
        """A leaf of a game over its first `n` entries."""
        return self.add(k, log_id(log.leaves[0]), n=n, r=b64(root(log.leaves[:n])), **more)

    def hashes(self, size: int | None = None) -> list[bytes]:
        return [leaf(text.encode()) for text in self.leaves[:size]]

    def head(self, size: int | None = None) -> str:
        hashed = self.hashes(size)
        return head_text(self.origin, len(hashed), root(hashed))

    def checkpoint(self, size: int | None = None) -> str:
        return signed_note(self.head(size), self.origin, self.key)

    def listed(self, rows: Iterable[int], size: int | None = None, witnesses: int = 0) -> dict[str, Any]:
        """`service_log` of a file: these leaves under the head of a size, cosigned by the first so many witnesses."""
        hashed = self.hashes(size)
        return {
            "checkpoint": self.checkpoint(size),
            "cosignatures": [cosigned(self.head(size), *WITNESSES[n]) for n in range(witnesses)],
            "leaves": [
                {"index": n, "leaf": self.leaves[n], "path": [b64(it) for it in path(n, hashed)]}
                for n in rows
            ],
        }

    def tile(self, level: int, index: int, width: int = WIDTH) -> bytes:
        """The hashes of a tile: those of complete subtrees of 256^level leaves, from number 256 `index` on."""
        step = WIDTH**level
        hashed = self.hashes()
        first = WIDTH * index
        return b"".join(root(hashed[n * step : (n + 1) * step]) for n in range(first, first + width))
