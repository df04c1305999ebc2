"""Deciding again what persons said of their seats (L4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.draws import Draws
from domain.ruleset import Ruleset
from domain.table.absence import events as e
from domain.table.absence.agreeing import agree
from domain.table.absence.resigning import resign
from domain.table.absence.returning import come_back
from domain.table.fold import Fold
from domain.table.state import Table

ABSENCE_DECISIONS: Mapping[type, Callable[[Ruleset[Any], Table, Any, Draws], Fold]] = {
    e.Resigned: lambda r, table, g, d: resign(r, table, g[0].event.seat),
    e.SeatReturned: lambda r, table, g, d: come_back(r, table, g[0].event.seat),
    e.Agreed: lambda r, table, g, d: agree(r, table, g[0].event.seat, g[0].event.to),
}
