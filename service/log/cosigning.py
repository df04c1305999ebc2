"""Requests cosignatures of heads from witnesses: in the background worker, so no action ever waits for a witness."""

from __future__ import annotations

import time

import httpx
import structlog

from domain.ledger import cosignature
from domain.ledger.cosignature import Submission
from domain.ledger.merkle import consistency_path, leaf_hash
from domain.ledger.note import BadNote, split
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import Statement, StoreUnusable
from service.system.settings import WitnessEndpoint

MISSING = "SELECT DISTINCT game FROM cosignatures WHERE vkey = ? AND note IS NULL"
LAST = "SELECT max(size) FROM cosignatures WHERE game = ? AND vkey = ?"
STORE_COSIGNATURE = "UPDATE cosignatures SET size = ?, note = ? WHERE game = ? AND vkey = ? AND note IS NULL"
PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""Seconds between two rounds of requests to a witness: normally, and at most after failures."""
TIMEOUT_SECONDS = 10.0
"""Seconds."""
OTHER_HEAD = "text/x.tlog.size"
log = structlog.get_logger("kronika.cosigning")


class CosignatureRefused(Exception):
    """The witness responded, but did not cosign this head."""


class WitnessClient:
    """Requests cosignatures from one witness, and retries while it is unreachable."""

    def __init__(self, repository: Repository, witness: WitnessEndpoint) -> None:
        self._repository, self._witness = repository, witness
        self._http = httpx.Client(timeout=TIMEOUT_SECONDS)

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
        vkey, signed = self._witness.vkey, self._repository.heads.checkpoint(loaded)
        line = self._submitted(loaded, signed)
        try:
            note = cosignature.verified(f"{split(signed)[0]}\n{line}", vkey)
        except BadNote as error:
            raise CosignatureRefused(f"not a good cosignature: {error}") from error
        self._repository.store.append(
            "", [], [Statement(STORE_COSIGNATURE, (loaded.version, note, loaded.id, vkey))]
        )

    def _submitted(self, loaded: LoadedGame, signed: str) -> str:
        """The witness's response; it may know a later head of this log than was recorded here."""
        last = self._repository.store.query(LAST, (loaded.id, self._witness.vkey))[0][0] or 0
        response = self._post(loaded, last, signed)
        if response.status_code == 409 and response.headers.get("Content-Type") == OTHER_HEAD:
            response = self._post(loaded, _size(response.text, loaded.version), signed)
        if response.status_code != 200:
            raise CosignatureRefused(f"{response.status_code}: {response.text[:300]}")
        return response.text

    def _post(self, loaded: LoadedGame, old: int, signed: str) -> httpx.Response:
        leaves = [leaf_hash(entry) for entry in self._repository.store.entries(loaded.id, 0, loaded.version)]
        submission = Submission(old, consistency_path(leaves, old), signed)
        response = self._http.post(self._witness.url, content=submission.text().encode())
        if response.status_code >= 500:
            raise httpx.HTTPStatusError(response.reason_phrase, request=response.request, response=response)
        return response


def _size(text: str, ours: int) -> int:
    """The size of the head that the witness knows."""
    size = int(text) if text.strip().isdecimal() else -1
    if not 0 <= size <= ours:
        raise CosignatureRefused(f"it knows a head of {text.strip()!r} entries, but this log has {ours}")
    return size
