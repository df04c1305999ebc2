"""The build id: one hash over the files that something is built from."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path


def digest_of(folders: Iterable[Path], *kinds: str) -> bytes:
    """A digest that changes whenever a file of these kinds (".py") below these folders changes its content or path."""
    whole = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in kinds:
                content = path.read_bytes()
                whole.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return whole.digest()
