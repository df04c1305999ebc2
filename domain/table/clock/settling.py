"""After an action: which clocks start, stop or change."""

from __future__ import annotations

from domain.table.fold import Fold
from domain.table.state import Table


def settle(fold: Fold, before: Table) -> Fold:
    """The same fold, with a last `clock-set` in its last action where rows differ. `before` is the table that it began from.

    `fold.time` is the time of all that it recorded. Nothing is added in a game without a clock.
    """
    return fold
