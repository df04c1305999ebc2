"""What the next segment contains: rows of tables for a base, then events and rows that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.ledger.note import parse_checkpoint
from service.log.followed_tables import FOLLOWED
from service.log.head_journal import HeadJournal, SignedHead
from service.operation.backup.segments import Content, Rows
from service.store import STORES_OWN, TRACKING, Mark, Snapshot, Store

MOST_EVENTS, MOST_CHANGES, MOST_ROWS = 5_000, 2_000, 1_000
"""In one segment."""
TABLES = {**FOLLOWED, **STORES_OWN}
COPIED = [*FOLLOWED, TRACKING]
"""The tables of a base, beside the events."""
IDLE = {"alive"}
"""Signs of life alone are not worth a segment."""


class Delta(NamedTuple):
    """`complete`: nothing is missing up to `mark`, in the view that was read."""

    content: Content
    mark: Mark
    complete: bool


def copied(now: Snapshot, table: str, after: Sequence[Any]) -> tuple[Content, tuple[str, list[Any]] | None]:
    """The next rows for a base, and the table and key with which it continues; None after the last one."""
    content, room = Content(), MOST_ROWS
    for name in COPIED[COPIED.index(table) :]:
        rows = now.slice(name, tuple(after), room)
        columns = now.columns(name)
        if rows:
            content.tables[name] = Rows(columns, list(map(list, rows)))
        if len(rows) == room:
            return content, (name, list(_key_of(name, columns)(rows[-1])))
        room, after = room - len(rows), ()
    return content, None


def delta(now: Snapshot, after: Mark, journal: HeadJournal, store: Store) -> Delta:
    """What came after a mark: all that is in the view, so that rows, events and heads fit together."""
    view = now.with_unsettled()
    events = view.events(after.position, MOST_EVENTS)
    changed = view.changed(after.place, MOST_CHANGES)
    all_events = len(events) < MOST_EVENTS
    all_changes = not view.changed(changed.upto, 1).keys
    position = now.mark.position if all_events else min(events[-1].position, now.mark.position)
    place = now.mark.place if all_changes else min(changed.upto, now.mark.place)
    content = Content(
        events,
        {table: _rows(now, table, keys) for table, keys in changed.keys.items()},
        list(_heads(now, {event.game: event.version for event in events}, journal, store)),
    )
    return Delta(content, Mark(position, place), all_events and all_changes)


def _rows(now: Snapshot, table: str, keys: Sequence[Any]) -> Rows:
    rows, columns = list(now.rows(table, keys)), now.columns(table)
    found = set(map(_key_of(table, columns), rows))
    return Rows(columns, list(map(list, rows)), [list(key) for key in keys if key not in found])


def _key_of(table: str, columns: Sequence[str]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """Takes the key from a row with these columns."""
    places = [columns.index(name) for name in TABLES[table].key]
    return lambda row: tuple(row[place] for place in places)


def _heads(
    view: Snapshot, versions: Mapping[str, int], journal: HeadJournal, store: Store
) -> Iterator[tuple[str, int, bytes]]:
    """The last head of each of these games. If it has continued since the view, the one in the view: with a head whose entries
    come in the next segment, a restore that ends here would close it. A head whose entries the store lacks, too, stays."""
    for game, version in versions.items():
        head = journal.last(game)
        if head is not None and version < head.size <= store.version(game):
            head = _head_in(view, game)
        if head is not None:
            yield (game, *head)


def _head_in(view: Snapshot, game: str) -> SignedHead | None:
    column = view.columns("lobby").index("checkpoint")
    for row in view.rows("lobby", [(game,)]):
        head = parse_checkpoint(row[column].partition("\n\n")[0] + "\n")
        return SignedHead(head.size, head.root)
    return None


def worth_a_segment(content: Content) -> bool:
    return bool(content.events or content.files or content.tables.keys() - IDLE)
