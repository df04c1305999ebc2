"""What bots, searches, learning programs and tournaments need of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol

from domain.by_seat import BySeat
from domain.contract.data import Edition
from domain.contract.types import Action, Course, Odds, Outcome, State
from domain.encoding import Part
from domain.hidden import Hidden, Viewer
from domain.play import Play
from domain.redraw import POSITION, Choose, dealt_by, redraw_chosen, redraw_pools

COURSES = 10
"""The number of courses that a seat looks into by default."""


class Luck(Protocol):
    """The chance that a playout meets. Each turn of a seat has luck of its own, whatever happened in turns before."""

    def begin(self, seat: int) -> None:
        """This seat acts now. If another one acted last, the seat's next turn begins, with its own luck."""

    def below(self, n: int) -> int:
        """The next draw of this turn, in 0..n-1. A throw is one draw: its last digit is the first die."""

    def shuffle(self, items: list[Any]) -> None:
        """Shuffles in place, by draws of this turn."""

    def choose(self, n: int) -> int:
        """The next choice of a bot in this turn, in 0..n-1. It uses up no draws, and one of 1 uses up nothing."""


class Horizon(NamedTuple):
    """Where playouts may end before the end of the game, and what that costs."""

    actions: int
    """Greedy actions at least; then until the position is `settled`."""
    bias: float
    """How far chances are from those of whole playouts, measured: the root mean square over positions of whole games, rounded up.

    More playouts do not lower it, and at single positions it can be several times as much.
    """


class Bots(Generic[State]):
    """Sensible moves, for bots, searches and analyses."""

    foresight: ClassVar[int] = 24
    """The least number of `greedy` actions that a search plays before it uses `outlook`."""
    discreet: ClassVar[bool] = False
    """Whether `greedy` heeds only what its seat knows also of a state that shows all: playouts then need not redact it."""

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

        For searches that look only some moves ahead. None (the default) if it cannot be estimated before the end.
        """
        return None

    def prospect(self, state: State, seat: int) -> float | None:
        """About how likely `seat` is to be among the winners, in 0..1, if it continues to search and all others play by `greedy`.

        For searches, when all that is hidden is known. None (the default): what `outlook` says.
        """
        return None

    def odds(self, state: State, action: Action) -> Odds | None:
        """The exact chance of what a legal action is to bring in this turn, when all that is hidden is known.

        None (the default) where only playouts could answer. Actions with the same aim say the same `about`.
        """
        return None

    def simulate(self, state: State, luck: Luck, actions: int | None) -> State | None:
        """The state when all seats have played on by `greedy`: to the end, or for some actions and until it is `settled`.

        A direct simulator for playouts: with the same luck it ends in the same state as the rules do, without events, legal
        actions and copies on the way. That state is only to be judged: its secrets may have lost their places in the log.
        Everything hidden has a value in `state`.

        None (the default): there is none, and playouts follow the rules step by step.
        """
        return None

    def horizon(self, state: State, viewer: Viewer) -> Horizon | None:
        """How far playouts go from this position, drawn anew for what `viewer` cannot know.

        None (the default): to the end.

        `outlook` does not see the order of cards that an auditor knows, so their horizon is beyond those cards.
        """
        return None

    def settled(self, state: State) -> bool:
        """Whether `outlook` can judge this position: a search continues until it can. Default: always."""
        return True


class Worlds(Generic[State]):
    """Hidden information drawn anew, for searches, forks, and the proof that nothing leaks."""

    def pool(self, path: str, secret: Hidden[Any]) -> str | None:
        """Which secrets can stand in for each other: to viewers who know none of them, those of one pool are exchangeable.

        The default pool is the shuffle that dealt the secret, and None for a chosen value: `possible` lists what it could be.
        An analysis commits all secrets anew and names no shuffles. There all those of a game without chosen ones are one pool;
        a game with both kinds, or with decks of different things, tells them apart by their paths.
        Widen it if cards in several places are equally unknown, e.g. a clan's hand, its face-down line and its lost cards.
        """
        if POSITION in secret.ref and type(self).possible is Worlds.possible:
            return POSITION
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


class Stepper(ABC):
    """A game played in place, by numbers of actions and figures of observations, for learning programs."""

    format: ClassVar[str] = "f"
    """Of the figures of a row, as in `array`: 32-bit floats, or "b" (signed bytes) where all are small whole numbers, which is
    faster. The same for all games of a table.
    """
    to_act: int
    """The seat that acts next; the lowest one of several. 0 when the game is over."""

    @abstractmethod
    def legal(self) -> Sequence[int]:
        """The numbers of this seat's legal actions, in any order."""

    def mark(self, mask: memoryview[int]) -> None:
        """Write 1 at the numbers of this seat's legal actions. `mask` has a byte for each number, all 0 before."""
        for number in self.legal():
            mask[number] = 1

    @abstractmethod
    def step(self, number: int) -> None:
        """Carry out a legal action of this seat."""

    @abstractmethod
    def show(self, row: memoryview[Any]) -> None:
        """Write what this seat observes: as many numbers of the `format` as an observation has figures."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """As `Ruleset.outcome`."""


class Learning:
    """Numbers for actions and views as rows of figures, for learning programs."""

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

    def new_stepper(self, play: Play[Any]) -> Stepper | None:
        """As `stepper`, from a state before the setup, which it makes.

        None (the default): the game is set up by the rules.
        """
        return None

    def stepper(self, play: Play[Any]) -> Stepper | None:
        """The game that continues from the state of `play`, and draws from it, faster than by the rules and equal to them.

        None (the default): it is stepped by the rules.
        """
        return None


class Tournaments(Generic[State]):
    """Games of the same sides one after the other, for tournaments and rematches."""

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
