"""How far a game can be taken back, and what that would take back: made of what spectators see, never of a value.

One pass over the line of events that counts: which actions there were, where something was drawn or revealed, and since when
somebody has known each hidden place. A place that was committed before a version and became known after it lies again,
when the game goes back there, among those that nobody knows, although somebody knows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from domain.hidden import EVERYBODY
from domain.ruleset import Ruleset
from domain.table import events as t
from domain.table.fold import Fold
from domain.table.line import draws_of, line, opens
from domain.table.referee.hearing import refused
from domain.table.referee.knowing import known_again, observed, shuffles_of_secrets
from domain.table.state import Logged

Class = Literal["simple", "clean", "tainted", "needs-random"]
"""What going back to a version means: one action taken back and nothing drawn or revealed; several and nothing drawn or
revealed; something drawn or revealed; and somebody has learnt what would lie again among what nobody knows."""
LISTED = 100
"""So many versions are listed, the nearest ones."""


class Reachable(msgspec.Struct, frozen=True):
    """A version that the game can be taken back to."""

    version: int
    kind: Class


class Action(msgspec.Struct, frozen=True):
    """An action that counts: its number, who acted, its first and last event."""

    number: int
    actor: str
    first: int
    last: int


class Drawn(msgspec.Struct, frozen=True):
    """A slot that was used by an event."""

    version: int
    epoch: int
    slot: int


class Learnt(msgspec.Struct, frozen=True):
    """A hidden place ("4/d/draw/order/7") that became known by an event; `to` are seats, 0 everybody."""

    version: int
    place: str
    to: tuple[int, ...]


class WayBack(msgspec.Struct, frozen=True):
    """What going back to a version takes back. `seconds` from the first action until the dispute was opened."""

    version: int
    kind: Class
    actions: tuple[Action, ...]
    draws: tuple[Drawn, ...]
    learnt: tuple[Learnt, ...]
    seconds: int


class Assessment:
    """All ways back from the end of a log. `Refused` comes from `to` alone."""

    def __init__(self, ruleset: Ruleset[Any], log: Sequence[Logged]) -> None:
        counted = line(log)
        self._ruleset, self._log = ruleset, log
        self._line = [logged for logged in log if logged.version in counted]
        self._actions = _actions(ruleset, self._line)
        self._knowings, self._barred, self._revealed = observed(self._line)
        self._known_again = known_again(self._line, self._knowings)
        self._torn = _torn(ruleset, log, self._actions) if ruleset.traits.simultaneous else set()

    @property
    def reachable(self) -> tuple[Reachable, ...]:
        """The nearest `LISTED` versions that the game can be taken back to, the nearest first."""
        back = reversed([action.first - 1 for action in self._actions])
        versions = [version for version in back if not self._is_torn(version)]
        return tuple(Reachable(version, self.kind(version)) for version in versions[:LISTED])

    def _is_torn(self, version: int) -> bool:
        """Whether some but not all seats of one decision had decided there, and all was revealed since."""
        return version in self._torn and version < self._revealed

    def kind(self, version: int) -> Class:
        """The class of a way back to a version between two actions."""
        if self._known_again[version]:
            return "needs-random"
        if version < self._barred:
            return "tainted"
        return "simple" if version == self._actions[-1].first - 1 else "clean"

    def action_at(self, version: int) -> Action | None:
        """The action that counts, can be taken back, and has this event."""
        return next((action for action in self._actions if action.first <= version <= action.last), None)

    def check(self, version: int, torn: bool = False) -> None:
        """`Refused` referee.back-up for a version that the game cannot be taken back to.

        With `torn` one is good where not all seats of a decision had decided, for the last one's action is made again.
        """
        if all(action.first - 1 != version for action in self._actions):
            raise refused("referee.back-up", NOT_BETWEEN.format(version=version))
        if not torn and self._is_torn(version):
            raise refused("referee.back-up", TORN.format(version=version))

    def to(self, version: int, opened: int) -> WayBack:
        """What going back there takes back, for a dispute that was opened at `opened` (milliseconds since the epoch).

        `Refused` referee.back-up where the game cannot be taken back to.
        """
        self.check(version)
        return self.way(version, opened)

    def way(self, version: int, opened: int) -> WayBack:
        """The same for any version between two actions, also where only the table acts next."""
        actions = tuple(action for action in self._actions if action.first > version)
        after = [logged for logged in self._line if logged.version > version]
        seconds = max(0, opened - self._log[actions[0].first - 1].at) // 1000
        learnt = tuple(self.learnt(version))
        return WayBack(version, self.kind(version), actions, tuple(_drawn(after)), learnt, seconds)

    def drawn(self, version: int) -> bool:
        """Whether anything was drawn after a version, on whatever line."""
        return any(draws_of(logged.event) for logged in self._log[version:])

    def learnt(self, version: int) -> Iterator[Learnt]:
        """The places that became known after a version, and to whom they were not known there."""
        known: dict[str, set[int]] = {}
        for it in self._knowings:
            knew = known.setdefault(it.place, set())
            new = () if EVERYBODY in knew else tuple(who for who in it.who if who not in knew)
            knew.update(it.who)
            if it.version > version and new and not it.chosen:
                yield Learnt(it.version, it.place, new)

    def touched(self, version: int) -> set[str]:
        """The places of which somebody has learnt something after a version, also by what they were shuffled into."""
        places = {it.place for it in self.learnt(version)}
        for since, draw in shuffles_of_secrets(self._line):
            if since > version and not places.isdisjoint(secret.ref for secret in draw.order):
                places.update(draw.refs)
        return places


NOT_BETWEEN = (
    "The game cannot be taken back to version {version}. It can where an action of a seat that still counts begins, after "
    "the set-up and after the last ruling that changed the game: the assessment lists such versions."
)
TORN = (
    "The game cannot be taken back to version {version}: some seats had decided there and others had not, and what they "
    "decided has been shown since."
)


def _actions(ruleset: Ruleset[Any], line: Sequence[Logged]) -> list[Action]:
    """Those of seats since the set-up and the last remedy, which begin with an event of the ruleset."""
    actions: list[Action] = []
    number = 0
    for logged in line:
        own = type(logged.event) in ruleset.events
        if logged.action == number and own and actions and actions[-1].number == number:
            actions[-1] = msgspec.structs.replace(actions[-1], last=logged.version)
        elif logged.action != number and own:
            actions.append(Action(logged.action, logged.actor, logged.version, logged.version))
        elif isinstance(logged.event, t.Rewound) and logged.event.ruling is not None:
            actions = []
        number = logged.action
    return actions


def _drawn(line: Sequence[Logged]) -> Iterator[Drawn]:
    for logged in line:
        for draw in draws_of(logged.event):
            yield Drawn(logged.version, draw.epoch, draw.slot)


def _torn(ruleset: Ruleset[Any], log: Sequence[Logged], actions: Sequence[Action]) -> set[int]:
    """The versions between actions at which some but not all seats of one simultaneous decision have decided.

    The whole log is folded, for what was taken back may hold what lasts: cases, seats given away, revisions of the rules.
    """
    begins = {action.first for action in actions}
    folding, torn = Fold(ruleset), set[int]()
    before: Sequence[int] = ()
    deciding = barred = False
    for logged in folding.reading_whole(log):
        if logged.version in begins:
            now = ruleset.to_act(folding.game)
            deciding = not barred and set(now) <= set(before) and (deciding or len(now) < len(before))
            if deciding:
                torn.add(logged.version - 1)
            before, barred = now, False
        barred = barred or bool(draws_of(logged.event)) or opens(logged.event)
    return torn
