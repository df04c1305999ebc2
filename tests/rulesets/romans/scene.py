"""Situations for tests: clans with chosen lines, forts and orders before a chosen wall, and what follows from there."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from conformance.kit import Sitting
from domain.hidden import Hidden
from domain.rulesets.romans import RULESET, RomansOptions
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from domain.rulesets.romans.state import Clan, Due, State

INERT = "filchy"
"""What clans reveal where a test says nothing: when all of them are out, nothing happens in a clash."""
PLAIN_WALL = "niefort-1 niefort-3 niefort-3 niefort-5 niefort-5 niefort-6"


class C(NamedTuple):
    """A clan: what it is about to reveal from the left, its line so far, and the forts that it holds (by id, spaced)."""

    shows: str
    line: str = ""
    forts: str = ""


class Scene:
    """It begins as seat 1 answers for Svord, so that the next clash follows; clans without a seat are neutral."""

    def __init__(
        self, *clans: C, wall: str = PLAIN_WALL, neutral: int = 0, round: int = 1, **options: Any
    ) -> None:
        seats = len(clans) - neutral
        self.sitting = Sitting(RULESET, seats, RomansOptions(neutral_clans=neutral, **options), "scene")
        game: State = self.sitting.table.game
        row = tuple(wall.split())
        set_up = tuple(_placed(clan, c, len(row)) for clan, c in zip(game.clans, clans, strict=True))
        due = (Due(1, "rearrange", "romans.svord.1"),)
        self.game = replace(game, clans=set_up, wall=row, clash=6 - len(row), due=due, round=round)
        self.sitting.table = replace(self.sitting.table, game=self.game, to_act=(1,))
        self.events: list[Any] = []
        self.rules: list[tuple[str, ...]] = []
        self.states: list[State] = []
        self.act(1, a.Rearrange(tuple(str(card.value) for card in set_up[0].orders)))
        self.events, self.rules, self.states = self.events[1:], self.rules[1:], self.states[1:]

    def act(self, seat: int, action: Any) -> Scene:
        state = self.game
        for logged in self.sitting.act(seat, action):
            state = RULESET.evolve(state, logged.event)
            self.events.append(logged.event)
            self.rules.append(logged.rules)
            self.states.append(state)
        self.game = state
        return self

    @property
    def due(self) -> list[tuple[int, str]]:
        return [(due.seat, due.action) for due in self.game.due]

    def legal(self, seat: int) -> list[Any]:
        return list(RULESET.legal_actions(self.game, seat))

    def all(self, kind: type) -> list[Any]:
        """Events of a type in the first clash of the scene."""
        return [event for event in self.events[: self._end] if isinstance(event, kind)]

    def one(self, kind: type) -> Any:
        (event,) = self.all(kind)
        return event

    def cited(self, kind: type) -> tuple[str, ...]:
        """The clauses that the first event of a type cites."""
        return next(r for ev, r in zip(self.events, self.rules, strict=True) if isinstance(ev, kind))

    @property
    def after(self) -> State:
        """The state at the end of the first clash of the scene, or now when it is not over."""
        return self.states[self._end - 1]

    def clan(self, number: int) -> Clan:
        """Clan 1, 2, ... after the first clash."""
        return self.after.clans[number - 1]

    @property
    def _end(self) -> int:
        later = (e.WarriorsRevealed, e.RoundEnded)
        ends = [n for n, event in enumerate(self.events) if isinstance(event, later)]
        return ends[1] if len(ends) > 1 else len(self.events)

    def totals(self) -> list[int | None]:
        """The totals of the first clash, None for a clan that is out."""
        event = next(ev for ev in self.events if isinstance(ev, e.ClashWon | e.ClashTied | e.ClashUnfought))
        return [None if total.out else total.total for total in event.totals]

    def winner(self) -> str | None:
        won = self.all(e.ClashWon)
        return won[0].side.clan if won else None


def _placed(clan: Clan, wanted: C, clashes: int) -> Clan:
    shows = [*wanted.shows.split(), *[INERT] * 6][:clashes]
    orders = tuple(Hidden(w, (clan.side.seat or 9,), f"0/d/{n}") for n, w in enumerate(shows))
    forts, line = tuple(wanted.forts.split()), tuple(wanted.line.split())
    return replace(clan, hand=(), posts=None, sealed=True, orders=orders, line=line, forts=forts)


def sitting(
    seats: int, neutral: int = 0, seed: str = "orders", undo: str = "free", **options: Any
) -> Sitting:
    """A table at the start of its first orders phase."""
    return Sitting(RULESET, seats, RomansOptions(neutral_clans=neutral, **options), seed, undo)


def hand(table: Sitting, seat: int) -> list[str]:
    """The seven warriors dealt to a seat."""
    return [str(card.value) for card in table.table.game.clans[seat - 1].hand]


def lay(table: Sitting, seat: int, warriors: list[str]) -> None:
    """Place these from the left."""
    for fort, warrior in enumerate(warriors, 1):
        table.act(seat, a.PlaceWarrior(warrior, fort))
