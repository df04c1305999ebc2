"""The bundle of a case: one zip with everything that is needed to judge it again without the service (docs/ledger.md).

It is deterministic: the same files give the same bytes, so building it again from its files reveals any change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from domain.ledger import canonical

FORMAT = "kronika-bundle/2"
MANIFEST = "manifest.json"
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can contain."""
UNIX, READABLE = 3, 0o644

Sign = Callable[[str, int, bytes], str]
"""A signed note over a name, a number and 32 bytes."""


class BundleId(NamedTuple):
    """Identifies a bundle: the game, the case, the version of the game, the viewer, and the revision of its documents."""

    game: str
    origin: str
    dispute: int
    version: int
    viewer: str
    documents: int

    @property
    def name(self) -> str:
        """The name under which the game's key signs it."""
        return f"{self.origin}/case/{self.dispute}"


def bundle(id: BundleId, files: Mapping[str, bytes], sign: Sign) -> bytes:
    """The zip of these files and their signed manifest."""
    return packed({**files, MANIFEST: manifest(id, files, sign)})


def manifest(id: BundleId, files: Mapping[str, bytes], sign: Sign) -> bytes:
    """The hash of every other file, in canonical JSON, with a signed note over all of it."""
    content = {
        "format": FORMAT,
        **id._asdict(),
        "files": {name: sha256(data).hexdigest() for name, data in files.items()},
    }
    digest = sha256(canonical.encode(content)).digest()
    return canonical.encode({**content, "note": sign(id.name, id.version, digest)})


def packed(files: Mapping[str, bytes]) -> bytes:
    """The zip: names in order, nothing compressed, one time for all files, no extra fields."""
    into = BytesIO()
    with ZipFile(into, "w", ZIP_STORED) as container:
        for name in sorted(files):
            container.writestr(_entry(name), files[name])
    return into.getvalue()


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, ZIP_EPOCH)
    entry.create_system, entry.external_attr = UNIX, READABLE << 16
    return entry
