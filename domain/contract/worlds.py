"""Other worlds that fit what somebody knows: hidden information drawn anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from domain.contract.types import State
from domain.hidden import Hidden, Viewer
from domain.redraw import Choose, dealt_by, redraw_chosen, redraw_pools


class Worlds(Generic[State]):
    """For searches, forks, and the proof that nothing leaks."""

    def pool(self, path: str, secret: Hidden[Any]) -> str | None:
        """Which secrets can stand in for each other: to viewers who know none of them, those of one pool are exchangeable.

        The default pool is the shuffle that dealt the secret, and None for a chosen value: `possible` lists what it could be.
        Widen it if cards in several places are equally unknown, e.g. a clan's hand, its face-down line and its lost cards.
        """
        return dealt_by(secret)

    def possible(self, state: State, path: str) -> Sequence[Any]:
        """What the chosen secret at `path` (one without a pool) could be, to a viewer who does not know it.

        Other chosen secrets that the viewer does not know are already drawn in `state`, or None. A game with such secrets
        must define this: if it is empty (the default), `redraw` raises `NotRedrawn`.
        """
        return ()

    def redraw(self, state: State, viewer: Viewer, choose: Choose) -> State:
        """The state with everything that `viewer` cannot know drawn anew, consistent with what the viewer knows."""
        dealt = redraw_pools(state, viewer, choose, self.pool)
        return redraw_chosen(dealt, viewer, choose, self.pool, self.possible)
