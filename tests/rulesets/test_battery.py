"""The battery, tried on every ruleset in all its setups. Which property it is that fails, its name says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest

from conformance.properties import PROPERTIES
from conformance.properties import no_leak_when_unknown_secrets_are_drawn_anew as LEAKS
from domain.rulesets import registry

SHARE = 9
"""Every day each property is tried in one setup of each ruleset: which, goes by its name; the soak has the rest."""
SHARE_OF_LEAKS = 3
"""Leaks are looked for in a third of them."""


def every_setup(test: Callable[..., None]) -> Any:
    """A test that is to hold in all setups."""
    return _in_setups(test, SHARE)


def _in_setups(test: Callable[..., None], share: int) -> Any:
    which = crc32(test.__name__.encode())
    found = [
        pytest.param(ruleset, seats, options, id=f"{ruleset.id}-{seats}-{n}", marks=marks)
        for ruleset in registry().values()
        for n, (seats, options) in enumerate(ruleset.setups())
        for marks in [() if (n + which) % min(share, len(ruleset.setups())) == 0 else pytest.mark.soak]
    ]
    return pytest.mark.parametrize(("ruleset", "seats", "options"), found)(test)


# Each property is a test of its own, which has its name.
globals().update(
    {f"test_{it.__name__}": _in_setups(it, SHARE_OF_LEAKS if it is LEAKS else SHARE) for it in PROPERTIES}
)
