"""Ledger queries: checkpoints, entries, proofs, disclosures, disclosed draws, audit files and game files."""

from __future__ import annotations

from hashlib import sha256

from msgspec.json import encode

from domain.ledger.audit import ServiceLog, audit_bytes, mixed
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
from service.identity.access import authorize_log, authorize_tournament
from service.log.audit import audit_of, disclosed, seeds_of
from service.log.cosignatures import cosignatures_of
from service.log.disclosed_keys import disclosed_draws
from service.log.mapper import from_rows
from service.log.repository import Repository
from service.log.transparency import leaf_lists
from service.log.transparency.leaf_lists import leaf_list_of
from service.queries.responses import CachedBody, QueryResponse, not_cached


def checkpoint(repository: Repository, game: str, token: str | None) -> str:
    """The signed head of the log as a note; an older one while the newest cannot be stored."""
    return repository.heads.checkpoint_for_reader(authorize_log(repository, game, token)[0])


def entries(repository: Repository, game: str, token: str | None, from_: int, to: int | None) -> bytes:
    """The bytes of entries `from_`..`to`-1, one per line; without `to`, up to the end."""
    loaded, _ = authorize_log(repository, game, token)
    end = loaded.version if to is None else to
    _check_range(from_, end, loaded.version)
    return b"".join(entry + b"\n" for entry in repository.store.entries(game, from_, end))


def proof(
    repository: Repository, game: str, token: str | None, index: int, size: int | None
) -> InclusionProof:
    """The proof that the log of `size` entries includes entry `index`."""
    loaded, _ = authorize_log(repository, game, token)
    size = loaded.version if size is None else size
    _check_range(index + 1, size, loaded.version)
    path = inclusion_path(_leaves(repository, game, size), index)
    return InclusionProof(index=index, size=size, path=tuple(b64(node) for node in path))


def consistency(
    repository: Repository, game: str, token: str | None, from_: int, to: int | None
) -> ConsistencyProof:
    """The proof that the log of `from_` entries is a prefix of the log of `to` entries."""
    loaded, _ = authorize_log(repository, game, token)
    size = loaded.version if to is None else to
    _check_range(from_, size, loaded.version)
    path = consistency_path(_leaves(repository, game, size), from_)
    return ConsistencyProof(from_=from_, to=size, path=tuple(b64(node) for node in path))


def disclosures(repository: Repository, game: str, token: str | None) -> DisclosureList:
    """The disclosures available to this viewer."""
    loaded, caller = authorize_log(repository, game, token)
    rows = repository.store.rows(game, 0, loaded.version)
    log = from_rows(rows, loaded.types)
    found = tuple(disclosed(loaded, caller.viewer, rows, log))
    return DisclosureList(version=loaded.version, disclosures=found)


def draws(repository: Repository, game: str, token: str | None) -> DrawList:
    """The keys of every draw that is public now, and the seeds that they are mixed with."""
    loaded, caller = authorize_log(repository, game, token)
    return DrawList(
        version=loaded.version,
        seeds=tuple(mixed(seed) for seed in seeds_of(loaded)),
        draws=disclosed_draws(loaded, repository.versions.log(loaded), caller.viewer),
    )


def cosignatures(repository: Repository, game: str, token: str | None) -> CosignatureList:
    """The cosignatures that witnesses have added to this log."""
    loaded, _ = authorize_log(repository, game, token)
    return CosignatureList(version=loaded.version, cosignatures=tuple(cosignatures_of(repository, loaded)))


def leaf_list(repository: Repository, game: str, token: str | None) -> ServiceLog | None:
    """All leaves of the game in the log of logs, with proofs; None while none are proved."""
    return leaf_list_of(repository.store, authorize_log(repository, game, token)[0])


def tournament_leaf_list(repository: Repository, id: str, token: str | None) -> ServiceLog | None:
    """The same for a tournament, without the leaves of its games."""
    authorize_tournament(repository.store, id, token)
    return leaf_lists.tournament_leaf_list(repository.store, id)


def audit(repository: Repository, game: str, token: str | None, after: int = 0) -> bytes:
    """The audit file: everything this viewer needs to verify the game without the service, or only the part after `after`.

    `after` is the version of the audit file that the client already holds.
    """
    body = audit_response(repository, game, token, after).body
    assert isinstance(body, bytes)
    return body


def audit_response(
    repository: Repository, game: str, token: str | None, after: int = 0, cached: CachedBody = not_cached
) -> QueryResponse:
    """The audit file as a response; `known` as in `Shown.made`.

    Witnesses cosign, and the log of logs grows, without changing the log: a hash of what they add identifies the content.
    """
    loaded, caller = authorize_log(repository, game, token)
    signed = encode((cosignatures_of(repository, loaded), leaf_list_of(repository.store, loaded)))
    response = QueryResponse(loaded.version, b"", caller.role, content=sha256(signed).hexdigest())
    return response.with_body(cached, lambda: audit_bytes(audit_of(repository, loaded, caller.viewer, after)))


def _leaves(repository: Repository, game: str, size: int) -> list[bytes]:
    return [leaf_hash(entry) for entry in repository.store.entries(game, 0, size)]


def _check_range(from_: int, to: int, size: int) -> None:
    if not 0 <= from_ <= to <= size:
        raise Refused(Refusal.NOT_FOUND, f"This log has {size} entries.", version=size)
