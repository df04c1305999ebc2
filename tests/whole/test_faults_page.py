"""The table of faults in docs/reference/faults.md says what was measured, and has a row for everything that is."""

from __future__ import annotations

from bench.faults import FAULTS
from bench.faults_page import FAILOVER, KILLS, PAGE, cells, with_cells


def test_the_table_says_what_was_measured() -> None:
    page, measured = PAGE.read_text(), cells()
    assert with_cells(page, measured) == page
    assert measured
    for title in {fault.title for fault in FAULTS} | {KILLS, FAILOVER} | measured.keys():
        assert page.count(f"\n| {title} | ") == 1, title
