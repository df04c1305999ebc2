"""The context of a game: what its seats' commitments and signatures are bound to."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from domain.ledger import entry
from domain.ledger.seats import (
    ACCOUNTS_SINCE,
    Given,
    context,
    planned_game,
    planned_root,
    seats_commitment,
    shared_terms,
    tournament_context,
)
from domain.ledger.text import from_b64, from_b64u
from domain.table.events import GameCreated, SeatReassigned, SeatTaken


def context_of(setup: GameCreated, first_entry: bytes) -> bytes:
    """`ctx` of a game; all games of a tournament share theirs. ValueError for one that its tournament did not plan."""
    planned = setup.tournament
    if planned is None:
        return context(first_entry)
    id, roots = bytes.fromhex(planned.id), [from_b64(root) for root in setup.draw_roots]
    this = planned_game(id, planned.number, bytes.fromhex(setup.game), roots)
    root = planned_root(this, planned.number, planned.games, [from_b64(node) for node in planned.path])
    if root is None:
        raise ValueError(f"game {planned.number} is none of its tournament's {planned.games}")
    return tournament_context(
        id, planned.games, root, shared_terms(orjson.loads(bytes(entry.decode(first_entry).d)))
    )


def commitment_of(ctx: bytes, table: int | None, seats: Sequence[SeatTaken]) -> bytes:
    """`C` of all seats, in order. `table` is the revision of the closed tables."""
    return seats_commitment(ctx, [declared(table, one) for one in seats])


def declared(table: int | None, said: SeatTaken | SeatReassigned) -> tuple[Given, ...]:
    """Key, commitment, and in tables with accounts the account's hash, as messages and `C` take them."""
    commitment = said.seed_commitment if isinstance(said, SeatTaken) else None
    accounts = (table or 0) >= ACCOUNTS_SINCE
    given = (said.key, commitment, *((said.account_hash,) if accounts else ()))
    return tuple(None if text is None else from_b64u(text) for text in given)
