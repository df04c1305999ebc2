"""The contract of a ruleset. Read this first: it says what a game is to the rest of Kronika.

A ruleset is one folder below `domain/rulesets/` and one object that subclasses `Ruleset`. State, actions and
events are frozen `msgspec.Struct`s. An action is what a seat asks for; an event is what happened, with its
results in it (dice faces, cards), so replaying a log never draws and survives a change of the rules code.

What must hold, at every version of every game, and which test of the shared battery (tests/rulesets) holds it:

- `evolve` is total and the only thing that changes state. Folding the log again gives the same state,
  also through JSON (`test_replay`, `test_json`).
- `legal_actions(state, seat)` is complete and exact: `decide` accepts each entry and refuses everything else
  (`test_legal_actions`). It is `[]` exactly for those not in `to_act(state)`, and has at most 400 entries.
- `to_act`, `legal_actions`, `view` and refusals tell a seat nothing that it cannot know: they are the same after
  every unknown secret is drawn anew by `redraw` (`test_no_leak`). `view` is handed redacted state, so it cannot
  show a secret; services hand `legal_actions` and `greedy` redacted state too, and the answer must be the same.
- `conserved(state)` never changes its value: cards, dice and pieces are neither made nor lost (`test_conservation`).
- Every game ends within `traits.longest` actions of random play, with an outcome (`test_random_play`).
- When several seats are to act at once, the order in which their answers arrive changes nothing in the
  state that follows (`test_arrival_order`), as far as `traits.simultaneous` says they do.
- Rules draw only by `play.roll` and `play.shuffle`, one slot each, and record the draw in an event field of its own.
- Every clause of the catalogue is named by a test and cited by an event of a fixture match (`test_coverage`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast

import msgspec

from domain.hidden import Hidden, Viewer, map_hidden, secrets_in
from domain.play import Play
from domain.sentence import Sentence, Term, say

State = TypeVar("State")
Choose = Callable[[int], int]
"""A source of arbitrary numbers for bots and tests: `choose(n)` is in 0..n-1. Never used by rules."""


class Event(msgspec.Struct, frozen=True):
    """Base of all events. Subclasses give a kebab-case `tag`: the event's type in the log and the API.

    A field is plain (public), `Hidden` (a new secret), `Opened` (an earlier secret made known), `Roll` or
    `Shuffle` (a draw; always a field of its own). Tuples and structs of these work too. Keep events small,
    in the game's own words, with the numbers that decided.
    """

    mark: ClassVar[str] = ""
    """What a replay viewer marks this event as ("capture", "conquest", ...); empty for most."""
    wide: ClassVar[bool] = False
    """Whether integers beyond 53 bits are written as decimal strings in entries and in the API."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all actions. Subclasses give a kebab-case `tag`. Fields: int, str, bool, Literal, tuples of these."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of a ruleset's options; every field has a default. `Annotated` metas become the served JSON Schema."""


class NoOptions(Options, frozen=True):
    """For rulesets without options."""


class BadSetup(Exception):
    """Seats and options that do not go together. `field` names the option (or "seats"), `rule` the clause."""

    def __init__(self, field: str, detail: str, rule: str) -> None:
        super().__init__(detail)
        self.field, self.detail, self.rule = field, detail, rule


class Traits(msgspec.Struct, frozen=True):
    """What a game declares about itself; generic tests and services are driven by it."""

    seats: tuple[int, ...]
    """The numbers of seats that can be played, ascending."""
    draws: int
    """Slots of committed randomness in one epoch (a power of two); four epochs are committed."""
    longest: int
    """No sensible or random game needs more actions than this."""
    hidden_information: bool = False
    chance: bool = True
    simultaneous: bool = False
    shuffles_open_at_end: bool = True
    """Whether, once the game is over, everybody may open the keys of shuffles and every secret that they dealt."""


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One clause of the rules, in the project's own words.

    `source` says whose rule it is: the rulebook's (`where`: its page or paragraph), a ruling of ours where the
    rulebook is silent, or an addition of the service.
    """

    en: str
    pl: str
    source: Literal["rulebook", "ruling", "addition"] = "rulebook"
    where: str = ""


class Step(msgspec.Struct, frozen=True):
    """One step of the argument behind an event: the clause, what it comes to here, and the numbers in it."""

    clause: str
    text: Sentence
    numbers: dict[str, int] = {}


class View(msgspec.Struct, frozen=True):
    """Base of a ruleset's board as one viewer may know it. Plain data; unknown values are None."""


class Edition(msgspec.Struct, frozen=True):
    """Component data of one edition. `components` is what the API serves, with a `provenance` per figure."""

    id: str
    components: dict[str, Any]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `ranking` lists ranks from the first; seats that share a rank stand together (1, 1, 3)."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: dict[str, int]
    reason: str
    details: dict[str, Any] = {}


class Ruleset(ABC, Generic[State]):
    """One game. All methods are pure; `play` is the only thing that is written to."""

    id: ClassVar[str]
    name: ClassVar[Mapping[str, str]]
    traits: ClassVar[Traits]
    options: ClassVar[type[Options]] = NoOptions
    state: ClassVar[Any]
    """The state's type, for JSON round trips."""
    events: ClassVar[tuple[type[Event], ...]]
    actions: ClassVar[tuple[type[Action], ...]]
    end_reasons: ClassVar[tuple[str, ...]]
    """Every `Outcome.reason` there is; each has a fixture match."""

    editions: Mapping[str, Edition]
    """By id; the last one is used for new games."""
    clauses: Mapping[str, Clause]

    # -- rules

    def check(self, seats: int, options: Any) -> None:
        """Refuse seats and options that do not go together with `BadSetup`. Ranges of single fields are checked before."""

    def setups(self) -> Sequence[tuple[int, Any]]:
        """Every kind of table worth testing: (seats, options)."""
        return [(seats, self.options()) for seats in self.traits.seats]

    def sides(self, seats: int, options: Any) -> tuple[str, ...]:
        """The side (clan, colour, team) of each seat; empty strings where the game has none."""
        return ("",) * seats

    @abstractmethod
    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        """The table before anything is drawn or dealt. No chance here."""

    @abstractmethod
    def setup(self, play: Play[State]) -> None:
        """Record what happens before the first decision: shuffles, deals, the first player."""

    @abstractmethod
    def decide(self, play: Play[State], seat: int, action: Any) -> None:
        """Check an action of a seat in `to_act` and record what happens, or raise `IllegalAction` with nothing recorded."""

    @abstractmethod
    def evolve(self, state: State, event: Any) -> State:
        """The state after an event. Total: any recorded event folds, no rule is checked, nothing is drawn."""

    @abstractmethod
    def to_act(self, state: State) -> tuple[int, ...]:
        """Seats with a decision now, ascending; () exactly when `outcome` is not None."""

    @abstractmethod
    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        """Everything that `decide` accepts from this seat now, in a stable order."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """None while the game goes on."""

    # -- what people see

    @abstractmethod
    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """The board as JSON-able data for a viewer, from state that `redact` has been over. Unknown values are null."""

    @abstractmethod
    def narrate(self, event: Any) -> Sentence:
        """One sentence per event; called with redacted events, so a secret value may be None."""

    def describe(self, action: Any) -> Sentence:
        """What an action does, in the words of the game, as a button has it: "Keep Axx", "Throw 5 dice"."""
        return plainly(action)

    explained: ClassVar[tuple[type[Event], ...]] = ()
    """The deciding events that `explain` has an argument for."""

    def explain(self, before: State, event: Any) -> Sequence[Step]:
        """The argument behind one of the `explained` events, from the state before it; both as the asker may know them."""
        return ()

    def chapter(self, event: Any) -> Sentence | None:
        """The title of the chapter (round, clash, turn) that this event begins, else None."""
        return None

    # -- for tournaments: games of the same sides one after the other

    def tournament_points(self, outcome: Outcome) -> Mapping[int, int]:
        """What a game brings to each seat. Seats of one side have the same: the side's points, counted once."""
        return {int(seat): points for seat, points in outcome.scores.items()}

    def tournament_details(self, outcome: Outcome) -> Mapping[str, Mapping[str, int]]:
        """What standings add up beside points, such as patterns by kind, for each side that `sides` names."""
        return {}

    def next_options(self, seats: int, options: Any, state: State | None) -> Any:
        """The options of the game that follows one with these `options`, which ended in `state` (None: never begun).

        They are public: nothing hidden in `state` may show in them.
        """
        return options

    # -- for bots and the battery

    @abstractmethod
    def greedy(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
        """A sensible move for `seat`, from state redacted for it. `choose` breaks ties."""

    @abstractmethod
    def conserved(self, state: State) -> Mapping[str, int]:
        """Counts that never change while the game runs (cards by name, dice, pieces), from unredacted state."""

    def pool(self, path: str, secret: Hidden[Any]) -> str:
        """Which secrets can stand in for each other: those of one pool are exchangeable for who knows none of them.

        The default pool is the shuffle (or event field) that committed the secret. Widen it where cards of
        several places are equally unknown, e.g. a clan's hand, its face-down line and its lost cards.
        """
        return secret.ref.rpartition("/")[0]

    def redraw(self, state: State, viewer: Viewer, choose: Choose) -> State:
        """The state with everything that `viewer` cannot know drawn anew, consistent with what he knows."""
        return redraw_pools(state, viewer, choose, self.pool)

    # -- derived

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


def plainly(action: Action) -> Sentence:
    """An action in the words of its type and fields, for games that say it no better."""
    kind = str(action.__struct_config__.tag).replace("-", " ")
    given = [getattr(action, name) for name in action.__struct_fields__]
    told = tuple(str(part) for value in given for part in (value if isinstance(value, tuple) else (value,)))
    return (
        say("{action}: {given}", action=Term(kind), given=told)
        if told
        else say("{action}", action=Term(kind))
    )


def redraw_pools(
    state: State, viewer: Viewer, choose: Choose, pool: Callable[[str, Hidden[Any]], str]
) -> State:
    """Permute the values of unknown secrets within their pools."""
    places: dict[str, list[tuple[str, Any]]] = {}
    for path, secret in secrets_in(state):
        if isinstance(secret, Hidden) and secret.value is not None and not secret.known_to(viewer):
            places.setdefault(pool(path, secret), []).append((path, secret.value))
    new = dict(pair for pairs in places.values() for pair in _permuted(pairs, choose))

    def redrawn(path: str, it: Any) -> Any:
        return msgspec.structs.replace(it, value=new[path]) if path in new else it

    return cast(State, map_hidden(state, redrawn))


def _permuted(pairs: list[tuple[str, Any]], choose: Choose) -> Iterator[tuple[str, Any]]:
    values = [value for _, value in pairs]
    for path, _ in pairs:
        yield path, values.pop(choose(len(values)))
