"""This service as a witness of other services' logs (c2sp.org/tlog-witness): it cosigns a head that continues the last one.

The last heads are stored twice: in the database, and in a file outside it (`service.log.witness_file`). The larger one counts, so
neither a database nor a file of an older day makes the witness cosign a fork. The file is locked for the whole comparison.

In the database the heads of a log form a chain: each row names the size that it continues, and no two rows continue the same
size. So of two requests on different machines at most one succeeds. The database is written first: a head that only the database
knows was perhaps not cosigned, but no other one of that size was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

import structlog

from domain.ledger import cosignature, note
from domain.ledger.cosignature import Submission, parse_submission
from domain.ledger.merkle import EMPTY_ROOT, verify_consistency
from domain.ledger.note import BadNote, Checkpoint, parse_checkpoint
from domain.table.refusals import Refusal, Refused
from service.log.signing import Signer
from service.log.witness_file import LastHead, LockedHeads, WitnessFile
from service.store import Duplicate, Statement, Store
from service.system.clock import now
from service.system.settings import WitnessedService

LATEST = "SELECT size, note FROM witnessed_heads WHERE origin = ? ORDER BY size DESC LIMIT 1"
ORIGINS = "SELECT DISTINCT origin FROM witnessed_heads ORDER BY origin"
EXTEND = "INSERT INTO witnessed_heads (origin, old, size, note) VALUES (?, ?, ?, ?)"
FILE_MADE = "SELECT 1 FROM service_meta WHERE name = 'witness-file'"
REMEMBER_FILE = (
    "INSERT INTO service_meta (name, value) VALUES ('witness-file', '') ON CONFLICT (name) DO NOTHING"
)
LOG = re.compile(r"/g/.+|/log(/[a-z0-9-]+)?")
"""What follows the host in the origin of a game's log, or of a log of logs."""
MOST_ENTRIES = 2**53 - 1
NOTHING = LastHead(0, EMPTY_ROOT)
STOPPED = "This witness cosigns nothing of this log until its operator names the head to continue from."
log = structlog.get_logger("kronika.witness")


class OtherHead(Exception):
    """The request does not continue the head cosigned last, which has `size` entries."""

    def __init__(self, size: int) -> None:
        super().__init__(f"The head last cosigned has {size} entries.")
        self.size = size


class Witness:
    """Cosigns under `name` with the service's own key; a cosignature cannot be mistaken for a checkpoint."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        name: str,
        known: Sequence[WitnessedService],
        file: WitnessFile,
    ) -> None:
        self._store, self._signer, self._name, self._known = store, signer, name, known
        self._file = file

    def add_checkpoint(self, body: bytes) -> str:
        """The signature line, after its head is stored durably. `OtherHead` if the request does not continue the last head."""
        submission, head = _read(body)
        self._check_signature(submission.note, head)
        if submission.old > head.size:
            raise Refused(Refusal.BAD_SUBMISSION, "The old size is beyond that of the checkpoint.")
        self._stop_if_older(submission.note, head)
        with self._file.locked() as heads:
            self._extend(heads, submission, head)
        return self._signer.cosignature(head.text(), self._name, now() // 1000)

    def continue_from(self, signed: str) -> Checkpoint:
        """Continue a stopped or unknown log from this head, which its operator names; `Refused` for what is known to be wrong."""
        head = _checkpoint(signed)
        self._check_signature(signed, head)
        with self._file.locked() as heads:
            last = self._last(heads, head.origin)
            if last != NOTHING and not last.stopped:
                raise Refused(Refusal.FORBIDDEN, f"{head.origin} is not stopped; its head is {_said(last)}.")
            if head.size < last.size or (head.size == last.size and head.root != last.root):
                raise Refused(
                    Refusal.FORBIDDEN, f"This head does not continue the last one, which is {_said(last)}."
                )
            self._store_head(heads, signed, head)
        return head

    def _check_signature(self, signed: str, head: Checkpoint) -> None:
        keys = [known.key for known in self._known if _is_log_of(known.host, head.origin)]
        if not keys:
            raise Refused(Refusal.NOT_FOUND, "This log is not witnessed here.")
        if not any(_signed_by(signed, head.origin, key) for key in keys):
            raise Refused(
                Refusal.FORBIDDEN,
                "The checkpoint is not signed by any key that this witness has for this log.",
            )

    def _stop_if_older(self, signed: str, head: Checkpoint) -> None:
        """Stop this log if the request shows a cosignature of ours that neither database nor file knows: both are too old."""
        try:
            cosignature.verified(signed, self._signer.witness_vkey(self._name))
        except BadNote:
            return
        with self._file.locked() as heads:
            last = self._last(heads, head.origin)
            if head.size > last.size or (head.size == last.size and head.root != last.root):
                log.error("witness-older-than-its-cosignature", origin=head.origin, note=signed)
                heads.record(head.origin, LastHead(head.size, head.root, stopped=True))

    def _extend(self, heads: LockedHeads, submission: Submission, head: Checkpoint) -> None:
        size, root, stopped = self._last(heads, head.origin)
        if stopped:
            raise Refused(Refusal.FORBIDDEN, STOPPED)
        if submission.old != size:
            raise OtherHead(size)
        if head.size == size and head.root != root:
            log.error("split-view", origin=head.origin, note=submission.note)
            raise OtherHead(size)
        if not verify_consistency(size, head.size, root, head.root, submission.proof):
            raise Refused(Refusal.BAD_PROOF, f"The proof does not lead from {size} entries to this head.")
        self._store_head(heads, submission.note, head)

    def _last(self, heads: LockedHeads, origin: str) -> LastHead:
        """The larger of the heads that file and database have. It is stopped if the two have different heads of one size."""
        stored, recorded = stored_head(self._store, origin), heads.last(origin) or NOTHING
        if stored.size == recorded.size:
            return recorded._replace(stopped=recorded.stopped or stored.root != recorded.root)
        return max(stored, recorded)._replace(stopped=recorded.stopped)

    def _store_head(self, heads: LockedHeads, signed: str, head: Checkpoint) -> None:
        stored, last = stored_head(self._store, head.origin), LastHead(head.size, head.root)
        if head.size > stored.size:
            try:
                self._store.append("", [], [Statement(EXTEND, (head.origin, stored.size, head.size, signed))])
            except Duplicate as faster:  # on another machine
                raise OtherHead(stored_head(self._store, head.origin).size) from faster
        if heads.last(head.origin) != last:
            heads.record(head.origin, last)


def stored_head(store: Store, origin: str) -> LastHead:
    """The largest head of this log that the database knows; `NOTHING` without one."""
    for size, signed in store.query(LATEST, (origin,)):
        return LastHead(size, parse_checkpoint(note.split(signed)[0]).root)
    return NOTHING


def begin_file(store: Store, file: WitnessFile) -> None:
    """Make the file of a new service; also at an upgrade, unless the database has heads that were cosigned without one."""
    if not store.query(FILE_MADE) and not store.query(ORIGINS):
        file.create()
        store.append("", [], [Statement(REMEMBER_FILE)])


def renew_file(store: Store, file: WitnessFile) -> int:
    """Make the file anew, with all logs that the database knows stopped; their number."""
    stopped = list(_stopped(store))
    file.create(stopped)
    store.append("", [], [Statement(REMEMBER_FILE)])
    return len(stopped)


def _stopped(store: Store) -> Iterator[tuple[str, LastHead]]:
    for (origin,) in store.query(ORIGINS):
        yield origin, stored_head(store, origin)._replace(stopped=True)


def _is_log_of(host: str, origin: str) -> bool:
    return origin.startswith(host) and LOG.fullmatch(origin.removeprefix(host)) is not None


def _read(body: bytes) -> tuple[Submission, Checkpoint]:
    try:
        submission = parse_submission(body.decode())
    except (BadNote, UnicodeDecodeError) as error:
        raise Refused(Refusal.BAD_SUBMISSION, f"This is no head for a witness: {error}.") from error
    return submission, _checkpoint(submission.note)


def _checkpoint(signed: str) -> Checkpoint:
    try:
        head = parse_checkpoint(note.split(signed)[0])
    except BadNote as error:
        raise Refused(Refusal.BAD_SUBMISSION, f"This is no head for a witness: {error}.") from error
    if not 0 < head.size <= MOST_ENTRIES:
        raise Refused(Refusal.BAD_SUBMISSION, f"A head that can be cosigned has 1 to {MOST_ENTRIES} entries.")
    return head


def _signed_by(signed: str, origin: str, key: bytes) -> bool:
    with suppress(BadNote):
        note.verify(signed, note.make_vkey(origin, key))
        return True
    return False


def _said(last: LastHead) -> str:
    return f"that of {last.size} entries with the root {last.root.hex()}"
