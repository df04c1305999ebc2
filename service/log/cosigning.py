"""Asking witnesses to cosign heads: in the process of the kept projections, so no action ever waits for a witness."""

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
from service.system.settings import AskedWitness

WANTED = "SELECT DISTINCT game FROM cosignatures WHERE vkey = ? AND note IS NULL"
LAST = "SELECT max(size) FROM cosignatures WHERE game = ? AND vkey = ?"
GIVEN = "UPDATE cosignatures SET size = ?, note = ? WHERE game = ? AND vkey = ? AND note IS NULL"
PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""Seconds until a witness is asked again: while all goes well, and at most while it does not."""
ANSWER_WITHIN = 10.0
"""Seconds."""
OTHER_HEAD = "text/x.tlog.size"
log = structlog.get_logger("kronika.cosigning")


class Refusing(Exception):
    """The witness answers, but does not cosign this head."""


class Asker:
    """Asks one witness, and again as long as it is away."""

    def __init__(self, repository: Repository, witness: AskedWitness) -> None:
        self._repository, self._witness = repository, witness
        self._http = httpx.Client(timeout=ANSWER_WITHIN)

    def follow(self) -> None:
        """For ever."""
        pause = PAUSE
        while True:
            pause = PAUSE if self.ask() else min(2 * pause, LONGEST_PAUSE)
            time.sleep(pause)

    def ask(self) -> bool:
        """Ask for everything that is wanted; whether it was given."""
        wanted = self._repository.store.query(WANTED, (self._witness.vkey,))
        try:
            given = [self._asked(game) for (game,) in wanted]
        except httpx.HTTPError as error:
            log.warning("witness-away", url=self._witness.url, reason=repr(error))
            return False
        return all(given)

    def _asked(self, game: str) -> bool:
        """A game whose head is refused, or does not open, must not hold up the others."""
        try:
            self._ask_about(self._repository.get(game))
        except (httpx.HTTPError, StoreUnusable):
            raise
        except Refusing as refusing:
            log.error("witness-refuses", url=self._witness.url, game=game, reason=str(refusing))
            return False
        except Exception:
            log.exception("game-not-cosigned", game=game)
            return False
        return True

    def _ask_about(self, loaded: LoadedGame) -> None:
        vkey, signed = self._witness.vkey, self._repository.heads.checkpoint(loaded)
        line = self._submitted(loaded, signed)
        try:
            note = cosignature.verified(f"{split(signed)[0]}\n{line}", vkey)
        except BadNote as error:
            raise Refusing(f"not a good cosignature: {error}") from error
        self._repository.store.append("", [], [Statement(GIVEN, (loaded.version, note, loaded.id, vkey))])

    def _submitted(self, loaded: LoadedGame, signed: str) -> str:
        """The witness's answer; it may know a later head of ours than we remember."""
        last = self._repository.store.query(LAST, (loaded.id, self._witness.vkey))[0][0] or 0
        answer = self._post(loaded, last, signed)
        if answer.status_code == 409 and answer.headers.get("Content-Type") == OTHER_HEAD:
            answer = self._post(loaded, _size(answer.text, loaded.version), signed)
        if answer.status_code != 200:
            raise Refusing(f"{answer.status_code}: {answer.text[:300]}")
        return answer.text

    def _post(self, loaded: LoadedGame, old: int, signed: str) -> httpx.Response:
        leaves = [leaf_hash(entry) for entry in self._repository.store.entries(loaded.id, 0, loaded.version)]
        submission = Submission(old, consistency_path(leaves, old), signed)
        answer = self._http.post(self._witness.url, content=submission.text().encode())
        if answer.status_code >= 500:
            raise httpx.HTTPStatusError(answer.reason_phrase, request=answer.request, response=answer)
        return answer


def _size(text: str, ours: int) -> int:
    """The size of the head that the witness knows."""
    size = int(text) if text.strip().isdecimal() else -1
    if not 0 <= size <= ours:
        raise Refusing(f"it knows a head of {text.strip()!r} entries, and this log has {ours}")
    return size
