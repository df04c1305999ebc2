"""The context of a game: what its seats' commitments and signatures are bound to."""

from __future__ import annotations

import orjson

from domain.ledger import entry
from domain.ledger.seats import context, planned_game, planned_root, shared_terms, tournament_context
from domain.ledger.text import from_b64
from domain.table.events import GameCreated


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
