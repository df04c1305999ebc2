"""Games with fewer draws, because hashing the keys of as many as a ruleset wants takes most of the time of a short game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from domain.rulesets import registry

SLOTS = 128
"""An epoch, of which there are four: enough for a whole game of any ruleset, and for one that somebody draws out a little."""


@contextmanager
def few_draws() -> Iterator[None]:
    """Meanwhile games are created for fewer draws."""
    with ExitStack() as stack:
        for ruleset in registry().values():
            fewer = replace(ruleset.traits, draws=min(SLOTS, ruleset.traits.draws))
            stack.enter_context(patch.object(ruleset, "traits", fewer))
        yield


@pytest.fixture(scope="module", autouse=True)
def quick_keys() -> Iterator[None]:
    """What a package's tests import so that all of their games have few draws."""
    with few_draws():
        yield
