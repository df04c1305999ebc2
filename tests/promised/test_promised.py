"""Names that others rely on stay: what is stored, signed, hashed, typed at a prompt or sent.

`names.json` was written on the commit before modules, classes and functions got the names of the field. Every name in it must
still exist; `python -m tests.promised.collect` adds new ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.promised.collect import NAMES, promised


def test_every_promised_name_is_still_there() -> None:
    assert list(missing(json.loads(NAMES.read_text()), promised(), "")) == []


def missing(before: Any, now: Any, place: str) -> Iterator[str]:
    """What was there before and is not, by its place in the file."""
    if isinstance(before, dict):
        for name, value in before.items():
            if name in now:
                yield from missing(value, now[name], f"{place}/{name}")
            else:
                yield f"{place}/{name}"
    elif isinstance(before, list):
        yield from (f"{place}: {name}" for name in before if name not in now)
    elif before != now:
        yield f"{place}: {before}, now {now}"
