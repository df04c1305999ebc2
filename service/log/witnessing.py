"""This service as a witness of other services' logs (c2sp.org/tlog-witness): it cosigns a head that continues the last one.

The heads of a log form a chain in the database: each row names the size that it continues, and no two rows continue the same
size. So of two concurrent requests at most one succeeds, in whichever worker.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from domain.ledger import note
from domain.ledger.cosignature import Submission, parse_submission
from domain.ledger.merkle import EMPTY_ROOT, verify_consistency
from domain.ledger.note import BadNote, Checkpoint, parse_checkpoint
from domain.table.refusals import Refusal, Refused
from service.log.signing import Signer
from service.store import Duplicate, Statement, Store
from service.system.clock import now
from service.system.settings import WitnessedService

LATEST = "SELECT size, note FROM witnessed_heads WHERE origin = ? ORDER BY size DESC LIMIT 1"
EXTEND = "INSERT INTO witnessed_heads (origin, old, size, note) VALUES (?, ?, ?, ?)"
MOST_ENTRIES = 2**53 - 1
log = structlog.get_logger("kronika.witness")


class OtherHead(Exception):
    """The request does not continue the head cosigned last, which has `size` entries."""

    def __init__(self, size: int) -> None:
        super().__init__(f"The head last cosigned has {size} entries.")
        self.size = size


class Witness:
    """Cosigns under `name` with the service's own key; a cosignature cannot be mistaken for a checkpoint."""

    def __init__(self, store: Store, signer: Signer, name: str, known: Sequence[WitnessedService]) -> None:
        self._store, self._signer, self._name, self._known = store, signer, name, known

    def add_checkpoint(self, body: bytes) -> str:
        """The signature line, after its head is stored durably. `OtherHead` if the request does not continue the last head."""
        submission, head = _read(body)
        self._check_signature(submission.note, head)
        if submission.old > head.size:
            raise Refused(Refusal.BAD_SUBMISSION, "The old size is beyond that of the checkpoint.")
        self._extend(submission, head)
        return self._signer.cosignature(head.text(), self._name, now() // 1000)

    def _check_signature(self, signed: str, head: Checkpoint) -> None:
        keys = [known.key for known in self._known if head.origin.startswith(f"{known.host}/g/")]
        if not keys:
            raise Refused(Refusal.NOT_FOUND, "This log is not witnessed here.")
        if not any(_signed_by(signed, head.origin, key) for key in keys):
            raise Refused(
                Refusal.FORBIDDEN,
                "The checkpoint is not signed by any key that this witness has for this log.",
            )

    def _extend(self, submission: Submission, head: Checkpoint) -> None:
        size, root = self._last(head.origin)
        if submission.old != size:
            raise OtherHead(size)
        if head.size == size and head.root != root:
            log.error("split-view", origin=head.origin, note=submission.note)
            raise OtherHead(size)
        if not verify_consistency(size, head.size, root, head.root, submission.proof):
            raise Refused(Refusal.BAD_PROOF, f"The proof does not lead from {size} entries to this head.")
        if head.size > size:
            self._store_head(submission, head)

    def _last(self, origin: str) -> tuple[int, bytes]:
        for size, signed in self._store.query(LATEST, (origin,)):
            return size, parse_checkpoint(note.split(signed)[0]).root
        return 0, EMPTY_ROOT

    def _store_head(self, submission: Submission, head: Checkpoint) -> None:
        row = (head.origin, submission.old, head.size, submission.note)
        try:
            self._store.append("", [], [Statement(EXTEND, row)])
        except Duplicate as faster:
            raise OtherHead(self._last(head.origin)[0]) from faster


def _read(body: bytes) -> tuple[Submission, Checkpoint]:
    try:
        submission = parse_submission(body.decode())
        head = parse_checkpoint(note.split(submission.note)[0])
    except (BadNote, UnicodeDecodeError) as error:
        raise Refused(Refusal.BAD_SUBMISSION, f"This is no head for a witness: {error}.") from error
    if head.size > MOST_ENTRIES:
        raise Refused(Refusal.BAD_SUBMISSION, f"A log has at most {MOST_ENTRIES} entries.")
    return submission, head


def _signed_by(signed: str, origin: str, key: bytes) -> bool:
    try:
        note.verify(signed, note.make_vkey(origin, key))
    except BadNote:
        return False
    return True
