"""The page's own files, below an address that names what is in all of them.

That address is another one as soon as any file is, so whatever it gives may be kept for good. Files are read once a process:
whoever changes one starts the service again.
"""

from __future__ import annotations

import mimetypes
from hashlib import sha256
from pathlib import PurePosixPath

from flask import Response

from api.http.compression import gzipped, with_gzipped_body
from api.http.once import once
from api.http.problem_texts import reader_language
from api.pages.bundling import bundle
from api.pages.modules import STATIC, board_of
from domain.table.refusals import Refusal, Refused

IMMUTABLE = "public, max-age=31536000, immutable"
PLAIN = "/static/"
"""Where the same files are for who does not know what is in them; a browser asks each time whether they have changed."""
LANGUAGE_MODULES = {"pl": ["polish.js"]}
"""The modules with a page's words, where they are not in all of them."""
BUNDLES = "linked/"
"""Before the path of a module: the script with all that it begins with."""


@once
def files() -> dict[str, bytes]:
    """What is in every file, by its path below the folder."""
    found = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in found}


@once
def asset_prefix() -> str:
    """Where this very set of files is."""
    whole = sha256()
    for name, content in files().items():
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    whole.update(bundle("app.js").encode())  # as they are linked
    return f"{PLAIN}{whole.hexdigest()[:16]}/"


def with_asset_prefix(text: str) -> str:
    """A page whose files are asked for at that address."""
    return text.replace(f'"{PLAIN}', f'"{asset_prefix()}')


def module_preloads(*modules: str) -> str:
    """For the head of a page: the scripts that it begins with, and its words in the reader's language."""
    return preloads(*modules, *LANGUAGE_MODULES.get(reader_language(), []))


def preloads(*modules: str) -> str:
    """For the head of a page: so that a browser asks for these scripts at once."""
    return "\n".join(f'<link rel="modulepreload" href="{asset_prefix()}{BUNDLES}{name}">' for name in modules)


def board_preloads(ruleset: str) -> str:
    """For the head of a page that shows a game: what is played, the script of its board, and its style sheets.

    These stand as the script would ask for them: a browser complains of a preloaded one that a slow page uses late.
    """
    module = board_of(ruleset)
    lines = [f'<meta name="kronika:ruleset" content="{ruleset}">', preloads(module)]
    for name in ("board.css", f"{PurePosixPath(module).stem}.css"):
        lines.append(f'<link rel="stylesheet" data-board="{name}" href="{asset_prefix()}web/boards/{name}">')
    return "\n".join(lines)


@once
def _gzipped_file(name: str) -> bytes:
    if name.startswith(BUNDLES):
        return gzipped(bundle(name.removeprefix(BUNDLES)).encode())
    return gzipped(files()[name])


def _exists(name: str) -> bool:
    if name.startswith(BUNDLES):
        return name.endswith(".js") and f"web/{name.removeprefix(BUNDLES)}" in files()
    return name in files()


def asset(mark: str, name: str) -> Response:
    """A file. What was there before an update is there no more, and a page of that time is to be loaded anew."""
    if f"{PLAIN}{mark}/" != asset_prefix() or not _exists(name):
        raise Refused(Refusal.NOT_FOUND, "There is no such file, or it was another one: load the page again.")
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    response = Response(mimetype=media_type, headers={"Cache-Control": IMMUTABLE, "Vary": "Accept-Encoding"})
    return with_gzipped_body(response, _gzipped_file(name))
