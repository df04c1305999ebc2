"""The page's own files, below an address that names what is in all of them.

That address is another one as soon as any file is, so whatever it gives may be kept for good. Files are read once a process:
whoever changes one starts the service again.
"""

from __future__ import annotations

import mimetypes
import re
from functools import cache
from hashlib import sha256

from flask import Response

from api.compression import packed, unpacked
from api.modules import STATIC, beside
from domain.table.refusals import Refusal, Refused

FOREVER = "public, max-age=31536000, immutable"
PLAIN = "/static/"
"""Where the same files are for who does not know what is in them; a browser asks each time whether they have changed."""
IMPORTS = re.compile(r'^(?:import|export)\b[^;"]*"(\.{1,2}/[^"]+\.js)";', re.MULTILINE)
"""What a module needs before it runs; what it loads later, with `import(...)`, is none of it."""


@cache
def files() -> dict[str, bytes]:
    """What is in every file, by its path below the folder."""
    found = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in found}


@cache
def address() -> str:
    """Where this very set of files is."""
    whole = sha256()
    for name, content in files().items():
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return f"{PLAIN}{whole.hexdigest()[:16]}/"


def addressed(text: str) -> str:
    """A page whose files are asked for at that address."""
    return text.replace(f'"{PLAIN}', f'"{address()}')


@cache
def preloads(*modules: str) -> str:
    """For the head of a page: these modules and all that they need, so that a browser asks for them at once."""
    needed: dict[str, None] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop(0)
        if name not in needed:
            needed[name] = None
            waiting += needs(name)
    return "\n".join(f'<link rel="modulepreload" href="{address()}{name}">' for name in needed)


def needs(module: str) -> list[str]:
    """The modules that one begins with, by their paths."""
    return [beside(module, target) for target in IMPORTS.findall(files()[module].decode())]


@cache
def _packed(name: str) -> bytes:
    return packed(files()[name])


def asset(mark: str, name: str) -> Response:
    """A file. What was there before an update is there no more, and a page of that time is to be loaded anew."""
    if f"{PLAIN}{mark}/" != address() or name not in files():
        raise Refused(Refusal.NOT_FOUND, "There is no such file, or it was another one: load the page again.")
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    response = Response(mimetype=media_type, headers={"Cache-Control": FOREVER, "Vary": "Accept-Encoding"})
    return unpacked(response, _packed(name))
