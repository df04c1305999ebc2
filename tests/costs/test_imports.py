"""A game file is checked at a cost that its size is worth."""

from __future__ import annotations

import pytest

from tests.costs import bodies
from tests.costs.importing import weighed
from tests.costs.measuring import SECONDS

FILE = 16 << 20


def test_the_file_that_takes_most_memory_ends_in_a_sentence() -> None:
    assert weighed(bodies.objects(FILE - 100), SECONDS).answer == {"type": "TooLarge"}


WRONG = [body for body in bodies.BODIES if body is not bodies.objects]
SOON = (bodies.names_twice, bodies.nested)


@pytest.mark.parametrize(
    "body", [pytest.param(it, marks=() if it in SOON else pytest.mark.soak) for it in WRONG]
)
def test_the_worst_game_files_are_refused_under_limits(body: bodies.Made) -> None:
    assert weighed(body(FILE - 100), SECONDS).answer["type"] == "Wrong"
