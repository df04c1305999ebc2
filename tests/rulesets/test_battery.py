"""The battery, tried on every ruleset in all its setups. Which property it is that fails, its name says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest

from conformance.properties import PROPERTIES
from conformance.properties import no_leak_when_unknown_secrets_are_drawn_anew as LEAKS
from domain.ruleset import Ruleset
from domain.rulesets import registry

SEATS = 3
"""Every day each property is tried in one setup of each ruleset for so few seats, for leaks in two; the soak has the rest."""


def every_setup(test: Callable[..., None]) -> Any:
    """A test that is to hold in all setups."""
    return _in_setups(test, 1)


def _in_setups(test: Callable[..., None], count: int) -> Any:
    found = [
        pytest.param(ruleset, seats, options, id=f"{ruleset.id}-{seats}-{n}", marks=marks)
        for ruleset in registry().values()
        for daily in [_daily(test.__name__, ruleset, count)]
        for n, (seats, options) in enumerate(ruleset.setups())
        for marks in [() if n in daily else pytest.mark.soak]
    ]
    return pytest.mark.parametrize(("ruleset", "seats", "options"), found)(test)


def _daily(name: str, ruleset: Ruleset[Any], count: int) -> set[int]:
    """The numbers of `count` setups; which, goes by the name of the test."""
    small = [n for n, (seats, _) in enumerate(ruleset.setups()) if seats <= SEATS]
    first = crc32(name.encode())
    return {small[(first + n * len(small) // count) % len(small)] for n in range(count)}


# Each property is a test of its own, which has its name.
globals().update({f"test_{it.__name__}": _in_setups(it, 2 if it is LEAKS else 1) for it in PROPERTIES})
