"""The ledger: what an auditor, a player or a stranger needs to check a game without trusting the service."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.etags import ConditionalResponse, conditional_read
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.http.problems import problem
from api.http.scopes import SEES
from api.requests import queries
from domain.ledger.audit import MEDIA_TYPE as AUDIT
from domain.ledger.audit import AuditFile, ServiceLog, audit_bytes
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

ledger = Resource("ledger", "Signed heads, entries, proofs, disclosures: for checking a game.")
READ: dict[str, Any] = {
    "auth": "optional",
    "scopes": SEES,
    "problems": [Refusal.NOT_FOUND, Refusal.FORBIDDEN],
}
LISTED = {200: Returns("Leaves with their proofs.", ServiceLog)}
NOT_YET = "The log of logs has nothing about it yet, or nothing that enough witnesses have cosigned."
TEXT = "text/plain; charset=utf-8"


@ledger.on(
    "GET",
    "/v1/games/<game:game>/checkpoint",
    **READ,
    returns={200: Returns("A C2SP signed note.", media_types=["text/plain"])},
)
def get_checkpoint(call: Call, game: str) -> Response:
    """Read the signed head of the log.

    While the newest head cannot be stored, as on a full disk, this is the last stored one, over fewer entries than the log
    has. Entries and proofs are available up to its size; the audit file, which needs the newest head, gets 503.
    """
    note = auditing.checkpoint(kronika().repository, game, call.token)
    return respond(note.encode(), media_type=TEXT)


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/entries",
    counts=[Quota.COSTLY],
    **READ,
    query=queries.EntriesQuery,
    returns={200: Returns("The bytes of one entry a line.", media_types=[NDJSON])},
)
def list_entries(call: Call, game: str) -> Response:
    """Read the log's entries `from` .. `to` - 1, the same bytes for every viewer."""
    lines = auditing.entries(kronika().repository, game, call.token, call.query["from_"], call.query["to"])
    return respond(lines, media_type=NDJSON)


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/proof",
    **READ,
    query=queries.ProofQuery,
    returns={200: Returns("The audit path of RFC 9162.", InclusionProof)},
)
def get_inclusion_proof(call: Call, game: str) -> Response:
    """Prove that entry `index` is in the log of `size` entries."""
    query = call.query
    return respond(auditing.proof(kronika().repository, game, call.token, query["index"], query["size"]))


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/consistency",
    **READ,
    query=queries.ConsistencyQuery,
    returns={200: Returns("The consistency path of RFC 9162.", ConsistencyProof)},
)
def get_consistency_proof(call: Call, game: str) -> Response:
    """Prove that the log of `to` entries begins with the log of `from` entries."""
    query = call.query
    return respond(auditing.consistency(kronika().repository, game, call.token, query["from_"], query["to"]))


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/disclosures",
    counts=[Quota.COSTLY],
    **READ,
    query=queries.NoQuery,
    returns={200: Returns("Disclosures of hidden values.", DisclosureList)},
)
def list_disclosures(call: Call, game: str) -> Response:
    """Read the disclosures of the hidden values that this viewer may know."""
    return respond(auditing.disclosures(kronika().repository, game, call.token))


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/draws",
    counts=[Quota.COSTLY],
    **READ,
    query=queries.NoQuery,
    returns={200: Returns("Disclosed draw keys with their paths.", DrawList)},
)
def list_draws(call: Call, game: str) -> Response:
    """Read the keys of the draws that anyone may check now, and the seeds that contribute to them."""
    return respond(auditing.draws(kronika().repository, game, call.token))


@ledger.on(
    "GET",
    "/v1/games/<game:game>/ledger/cosignatures",
    **READ,
    returns={200: Returns("Cosigned heads.", CosignatureList)},
)
def list_cosignatures(call: Call, game: str) -> Response:
    """Read what witnesses signed of this log: the head soon after the start, and the one at the end."""
    return respond(auditing.cosignatures(kronika().repository, game, call.token))


@ledger.on("GET", "/v1/games/<game:game>/ledger/log", **READ, returns=LISTED)
def get_leaves(call: Call, game: str) -> Response:
    """Read the game's leaves in the log of logs, with proofs, as the audit file has them.

    404 with `Retry-After` while none are proved; it takes a second, or as long as the promised witnesses take.
    """
    return _listed(auditing.leaf_list(kronika().repository, game, call.token))


@ledger.on("GET", "/v1/tournaments/<game:tournament>/ledger/log", **READ, returns=LISTED)
def get_tournament_leaves(call: Call, tournament: str) -> Response:
    """Read the tournament's own leaves in the log of logs, with proofs.

    404 with `Retry-After` while none are proved.
    """
    return _listed(auditing.tournament_leaf_list(kronika().repository, tournament, call.token))


def _listed(found: ServiceLog | None) -> Response:
    if found is not None:
        return respond(audit_bytes(found))
    response = problem(Refusal.NOT_FOUND, NOT_YET)
    response.headers["Retry-After"] = "1"
    return response


@ledger.on(
    "GET",
    "/v1/games/<game:game>/audit",
    counts=[Quota.COSTLY],
    **READ,
    query=queries.AuditQuery,
    **conditional_read("The audit file, or a part of it.", AuditFile, AUDIT),
)
def get_audit(call: Call, game: str) -> Response:
    """Read one file with everything that this viewer needs to check the game offline.

    A client that holds one requests what is new, with its number of entries as `after`. A response without `from` is a
    whole file. A part is completed by the first `from` entries, by the draws that the client holds, and by its disclosures
    of entries for which the part has none; all else is as the part says (docs/ledger.md, section 9).
    """
    file = ConditionalResponse(call, AUDIT)
    found = auditing.audit_response(
        kronika().repository, game, call.token, call.query["after"], cached=file.known
    )
    return file.response(found)
