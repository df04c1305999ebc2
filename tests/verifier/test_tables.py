"""The closed tables: the page, the structs that the service writes, and the independent verifier's file say the same."""

from __future__ import annotations

from tests.verifier.adversary.page import PAGE, on_the_page
from tests.verifier.table_page import VERIFIERS, blocks, page, verifiers


def test_the_page_has_the_tables_of_the_structs() -> None:
    """Where they differ a type or member is new or gone: that takes the next revision, with blocks of its own."""
    assert on_the_page(PAGE.read_text()) == blocks()
    assert PAGE.read_text() == page(PAGE.read_text())


def test_the_verifier_has_the_tables_of_the_page() -> None:
    assert VERIFIERS.read_text() == verifiers()
