"""L0 and L1: the checkpoint signs these entries, and they extend an older checkpoint."""

from __future__ import annotations

from .entries import newer
from .export import Export, read
from .known import Known, Older
from .note import Checkpoint, read_cosignature, read_note
from .problems import Failed, NotAvailable
from .service_log import check_form
from .standing import check_standing, own_heads
from .text import from_b64
from .witnesses import Witnesses


def check_log(export: Export, vkey: str | None) -> str:
    """L0. `vkey` is the key that the reader trusts, if any."""
    if vkey is not None and vkey != export.vkey:
        raise Failed("the file is signed by another key than the one given")
    _check_seen(export)
    checkpoint = read_note(export.checkpoint, export.vkey)
    if checkpoint.size != len(export.entries):
        raise Failed(f"the checkpoint is over {checkpoint.size} entries, the file has {len(export.entries)}")
    if checkpoint.root != export.heads[-1]:
        raise Failed("the entries are not those that the checkpoint signs")
    for item in export.cosignatures:
        _check_cosignature(export, item)
    if export.service_log is not None:
        check_form(export.service_log)
    return f"{checkpoint.size} entries, root {checkpoint.root.hex()[:16]}, signed by {export.origin}"


def _check_seen(export: Export) -> None:
    """Check that the heads seen by actors are heads of this log."""
    for i, entry in enumerate(export.entries):
        if "seen" not in entry:
            continue
        size = entry["seen"]["n"]
        if size > i:
            raise Failed("its actor had seen a longer log than there was", i)
        if _root(entry["seen"]["r"], i) != export.heads[size]:
            raise Failed(f"its actor had seen another log of {size} entries", i)


def _root(text: str, entry: int) -> bytes:
    try:
        return from_b64(text, 32)
    except ValueError as error:
        raise Failed(f"the head seen: {error}", entry) from error


def _check_cosignature(export: Export, item: dict[str, str]) -> None:
    try:
        head, _ = read_cosignature(item["note"], item["vkey"])
    except Failed as failed:
        raise Failed(f"a cosignature: {failed.why}") from failed
    size = len(export.entries)
    if head.origin != export.origin or head.size > size or head.root != export.heads[head.size]:
        raise Failed(f"a witness has cosigned another log: {head.origin}, {head.size} entries")


def check_seen(export: Export, known: Known) -> str:
    """L1: against an older checkpoint, the service's log of logs, and witnesses."""
    continued = [] if known.older is None else [_continued(export, known.older)]
    if export.created.get("log") is not None:
        return "; ".join(filter(None, [*continued, _in_log(export, known), own_heads(export, known.named)]))
    found = [*continued, *_witnessed(export, known.named)]
    if not found:
        raise NotAvailable(
            "give an older checkpoint or audit file of the same game, or the verifier key of a witness in the file"
        )
    return "; ".join(found)


def _in_log(export: Export, known: Known) -> str:
    if newer(export.created):
        raise NotAvailable(export.terms.lacking)
    return check_standing(export, known)


def _witnessed(export: Export, named: Witnesses) -> list[str]:
    if not named:
        return []
    seen = own_heads(export, named)
    if not seen:
        count = named.count(named.seen(export.cosignatures))
        raise NotAvailable(
            f"{count.words()} have cosigned this log, {named.quorum} are needed; {count.silence()}"
        )
    return [seen]


def _continued(export: Export, older: Older) -> str:
    checkpoint = _older_checkpoint(export, older)
    if checkpoint.size > len(export.entries):
        raise Failed(f"the older checkpoint is over {checkpoint.size} entries: this log is shorter")
    if checkpoint.root != export.heads[checkpoint.size]:
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
