"""A game file is checked at a cost that its size is worth."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from domain.rulesets import registry
from service.log.verifying import check_rules
from tests.costs import bodies
from tests.costs.importing import Weighed, weighed
from tests.costs.long_games import long_game
from tests.costs.measuring import SECONDS, check_exponent, check_growth
from tests.soaking import soaked
from verifier import PASSED, Report, verify

FILE = 16 << 20


@pytest.mark.soak
def test_the_file_that_takes_most_memory_ends_in_a_sentence() -> None:
    assert weighed(bodies.objects(FILE - 100), SECONDS).answer == {"type": "TooLarge"}


WRONG = [body for body in bodies.BODIES if body is not bodies.objects]


@pytest.mark.parametrize("body", soaked(WRONG, [body for body in WRONG if body is not bodies.nested]))
def test_the_worst_game_files_are_refused_under_limits(body: bodies.Made) -> None:
    assert weighed(body(FILE - 100), SECONDS).answer["type"] == "RefusedFile"


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", registry())
def test_imports_cost_as_their_size(ruleset: str) -> None:
    """The whole of an import in its process, and of it the replay through the rules (L4)."""
    files = [long_game(ruleset, again) for again in (10, 20, 40)]
    start = weighed(b"{}")
    check_exponent("time", lambda file: passed(file).seconds - start.seconds, files, least=0.05)
    check_exponent("memory", lambda file: passed(file).memory - start.memory, files, least=1 << 20, times=1)
    audits = [orjson.loads(file)["audit"] for file in files]
    reports = {id(audit): verify(audit) for audit in audits}
    check_growth(lambda audit: by_the_rules(audit, reports[id(audit)]), audits)


def passed(file: bytes) -> Weighed:
    found = weighed(file)
    assert found.answer["type"] == "Passed", found.answer
    return found


def by_the_rules(audit: dict[str, Any], report: Report) -> None:
    assert check_rules(audit, report).level.status == PASSED
