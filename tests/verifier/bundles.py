"""Bundles written byte by byte from docs/ledger.md, section 13."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from tests.verifier.games import begun
from tests.verifier.primitives import b64, b64u, digest_of, jcs, signed_note
from tests.verifier.synthetic import OPERATOR, Log, file_bytes

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


def disputed() -> Log:
    """A game in which seat 1 has claimed something and a referee has ruled; another case has texts of its own."""
    log = begun()
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    stretch = {"from": 1, "to": 2}
    case = stretch | {"clauses": [], "wants": "explanation"}
    log.add("dispute-opened", case | {"dispute": 1, "seat": 1, "claim_hash": hash_of("Źle!")}, "seat:1")
    release = stretch | {"referee": 1, "seats": [1]}
    log.add("evidence-released", release | {"reason_hash": hash_of("Why")}, "referee:1")
    log.rule(1, kind="stands", remedy=None, findings_hash=hash_of("No."), why_hash=hash_of("Nie."))
    log.add("dispute-opened", case | {"dispute": 2, "seat": 2, "claim_hash": hash_of("More")}, "seat:2")
    return log


def text(entry: int, member: str, words: str | None, **other: Any) -> dict[str, Any]:
    content = None if words is None else {"text": words, "lang": "pl", "salt": b64u(SALT), **other}
    return {"entry": entry, "member": member, "text": content}


def texts(log: Log) -> list[dict[str, Any]]:
    at = len(log.trees) - 4
    listed = [
        (0, "claim_hash", "Źle!"),
        (1, "reason_hash", "Why"),
        (2, "findings_hash", "No."),
        (2, "why_hash", "Nie."),
    ]
    return [text(at + n, member, words) for n, member, words in listed]


def case_file(listed: list[dict[str, Any]]) -> bytes:
    empty = {"case": {}, "assessment": None, "explanations": []}
    return jcs({"format": "kronika-case/1", "texts": listed, **empty}).encode()


def files_of(log: Log, listed: list[dict[str, Any]] | None = None) -> Files:
    plain = dict.fromkeys(("README.txt", "clauses.json", "timeline.html", "timeline.json"), b"{}")
    return {
        **plain,
        "audit.json": file_bytes(log.audit(over=False)),
        "case.json": case_file(listed or texts(log)),
    }


def manifested(log: Log, files: Files, /, **other: Any) -> Files:
    manifest: dict[str, Any] = {
        "format": "kronika-bundle/1",
        "game": log.game.hex,
        "origin": log.origin,
        "dispute": 1,
        "version": len(log.trees),
        "viewer": "spectator",
        "files": {name: sha256(data).hexdigest() for name, data in files.items()},
    } | other
    name = f"{manifest['origin']}/case/{manifest['dispute']}"
    head = f"{name}\n{manifest['version']}\n{b64(digest_of(jcs(manifest).encode()))}\n"
    return {**files, "manifest.json": jcs({**manifest, "note": signed_note(head, name, OPERATOR)}).encode()}


def bundled(listed: list[dict[str, Any]] | None = None, **other: Any) -> bytes:
    log = disputed()
    return zipped(manifested(log, files_of(log, listed), **other))
