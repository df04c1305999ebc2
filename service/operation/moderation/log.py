"""The operator's log: every act is an entry of a log of its own, with a signed head (docs/ledger.md, section 18).

Its entries are made anew from the rows of acts. The head that was signed last is recorded beside those of games, outside the
database, so neither an older copy of it nor a changed row leads to a second log.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import orjson

from domain.ledger import canonical
from domain.ledger.merkle import leaf_hash, tree_root
from domain.table.refusals import Refusal, Refused
from service.log.head_journal import HeadJournal, SignedHead
from service.log.signing import Signer
from service.operation.moderation.acts import Act, acts_after
from service.store import Store

FORMAT = "kronika-operator/1"
NAME = "operator"
BATCH = 1000


def entry_of(act: Act) -> bytes:
    """The canonical bytes of an act's entry."""
    data = {"subject": act.subject, "reason": act.reason, "details": orjson.loads(act.details)}
    return canonical.encode(
        {"v": 1, "i": act.id - 1, "t": act.act, "at": act.at, "by": "operator", "d": data}
    )


class SignedLog(NamedTuple):
    """Entries, and the note over exactly these."""

    entries: list[bytes]
    checkpoint: str


class OperatorLog:
    """The log of a service with this host in its origins."""

    def __init__(self, store: Store, signer: Signer, journal: HeadJournal, host: str) -> None:
        self.origin = f"{host}/{NAME}"
        self._store, self._signer, self._journal = store, signer, journal

    def sign(self) -> SignedLog:
        """All acts under a head, which is recorded before anybody gets it; `Refused` log-incomplete if they do not continue the
        last one.
        """
        entries = list(map(entry_of, self.acts()))
        leaves = list(map(leaf_hash, entries))
        last, head = self._journal.last(self.origin), SignedHead(len(leaves), tree_root(leaves))
        if last is not None and last != (last.size, tree_root(leaves[: last.size])):
            raise _incomplete(len(leaves), last.size)
        if last != head:
            self._journal.record(self.origin, head)
        return SignedLog(entries, self._signer.checkpoint(self.origin, *head))

    def acts(self) -> Iterator[Act]:
        """The acts, the oldest first."""
        last = 0
        while acts := acts_after(self._store, last, BATCH):
            yield from acts
            last = acts[-1].id

    def export(self) -> bytes:
        """The file of the whole log; refused as `sign`."""
        entries, checkpoint = self.sign()
        file = {
            "format": FORMAT,
            "origin": self.origin,
            "vkey": self._signer.vkey(self.origin),
            "entries": [entry.decode() for entry in entries],
            "checkpoint": checkpoint,
        }
        return orjson.dumps(file, option=orjson.OPT_SORT_KEYS) + b"\n"


def _incomplete(here: int, signed: int) -> Refused:
    what = f"only {here} of them are" if here < signed else "not the same ones are"
    detail = (
        f"{signed} acts of the operator were signed, and {what} in this database. No head is signed until those are back: "
        "restore a newer copy of the database. If there is none, this log has ended: acts are still recorded, but unsigned."
    )
    return Refused(Refusal.LOG_INCOMPLETE, detail, version=here, signed=signed)
