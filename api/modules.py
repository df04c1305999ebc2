"""Where the page's modules lie, and which one another means."""

from __future__ import annotations

import posixpath
from pathlib import Path

STATIC = Path(__file__).parent / "static"
WEB = STATIC / "web"


def beside(module: str, target: str) -> str:
    """The path of what a module imports as `./x.js` or `../y/x.js`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), target))
