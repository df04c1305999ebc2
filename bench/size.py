"""How much each part measures. `KRONIKA_BENCH=tiny` measures the least that runs all of its code, for tests."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")
TINY = os.environ.get("KRONIKA_BENCH") == "tiny"


def size(usual: T, tiny: T) -> T:
    """`usual`, or `tiny` when only the code is to be tried."""
    return tiny if TINY else usual
