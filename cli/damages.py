"""What is wrong with games, for people to read."""

from __future__ import annotations

from collections.abc import Sequence

from service.operation.integrity import Damage


def print_damages(damages: Sequence[Damage]) -> int:
    """A line for each; gives the exit code."""
    for found in damages:
        where = "" if found.entry is None else f", entry {found.entry}"
        print(f"game {found.game}{where}: {found.why}")
    return 1 if damages else 0
