"""The page's boards as one script that draws them without a browser."""

from __future__ import annotations

from pathlib import Path

from api.pages.bundling import LOADER, dependencies, modules

DOCUMENT = Path(__file__).with_name("document.js")
NEEDED = ("i18n.js", "polish.js", "boards/parts/placing.js", "boards/parts/widths.js")
"""What `document.js` loads, whichever modules the board needs."""
NO_BROWSER = (
    'const $later = async (name) => $load(name), $at = () => "";\nglobalThis.load = (name) => $load(name);\n'
)


def script(module: str) -> str:
    """All that drawing a board needs."""
    return f"{modules(dependencies(module, *NEEDED))}{LOADER}{NO_BROWSER}{DOCUMENT.read_text()}"
