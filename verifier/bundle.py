"""The bundle of a case: its container and its manifest (docs/ledger.md, section 13)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from .export import Export, audit_of
from .note import Key, read_key, read_note, vkey_of
from .problems import Failed
from .shapes import Shape, fits, is_a, number
from .text import decode_file, encode

MAGIC = b"PK\x03\x04"
FORMAT = "kronika-bundle/2"
FILES = frozenset(
    ("README.txt", "audit.json", "case.json", "clauses.json", "names.json", "timeline.html", "timeline.json")
)
MANIFEST, AUDIT = "manifest.json", "audit.json"

_MANIFEST: Shape = {
    "format": lambda value: value == FORMAT,
    "game": is_a(str),
    "origin": is_a(str),
    "dispute": number(),
    "version": number(),
    "viewer": is_a(str),
    "documents": number(1),
    "files": is_a(dict),
    "note": is_a(str),
}


@dataclass(frozen=True)
class Bundle:
    """A bundle in the unique encoding of its files."""

    files: dict[str, bytes]
    manifest: dict[str, Any]

    @property
    def audit(self) -> bytes:
        return self.files[AUDIT]

    def json(self, name: str) -> Any:
        """What one of its files holds; Failed if it does not read."""
        return _json(self.files[name], name)


def is_bundle(data: object) -> bool:
    """Whether the bytes are a zip file rather than JSON."""
    return isinstance(data, bytes) and data.startswith(MAGIC)


def audit_in(data: bytes) -> Any:
    """The audit file inside a well-formed bundle or game file; an audit file is returned unchanged."""
    return audit_of(json.loads(read_bundle(data).audit if is_bundle(data) else data))


def read_bundle(data: bytes) -> Bundle:
    """The files of a bundle; Failed unless encoding them again gives exactly these bytes."""
    files = _files(data)
    if _written(files) != data:
        raise Failed(
            "the zip does not have its one valid encoding: making it again from its files gives other bytes"
        )
    if files.keys() != {*FILES, MANIFEST}:
        raise Failed(f"a bundle holds {', '.join(sorted(FILES))} and {MANIFEST}")
    trees = {name: _json(files[name], name) for name in files if name.endswith(".json") and name != AUDIT}
    manifest = trees[MANIFEST]
    fits(manifest, _MANIFEST, MANIFEST)
    return Bundle(files, manifest)


def _files(data: bytes) -> dict[str, bytes]:
    try:
        with ZipFile(BytesIO(data)) as container:
            _check_sizes(container, len(data))
            return {entry.filename: _stored(container, entry) for entry in container.infolist()}
    except (BadZipFile, ValueError, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise Failed(f"the zip does not read: {error}") from error


def _check_sizes(container: ZipFile, size: int) -> None:
    """A zip may list the same bytes as many files, so their sizes are added up before any file is read."""
    entries = container.infolist()
    if len(entries) != len(FILES) + 1 or sum(entry.compress_size for entry in entries) > size:
        raise Failed(f"the zip does not hold {len(FILES) + 1} files, each in bytes of its own")


def _stored(container: ZipFile, entry: ZipInfo) -> bytes:
    if entry.compress_type != ZIP_STORED:
        raise Failed(f"{entry.filename[:60]!r} is compressed")
    return container.read(entry)


def _written(files: dict[str, bytes]) -> bytes:
    again = BytesIO()
    with ZipFile(again, "w", ZIP_STORED) as container:
        for name in sorted(files):
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            container.writestr(entry, files[name])
    return again.getvalue()


def _json(data: bytes, name: str) -> Any:
    try:
        return decode_file(data)
    except ValueError as error:
        raise Failed(f"{name} does not read: {error}") from error


def check_manifest(bundle: Bundle, export: Export) -> str:
    """Check that the game's key has signed exactly these files for this game and version."""
    manifest = {name: value for name, value in bundle.manifest.items() if name != "note"}
    for name, is_there in (
        ("game", export.game),
        ("origin", export.origin),
        ("version", len(export.entries)),
    ):
        if manifest[name] != is_there:
            raise Failed(f"the manifest is for another {name} than audit.json")
    for name in sorted(FILES):
        if manifest["files"].get(name) != sha256(bundle.files[name]).hexdigest():
            raise Failed(f"{name} is not the file that the manifest was made for")
    if len(manifest["files"]) != len(FILES):
        raise Failed("the manifest names files that are not there")
    _check_note(bundle.manifest["note"], manifest, read_key(export.vkey))
    return f"{len(FILES)} files are those that the game's key signed at version {manifest['version']}"


def _check_note(note: str, manifest: dict[str, Any], key: Key) -> None:
    name = f"{manifest['origin']}/case/{manifest['dispute']}"
    signed = read_note(note, vkey_of(name, key.public))
    if (signed.size, signed.root) != (manifest["version"], sha256(encode(manifest)).digest()):
        raise Failed("the manifest's note is over something else")
