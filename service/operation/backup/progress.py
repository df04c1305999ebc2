"""How far the back-up is, stored in the database: so the background worker continues on whichever machine it runs."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from service.store import Duplicate, Mark, Statement, Store, StoreUnusable

LOAD = "SELECT n, state FROM backup_state ORDER BY n DESC LIMIT 1"
SAVE = "INSERT INTO backup_state (n, state) VALUES (?, ?)"
FORGET = "DELETE FROM backup_state WHERE n < ?"


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One generation: its last segment, and what comes next.

    last: mark at which the last segment ends. mark: what has been read; between the two there was nothing worth a segment.
    copied: the table that is being copied, and the key of its last row; None after the last table. base: bytes of the copy.
    size: bytes of all segments. files: when the newest file of the log of logs that it has was written, in nanoseconds.
    began, at: when it began, and when it last had everything, in milliseconds; 0 for never.
    """

    generation: str
    layout: int
    began: int
    mark: Mark
    last: Mark
    copied: tuple[str, list[int | str]] | None
    number: int = 0
    hash: str = ""
    base: int = 0
    size: int = 0
    files: int = 0
    at: int = 0


class State(msgspec.Struct, frozen=True):
    """current: the generation to which segments are shipped. coming: the next one, while its base is being made.

    pending: what one of them becomes when its next segment exists. at: when all that was stored had been shipped (ms).
    past: the generations before, and when they ended (ms).
    """

    current: Line | None = None
    coming: Line | None = None
    pending: Line | None = None
    at: int = 0
    past: dict[str, int] = {}

    @property
    def lines(self) -> list[Line]:
        return [line for line in (self.current, self.coming) if line is not None]

    def with_line(self, line: Line) -> State:
        """With this line in place of the one of the same generation, and nothing pending."""
        if self.coming is not None and self.coming.generation == line.generation:
            return replace(self, coming=line, pending=None)
        return replace(self, current=line, pending=None, at=max(self.at, line.at))

    def without(self, generation: str) -> State:
        """Without this generation, and nothing pending: nothing is added to it any more."""
        current, coming = (
            None if line is not None and line.generation == generation else line
            for line in (self.current, self.coming)
        )
        return replace(self, current=current, coming=coming, pending=None)


class Progress:
    """The stored state, for the one process that ships. `state` may be newer than what is stored."""

    def __init__(self, store: Store) -> None:
        self._store, self._n = store, 0
        self.state = State()
        for n, state in store.query(LOAD):
            self._n, self.state = n, msgspec.json.decode(state, type=State)

    def save(self, state: State) -> None:
        """`StoreUnusable` if another process has saved one since: it is the one that ships now."""
        text = msgspec.json.encode(state).decode()
        n = self._n + 1
        try:
            self._store.append("", [], [Statement(SAVE, (n, text)), Statement(FORGET, (n,))])
        except Duplicate:
            raise StoreUnusable("Another process ships the back-up of this database.") from None
        self._n, self.state = n, state


def shipped_at(store: Store) -> float | None:
    """When all that was stored had been shipped, in seconds since the epoch; before the first time, when shipping began."""
    for _, text in store.query(LOAD):
        state = msgspec.json.decode(text, type=State)
        return (
            (state.at or min(line.began for line in state.lines)) / 1000 if state.at or state.lines else None
        )
    return None
