"""Files of games: one JSON document, or many, one a line; compressed by gzip or not."""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

GZIP = b"\x1f\x8b"

Source = str | bytes | os.PathLike[str]
"""A path, or the text itself: bytes, or a string that begins with a brace."""


def opened(source: Source) -> IO[bytes]:
    """The bytes of a source, uncompressed; `OSError` if there is no such file."""
    if isinstance(source, bytes):
        return uncompressed(io.BytesIO(source))
    if is_text(source):
        return io.BytesIO(str(source).encode())
    return uncompressed(Path(source).open("rb"))


def is_text(source: Source) -> bool:
    """Whether a string is JSON rather than a path."""
    return isinstance(source, str) and source.lstrip().startswith("{")


def uncompressed(file: IO[bytes]) -> IO[bytes]:
    """The file, or what is in it if it is compressed by gzip."""
    buffered = file if hasattr(file, "peek") else io.BufferedReader(cast(Any, file))
    return cast(IO[bytes], gzip.open(buffered)) if buffered.peek(2)[:2] == GZIP else buffered


def numbered_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, with their numbers from 1."""
    return ((number, line) for number, line in enumerate(file, 1) if not line.isspace())
