"""The contract of a ruleset. Read this first: it says what a game is to the rest of Kronika.

A ruleset is one folder below `domain/rulesets/` and one object that subclasses `Ruleset`. State, actions and
events are frozen `msgspec.Struct`s. An action is what a seat asks for; an event is what happened, with its
results in it (dice faces, cards), so replaying a log never draws and survives a change of the rules code.

What a game must say: `id`, `name`, `traits`, `state`, `end_reasons`, `initial`, `setup`, `to_act`, `choices`, `outcome`,
`conserved`, and the tables `deciders` and `evolvers`. Its clauses and editions are read from its folder. Every other slot
has a default that works for any game, to be replaced where the game can say or show it better.

What must hold, at every version of every game, and which test of the shared battery (tests/rulesets) holds it:

- `evolve` (table `evolvers`) is total and the only thing that changes state. Folding the log again gives the same state,
  also through JSON (`test_replay`, `test_json`), in the fixture matches for ever (`test_fixtures`).
- `decide` (table `deciders`) follows from state, action and draws alone: deciding a log again gives the same events and
  citations (`test_every_log_follows`, `test_fixtures`). When fixtures are decided otherwise, `rules` is raised.
- `legal_actions(state, seat)` is complete and exact: `decide` accepts each entry and refuses everything else
  (`test_legal_actions`), apart from the order of members of a set within an action
  (`test_any_order`). It is `[]` exactly for those not in `to_act(state)`, and has at most 400 entries.
- `to_act`, `legal_actions`, `view` and refusals tell a seat nothing that it cannot know: they are the same after
  every unknown secret is drawn anew by `redraw` (`test_no_leak`). `view` is handed redacted state, so it cannot
  show a secret; services hand `legal_actions` and `greedy` redacted state too, and the answer must be the same.
- `redraw` (from `pool` and `possible`) leaves nothing as it is that a viewer cannot tell: by default it raises
  `NotRedrawn`, and `traits.redrawn` is the share that really changes (`test_nearly_all`). Cards in a hand are counted as a
  set: the same cards in another order are not drawn anew.
- A world that `redraw` gives fits all that the viewer has seen: played again in it, every seat can act so that the viewer sees
  the same events, with the same public fields (`test_worlds_fit`). So no public field may name what a `Hidden` holds, and
  what a seat shows by its actions (that it has no card of a suit) has to be remembered in the state and heeded by `redraw`.
- `conserved(state)` never changes its value: cards, dice and pieces are neither made nor lost (`test_conservation`).
- Every game ends within `traits.longest` actions of random play, with an outcome (`test_random_play`).
- When several seats are to act at once, the order in which their answers arrive changes nothing in the
  state that follows (`test_arrival_order`), as far as `traits.simultaneous` says they do.
- Rules draw only by `play.roll` and `play.shuffle`, one slot each, and record the draw in an event field of its own.
- `narrate` (table `sentences`) and `chapter` (table `chapters`) say every event to every viewer, in both languages
  (`test_views_and_sentences`, `test_words`); `describe` (table `descriptions`) says every action, `prompt` what is asked. `turn`
  (table `turns`) says the same to every viewer, and whatever begins a chapter begins a turn (`test_turns_are_the_same`).
- `explain` (table `explanations`) argues with clauses of the catalogue and the numbers of the event (`test_explanations_cite`),
  `explain_action` with the refusal (`test_legal_actions`); neither tells anybody what he cannot know (`test_no_leak`).
- `view` is a `view_type` (`test_every_version`).
- `numbered` and `by_rank` have a number for every legal action, and `encoding` the same figures for every view (`test_arrays`).
- Every clause of the catalogue is named by a test and cited by an event of a fixture match (`test_coverage`).
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast

import msgspec

from domain.argument import Step as Step
from domain.argument import because, refusal
from domain.by_seat import BySeat, by_seat
from domain.encoding import Part as Part
from domain.hidden import Hidden, Viewer
from domain.plain import plain_data, plainly
from domain.play import Play
from domain.redraw import Choose as Choose
from domain.redraw import dealt_by, redraw_chosen, redraw_pools
from domain.ruleset_data import Clause as Clause
from domain.ruleset_data import Edition as Edition
from domain.ruleset_data import load_clauses, load_editions, load_fields
from domain.ruleset_words import NO_PRIMER, NO_WORDS, Primer, Words, load_primer, load_words
from domain.sentence import Sentence, say
from domain.unordered import Unordered as Unordered
from domain.unordered import in_listed_order

CHOOSE = say("Choose what to do.")
IN_ITS_FOLDER: Mapping[str, tuple[str, Callable[[Path], Any]]] = {
    "clauses": ("clauses.json", load_clauses),
    "fields": ("fields.json", load_fields),
    "primer": ("primer.json", load_primer),
    "words": ("words.json", load_words),
    "editions": ("editions", load_editions),
}
"""What stands in the folder of a ruleset that does not name it: where, and who reads it."""

State = TypeVar("State")
COURSES = 10
"""How many courses a seat looks into by default."""


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

    unordered: ClassVar[tuple[Unordered, ...]] = ()
    """The sets among the fields. A client names their members in any order; legal actions and `decide` have the listed one."""


Hint = Literal["grid", "hand", "pile", "track", "cards"]
"""How the plain board shows a field of the view.

- `cards`: a card, or several in a row; one that the viewer does not know lies face down.
- `hand`: the cards that a seat holds, close together.
- `pile`: cards on top of each other, the first one uppermost, and how many there are.
- `grid`: rows of spaces, each space with what is in it; null for an empty one.
- `track`: spaces in a row, numbered from 1, each with what is in it; null for an empty one.

A list of several, such as the hands of all seats, shows each of them. What does not fit its hint is shown as without it.
"""
Course = tuple[Action, ...]
"""Some actions of one seat in a row, of which the first is legal now."""


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
    redrawn: float = 0.95
    """The least share of what viewers do not know that `redraw` changes in a few tries; the rest they can tell."""
    fitting: float = 1.0
    """The least share of the worlds that `redraw` gives that fit everything a viewer has seen since the start."""


class View(msgspec.Struct, frozen=True):
    """Base of a ruleset's board as one viewer may know it. Plain data; unknown values are None."""


class PlainView(View, frozen=True):
    """The default view: the redacted state as it is, its secrets by their values (None where unknown)."""

    state: Annotated[dict[str, Any], msgspec.Meta(description="Everything on the table.")]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `ranking` lists ranks from the first; seats that share a rank stand together (1, 1, 3)."""

    winners: Annotated[
        tuple[int, ...], msgspec.Meta(description="Nobody, one seat, or several that share the win.")
    ]
    ranking: Annotated[
        tuple[tuple[int, ...], ...],
        msgspec.Meta(description="Ranks from the first; seats that share one stand together."),
    ]
    scores: Annotated[dict[str, int], msgspec.Meta(description="By seat.")]
    reason: Annotated[
        str, msgspec.Meta(description="Why the game ended.", extra_json_schema={"x-part": "reason"})
    ]
    details: Annotated[
        dict[str, Any], msgspec.Meta(description="What the ruleset tells besides of how it ended.")
    ] = {}


class Ruleset(ABC, Generic[State]):
    """One game. All methods are pure; `play` is the only thing that is written to."""

    id: ClassVar[str]
    name: ClassVar[Mapping[str, str]]
    """By language ("en", "pl"): the only place where a game's name stands."""
    traits: ClassVar[Traits]
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
    foresight: ClassVar[int] = 24
    """Actions that a search lets everybody go on by `greedy`, at least, before it asks `outlook`."""
    view_type: ClassVar[type[View]] = PlainView
    """What `view` returns; documents are described by its annotations."""

    editions: Mapping[str, Edition]
    """By id; the last one is used for new games. Default: `editions/*.json` in the ruleset's folder."""
    clauses: Mapping[str, Clause] = {}
    """Default: `clauses.json` in the ruleset's folder."""
    fields: Mapping[str, str] = {}
    """What fields of its events, actions, options and view mean, by name, for the schemas that are served: of those that
    do not say it themselves (`Meta`), and beside the table's (`domain/table/fields.json`). Default: `fields.json`."""

    primer: Primer = NO_PRIMER
    """How it is learned. Default: `primer.json` in the ruleset's folder, if it is there."""
    words: Words = NO_WORDS
    """What its board, options, marks and ends are called. Default: `words.json` in the ruleset's folder, if it is there."""
    hints: ClassVar[Mapping[str, Hint]] = {}
    """How the plain board shows fields of the view, by name, wherever they are in it. Others are lists and tables."""
    texts: ClassVar[Mapping[str, Sentence]] = {}
    """What its pieces do, by their id or kind, for boards that show it on them; where the edition does not say it."""

    # -- tables: one function a type, for the methods of the same meaning below

    deciders: ClassVar[Mapping[Any, Callable[[Any, int, Any], None]]] = {}
    """(play, seat, action): what `decide` does with an action."""
    evolvers: ClassVar[Mapping[Any, Callable[[Any, Any], Any]]] = {}
    """(state, event): the state that `evolve` makes."""
    sentences: ClassVar[Mapping[Any, Callable[[Any], Sentence]]] = {}
    """(event): what `narrate` says."""
    chapters: ClassVar[Mapping[Any, Callable[[Any], Sentence | None]]] = {}
    """(event): what `chapter` says, for the events that can begin one."""
    turns: ClassVar[Mapping[Any, Callable[[Any], int | None]]] = {}
    """(event): what `turn` says, for the events that can begin one. Default: what begins a chapter begins one of nobody's."""
    headlines: ClassVar[frozenset[type[Event]]] = frozenset()
    """The events that tell a turn in one line. One that has none of them is told by its last event."""
    descriptions: ClassVar[Mapping[Any, Callable[[Any], Sentence]]] = {}
    """(action): what `describe` says."""
    explanations: ClassVar[Mapping[Any, Callable[[Any, Any], Sequence[Step]]]] = {}
    """(state before, event): what `explain` argues; these events are the `explained` ones."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Take what the class does not name from its tables and from the folder of its module."""
        super().__init_subclass__(**more)
        if cls.evolvers and not hasattr(cls, "events"):
            cls.events = tuple(cls.evolvers)
        if cls.deciders and not hasattr(cls, "actions"):
            cls.actions = tuple(cls.deciders)
        if hasattr(cls, "actions") and not hasattr(cls, "by_rank"):
            cls.by_rank = cls.actions
        folder = Path(str(sys.modules[cls.__module__].__file__)).parent
        for name, (place, load) in IN_ITS_FOLDER.items():
            if name not in vars(cls) and (folder / place).exists():
                setattr(cls, name, load(folder))

    # -- rules

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
        """None while the game goes on."""

    # -- what people see

    def view(self, state: State, viewer: Viewer) -> View:
        """The board as a `view_type`, from state that `redact` has been over. Unknown values are None."""
        return PlainView(plain_data(state))

    def narrate(self, event: Any) -> Sentence:
        """One sentence per event; called with redacted events, so a secret value may be None."""
        say_it = self.sentences.get(type(event))
        return say_it(event) if say_it else plainly(event)

    def describe(self, action: Any) -> Sentence:
        """What an action does, in the words of the game, as a button has it: "Keep Axx", "Throw 5 dice"."""
        say_it = self.descriptions.get(type(action))
        return say_it(action) if say_it else plainly(action)

    def prompt(self, state: State, seat: int, legal: Sequence[Action]) -> Sentence:
        """What a seat that is to act is asked to do; from state redacted for it, and its legal actions."""
        return CHOOSE

    def chapter(self, event: Any) -> Sentence | None:
        """The title of the chapter (round, clash, turn) that this event begins, else None."""
        title = self.chapters.get(type(event))
        return title(event) if title else None

    def turn(self, event: Any) -> int | None:
        """The seat whose turn this event begins, 0 for a part of the game that is nobody's own turn; None: it begins none."""
        if not self.turns:
            return None if self.chapter(event) is None else 0
        whose = self.turns.get(type(event))
        return whose(event) if whose else None

    @property
    def explained(self) -> tuple[type[Event], ...]:
        """The deciding events that `explain` has an argument for."""
        return tuple(self.explanations)

    def explain(self, before: State, event: Any) -> Sequence[Step]:
        """The argument behind an event, from the state before it; both as the asker may know them. () if not `explained`.

        A number that bears the name of a field of the event is equal to it.
        """
        argue = self.explanations.get(type(event))
        return argue(before, event) if argue else ()

    def explain_action(self, state: State, seat: int, action: Any) -> Sequence[Step]:
        """Why an action of this seat, which is to act, is legal or not; from state redacted for the seat.

        Of an illegal one the first step is the refusal itself, of a legal one this says nothing by itself.
        """
        refused = refusal(self.decide, state, seat, action)
        return [because(refused.rule, refused.sentence)] if refused else []

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

    # -- for programs that learn: numbers for actions, views as rows of figures

    by_rank: ClassVar[tuple[type[Action], ...]]
    """Types of actions without a number of their own, such as any five of many cards. Default: all."""
    ranks: ClassVar[int] = 400
    """So many actions of these types, and no more, may be legal for a seat at once."""

    def numbered(self, seats: int, options: Any, edition: Edition) -> Sequence[Action]:
        """Every action there can be in such a game, but for those `by_rank`; in an order that never changes."""
        return ()

    def encoding(self, seats: int, options: Any, edition: Edition) -> Part | None:
        """How a `view` of such a game becomes a row of figures; None (the default) where nobody has said it."""
        return None

    # -- for bots and the battery

    def greedy(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
        """A sensible move for `seat`, from state redacted for it. `choose` breaks ties. Default: any move."""
        return legal[choose(len(legal))]

    def promising(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Sequence[Course]:
        """Courses that are worth looking into, the greedy one first, from state redacted for `seat` or drawn anew for it.

        A search looks no further than these: about ten, so that it can try each often enough.
        """
        first = self.greedy(state, seat, legal, choose)
        return [(first,), *((action,) for action in legal if action != first)][:COURSES]

    def outlook(self, state: State) -> BySeat[float] | None:
        """About how likely each seat is to be among the winners, in 0..1, when all that is hidden is known.

        For who looks some moves ahead and no further. None (the default) where that cannot be said before the end.
        """
        return None

    def settled(self, state: State) -> bool:
        """Whether `outlook` can judge this position: a search goes on until it can. Default: always."""
        return True

    @abstractmethod
    def conserved(self, state: State) -> Mapping[str, int]:
        """Counts that never change while the game runs (cards by name, dice, pieces), from unredacted state."""

    def pool(self, path: str, secret: Hidden[Any]) -> str | None:
        """Which secrets can stand in for each other: those of one pool are exchangeable for who knows none of them.

        The default pool is the shuffle that dealt the secret, and None for a chosen value, which `possible` is asked
        about. Widen it where cards of several places are equally unknown, e.g. a clan's hand, its face-down line and
        its lost cards.
        """
        return dealt_by(secret)

    def possible(self, state: State, path: str) -> Sequence[Any]:
        """What the chosen secret at `path` (one without a pool) could be for whoever does not know it.

        In `state` other chosen secrets that he does not know are drawn already or None. A game with such secrets must
        say this: with nothing said (the default) `redraw` raises `NotRedrawn`.
        """
        return ()

    def redraw(self, state: State, viewer: Viewer, choose: Choose) -> State:
        """The state with everything that `viewer` cannot know drawn anew, consistent with what he knows."""
        dealt = redraw_pools(state, viewer, choose, self.pool)
        return redraw_chosen(dealt, viewer, choose, self.pool, self.possible)

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
