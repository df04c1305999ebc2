"""The verifier of the page takes as many steps as a file is long, or nearly so."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.costs import files
from tests.costs.measuring import check_exponent, sized
from tests.soaking import soaked
from tests.verifier.page_verifier import NODE

STEPS = Path(__file__).with_name("steps.mjs")
LARGEST: Mapping[str, tuple[Callable[[int], Any], int]] = {
    "one action": (files.one_action, 200),
    "throws": (files.throws, 128),
    "cards": (files.cards, 200),
    "position": (files.position, 200),
}
"""Files in which a verifier could look for each thing among all others, and the smallest size that shows it."""


@contextmanager
def page_verifier() -> Iterator[Callable[[Any], int]]:
    """Counts the steps in which the page finds that all is well with a file."""
    command = [str(NODE), "--no-warnings", str(STEPS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        assert node.stdin
        assert node.stdout
        told, heard = node.stdin, node.stdout

        def steps(audit: Any) -> int:
            told.write(json.dumps(audit) + "\n")
            told.flush()
            found = json.loads(heard.readline())
            assert found["ok"], found["checks"]
            return int(found["steps"])

        try:
            yield steps
        finally:
            told.close()


@pytest.mark.parametrize("name", soaked(LARGEST, LARGEST.keys() - {"position"}))
def test_nothing_is_looked_for_among_all_others(name: str) -> None:
    given, n = LARGEST[name]
    with page_verifier() as steps:
        check_exponent("steps", steps, sized(given, n), times=1)


@pytest.mark.soak
@pytest.mark.parametrize("name", files.LOGS)
def test_logs_take_as_many_steps_as_they_are_long(name: str) -> None:
    with page_verifier() as steps:
        check_exponent("steps", steps, sized(files.LOGS[name], 1000), times=1)
