"""Small pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable


def rows(head: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> str:
    """A table."""
    table = [head, tuple("---" for _ in head), *lines]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in table) + "\n"


def cell(text: str) -> str:
    """On one line; a bar would end the cell, and `<` would begin a tag."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
