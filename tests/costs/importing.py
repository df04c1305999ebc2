"""What it costs to check a game file, in the process that does it for the service."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from typing import Any, NamedTuple

from tests.costs import weighing

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Weighed(NamedTuple):
    """The last answer, the seconds of processor time and the bytes at the peak."""

    answer: dict[str, Any]
    seconds: float
    memory: float


def weighed(file: bytes, seconds: int = 30) -> Weighed:
    """Checks a file in a process that may take so many seconds of processor time."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", weighing.__name__, str(os.getpid())],
        input=file,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": ROOT},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
        check=True,
    )
    *_, answer, cost = done.stdout.splitlines()
    return Weighed(json.loads(answer), *json.loads(cost))
