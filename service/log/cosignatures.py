"""Cosignatures, requested and received: of the head of a game's log when the game has begun, and when it is over.

`service.log.cosigning` requests them from the witnesses (docs/ledger.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.ledger.audit import Cosignature
from domain.table.state import OVER
from projections.commit import Commit, Sql
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.system.settings import WitnessEndpoint

REQUEST = (
    "INSERT INTO cosignatures (game, vkey, stage) VALUES (?, ?, ?) ON CONFLICT (game, vkey, stage) DO NOTHING"
)
RECEIVED = (
    "SELECT DISTINCT size, vkey, note FROM cosignatures WHERE game = ? AND size <= ? ORDER BY size, vkey"
)


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
        if commit.imported or table.forked is not None or table.status == "waiting":
            return []
        stage = "end" if table.status in OVER else "start"
        return [(REQUEST, (table.setup.game, vkey, stage)) for vkey in self._vkeys]


def cosignatures_of(repository: Repository, loaded: LoadedGame) -> list[Cosignature]:
    """The cosignatures of a game's log up to the version loaded."""
    if loaded.keys.cosignatures is not None:
        return list(loaded.keys.cosignatures)
    return [
        Cosignature(vkey, note)
        for _, vkey, note in repository.store.query(RECEIVED, (loaded.id, loaded.version))
    ]
