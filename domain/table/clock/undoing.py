"""How clocks go back when the game does: by an undo, or by a ruling.

`settle` asks for `gone_back` after an action with a `rewound`, and goes on from its rows: those that run keep running, and of
all others it starts those of seats that are to act.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.table.clock.events import ClockRow
from domain.table.fold import Fold
from domain.table.state import Table


class GoneBack(NamedTuple):
    """The clocks after a `rewound`, by seat: `rows` with `since` run on as they are. `asked` were to act at `to_version`.

    What the table does afterwards in the same action (a replay, a correction) is compared with `asked`.
    """

    rows: Mapping[int, ClockRow]
    asked: tuple[int, ...]


def gone_back(fold: Fold, before: Table) -> GoneBack | None:
    """The clocks as the `rewound` of the last action leaves them; None where it has none. `before` is as in `settle`.

    Each is what it was just before the first action that is taken back (F), read at F. In an undo, the asker's has lost the
    time since then, without that for which the game was halted, held or before rest; a clock that ran at F and runs now, in
    a stint that did not end in between, keeps its row, and so does a seat that is away. In a ruling nobody loses anything,
    and only seats that left or returned since F keep their rows.
    """
    raise NotImplementedError
