"""Requests cosignatures of the head of the log of logs: whenever it has grown, and twice a day where it has not.

A quorum has to cosign the same head, so all witnesses are sent one head at a time. A witness that does not respond is left
behind, and is sent requests less often.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress

import httpx
import structlog

from service.log.signing import Signer
from service.log.submitting import CosignatureRefused, NewHead, Submitter
from service.log.transparency.cosigned_heads import last_cosigned, store_cosignature
from service.log.transparency.log import LogHead, LogUnusable, TransparencyLog
from service.log.transparency.logs import Logs
from service.store import Store
from service.system.clock import HOUR, now
from service.system.settings import WitnessEndpoint

PAUSE = 0.25
"""Seconds between two looks at the head, at least."""
LONGEST_WAIT = 1.0
"""Seconds after which a request to a witness that failed may be repeated."""
ROUND_SECONDS = 2.0
"""The longest that a round waits for slow witnesses."""
LONGEST_PAUSE = 300.0
"""Seconds between two requests to a witness that fails, at most."""
AGAIN = 8 * HOUR
"""Milliseconds after which the same head is cosigned again: monitors expect it twice a day."""
log = structlog.get_logger("kronika.cosigning")


class LogWitness:
    """One witness of the log of logs, which is sent one request at a time."""

    def __init__(self, store: Store, signer: Signer, witness: WitnessEndpoint) -> None:
        self._store, self._witness = store, witness
        self._submitter = Submitter(signer, witness)
        self._pause = self._not_before = 0.0
        self.pending: Future[None] | None = None

    def due(self, origin: str, head: LogHead) -> bool:
        """Whether to ask now for a cosignature of this head."""
        if self.pending is not None or head.size == 0 or time.monotonic() < self._not_before:
            return False
        last = last_cosigned(self._store, origin, self._witness.vkey)
        return last is None or last.size != head.size or last.at <= now() - AGAIN

    def settle(self) -> None:
        """Be free for the next request, once the last one has ended; raises its unexpected error."""
        if self.pending is not None and self.pending.done():
            done, self.pending = self.pending, None
            done.result()

    def request(self, of: TransparencyLog, head: LogHead) -> None:
        """Get this head cosigned; a failure is logged, and makes the witness wait."""
        try:
            self._request(of, head)
            self._pause = self._not_before = 0.0
        except (httpx.HTTPError, CosignatureRefused) as error:
            log.warning("log-not-cosigned", url=self._witness.url, log=of.origin, reason=str(error))
            self._pause = min(max(1.0, 2 * self._pause), LONGEST_PAUSE)
            self._not_before = time.monotonic() + self._pause

    def _request(self, of: TransparencyLog, head: LogHead) -> None:
        last = last_cosigned(self._store, of.origin, self._witness.vkey)
        cosigned = self._submitter.cosigned(
            NewHead(
                head.size, head.note, last.note if last else "", lambda old: of.consistency(old, head.size)
            )
        )
        store_cosignature(self._store, self._witness.vkey, cosigned)


class LogCosigner:
    """Gets the heads of the log that the service writes to cosigned by all its witnesses."""

    def __init__(
        self, store: Store, logs: Logs, signer: Signer, witnesses: Sequence[WitnessEndpoint]
    ) -> None:
        self._store, self._logs = store, logs
        self._witnesses = [LogWitness(store, signer, witness) for witness in witnesses]
        self._threads = ThreadPoolExecutor(max(1, len(witnesses)), "cosigning")

    def follow(self) -> None:
        """Run until the store closes. While the log cannot be read, nothing is cosigned."""
        for _ in self._store.commits(PAUSE, LONGEST_WAIT):
            with suppress(LogUnusable):  # the sequencer reports it
                self.ask()

    def ask(self) -> None:
        """One round: ask every witness that is due for a cosignature of the newest head."""
        current = self._logs.current()
        head = current.head()
        for witness in self._witnesses:
            if witness.due(current.origin, head):
                witness.pending = self._threads.submit(witness.request, current, head)
        wait([witness.pending for witness in self._witnesses if witness.pending], ROUND_SECONDS)
        for witness in self._witnesses:
            witness.settle()
