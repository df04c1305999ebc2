"""The locations of the page's modules and of those of packages' boards, and how their imports resolve."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from api.http.once import once
from domain.packages.installed import folders

STATIC = Path(__file__).parents[1] / "static"
WEB = STATIC / "web"
PLAIN_BOARD = "boards/plain.js"
PACKAGED = "packages/"
"""Before the modules of packages, each in a folder by its ruleset's id."""
PACKAGED_BOARD = re.compile(f"{PACKAGED}([a-z][a-z0-9-]*)/index.js")


def resolve(module: str, target: str) -> str:
    """The path of a module imported as `./x.js` or `../y/x.js`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), target))


def board_of(ruleset: str) -> str:
    """The module that draws a ruleset's board: its own, or the plain one."""
    own = f"boards/{ruleset}.js"
    if re.fullmatch("[a-z-]+", ruleset) and (WEB / own).is_file():
        return own
    packaged = f"{PACKAGED}{ruleset}/index.js"
    return packaged if packaged in packaged_modules() else PLAIN_BOARD


@once
def packaged_modules() -> dict[str, bytes]:
    """The scripts in the folder `board` of each installed package, by the names of the modules; nothing that a link leads to."""
    return {
        f"{PACKAGED}{id}/{path.relative_to(folder / 'board').as_posix()}": path.read_bytes()
        for id, folder in folders().items()
        for path in _scripts(folder)
    }


def _scripts(folder: Path) -> Iterator[Path]:
    real = folder.resolve()
    for path in sorted((folder / "board").rglob("*.js")):
        if path.is_file() and path.resolve() == real / path.relative_to(folder):
            yield path


def source(name: str) -> str:
    """The text of a module; `LookupError` if there is none by this name."""
    if name.startswith(PACKAGED):
        return packaged_modules()[name].decode(errors="replace")
    path = WEB / name
    if ".." in path.parts or not path.is_file():
        raise LookupError(name)
    return path.read_text()
