"""Copies all rows of a database into an empty one, of either engine, while the first one is in use.

All steps are repeatable: the target remembers, in the transaction of the rows, what it has. First come the events in the order of
their positions, then one table after the other, then, as often as one likes, what has changed since the copy began.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypedDict, cast

from service.log.followed_tables import FOLLOWED, last_place
from service.log.migrations import MIGRATIONS
from service.store import EVENTS, SECRETS, STORES_OWN, TRACKING, ChangeLog, Event, Load, Mark, Snapshot, Store

EVENTS_AT_ONCE = 20_000
ROWS_AT_ONCE = 10_000
EVERYTHING = 2**62
TABLES = {**STORES_OWN, **FOLLOWED}
COPIED = (*FOLLOWED, TRACKING)


class Progress(TypedDict):
    """What the target has of its source."""

    source: str
    layout: int
    position: int
    place: int
    tables: list[str]
    checked: int
    """All games with no events after this position have been checked."""


class Copier:
    """Copies `source` into `target`. Its progress is None before `begin`."""

    def __init__(self, source: Store, target: Store) -> None:
        self.source, self.target = source, target
        self.changes: ChangeLog = source.change_log(FOLLOWED)
        self._into = target.relocation()
        self.progress: Progress | None = None if target.empty else self._into.state()

    def begin(self, since: Mark) -> None:
        """Create the target's tables, unless that was done. Rows that change after `since` are copied by `catch_up`."""
        if self.progress is None:
            if self.target.empty or not self.target.layout.number():
                self.target.migrate()  # no tables of games before it is known for what it is
            source, layout = self.source.identity, self.source.layout.number()
            with self._into.loading() as load:
                for table in (EVENTS, SECRETS):  # of a restore that was killed
                    load.delete_all(table)
                self._keep(
                    load, source=source, layout=layout, position=0, place=since.place, tables=[], checked=0
                )
        self.target.migrate(MIGRATIONS)

    def copy_all(self) -> Iterator[tuple[str, int]]:
        """Everything once; yields the table, and how many rows of it were copied just now."""
        yield from self._copy_events()
        while len(self._now["tables"]) < len(COPIED):
            yield from self._copy_tables()

    def catch_up(self) -> int:
        """Copy what has changed, in one transaction; the number of events and rows.

        `Duplicate`: a change that is not settled yet has to be copied first; try again.
        """
        with self._copying() as (now, load):
            events = sum(len(some) for some in self._events(now, load, again=True))
            rows = self._copy_changed(now, load)
            self._keep(load, position=now.mark.position, place=now.mark.place)
        return events + rows

    def mark_checked(self, position: int) -> None:
        with self._into.loading() as load:
            self._keep(load, checked=position)

    def complete(self) -> None:
        """The target is a database like any other from now on, and continues the source's numbers."""
        place = max(self.source.relocation().last_place(), last_place(self.source))
        with self._into.loading() as load:
            self._into.complete(load, self._now["position"], place)

    @property
    def mark(self) -> Mark:
        """Up to where everything is in the target, after `catch_up`."""
        return Mark(self._now["position"], self._now["place"])

    @property
    def checked(self) -> int:
        return self._now["checked"]

    @property
    def _now(self) -> Progress:
        assert self.progress is not None
        return self.progress

    def _copy_events(self) -> Iterator[tuple[str, int]]:
        copied = EVENTS_AT_ONCE
        while copied == EVENTS_AT_ONCE:
            with self._copying() as (now, load):
                copied = len(self._some_events(now, load, again=False))
            yield EVENTS, copied

    def _events(self, now: Snapshot, load: Load, again: bool) -> Iterator[list[Event]]:
        while some := self._some_events(now, load, again):
            yield some

    def _some_events(self, now: Snapshot, load: Load, again: bool) -> list[Event]:
        some = now.events(self._now["position"], EVENTS_AT_ONCE)
        self._into.write_events(load, some, again)
        if some:
            self._keep(load, position=some[-1].position)
        return some

    def _copy_tables(self) -> list[tuple[str, int]]:
        """The next tables, in one view and one transaction: parts of a table of different times may contradict each other."""
        copied: list[tuple[str, int]] = []
        with self._copying() as (now, load):
            for table in COPIED[len(self._now["tables"]) :]:
                copied.append((table, self._copy_table(now, load, table)))
                if sum(rows for _, rows in copied) >= ROWS_AT_ONCE:
                    break
            self._keep(load, tables=[*self._now["tables"], *(table for table, _ in copied)])
        return copied

    def _copy_table(self, now: Snapshot, load: Load, table: str) -> int:
        rows, after = 0, ()
        load.delete_all(table)
        while some := now.slice(table, after, ROWS_AT_ONCE):
            load.insert(table, now.columns(table), some)
            rows, after = rows + len(some), now.key(table, some[-1])
        return rows

    def _copy_changed(self, now: Snapshot, load: Load) -> int:
        changed = now.changed(self._now["place"], EVERYTHING).keys
        for table, keys in changed.items():
            self._into.replace_rows(
                load, table, TABLES[table].key, keys, now.columns(table), now.rows(table, keys)
            )
        return sum(map(len, changed.values()))

    @contextmanager
    def _copying(self) -> Iterator[tuple[Snapshot, Load]]:
        """A view of the source, and a transaction of the target; after an error the progress is that of before."""
        before = self.progress
        try:
            with self.changes.snapshot() as now, self._into.loading() as load:
                yield now, load
        except BaseException:
            self.progress = before
            raise

    def _keep(self, load: Load, **progress: Any) -> None:
        self.progress = cast(Progress, {**(self.progress or {}), **progress})
        self._into.keep(load, self.progress)
