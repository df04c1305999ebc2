"""The rules of a game: its tables, who may do what, and what follows from it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, cast

from domain.by_seat import BySeat, by_seat
from domain.contract.data import Clause, Edition
from domain.contract.package import Package
from domain.contract.types import Action, Event, NoOptions, Options, Outcome, State, Traits
from domain.contract.withdrawing import withdrawn
from domain.play import Play
from domain.unordered import in_listed_order


class Rules(ABC, Generic[State]):
    """What a game is, and how it is played."""

    id: ClassVar[str]
    name: ClassVar[Mapping[str, str]]
    """By language ("en", "pl"): the only place that has a game's name."""
    traits: ClassVar[Traits]
    package: Package | None = None
    """The package that it comes from; None for Kronika's own. The registry sets it."""
    rules: ClassVar[int] = 1
    """Revision of the code that decides: raised whenever a decision, its events or its citations could differ."""
    options: ClassVar[type[Options]] = NoOptions
    state: ClassVar[Any]
    """The state's type, for JSON round trips."""
    events: ClassVar[tuple[type[Event], ...]]
    """Default: the types in `evolvers`."""
    actions: ClassVar[tuple[type[Action], ...]]
    """Default: the types in `deciders`."""
    end_reasons: ClassVar[tuple[str, ...]]
    """Every `Outcome.reason` there is; each has a fixture match."""

    editions: Mapping[str, Edition]
    """By id; the last one is used for new games. Default: `editions/*.json` in the ruleset's folder."""
    clauses: Mapping[str, Clause] = {}
    """Default: `clauses.json` in the ruleset's folder."""
    fields: Mapping[str, str] = {}
    """What fields of its events, actions, options and view mean, by name, for the schemas that are served: of those that
    do not say it themselves (`Meta`), and beside the table's (`domain/table/fields.json`). Default: `fields.json`."""

    deciders: ClassVar[Mapping[Any, Callable[[Any, int, Any], None]]] = {}
    """(play, seat, action): what `decide` does with an action."""
    evolvers: ClassVar[Mapping[Any, Callable[[Any, Any], Any]]] = {}
    """(state, event): the state that `evolve` makes."""

    def check(self, seats: int, options: Any) -> None:
        """Refuse seats and options that do not go together with `BadSetup`. Ranges of single fields are checked before."""

    def setups(self) -> Sequence[tuple[int, Any]]:
        """Every kind of table worth testing: (seats, options). Default: each number of seats without options."""
        return [(seats, self.options()) for seats in self.traits.seats]

    def sides(self, seats: int, options: Any) -> BySeat[str]:
        """The side (clan, colour, team) of each seat; empty strings where the game has none."""
        return by_seat(("",) * seats)

    @abstractmethod
    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        """The table before anything is drawn or dealt. No chance here."""

    @abstractmethod
    def setup(self, play: Play[State]) -> None:
        """Record what happens before the first decision: shuffles, deals, the first player."""

    def decide(self, play: Play[State], seat: int, action: Any) -> None:
        """Check an action of a seat in `to_act` and record what happens, or raise `IllegalAction` with nothing recorded.

        What it accepts although it is not among `legal_actions` the table refuses (clause table.legal).
        """
        self.deciders[type(action)](play, seat, action)

    def carry_out(self, play: Play[State], seat: int, action: Any) -> None:
        """Record what happens by an action that is known to be legal, in playouts. Default: `decide`, which checks it again."""
        self.decide(play, seat, action)

    def ordered(self, action: Any) -> Any:
        """The action as `legal_actions` lists it. Every action is put into this order when it is read, before it is decided.

        Default: as its type's `unordered` says. It depends on nothing but the action.
        """
        return in_listed_order(action, action.unordered)

    def evolve(self, state: State, event: Any) -> State:
        """The state after an event. Total: any recorded event folds, no rule is checked, nothing is drawn."""
        return cast(State, self.evolvers[type(event)](state, event))

    @abstractmethod
    def to_act(self, state: State) -> tuple[int, ...]:
        """Seats with a decision now, ascending; () exactly when `outcome` is not None."""

    @abstractmethod
    def choices(self, state: State, seat: int) -> Sequence[Action]:
        """Everything that `decide` accepts from a seat that is to act, in a stable order."""

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        """Everything that `decide` accepts from this seat now: its `choices`, and nothing when it is not to act."""
        return self.choices(state, seat) if seat in self.to_act(state) else []

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """None while the game is not over."""

    def stint(self, state: State, seat: int) -> int | None:
        """A public number that changes when a new stint of this seat's clock may begin, the same under `redraw`.

        Default: None, and the table counts: each event whose `turn` is another seat's or nobody's; in a ruleset without
        `turns`, each action of another seat.
        """
        return None

    def withdrawn(self, state: State, seats: tuple[int, ...], why: str, sides: BySeat[str]) -> Outcome:
        """The outcome when these seats lose by `time` or have `resigned` (`why`).

        Default: the sides of these seats share the last rank, and all others win and share the first. If nobody is left to
        win, there are no winners, and all share the only rank. `scores` is 0 for every seat.
        """
        return withdrawn(seats, why, sides)

    @abstractmethod
    def conserved(self, state: State) -> Mapping[str, int]:
        """Counts that never change while the game runs (cards by name, dice, pieces), from unredacted state."""

    @cached_property
    def event_types(self) -> Mapping[str, type[Event]]:
        return {str(cls.__struct_config__.tag): cls for cls in self.events}

    @cached_property
    def action_types(self) -> Mapping[str, type[Action]]:
        return {str(cls.__struct_config__.tag): cls for cls in self.actions}

    def edition(self, id: str) -> Edition:
        return self.editions[id]

    @property
    def newest(self) -> Edition:
        return list(self.editions.values())[-1]
