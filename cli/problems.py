"""Prints the problems of games."""

from __future__ import annotations

from collections.abc import Sequence

from service.operation.integrity import Damage


def print_damages(damages: Sequence[Damage]) -> int:
    """One line each; returns the exit code."""
    for found in damages:
        where = "" if found.entry is None else f", entry {found.entry}"
        print(f"game {found.game}{where}: {found.why}")
    return 1 if damages else 0
