"""Unicode's tables of characters that look alike, and of the version in which each character was assigned.

Both are of one version, whichever Python runs: newer characters have no prototypes, so no name may contain them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

VERSION = (13, 0)
"""The version of `vendor/confusables.txt`."""
_LOOKS = re.compile(r"^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA", re.MULTILINE)
_AGE = re.compile(r"^([0-9A-F]+)(?:\.\.([0-9A-F]+))? *; (\d+)\.(\d+)", re.MULTILINE)


@cache
def prototypes() -> Mapping[int, str]:
    """Maps each character to the character or characters that it looks like (UTS #39)."""
    return {int(code, 16): _text(looks) for code, looks in _LOOKS.findall(_read("confusables.txt"))}


def is_assigned(text: str) -> bool:
    """Whether the tables know all characters of a text."""
    return _assigned().fullmatch(text) is not None


@cache
def _assigned() -> re.Pattern[str]:
    found = _AGE.findall(_read("DerivedAge.txt"))
    ranges = [(first, last or first) for first, last, *age in found if tuple(map(int, age)) <= VERSION]
    return re.compile("[" + "".join(rf"\U{first:0>8}-\U{last:0>8}" for first, last in ranges) + "]*")


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def _read(name: str) -> str:
    return (files(__package__) / "vendor" / name).read_text("utf-8-sig")
