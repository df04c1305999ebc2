"""The hash of a package's code (docs/ledger.md, section 1)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

COMPILED = "__pycache__"


def hash_of(folder: Path) -> str:
    """SHA-256 (64 hex digits) of the list of all files in a folder, as `sha256sum` writes it, ordered bytewise by path.

    Paths are relative, with slashes. `__pycache__` is left out: it is made on each machine.
    """
    listed = sorted((path.relative_to(folder).as_posix().encode(), path) for path in _files(folder))
    lines = (hashlib.sha256(path.read_bytes()).hexdigest().encode() + b"  " + name for name, path in listed)
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    return (it for it in folder.rglob("*") if it.is_file() and COMPILED not in it.relative_to(folder).parts)
