"""The page's own files and the scripts of packages' boards, under a path that contains a digest of all of them.

The path changes whenever any file does, so its files may be cached forever. Files are read once per process: restart the
service after changing one.
"""

from __future__ import annotations

import mimetypes
from hashlib import sha256
from pathlib import PurePosixPath

from flask import Response

from api.http.compression import gzipped, with_gzipped_body
from api.http.once import once
from api.http.problem_texts import reader_language
from api.pages.bundling import BundleError, bundle, packaged_boards, styles
from api.pages.modules import STATIC, board_of, packaged_modules
from domain.table.refusals import Refusal, Refused

IMMUTABLE = "public, max-age=31536000, immutable"
PLAIN = "/static/"
"""The same files without the digest. Browsers revalidate them on each use."""
LANGUAGE_MODULES = {"pl": ["polish.js"]}
"""Modules with a page's texts, for languages that are not built into every module."""
BUNDLES = "linked/"
"""Before the path of a module or style sheet: its bundle with everything that it imports."""


@once
def files() -> dict[str, bytes]:
    """The content of every file, by its path in the folder; the modules of packages are as if they were there."""
    paths = sorted(path for path in STATIC.rglob("*") if path.is_file())
    own = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in paths}
    return own | {f"web/{name}": content for name, content in packaged_modules().items()}


@once
def asset_prefix() -> str:
    """The path of this exact set of files."""
    digest = sha256()
    for name, content in files().items():
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    digest.update((bundle("app.js") + styles("all.css")).encode())  # covers the bundling itself
    return f"{PLAIN}{digest.hexdigest()[:16]}/"


def with_asset_prefix(text: str) -> str:
    """A page that loads its files from under that path."""
    return text.replace(f'"{PLAIN}', f'"{asset_prefix()}')


def module_preloads(*modules: str) -> str:
    """For a page's head: preload links for these modules, and for the texts in the reader's language."""
    return preloads(*modules, *LANGUAGE_MODULES.get(reader_language(), []))


def preloads(*modules: str) -> str:
    """For a page's head: preload links, so that a browser requests these scripts at once."""
    return "\n".join(f'<link rel="modulepreload" href="{asset_prefix()}{BUNDLES}{name}">' for name in modules)


def board_preloads(ruleset: str) -> str:
    """For the head of a game's page: the ruleset, the script of its board, and its style sheets; a drawing has none of its own.

    The style sheets are linked as the script would link them. Preloading them would make browsers warn if a slow page uses
    them late.
    """
    module = board_of(ruleset)
    lines = [f'<meta name="kronika:ruleset" content="{ruleset}">', preloads(module)]
    for name in ("board.css", f"{PurePosixPath(module).stem}.css"):
        if f"web/boards/{name}" not in files():
            continue
        lines.append(f'<link rel="stylesheet" data-board="{name}" href="{asset_prefix()}web/boards/{name}">')
    return "\n".join(lines)


def packaged_boards_here() -> str:
    """For a page's head: the rulesets whose board comes from their package; "" if there are none."""
    boards = " ".join(packaged_boards()[0])
    return f'<meta name="packaged-boards" content="{boards}">' if boards else ""


@once
def _gzipped_file(name: str) -> bytes:
    if name.startswith(BUNDLES):
        own = name.removeprefix(BUNDLES)
        return gzipped((styles if own.endswith(".css") else bundle)(own).encode())
    return gzipped(files()[name])


def _exists(name: str) -> bool:
    if name.startswith(BUNDLES):
        return name.endswith((".js", ".css")) and f"web/{name.removeprefix(BUNDLES)}" in files()
    return name in files()


def asset(mark: str, name: str) -> Response:
    """A file. Files from before an update are gone, so a page of that time has to be reloaded."""
    if f"{PLAIN}{mark}/" != asset_prefix() or not _exists(name):
        raise Refused(Refusal.NOT_FOUND, "There is no such file, or it has changed: reload the page.")
    try:
        body = _gzipped_file(name)
    except BundleError as error:
        raise Refused(Refusal.NOT_FOUND, str(error)) from error
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    response = Response(mimetype=media_type, headers={"Cache-Control": IMMUTABLE, "Vary": "Accept-Encoding"})
    return with_gzipped_body(response, body)
