"""The games of a tournament, fixed before anybody joins: their ids, their draw keys, their terms (docs/ledger.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from domain.ledger.merkle import inclusion_path, leaf_hash, tree_root
from domain.ledger.seats import planned_game, tournament_context
from domain.ledger.text import b64, from_b64

MAX_SPARE = 8
"""The maximum number of spare games, planned to replace games that are not played to the end."""


def games_planned(games: int) -> int:
    """How many games are planned if so many are to be played."""
    return games + min(games, MAX_SPARE)


class PlannedGame(NamedTuple):
    """`game` is 32 hex characters; `roots` are the tree heads of its draw keys, one an epoch (base64)."""

    game: str
    roots: Sequence[str]


class Plan:
    """All planned games of tournament `id` (16 bytes), in the order of their numbers; `terms` is `T`."""

    def __init__(self, id: bytes, games: Sequence[PlannedGame], terms: bytes) -> None:
        self.id, self.games, self.terms = id, games, terms

    @cached_property
    def _leaves(self) -> list[bytes]:
        return [leaf_hash(self._planned(number, one)) for number, one in enumerate(self.games)]

    def _planned(self, number: int, one: PlannedGame) -> bytes:
        roots = [from_b64(root) for root in one.roots]
        return planned_game(self.id, number, bytes.fromhex(one.game), roots)

    @property
    def root(self) -> bytes:
        """The tree head over all planned games."""
        return tree_root(self._leaves)

    @property
    def ctx(self) -> bytes:
        """The context to which the seats' commitments and signatures are bound, in every game."""
        return tournament_context(self.id, len(self.games), self.root, self.terms)

    def path(self, number: int) -> tuple[str, ...]:
        """Proof that a game is one of the planned ones, as its entry 0 holds it."""
        return tuple(b64(node) for node in inclusion_path(self._leaves, number))
