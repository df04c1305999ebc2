"""The witness: other services get cosignatures for the heads of their logs (c2sp.org/tlog-witness)."""

from __future__ import annotations

from flask import Response

from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.requests.bodies import BytesBody
from domain.table.refusals import Refusal
from service.log.witnessing import OtherHead

witness = Resource("witness", "Cosignatures over the logs of other services.")
TEXT = "text/plain; charset=utf-8"
SIZE = "text/x.tlog.size"


@witness.on(
    "POST",
    "/v1/witness/checkpoints",
    body=BytesBody(16 * 1024),
    returns={
        200: Returns("A signature line.", media_types=["text/plain"]),
        409: Returns("The size of the head that was cosigned last.", media_types=[SIZE]),
    },
    problems=[Refusal.BAD_SUBMISSION, Refusal.FORBIDDEN, Refusal.NOT_FOUND, Refusal.BAD_PROOF],
)
def add_checkpoint(call: Call) -> Response:
    """Get a head cosigned.

    This is `add-checkpoint` of c2sp.org/tlog-witness: the line `old SIZE`, the hashes of a consistency proof, an empty
    line, the checkpoint. The head cosigned last is compared and replaced under a lock, durably, before the response. A head
    without entries is never cosigned. 404: the service does not witness this log; 403: none of its known keys has signed, or
    the log is stopped until this service's operator names the head to continue from.
    """
    try:
        return respond(kronika().witness.add_checkpoint(call.body["text"]).encode(), media_type=TEXT)
    except OtherHead as other:
        return respond(f"{other.size}\n".encode(), 409, media_type=SIZE)
