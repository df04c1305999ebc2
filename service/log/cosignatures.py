"""Cosignatures, requested and received: of the head of a game's log when the game has begun, and when it is over.

`service.log.cosigning` requests them from the witnesses (docs/ledger.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.ledger import cosignature
from domain.ledger.audit import Cosignature
from domain.table.state import OVER, Table
from projections.commit import Commit, Sql
from projections.documents.games import Cosigned
from projections.people import rfc3339
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.system.settings import WitnessEndpoint

REQUEST = (
    "INSERT INTO cosignatures (game, vkey, stage) VALUES (?, ?, ?) ON CONFLICT (game, vkey, stage) DO NOTHING"
)
RECEIVED = (
    "SELECT DISTINCT size, vkey, note FROM cosignatures WHERE game = ? AND size <= ? ORDER BY size, vkey"
)

STATE = "SELECT vkey, coalesce(size, 0), coalesce(note, '') FROM cosignatures WHERE game = ? ORDER BY vkey"


class CosignatureRequests:
    """The async projection of the heads that these witnesses are to cosign: those of games that began or ended."""

    NAME = "cosignatures"
    HOLD: Sequence[Sql] = ()
    AS_THEY_ARE = ""
    EMPTY: Sequence[Sql] = (("DELETE FROM cosignatures WHERE note IS NULL", ()),)

    def __init__(self, witnesses: Sequence[WitnessEndpoint]) -> None:
        self._vkeys = [witness.vkey for witness in witnesses]

    def rows_for(self, commit: Commit) -> list[Sql]:
        table = commit.table
        if not _is_witnessed(table, commit.imported):
            return []
        stage = "end" if table.status in OVER else "start"
        return [(REQUEST, (table.setup.game, vkey, stage)) for vkey in self._vkeys]


def _is_witnessed(table: Table, imported: bool) -> bool:
    """Whether cosignatures of this game's log are requested from witnesses: it has begun here."""
    return not imported and table.forked is None and table.status != "waiting"


def cosignatures_of(repository: Repository, loaded: LoadedGame) -> list[Cosignature]:
    """The cosignatures of a game's log up to the version loaded."""
    if loaded.keys.cosignatures is not None:
        return list(loaded.keys.cosignatures)
    return [
        Cosignature(vkey, note)
        for _, vkey, note in repository.store.query(RECEIVED, (loaded.id, loaded.version))
    ]


def cosigned_of(repository: Repository, loaded: LoadedGame) -> Cosigned | None:
    """How far witnesses have cosigned a game's log; None if no cosignature was requested."""
    rows = repository.store.query(STATE, (loaded.id,)) if _is_witnessed(loaded.table, loaded.imported) else []
    if not rows:
        return None
    entries = max(size for _, size, _ in rows)
    notes = {vkey: note for vkey, size, note in rows if 0 < size == entries}
    last = max((cosignature.time_of(note) for note in notes.values()), default=None)
    requested = {vkey for vkey, *_ in rows}
    return Cosigned(
        entries=entries,
        at=None if last is None else rfc3339(1000 * last),
        by=len(notes),
        of=len(requested),
        silent=tuple(sorted(vkey.partition("+")[0] for vkey in requested - notes.keys())),
    )
