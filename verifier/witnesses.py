"""Witnesses whose cosignatures count, and how many of them have cosigned (docs/ledger.md, section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .note import read_cosignature
from .times import moment

Cosignatures = Iterable[dict[str, str]]
"""Of an audit file; L0 has verified each."""


class Seen(NamedTuple):
    """A head of `size`, cosigned at `time` (seconds) by a witness, whose public key is `key`."""

    key: str
    size: int
    time: int


class Witnesses:
    """Witnesses by their verifier keys. A public key counts once; without a `quorum` all of them are needed."""

    def __init__(self, vkeys: Sequence[str], quorum: int | None = None) -> None:
        self._vkeys = frozenset(vkeys)
        self.names = {_key(vkey): vkey.partition("+")[0] for vkey in vkeys}
        """Names by public key (base64)."""
        self.quorum = quorum or len(self.names)

    def __bool__(self) -> bool:
        return bool(self.names)

    def seen(self, cosignatures: Cosignatures) -> list[Seen]:
        """Their cosignatures among these, except of size 0."""
        given = [item for item in cosignatures if item["vkey"] in self._vkeys]
        read = [(item["vkey"], *read_cosignature(item["note"], item["vkey"])) for item in given]
        return [Seen(_key(vkey), head.size, time) for vkey, head, time in read if head.size > 0]

    def count(self, seen: Sequence[Seen]) -> Counted:
        """Who has cosigned at least the largest size that the quorum has, or any size if it has none."""
        sizes = sorted(_best(seen, max, "size").values(), reverse=True)
        size = sizes[self.quorum - 1] if 0 < self.quorum <= len(sizes) else 0
        times = _best([it for it in seen if it.size >= size], min, "time")
        full = sorted(times.values())[self.quorum - 1] if size else None
        silent = [name for key, name in self.names.items() if key not in times]
        return Counted(size, len(times), len(self.names), full, silent)


class Counted(NamedTuple):
    """How many witnesses `of` all have cosigned up to `size`; `full` is the second in which the quorum was reached.

    If it was not, `size` is 0 and `full` None.
    """

    size: int
    cosigned: int
    of: int
    full: int | None
    silent: list[str]

    def words(self) -> str:
        return f"{self.cosigned} of {self.of} witnesses"

    def when(self) -> str:
        return "" if self.full is None else moment(self.full)

    def silence(self) -> str:
        return f"silent: {', '.join(sorted(self.silent))}" if self.silent else ""


def _key(vkey: str) -> str:
    return vkey.split("+", 2)[-1]


def _best(seen: Sequence[Seen], better: Callable[[int, int], int], what: str) -> dict[str, int]:
    """The best value of each key."""
    found: dict[str, int] = {}
    for it in seen:
        value = getattr(it, what)
        found[it.key] = better(found.get(it.key, value), value)
    return found
