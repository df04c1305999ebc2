"""The nightly data sets of a service: what its signed note says, and whether files are those that it names."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple

from domain.ledger.note import BadNote, verify
from engine.logs import BadFile

FIRST_LINE = "kronika-dataset/1"
_FILE = re.compile(r"([a-z-]+\.jsonl\.gz) (0|[1-9][0-9]*) (0|[1-9][0-9]*) ([0-9a-f]{64})")


class SignedFile(NamedTuple):
    """A file of a data set: `size` in bytes, the number of `rows`, and the SHA-256 of its bytes in hexadecimal."""

    name: str
    size: int
    rows: int
    sha256: str


class DataSet(NamedTuple):
    """What a note says: the service and the day (UTC, such as 2026-11-27) of these files."""

    origin: str
    day: str
    files: tuple[SignedFile, ...]

    def text(self) -> str:
        lines = (f"{it.name} {it.size} {it.rows} {it.sha256}" for it in self.files)
        return "".join(f"{line}\n" for line in (FIRST_LINE, self.origin, self.day, *lines))


def read_note(note: str, vkey: str) -> DataSet:
    """What a data set's note says; `BadFile` if the holder of the key has not signed it, or it is another kind of note."""
    try:
        first, origin, day, *lines = verify(note, vkey).splitlines()
    except (BadNote, ValueError) as error:
        raise BadFile(f"This is no data set's note signed with that key: {error}.") from error
    found = [_FILE.fullmatch(line) for line in lines]
    if first != FIRST_LINE or not all(found):
        raise BadFile(f"This note is not of the kind {FIRST_LINE}.")
    files = tuple(SignedFile(it[1], int(it[2]), int(it[3]), it[4]) for it in found if it)
    return DataSet(origin, day, files)


def verify_dataset(file: str | os.PathLike[str], note: str, vkey: str) -> DataSet:
    """Check a downloaded file of a service's nightly data set against its signed note; returns what the note says.

    `note` is the text of `/v1/datasets/latest/note`, `vkey` the verifier key of the service's log of logs, from a source that
    you trust. The file is found in the note by its SHA-256, whatever it is called here; `BadFile` if it is not there.
    """
    said = read_note(note, vkey)
    with Path(file).open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    if digest not in {it.sha256 for it in said.files}:
        raise BadFile(
            f"{file} is none of the files that the note of {said.day} names: it was changed, or is of another day."
        )
    return said
