"""L0 and L1: the entries are those the checkpoint signs, and continue an older one."""

from __future__ import annotations

from typing import Any

from verifier import merkle
from verifier.export import Export, read
from verifier.note import Checkpoint, read_note
from verifier.report import Failed, NotAvailable
from verifier.text import from_b64

Older = dict[str, Any] | bytes | str | None
"""An older audit file (an object or its bytes) or an older checkpoint's note."""


def check_log(export: Export, vkey: str | None) -> str:
    """L0. `vkey` is the key that the reader trusts, if he has one."""
    if vkey is not None and vkey != export.vkey:
        raise Failed("the file is signed by another key than the one given")
    _check_seen(export)
    checkpoint = read_note(export.checkpoint, export.vkey)
    if checkpoint.size != len(export.entries):
        raise Failed(f"the checkpoint is over {checkpoint.size} entries, the file has {len(export.entries)}")
    if checkpoint.root != merkle.root(export.leaves):
        raise Failed("the entries are not those that the checkpoint signs")
    return f"{checkpoint.size} entries, root {checkpoint.root.hex()[:16]}, signed by {export.origin}"


def _check_seen(export: Export) -> None:
    """Heads that actors had seen are heads of this very log."""
    seen = [(i, entry["seen"]) for i, entry in enumerate(export.entries) if "seen" in entry]
    heads = merkle.heads(export.leaves) if seen else []
    for i, head in seen:
        if head["n"] > i:
            raise Failed("its actor had seen a longer log than there was", i)
        if _root(head["r"], i) != heads[head["n"]]:
            raise Failed(f"its actor had seen another log of {head['n']} entries", i)


def _root(text: str, entry: int) -> bytes:
    try:
        return from_b64(text, 32)
    except ValueError as error:
        raise Failed(f"the head seen: {error}", entry) from error


def check_older(export: Export, older: Older) -> str:
    """L1."""
    if older is None:
        raise NotAvailable("give an older checkpoint or audit file of the same game to compare with")
    checkpoint = _older_checkpoint(export, older)
    if checkpoint.size > len(export.entries):
        raise Failed(f"the older checkpoint is over {checkpoint.size} entries: this log is shorter")
    if merkle.root(export.leaves[: checkpoint.size]) != checkpoint.root:
        raise Failed(f"the first {checkpoint.size} entries are not those of the older checkpoint")
    return f"the log continues the older one of {checkpoint.size} entries"


def _older_checkpoint(export: Export, older: Older) -> Checkpoint:
    try:
        return read_note(_note(older), export.vkey)
    except Failed as failed:
        raise Failed(f"the older checkpoint: {failed.why}") from failed


def _note(older: Older) -> str:
    if isinstance(older, dict):
        return read(older).checkpoint
    data = older.encode() if isinstance(older, str) else older or b""
    if data.startswith(b"{"):
        return read(data).checkpoint
    return data.decode("utf-8", "replace")
