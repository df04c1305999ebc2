"""The ledger as people read it: checkpoints, entries, proofs, disclosures, opened draws, audit and game files."""

from __future__ import annotations

from hashlib import sha256

from msgspec.json import encode

from domain.ledger.audit import audit_bytes, mixed
from domain.ledger.merkle import consistency_path, inclusion_path, leaf_hash
from domain.ledger.text import b64
from domain.table.refusals import Refusal, Refused
from projections.documents.ledger import (
    ConsistencyProof,
    CosignatureList,
    DisclosureList,
    DrawList,
    InclusionProof,
)
from service.identity.access import log_seen
from service.log.audit import audit_of, disclosed, seeds_of
from service.log.cosignatures import cosignatures_of
from service.log.mapper import from_rows
from service.log.opened_keys import opened_draws
from service.log.repository import Repository
from service.queries.reading import Known, QueryResponse, unknown


def checkpoint(repository: Repository, game: str, token: str | None) -> str:
    """The signed head of the log, as a note; an older one while the newest cannot be kept."""
    return repository.checkpoint_for_reader(log_seen(repository, game, token)[0])


def entries(repository: Repository, game: str, token: str | None, from_: int, to: int | None) -> bytes:
    """The bytes of entries `from_`..`to`-1, one a line; to the end without `to`."""
    loaded, _ = log_seen(repository, game, token)
    end = loaded.version if to is None else to
    _check_range(from_, end, loaded.version)
    return b"".join(entry + b"\n" for entry in repository.store.entries(game, from_, end))


def proof(
    repository: Repository, game: str, token: str | None, index: int, size: int | None
) -> InclusionProof:
    """That entry `index` stands in the log of `size` entries."""
    loaded, _ = log_seen(repository, game, token)
    size = loaded.version if size is None else size
    _check_range(index + 1, size, loaded.version)
    path = inclusion_path(_leaves(repository, game, size), index)
    return InclusionProof(index=index, size=size, path=tuple(b64(node) for node in path))


def consistency(
    repository: Repository, game: str, token: str | None, from_: int, to: int | None
) -> ConsistencyProof:
    """That the log of `to` entries begins with the log of `from_` entries."""
    loaded, _ = log_seen(repository, game, token)
    size = loaded.version if to is None else to
    _check_range(from_, size, loaded.version)
    path = consistency_path(_leaves(repository, game, size), from_)
    return ConsistencyProof(from_=from_, to=size, path=tuple(b64(node) for node in path))


def disclosures(repository: Repository, game: str, token: str | None) -> DisclosureList:
    """What this viewer may open."""
    loaded, caller = log_seen(repository, game, token)
    rows = repository.store.rows(game, 0, loaded.version)
    log = from_rows(rows, loaded.types)
    found = tuple(disclosed(loaded, caller.viewer, rows, log))
    return DisclosureList(version=loaded.version, disclosures=found)


def draws(repository: Repository, game: str, token: str | None) -> DrawList:
    """The keys of every draw that everybody may check now, and the seeds mixed into them."""
    loaded, caller = log_seen(repository, game, token)
    return DrawList(
        version=loaded.version,
        seeds=tuple(mixed(seed) for seed in seeds_of(loaded)),
        draws=opened_draws(loaded, repository.log(loaded), caller.viewer),
    )


def cosignatures(repository: Repository, game: str, token: str | None) -> CosignatureList:
    """What witnesses say about this log."""
    loaded, _ = log_seen(repository, game, token)
    return CosignatureList(version=loaded.version, cosignatures=tuple(cosignatures_of(repository, loaded)))


def audit(repository: Repository, game: str, token: str | None, after: int = 0) -> bytes:
    """One file with everything that this viewer needs to check the game without the service, or what is new in it.

    `after` is the version whose file he holds.
    """
    body = shown_audit(repository, game, token, after).body
    assert isinstance(body, bytes)
    return body


def shown_audit(
    repository: Repository, game: str, token: str | None, after: int = 0, known: Known = unknown
) -> QueryResponse:
    """The same. `known` as in `QueryResponse.made`. Witnesses sign later, so the answer is known by what they signed, too."""
    loaded, caller = log_seen(repository, game, token)
    signed = encode(cosignatures_of(repository, loaded))
    shown = QueryResponse(loaded.version, b"", caller.role, content=sha256(signed).hexdigest())
    return shown.made(known, lambda: audit_bytes(audit_of(repository, loaded, caller.viewer, after)))


def _leaves(repository: Repository, game: str, size: int) -> list[bytes]:
    return [leaf_hash(entry) for entry in repository.store.entries(game, 0, size)]


def _check_range(from_: int, to: int, size: int) -> None:
    if not 0 <= from_ <= to <= size:
        raise Refused(Refusal.NOT_FOUND, f"This log has {size} entries.", version=size)
