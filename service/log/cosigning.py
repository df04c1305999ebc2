"""Requests cosignatures of games' heads from witnesses: in the background worker, so no action ever waits for a witness."""

from __future__ import annotations

import time

import httpx
import structlog

from domain.ledger.merkle import consistency_path, leaf_hash
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.log.submitting import CosignatureRefused, NewHead, Submitter
from service.store import Statement, StoreUnusable
from service.system.settings import WitnessEndpoint

MISSING = "SELECT DISTINCT game FROM cosignatures WHERE vkey = ? AND note IS NULL"
LAST = """SELECT note FROM cosignatures WHERE game = ? AND vkey = ? AND note IS NOT NULL
    ORDER BY size DESC LIMIT 1"""
STORE_COSIGNATURE = "UPDATE cosignatures SET size = ?, note = ? WHERE game = ? AND vkey = ? AND note IS NULL"
PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""Seconds between two rounds of requests to a witness: normally, and at most after failures."""
log = structlog.get_logger("kronika.cosigning")


class WitnessClient:
    """Requests cosignatures of games from one witness, and retries while it is unreachable."""

    def __init__(self, repository: Repository, witness: WitnessEndpoint) -> None:
        self._repository, self._witness = repository, witness
        self._submitter = Submitter(repository.signer, witness)

    def follow(self) -> None:
        """Run for ever."""
        pause = PAUSE
        while True:
            pause = PAUSE if self.request_cosignatures() else min(2 * pause, LONGEST_PAUSE)
            time.sleep(pause)

    def request_cosignatures(self) -> bool:
        """Request all that is missing; whether it was received."""
        missing = self._repository.store.query(MISSING, (self._witness.vkey,))
        try:
            received = [self._try_request(game) for (game,) in missing]
        except httpx.HTTPError as error:
            log.warning("witness-unreachable", url=self._witness.url, reason=repr(error))
            return False
        return all(received)

    def _try_request(self, game: str) -> bool:
        """A game that cannot be loaded, or whose head is refused, must not block the others."""
        try:
            self._request(self._repository.get(game))
        except (httpx.HTTPError, StoreUnusable):
            raise
        except CosignatureRefused as refused:
            log.error("witness-refuses", url=self._witness.url, game=game, reason=str(refused))
            return False
        except Exception:
            log.exception("game-not-cosigned", game=game)
            return False
        return True

    def _request(self, loaded: LoadedGame) -> None:
        vkey = self._witness.vkey
        cosigned = self._submitter.cosigned(self._head(loaded))
        row = (loaded.version, cosigned, loaded.id, vkey)
        self._repository.store.append("", [], [Statement(STORE_COSIGNATURE, row)])

    def _head(self, loaded: LoadedGame) -> NewHead:
        store = self._repository.store
        last = store.query(LAST, (loaded.id, self._witness.vkey))

        def proof(old: int) -> list[bytes]:
            return consistency_path(
                [leaf_hash(entry) for entry in store.entries(loaded.id, 0, loaded.version)], old
            )

        signed = self._repository.heads.checkpoint(loaded)
        return NewHead(loaded.version, signed, last[0][0] if last else "", proof)
