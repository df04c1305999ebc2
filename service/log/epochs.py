"""Seats that never open their seeds do not hold a game up (docs/ledger.md, commit-reveal)."""

from __future__ import annotations

import secrets

from domain.ledger.keys import SECRET_BYTES
from domain.ledger.text import b64u
from domain.table.decisions import abort_epoch, outstanding_seeds
from service.clock import now
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import Conflict, StoreUnusable

REVEAL_WITHIN = 60_000
"""Milliseconds after the last seat or seed within which the next seed has to be opened."""


def abort_overdue(repository: Repository, loaded: LoadedGame) -> LoadedGame:
    """The same game; when seeds are overdue, the game that begins with seeds by the service in their place."""
    if not _overdue(loaded):
        return loaded
    seeds = {seat: b64u(secrets.token_bytes(SECRET_BYTES)) for seat in outstanding_seeds(loaded.table)}
    fold = abort_epoch(loaded.ruleset, loaded.table, seeds, loaded.keys.draws)
    try:
        return repository.commit(loaded, fold)
    except (Conflict, StoreUnusable):  # what cannot be written now can be read all the same
        return repository.get(loaded.id)


def _overdue(loaded: LoadedGame) -> bool:
    """Whether all seats are taken and some have not opened their seeds in time."""
    table = loaded.table
    if table.status != "waiting" or len(table.seats) < table.setup.seats:
        return False
    return bool(outstanding_seeds(table)) and now() - loaded.at > REVEAL_WITHIN
