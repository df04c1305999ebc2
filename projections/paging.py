"""Pages of lists, newest first."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import orjson

from domain.table.refusals import Refusal, Refused
from projections.commit import Sql

Query = Callable[[str, tuple[object, ...]], list[tuple[Any, ...]]]
"""Reads tables, with `?` placeholders."""
Listed = TypeVar("Listed", str, int, bytes)
"""What one list of a query has: all of one type, as the arrays of PostgreSQL have."""


def make_cursor(created_at: int, id: str) -> str:
    """Encodes the last item of a page, for the page after it."""
    return base64.urlsafe_b64encode(orjson.dumps([created_at, id])).decode()


def read_cursor(cursor: str) -> tuple[int, str]:
    """A cursor that this module made; `Refused` malformed for anything else."""
    try:
        created_at, id = orjson.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
        if type(created_at) is int and type(id) is str and "\0" not in id and 0 <= created_at < 2**53:
            return created_at, id
    except (ValueError, TypeError, binascii.Error):
        pass
    detail = "This is not a cursor that this service gave out."
    raise Refused(Refusal.MALFORMED, detail, errors={"cursor": [detail]})


def marks(values: Collection[Listed]) -> str:
    """As many placeholders for a list. The type checker refuses one that mixes texts and numbers, as PostgreSQL would."""
    return ", ".join("?" * len(values))


def all_true(conditions: Sequence[Sql]) -> Sql:
    """One condition of several."""
    return " AND ".join(sql for sql, _ in conditions), tuple(it for _, values in conditions for it in values)


def one_page(
    query: Query,
    select: str,
    key: str,
    conditions: Sequence[Sql],
    limit: int,
    cursor: str | None,
) -> tuple[list[tuple[Any, ...]], str | None]:
    """At most `limit` rows that meet the conditions, newest first, and the cursor of the next page (None at the end).

    `select` is SQL up to its WHERE; its first two columns are `key` and `created_at`.
    """
    where, params = all_true(conditions)
    if cursor is not None:
        created_at, id = read_cursor(cursor)
        where += f" AND (created_at < ? OR (created_at = ? AND {key} < ?))"
        params += (created_at, created_at, id)
    sql = f"{select} WHERE {where} ORDER BY created_at DESC, {key} DESC LIMIT ?"
    rows = query(sql, (*params, limit + 1))
    more = len(rows) > limit
    return rows[:limit], make_cursor(rows[limit - 1][1], rows[limit - 1][0]) if more else None
