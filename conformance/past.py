"""A game so far, action by action, and who has come to know each of its secrets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from conformance.kit import Sitting
from domain.draws import Shuffle
from domain.hidden import Hidden, Opened, Viewer, may_hide, secrets_in
from domain.ruleset import Action
from domain.table.line import draws_of
from domain.table.state import Logged, Table

Values = dict[str, Any]
"""The value of a secret by the place where it was committed ("4/d/draw/order/7")."""


class Acted(NamedTuple):
    """One action of a game as it was: the tables before and after it, the chosen action, and what it recorded."""

    before: Table
    after: Table
    chosen: tuple[int, Action]
    recorded: Sequence[Logged]


class Past:
    """A game so far, for trying other worlds in it. It is the past of `sitting`, in which nothing was taken back."""

    def __init__(self, sitting: Sitting, tables: Sequence[Table]) -> None:
        """`tables` are those before each action, up to the moment that is looked at."""
        self.sitting, self.table = sitting, tables[-1]
        self.log = sitting.log[: self.table.version]
        groups = [list(group) for _, group in groupby(self.log, key=lambda it: it.action)]
        acted = groups[len(groups) - len(tables) + 1 :]
        self.acted = [Acted(*it) for it in zip(tables, tables[1:], sitting.actions, acted, strict=False)]

    @cached_property
    def shuffles(self) -> list[Shuffle[Any]]:
        return [it for logged in self.log for it in draws_of(logged.event) if isinstance(it, Shuffle)]

    @cached_property
    def committed(self) -> dict[str, Hidden[Any]]:
        """Every secret of the log by its place."""
        return {it.ref: it for _, it in self._secrets if isinstance(it, Hidden)}

    @cached_property
    def knowers(self) -> dict[str, set[int]]:
        """Who has come to know each secret of the log."""
        found = {ref: set(it.knowers) for ref, it in self.committed.items()}
        for _, it in (pair for pair in self._secrets if isinstance(pair[1], Opened)):
            found.setdefault(it.ref, set()).update(it.to)
        return found

    @cached_property
    def _secrets(self) -> list[tuple[str, Any]]:
        events = (it.event for it in self.log if may_hide(type(it.event)))
        return [pair for event in events for pair in secrets_in(event)]

    def known_to(self, viewer: Viewer) -> Values:
        """What this viewer knows, also of what is gone from the table."""
        secrets = [*self._secrets, *secrets_in(self.table.game)]
        return {it.ref: it.value for _, it in secrets if it.ref and it.known_to(viewer)}
