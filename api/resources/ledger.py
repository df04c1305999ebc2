"""The ledger: what an auditor, a player or a stranger needs to check a game without trusting the service."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.etags import Answering, readable
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    answer,
    kronika,
)
from api.requests import schemas
from domain.ledger.audit import MEDIA_TYPE as AUDIT
from domain.ledger.audit import AuditFile
from domain.table.refusals import Refusal
from projections.documents.ledger import (
    ConsistencyProof,
    CosignatureList,
    DisclosureList,
    DrawList,
    InclusionProof,
)
from service.queries import auditing
from service.queries.exporting import NDJSON

ledger = Resource("ledger", "Signed heads, entries, proofs, openings: for whoever wants to check a game.")
READ: dict[str, Any] = {"auth": "optional", "problems": [Refusal.NOT_FOUND, Refusal.FORBIDDEN]}
TEXT = "text/plain; charset=utf-8"


@ledger.on(
    "GET",
    "/v1/games/<game:game>/checkpoint",
    **READ,
    returns={200: Returns("A C2SP signed note.", media_types=["text/plain"])},
)
def get_checkpoint(call: Call, game: str) -> Response:
    """Read the signed head of the log.

    While the newest head cannot be kept, as on a full disk, this is the last one that was, over fewer entries than the log has.
    Entries and proofs are there for its size; the audit file, which has to have the newest head, is answered with 503.
    """
    note = auditing.checkpoint(kronika().repository, game, call.token)
    return answer(note.encode(), media_type=TEXT)


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/entries",
    counts=[Quota.COSTLY],
    **READ,
    query=schemas.EntriesQuery,
    returns={200: Returns("The bytes of one entry a line.", media_types=[NDJSON])},
)
def list_entries(call: Call, game: str) -> Response:
    """Read the log's entries `from` .. `to` - 1, the same bytes for every viewer."""
    lines = auditing.entries(kronika().repository, game, call.token, call.query["from_"], call.query["to"])
    return answer(lines, media_type=NDJSON)


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/proof",
    **READ,
    query=schemas.ProofQuery,
    returns={200: Returns("The audit path of RFC 9162.", InclusionProof)},
)
def get_inclusion_proof(call: Call, game: str) -> Response:
    """Prove that entry `index` stands in the log of `size` entries."""
    query = call.query
    return answer(auditing.proof(kronika().repository, game, call.token, query["index"], query["size"]))


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/consistency",
    **READ,
    query=schemas.ConsistencyQuery,
    returns={200: Returns("The consistency path of RFC 9162.", ConsistencyProof)},
)
def get_consistency_proof(call: Call, game: str) -> Response:
    """Prove that the log of `to` entries begins with the log of `from` entries."""
    query = call.query
    return answer(auditing.consistency(kronika().repository, game, call.token, query["from_"], query["to"]))


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/disclosures",
    counts=[Quota.COSTLY],
    **READ,
    returns={200: Returns("Openings of hidden values.", DisclosureList)},
)
def list_disclosures(call: Call, game: str) -> Response:
    """Read the openings of the hidden values that this viewer may know."""
    return answer(auditing.disclosures(kronika().repository, game, call.token))


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/draws",
    counts=[Quota.COSTLY],
    **READ,
    returns={200: Returns("Opened draw keys with their paths.", DrawList)},
)
def list_draws(call: Call, game: str) -> Response:
    """Read the keys of the draws that everybody may check now, and the seeds mixed into them."""
    return answer(auditing.draws(kronika().repository, game, call.token))


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/cosignatures",
    **READ,
    returns={200: Returns("Cosigned heads.", CosignatureList)},
)
def list_cosignatures(call: Call, game: str) -> Response:
    """Read what witnesses signed of this log: the head soon after the start, and that at the end."""
    return answer(auditing.cosignatures(kronika().repository, game, call.token))


@ledger.on(
    "GET",
    "/v1/games/<game:game>/audit",
    counts=[Quota.COSTLY],
    **READ,
    query=schemas.AuditQuery,
    **readable("The audit file, or a part of it.", AuditFile, AUDIT),
)
def get_audit(call: Call, game: str) -> Response:
    """Read one file with everything that this viewer needs to check the game offline.

    Who holds one asks for what is new, with the number of its entries as `after`. An answer without `from` is a whole file. To a
    part belong the first `from` entries, the draws that are held, and the held disclosures of entries of which the part
    has none; all else is as the part says (docs/ledger.md, section 9).
    """
    file = Answering(call, AUDIT)
    found = auditing.audit_response(
        kronika().repository, game, call.token, call.query["after"], cached=file.known
    )
    return file.response(found)
