"""What runs in the soak alone, and what runs there at greater length."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])
SOAKING = os.environ.get("KRONIKA_SOAK") == "1"
"""Whether this is `make soak`."""


def longer(test: Test) -> Test:
    """Marks a test of both suites that does more in the soak, as `SOAKING` tells it."""
    return pytest.mark.soak(test) if SOAKING else test


def sampled(cases: Iterable[Any], share: int) -> list[Any]:
    """All of the cases; every `share`-th, from the first on, is tried every day, and the others in the soak."""
    given = list(cases)
    return [
        case if n % share == 0 else pytest.param(*_values(case), marks=pytest.mark.soak)
        for n, case in enumerate(given)
    ]


def _values(case: Any) -> tuple[Any, ...]:
    """The values of one case. A named tuple is a single one."""
    return case if type(case) is tuple else (case,)


def soaked(cases: Iterable[Any], rare: Collection[Any]) -> list[Any]:
    """All of the cases; those that are `rare` run in the soak only. `ValueError` for a rare one that there is not."""
    given = list(cases)
    if unknown := [case for case in rare if case not in given]:
        raise ValueError(f"no such cases: {unknown}")
    return [pytest.param(case, marks=pytest.mark.soak) if case in rare else case for case in given]
