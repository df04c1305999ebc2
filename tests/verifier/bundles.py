"""Bundles written byte by byte from docs/ledger.md, section 13."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from tests.verifier.primitives import b64, b64u, digest_of, jcs, signed_note
from tests.verifier.synthetic import OPERATOR, Log

SALT = bytes(range(16))
Files = dict[str, bytes]


def little(size: int, number: int) -> bytes:
    return number.to_bytes(size, "little")


def zipped(files: Mapping[str, bytes], order: list[str] | None = None) -> bytes:
    locals_, central, at = b"", b"", 0
    for name in order or sorted(files):
        data = files[name]
        same = bytes.fromhex("1400000000000000 2100") + little(4, crc32(data)) + little(4, len(data)) * 2
        same += little(2, len(name)) + bytes(2)
        local = bytes.fromhex("504b0304") + same + name.encode() + data
        central += bytes.fromhex("504b01021403") + same + bytes.fromhex("0000000000000000a401")
        central += little(4, at) + name.encode()
        locals_, at = locals_ + local, at + len(local)
    count = little(2, len(files))
    end = bytes.fromhex("504b050600000000") + count * 2 + little(4, len(central)) + little(4, at) + bytes(2)
    return locals_ + central + end


def hash_of(text: str) -> str:
    return b64u(digest_of(SALT, text.encode()))


def text(entry: int, member: str, words: str | None, **other: Any) -> dict[str, Any]:
    content = None if words is None else {"text": words, "lang": "pl", "salt": b64u(SALT), **other}
    return {"entry": entry, "member": member, "text": content}


def manifested(log: Log, files: Files, /, **other: Any) -> Files:
    manifest: dict[str, Any] = {
        "format": "kronika-bundle/2",
        "game": log.game.hex,
        "origin": log.origin,
        "dispute": 1,
        "version": len(log.trees),
        "viewer": "spectator",
        "documents": 1,
        "files": {name: sha256(data).hexdigest() for name, data in files.items()},
    } | other
    name = f"{manifest['origin']}/case/{manifest['dispute']}"
    head = f"{name}\n{manifest['version']}\n{b64(digest_of(jcs(manifest).encode()))}\n"
    return {**files, "manifest.json": jcs({**manifest, "note": signed_note(head, name, OPERATOR)}).encode()}
