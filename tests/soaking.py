"""Which of a test's cases are for the soak alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def soaked(cases: Iterable[Any], rare: Collection[Any]) -> list[Any]:
    """All of the cases; those that are `rare` run in the soak only. `ValueError` for a rare one that there is not."""
    given = list(cases)
    if unknown := [case for case in rare if case not in given]:
        raise ValueError(f"no such cases: {unknown}")
    return [pytest.param(case, marks=pytest.mark.soak) if case in rare else case for case in given]
