"""A page of the lobby is merged from the lists of its kinds, and of none more is read than stands on the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from projections import listing
from projections.listing import Search
from service.operation.app import compose, prepare
from service.store import Statement, Store
from service.system.settings import Settings

KINDS = ("0/romans/finished/0/points", "0/romans/playing/0/", "0/touche/playing/0/")
GAMES = 3000
"""Of each kind. PostgreSQL has not counted them yet, and believes that there are few: it may not read all of a list for that."""
LIST = f"""INSERT INTO listed (game, imported, kind, cell, span, created_at)
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {GAMES})
    SELECT '{{0}}-' || n, 0, '{{1}}', '{{1}}', 0, 3 * n + {{0}} FROM numbers"""
NAME = """INSERT INTO players (game, seat, name, cell, span, created_at)
    SELECT game, seat, 'Twin', cell, span, created_at FROM listed, (SELECT 1 AS seat UNION SELECT 2) AS seats"""
NOT_TO_THE_PAGE = re.compile(
    r"Sort  \(|Bitmap|Seq Scan|TEMP B-TREE|CO-ROUTINE|MATERIALIZE|SCAN (listed|players)"
)
ALL = Search(("0", None, None, "0", None, None), None, None, None)
OF_TWIN = ALL._replace(player="Twin")


@pytest.fixture
def store(url: str, tmp_path: Path) -> Iterator[Store]:
    settings = Settings(database=url, data=tmp_path, limits=None)
    prepare(settings)
    filling = [LIST.format(number, kind) for number, kind in enumerate(KINDS)]
    with closing(compose(settings)) as kronika:
        kronika.store.append("", [], list(map(Statement, [*filling, NAME])))
        yield kronika.store


@pytest.mark.parametrize("sought", [ALL, OF_TWIN])
@pytest.mark.parametrize(
    "asked",
    [
        lambda query, sought: listing.newest(query, sought, None, 1),
        lambda query, sought: listing.next_after(query, sought, listing.BEGINNING),
    ],
)
def test_lists_are_read_no_further_than_the_page_goes(
    store: Store, sought: Search, asked: Callable[..., Any]
) -> None:
    said: list[tuple[str, tuple[object, ...]]] = []

    def query(sql: str, params: tuple[object, ...]) -> list[tuple[Any, ...]]:
        said.append((sql, params))
        return store.query(sql, params)

    asked(query, sought)
    [_, merged] = said
    explain = "EXPLAIN QUERY PLAN" if store.in_process else "EXPLAIN"
    plan = "\n".join(row[-1] for row in store.query(f"{explain} {merged[0]}", merged[1]))
    assert plan.count("listed_by_") + plan.count("players_by_") == len(KINDS)
    assert not NOT_TO_THE_PAGE.search(plan), plan
