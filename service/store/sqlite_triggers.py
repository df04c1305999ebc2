"""Triggers that record changed rows on SQLite (`ChangeLog`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .changes_tables import Tables, recorded

EXISTING = r"SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'changed\_%' ESCAPE '\'"
RECORD = "INSERT INTO changes (relation, key) VALUES ('{table}', json_array({key}));"


def definitions(tables: Tables) -> dict[str, str]:
    """The statements that make the triggers, by their names."""
    return {
        f"changed_{table}_{name}": sql
        for table, (key, on, _) in recorded(tables).items()
        for name, sql in _of_table(table, key, on)
    }


def _of_table(table: str, key: Sequence[str], on: Sequence[str]) -> Iterator[tuple[str, str]]:
    for change in on:
        name = change.lower()
        yield (
            name,
            _trigger(table, name, change, "", _record(table, "OLD" if change == "DELETE" else "NEW", key)),
        )
    if "UPDATE" in on:  # a new key: the row with the old one is gone
        other = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in key)
        yield (
            "key",
            _trigger(
                table, "key", f"UPDATE OF {', '.join(key)}", f"WHEN {other} ", _record(table, "OLD", key)
            ),
        )


def _trigger(table: str, name: str, change: str, when: str, record: str) -> str:
    return f"CREATE TRIGGER changed_{table}_{name} AFTER {change} ON {table} {when}BEGIN {record} END"


def _record(table: str, row: str, key: Sequence[str]) -> str:
    return RECORD.format(table=table, key=", ".join(f"{row}.{column}" for column in key))
