"""A game for programs that learn: numbers for actions, views as rows of figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from domain.contract.data import Edition
from domain.contract.types import Action
from domain.encoding import Part


class Learning:
    """For arrays of actions and observations."""

    by_rank: ClassVar[tuple[type[Action], ...]]
    """Types of actions without a number of their own, such as any five of many cards. Default: all."""
    ranks: ClassVar[int] = 400
    """So many actions of these types, and no more, may be legal for a seat at once."""

    def numbered(self, seats: int, options: Any, edition: Edition) -> Sequence[Action]:
        """Every action there can be in such a game, but for those `by_rank`; in an order that never changes."""
        return ()

    def encoding(self, seats: int, options: Any, edition: Edition) -> Part | None:
        """How a `view` of such a game becomes a row of figures; None (the default) where nobody has said it."""
        return None
