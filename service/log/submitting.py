"""Submits heads to a witness (c2sp.org/tlog-witness), of games' logs and of the log of logs alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import httpx

from domain.ledger import cosignature
from domain.ledger.cosignature import Submission
from domain.ledger.note import BadNote, parse_checkpoint, split
from service.log.signing import Signer
from service.system.settings import WitnessEndpoint

TIMEOUT_SECONDS = 10.0
OTHER_HEAD = "text/x.tlog.size"


class CosignatureRefused(Exception):
    """The witness responded, but did not cosign this head."""


class NewHead(NamedTuple):
    """A head for a witness. `cosigned` is the largest head that it has cosigned, a note with its line alone; "" without one.

    `proof(old)` proves that this head continues that of `old` entries.
    """

    size: int
    note: str
    cosigned: str
    proof: Callable[[int], Sequence[bytes]]


class Submitter:
    """Submits heads to one witness; `signer` is that of the logs."""

    def __init__(self, signer: Signer, witness: WitnessEndpoint) -> None:
        self._signer, self._witness = signer, witness
        self._http = httpx.Client(timeout=TIMEOUT_SECONDS)

    def cosigned(self, head: NewHead) -> str:
        """The note with this witness's line alone.

        Raises `CosignatureRefused`, or `httpx.HTTPError` if the witness cannot be reached or has a failure.
        """
        response = self._submitted(head)
        if response.status_code != 200:
            raise CosignatureRefused(f"{response.status_code}: {response.text[:300]}")
        try:
            return cosignature.verified(f"{split(head.note)[0]}\n{response.text}", self._witness.vkey)
        except BadNote as error:
            raise CosignatureRefused(f"not a good cosignature: {error}") from error

    def _submitted(self, head: NewHead) -> httpx.Response:
        """The response; the witness may know another head than the one whose cosignature was stored here."""
        last = parse_checkpoint(split(head.cosigned)[0]).size if head.cosigned else 0
        if last > head.size:
            raise CosignatureRefused(f"it has cosigned {last} entries, but this log has {head.size}")
        response = self._post(Submission(last, head.proof(last), head.note))
        if response.status_code != 409 or response.headers.get("Content-Type") != OTHER_HEAD:
            return response
        known = _size(response.text, head.size)
        if 0 < last >= known:  # the witness has forgotten: it stops this log
            self._post(Submission(known, (), self._showing(head.cosigned)))
        return self._post(Submission(known, head.proof(known), head.note))

    def _showing(self, cosigned: str) -> str:
        """A head that this witness has cosigned, with its cosignature: it has to know this head."""
        text, line = cosigned.split("\n\n")
        return self._signer.checkpoint(*parse_checkpoint(f"{text}\n")) + line

    def _post(self, submission: Submission) -> httpx.Response:
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
