"""The locations of the page's modules, and how their imports resolve."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

STATIC = Path(__file__).parents[1] / "static"
WEB = STATIC / "web"
PLAIN_BOARD = "boards/plain.js"


def resolve(module: str, target: str) -> str:
    """The path of a module imported as `./x.js` or `../y/x.js`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), target))


def board_of(ruleset: str) -> str:
    """The module that draws a ruleset's board: its own, or the plain one."""
    own = f"boards/{ruleset}.js"
    return own if re.fullmatch("[a-z-]+", ruleset) and (WEB / own).is_file() else PLAIN_BOARD
