"""The page's boards as one script that draws them without a browser."""

from __future__ import annotations

import re
from pathlib import Path

from api.linking import LOADER, modules, needed
from api.modules import WEB

DOCUMENT = Path(__file__).with_name("document.js")
WORDS = ("i18n.js", "polish.js")
PLAIN = "boards/plain.js"
NO_BROWSER = (
    'const $later = async (name) => $load(name), $at = () => "";\nglobalThis.load = (name) => $load(name);\n'
)


def board_of(ruleset: str) -> str:
    """The module that draws a ruleset's board: its own, or the plain one."""
    own = f"boards/{ruleset}.js"
    return own if re.fullmatch("[a-z-]+", ruleset) and (WEB / own).is_file() else PLAIN


def script(module: str) -> str:
    """All that drawing a board needs."""
    return f"{modules(needed(module, *WORDS))}{LOADER}{NO_BROWSER}{DOCUMENT.read_text()}"
