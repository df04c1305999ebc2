"""Which entries count where, against the way to the root walked step by step."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from verifier.line import Line

Entry = dict[str, Any]


def entries(ways: list[int | None]) -> list[Entry]:
    """One entry for each: None for one that goes on, a number for a way back (as far as there are versions)."""
    return [
        {"t": "card-named", "d": {}} if to is None else {"t": "rewound", "d": {"to_version": min(to, i)}}
        for i, to in enumerate(ways)
    ]


def way_to_the_root(log: list[Entry], version: int) -> list[int]:
    way = [version]
    while version:
        version = log[version - 1]["d"].get("to_version", version - 1)
        way.append(version)
    return way


LOGS = st.lists(st.none() | st.integers(0, 30), max_size=30).map(entries)


@given(LOGS)
def test_what_counts_lies_on_the_way_to_the_root(log: list[Entry]) -> None:
    line = Line(log)
    for at in range(len(log) + 1):
        way = way_to_the_root(log, at)
        assert [version for version in range(len(log) + 1) if line.counts(version, at)] == sorted(way)


@given(LOGS, st.data())
def test_an_entry_stands_again_where_another_counts(log: list[Entry], data: st.DataObject) -> None:
    some = data.draw(st.lists(st.integers(0, len(log) - 1), max_size=6)) if log else []
    again = Line(log).again(some)
    on_one_way = {
        i
        for n, i in enumerate(some)
        for m, other in enumerate(some)
        if n != m and other + 1 in way_to_the_root(log, i + 1)
    }
    assert (again is None) == (not on_one_way)
    assert again is None or again in on_one_way
