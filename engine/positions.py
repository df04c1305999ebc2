"""Positions for searches that make chance themselves: an action says that it would draw, instead of drawing.

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
from engine.playout import Trial


class WouldDraw(Exception):
    """Something would be drawn: chance has to come first."""


class NoChance(random.Random):
    """Stands where nothing may be drawn yet."""

    def getrandbits(self, k: int, /) -> int:
        raise WouldDraw

    def random(self) -> float:
        raise WouldDraw


NO_CHANCE = NoChance()


class Position(Trial):
    """A position of a game. It is not changed once others hold it: an action makes another one."""

    __slots__ = ()

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def after(self, seat: int, action: Action | None, rng: random.Random) -> Position:
        """The position after an action, or after the setup (None). `WouldDraw` with `NO_CHANCE`, when something is drawn."""
        then = copy.copy(self)
        then._rng = rng
        if action is None:
            self.ruleset.setup(then)
        else:
            then.act(seat, action)
        return then

    def written(self) -> tuple[str, int, bytes]:
        """The ruleset, how many events there have been, and the state as JSON."""
        return self.ruleset.id, self._index, msgspec.json.encode(self._now)

    @classmethod
    def read(cls, ruleset: Ruleset[Any], index: int, state: bytes) -> Position:
        """One again that was `written`."""
        position = cls(ruleset, msgspec.json.decode(state, type=ruleset.state), NO_CHANCE)
        position._index = index
        return position

    def seen(self, viewer: Viewer) -> View:
        """The board as this viewer may know it."""
        return self.ruleset.view(self._known(viewer), viewer)

    def legal_for(self, seat: int) -> Sequence[Action]:
        """What this seat may do, from what it knows."""
        return self.ruleset.legal_actions(self._known(seat), seat)

    def _known(self, viewer: Viewer) -> Any:
        return known(self.ruleset, self._now, viewer)

    def redrawn(self, seat: int, rng: random.Random) -> Position:
        """One that may be this for all that the seat knows."""
        other = copy.copy(self)
        other._now = self.ruleset.redraw(self._now, seat, rng.randrange)
        return other


class Past:
    """What has been seen and done so far, the last first: a position, or what a player did there.

    Looking at a position costs more than playing on from it, so that is done when somebody asks.
    """

    __slots__ = ("_told", "acted", "before", "seen")

    def __init__(
        self,
        before: Past | None,
        seen: Callable[[int], str] | None = None,
        acted: tuple[int, int] | None = None,
    ) -> None:
        self.before, self.seen, self.acted = before, seen, acted
        self._told: dict[int, str] = {}

    @classmethod
    def begun(cls, told: Sequence[str]) -> Past:
        """One that is known by its digests."""
        past = cls(None)
        past._told.update(enumerate(told))
        return past

    def told(self, player: int) -> str:
        """A digest of what this player has seen and done."""
        later, it = [], self
        while player not in it._told and it.before is not None:
            later.append(it)
            it = it.before
        told = it._told.setdefault(player, "")
        for past in reversed(later):
            told = past._told[player] = digest(told, past._news(player))
        return told

    def _news(self, player: int) -> str:
        if self.seen is not None:
            return self.seen(player)
        return str(self.acted[1]) if self.acted and self.acted[0] == player else ""

    def instead(self, player: int, seen: Callable[[int], str]) -> Past:
        """The same for this player; for all others it begins with what is seen now."""
        past = Past(Past(None), seen)
        past._told[player] = self.told(player)
        return past


class Moment(NamedTuple):
    """All that a state knows; clones share it."""

    position: Position
    places: int
    """How many positions came before."""
    waiting: tuple[int, Action | None] | None
    """The seat and the action (None: the setup) that draw something, and are carried out when chance has come."""
    chance: tuple[int, ...]
    past: Past
    players: int

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __reduce__(self) -> Any:
        """As OpenSpiel writes states down: everything in it, and of the past what each player was told."""
        told = [self.past.told(player) for player in range(self.players)]
        waiting = self.waiting and (self.waiting[0], self.waiting[1] and msgspec.to_builtins(self.waiting[1]))
        return read_moment, (self.position.written(), self.places, waiting, self.chance, told)


def read_moment(
    position: tuple[str, int, bytes],
    places: int,
    waiting: tuple[int, Any] | None,
    chance: tuple[int, ...],
    told: Sequence[str],
) -> Moment:
    """A moment again that was written down."""
    ruleset = registry()[position[0]]
    undone = waiting and (waiting[0], waiting[1] and read_action(ruleset, waiting[1]))
    return Moment(Position.read(ruleset, *position[1:]), places, undone, chance, Past.begun(told), len(told))


def seen_by(position: Position, player: int) -> str:
    """What a player (from 0) sees of a position, as JSON."""
    return written(position.seen(player + 1))


def digest(before: str, news: str) -> str:
    """Of all that was told before, and what is new."""
    return hashlib.sha256(f"{before} {news}".encode()).hexdigest()


def written(thing: Any) -> str:
    """As JSON."""
    return msgspec.json.encode(thing).decode()
