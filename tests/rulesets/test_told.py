"""The words that each ruleset has in its data files, and the hints of its plain board."""

from __future__ import annotations

import pytest

from conformance.wording import WORDINGS
from conformance.wording import everything_that_is_said_is_said_in_polish as POLISH
from domain.rulesets import registry

every_ruleset = pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))

# Each check is a test of its own, which has its name; what is said in Polish is in test_words.py.
globals().update({f"test_{it.__name__}": every_ruleset(it) for it in WORDINGS if it is not POLISH})
