"""The hash of a package's code (docs/ledger.md, section 1)."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

COMPILED = "__pycache__"


class Circular(Exception):
    """A link leads to a folder that it is in; the message names it."""


def hash_of(folder: Path) -> str:
    """SHA-256 (64 hex digits) of the list of all files in a folder, as `sha256sum` writes it, ordered bytewise by path.

    Paths are relative, with slashes. Linked files and folders count as what they lead to, because that is what is imported.
    `__pycache__` is left out: it is made on each machine. `Circular` if there is no end to the links.
    """
    listed = sorted((path.relative_to(folder).as_posix().encode(), path) for path in _files(folder))
    lines = (hashlib.sha256(path.read_bytes()).hexdigest().encode() + b"  " + name for name, path in listed)
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for parent, inner, names in os.walk(folder, followlinks=True):
        inner[:] = [name for name in inner if name != COMPILED]
        for name in inner:
            _check_link(Path(parent, name))
        yield from (path for name in names if (path := Path(parent, name)).is_file())


def _check_link(path: Path) -> None:
    if path.is_symlink() and path.resolve() in {above.resolve() for above in path.parents}:
        raise Circular(f"the link {path} leads to a folder that it is in")
