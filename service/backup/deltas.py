"""What the next segment contains: rows of tables for a base, then events and rows that changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from service.backup.segments import Content, Rows
from service.log.head_journal import HeadJournal
from service.store import Mark, Snapshot, Tables

MOST_EVENTS, MOST_CHANGES, MOST_ROWS = 5_000, 2_000, 1_000
"""In one segment."""
IDLE = {"alive"}
"""Signs of life alone are not worth a segment."""


class Delta(NamedTuple):
    """`complete`: nothing is missing up to `mark`, in the view that was read."""

    content: Content
    mark: Mark
    complete: bool


def copied(
    now: Snapshot, tables: Sequence[str], table: str, after: Sequence[Any]
) -> tuple[Content, tuple[str, list[Any]] | None]:
    """The next rows for a base, and the table and key with which it continues; None after the last one."""
    rows = now.slice(table, tuple(after), MOST_ROWS)
    content = Content(tables={table: Rows(now.columns(table), list(map(list, rows)))} if rows else {})
    if len(rows) == MOST_ROWS:
        return content, (table, list(now.key(table, rows[-1])))
    later = tables[tables.index(table) + 1 :]
    return content, (later[0], []) if later else None


def delta(now: Snapshot, after: Mark, tables: Tables, journal: HeadJournal) -> Delta:
    """What came after a mark: all that is in the view, so that rows and events fit together."""
    view = now.with_unsettled()
    events = view.events(after.position, MOST_EVENTS)
    changed = view.changed(after.place, MOST_CHANGES)
    all_events, all_changes = len(events) < MOST_EVENTS, changed.count < MOST_CHANGES
    position = now.mark.position if all_events else min(events[-1].position, now.mark.position)
    place = now.mark.place if all_changes else min(changed.upto, now.mark.place)
    content = Content(
        [tuple(event) for event in events],
        {table: _rows(now, table, keys) for table, keys in _with_others(changed.keys, tables)},
        list(_heads(journal, dict.fromkeys(event.game for event in events))),
    )
    return Delta(content, Mark(position, place), all_events and all_changes)


def _with_others(
    keys: Mapping[str, Sequence[Any]], tables: Tables
) -> Iterator[tuple[str, Sequence[Any]]]:
    """Tables without changes of their own change together with another one."""
    yield from keys.items()
    for name, table in tables.items():
        if table.together in keys:
            yield name, keys[table.together]


def _rows(now: Snapshot, table: str, keys: Sequence[Any]) -> Rows:
    rows = list(now.rows(table, keys))
    found = {now.key(table, row) for row in rows}
    return Rows(now.columns(table), list(map(list, rows)), [list(key) for key in keys if key not in found])


def _heads(journal: HeadJournal, games: Mapping[str, None]) -> Iterator[tuple[str, int, bytes]]:
    for game in games:
        if (head := journal.last(game)) is not None:
            yield (game, *head)


def worth_a_segment(content: Content) -> bool:
    return bool(content.events or content.files or content.tables.keys() - IDLE)
