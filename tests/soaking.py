"""What runs in the soak alone, and what runs there at greater length."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest

SOAKING = os.environ.get("KRONIKA_SOAK") == "1"
"""Whether this is `make soak`."""


def soaked(cases: Iterable[Any], rare: Collection[Any]) -> list[Any]:
    """All of the cases; those that are `rare` run in the soak only. `ValueError` for a rare one that there is not."""
    given = list(cases)
    if unknown := [case for case in rare if case not in given]:
        raise ValueError(f"no such cases: {unknown}")
    return [pytest.param(case, marks=pytest.mark.soak) if case in rare else case for case in given]
