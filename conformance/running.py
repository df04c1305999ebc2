"""The battery without a test runner: its cases for a ruleset, and what is wrong, in words for people."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from conformance.properties import PROPERTIES
from conformance.wording import WORDINGS
from domain.ruleset import Ruleset

HERE = __name__.removesuffix("running").replace(".", "/")


class Case(NamedTuple):
    """One thing that has to hold; `run` raises where it does not."""

    name: str
    run: Callable[[], None]

    def __str__(self) -> str:
        return self.name

    def wrong(self) -> str:
        """What does not hold, and where; empty if all is well."""
        try:
            self.run()
        except Exception as error:
            return _message(error)
        return ""


def cases(ruleset: Ruleset[Any]) -> list[Case]:
    """Of the ruleset as a whole, then each property in each of its `setups`."""
    return list(_cases(ruleset))


def _cases(ruleset: Ruleset[Any]) -> Iterator[Case]:
    for wording in WORDINGS:
        yield Case(_name(wording), partial(wording, ruleset))
    for prop in PROPERTIES:
        for seats, options in ruleset.setups():
            given = "" if options == ruleset.options() else f", {options}"
            yield Case(f"{_name(prop)} ({seats} seats{given})", partial(prop, ruleset, seats, options))


def _name(check: Callable[..., None]) -> str:
    return check.__name__.replace("_", " ")


def _message(error: Exception) -> str:
    """The error, the check that found it, and the last place outside the battery."""
    frames = traceback.extract_tb(error.__traceback__)
    checked = [frame for frame in frames if HERE in frame.filename.replace("\\", "/")]
    lines = [f"{type(error).__name__}: {error}" if str(error) else type(error).__name__]
    lines += [f"checked: {frame.line}" for frame in checked[-1:]]
    lines += [f"raised in {frames[-1].filename}:{frames[-1].lineno}: {frames[-1].line}"]
    return "\n".join(lines)
