"""The bundle of a case: one zip with everything that is needed to judge it again without the service (docs/ledger.md).

It is written one way only, so the same files give the same bytes, and who makes it again from its files notices any change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from domain.ledger import canonical

FORMAT = "kronika-bundle/1"
MANIFEST = "manifest.json"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can name."""
UNIX, READABLE = 3, 0o644

Sign = Callable[[str, int, bytes], str]
"""A signed note over a name, a number and 32 bytes."""


class About(NamedTuple):
    """Which bundle it is: of whose eyes, of which case of which game, and at which version of the game."""

    game: str
    origin: str
    dispute: int
    version: int
    viewer: str

    @property
    def name(self) -> str:
        """Under which the game's key signs it."""
        return f"{self.origin}/case/{self.dispute}"


def bundle(about: About, files: Mapping[str, bytes], sign: Sign) -> bytes:
    """The zip of these files and their signed manifest."""
    return packed({**files, MANIFEST: manifest(about, files, sign)})


def manifest(about: About, files: Mapping[str, bytes], sign: Sign) -> bytes:
    """Names every other file by its hash, in canonical JSON, with the note over all that it says."""
    told = {
        "format": FORMAT,
        **about._asdict(),
        "files": {name: sha256(data).hexdigest() for name, data in files.items()},
    }
    digest = sha256(canonical.encode(told)).digest()
    return canonical.encode({**told, "note": sign(about.name, about.version, digest)})


def packed(files: Mapping[str, bytes]) -> bytes:
    """Names in order, nothing compressed, one time for all, no extras."""
    into = BytesIO()
    with ZipFile(into, "w", ZIP_STORED) as container:
        for name in sorted(files):
            container.writestr(_entry(name), files[name])
    return into.getvalue()


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, LONG_AGO)
    entry.create_system, entry.external_attr = UNIX, READABLE << 16
    return entry
