"""Positions for searches with explicit chance: an action reports that it would draw, instead of drawing.

A `Moment` is such a position with what has led to it and what waits for chance. Nothing in it changes, so that copies share it;
it can be pickled.
"""

from __future__ import annotations

import copy
import hashlib
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.hidden import Viewer
from domain.knowledge import known
from domain.ruleset import Action, Ruleset, View
from domain.rulesets import registry
from domain.table.given_actions import read_action
from engine.luck import Luck
from engine.playout import Trial


class WouldDraw(Exception):
    """Something would be drawn: a chance node comes first."""


class NoChance(Luck):
    """For positions in which nothing may be drawn yet."""

    __slots__ = ()

    def begin(self, seat: int) -> None:
        """All positions share this one."""

    def below(self, n: int) -> int:
        raise WouldDraw


NO_CHANCE = NoChance("")


class Position(Trial):
    """A position of a game. Shared positions are not changed: an action creates a new one."""

    __slots__ = ()

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def after(self, seat: int, action: Action | None, luck: Luck) -> Position:
        """The position after an action, or after the setup (None). With `NO_CHANCE`, `WouldDraw` if something is drawn."""
        then = copy.copy(self)
        then.luck = luck
        if action is None:
            self.ruleset.setup(then)
        else:
            then.act(seat, action)
        return then

    def written(self) -> tuple[str, int, bytes]:
        """The ruleset, the number of events so far, and the state as JSON."""
        return self.ruleset.id, self._index, msgspec.json.encode(self._now)

    @classmethod
    def read(cls, ruleset: Ruleset[Any], index: int, state: bytes) -> Position:
        """A position from its `written` form."""
        position = cls(ruleset, msgspec.json.decode(state, type=ruleset.state), NO_CHANCE)
        position._index = index
        return position

    def seen(self, viewer: Viewer) -> View:
        """The board as this viewer may know it."""
        return self.ruleset.view(self._known(viewer), viewer)

    def legal_for(self, seat: int) -> Sequence[Action]:
        """The legal actions of this seat, from what it knows."""
        return self.ruleset.legal_actions(self._known(seat), seat)

    def _known(self, viewer: Viewer) -> Any:
        return known(self.ruleset, self._now, viewer)

    def redrawn(self, seat: int, rng: random.Random) -> Position:
        """A position consistent with everything that the seat knows."""
        other = copy.copy(self)
        other._now = self.ruleset.redraw(self._now, seat, rng.randrange)
        return other


class Past:
    """A linked list of what was seen and done so far, latest first: a position, or a player's action there.

    Looking at a position costs more than playing on from it, so that is done when somebody asks.
    """

    __slots__ = ("_digests", "acted", "before", "seen")

    def __init__(
        self,
        before: Past | None,
        seen: Callable[[int], str] | None = None,
        acted: tuple[int, int] | None = None,
    ) -> None:
        self.before, self.seen, self.acted = before, seen, acted
        self._digests: dict[int, str] = {}

    @classmethod
    def begun(cls, digests: Sequence[str]) -> Past:
        """A history that is known only by its digests."""
        past = cls(None)
        past._digests.update(enumerate(digests))
        return past

    def digest_for(self, player: int) -> str:
        """A digest of everything that this player has seen and done."""
        later, it = [], self
        while player not in it._digests and it.before is not None:
            later.append(it)
            it = it.before
        known_digest = it._digests.setdefault(player, "")
        for past in reversed(later):
            known_digest = past._digests[player] = digest(known_digest, past._news(player))
        return known_digest

    def _news(self, player: int) -> str:
        if self.seen is not None:
            return self.seen(player)
        return str(self.acted[1]) if self.acted and self.acted[0] == player else ""

    def instead(self, player: int, seen: Callable[[int], str]) -> Past:
        """The same history for this player; for all others it starts with what is seen now."""
        past = Past(Past(None), seen)
        past._digests[player] = self.digest_for(player)
        return past


class Moment(NamedTuple):
    """The complete data of a state; clones share it."""

    position: Position
    places: int
    """The number of earlier positions."""
    waiting: tuple[int, Action | None] | None
    """The seat and the action (None: the setup) that wait for a chance outcome."""
    chance: tuple[int, ...]
    past: Past
    players: int

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __reduce__(self) -> Any:
        """The form in which OpenSpiel serialises states: everything, with each player's history as a digest."""
        digests = [self.past.digest_for(player) for player in range(self.players)]
        waiting = self.waiting and (self.waiting[0], self.waiting[1] and msgspec.to_builtins(self.waiting[1]))
        return read_moment, (self.position.written(), self.places, waiting, self.chance, digests)


def read_moment(
    position: tuple[str, int, bytes],
    places: int,
    waiting: tuple[int, Any] | None,
    chance: tuple[int, ...],
    digests: Sequence[str],
) -> Moment:
    """A moment from its serialised form."""
    ruleset = registry()[position[0]]
    undone = waiting and (waiting[0], waiting[1] and read_action(ruleset, waiting[1]))
    return Moment(
        Position.read(ruleset, *position[1:]), places, undone, chance, Past.begun(digests), len(digests)
    )


def seen_by(position: Position, player: int) -> str:
    """The view of a player (from 0) of a position, as JSON."""
    return written(position.seen(player + 1))


def digest(before: str, news: str) -> str:
    """A digest of the earlier digest and what is new."""
    return hashlib.sha256(f"{before} {news}".encode()).hexdigest()


def written(thing: Any) -> str:
    """As JSON."""
    return msgspec.json.encode(thing).decode()
