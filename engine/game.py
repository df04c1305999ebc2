"""One game in process."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.draws import Draws, seeded_draws
from domain.hidden import AUDITOR, Viewer, map_hidden
from domain.knowledge import known
from domain.ruleset import Action, Outcome, Ruleset, View
from domain.table import decisions, seating
from domain.table.events import CLOSED_TABLES, Forked, GameCreated, SeatTaken
from domain.table.fold import fold
from domain.table.given_actions import read_action
from domain.table.refusals import malformed
from domain.table.state import Logged, Table
from domain.table.terms import chosen
from engine.arrays import Arrays, arrays_of
from engine.written import written

NOBODYS = "0" * 32
"""The id of a game that is not in any store."""


def new(
    ruleset: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    seed: int | str | None = None,
) -> Game:
    """A new game: all seats are taken, cards are dealt.

    `ruleset` is an id of `kronika.rulesets()`, `options` a JSON object as `POST /v1/games` takes it. The same `seed` gives the
    same dice and cards for the same actions; without one they are new every time. `Refused` says what cannot be: no such
    ruleset, options or number of seats.
    """
    _check_types(seats, options, seed)
    found, given = chosen(
        {"ruleset": ruleset, "seats": seats, "options": {} if options is None else dict(options)}
    )
    sown = secrets.token_hex(16) if seed is None else str(seed)
    setup, taken = (
        _setup(found, seats, given, sown),
        [(SeatTaken(seat), None) for seat in range(1, seats + 1)],
    )
    begun = seating.create_seated(found, setup, taken, lambda table: _draws_of(table.setup))
    return Game(found, begun.table(), tuple(begun.recorded))


def _check_types(seats: object, options: object, seed: object) -> None:
    """True is not a number of seats, although Python treats it as 1."""
    if type(seats) is not int:
        raise malformed("seats", f"The number of seats is an integer, and not {seats!r}.")
    if not isinstance(options, Mapping | None):
        raise malformed("options", f"Options are a JSON object, a dict, and not {options!r}.")
    if not isinstance(seed, int | str | None) or isinstance(seed, bool):
        raise malformed("seed", f"A seed is an integer or a string, and not {seed!r}.")


def _setup(ruleset: Ruleset[Any], seats: int, options: Any, seed: str) -> GameCreated:
    """Entry 0 of a game in process: it has no commitments, and the nonce is the seed."""
    return GameCreated(
        game=NOBODYS,
        origin="",
        nonce=seed,
        ruleset=ruleset.id,
        edition=ruleset.newest.id,
        edition_hash="",
        rules=ruleset.rules,
        seats=seats,
        options=msgspec.to_builtins(options),
        visibility="public",
        undo="free",
        disputes=None,
        draw_roots=(),
        draw_count=ruleset.traits.draws,
        vkey="",
        table=CLOSED_TABLES,
        log=None,
        witnessed=None,
        package=ruleset.package,
    )


class Game:
    """A game that `apply` continues. Everything in it except the game itself is immutable, so copies are cheap.

    A *viewer* is a seat (1, 2, ...), None for a spectator or "auditor" for a viewer who sees everything.
    """

    __slots__ = ("_draws", "_history", "ruleset", "table")

    def __init__(self, ruleset: Ruleset[Any], table: Table, history: tuple[Logged, ...]) -> None:
        """Made by `kronika.new`, `from_log` and `read`; `history` is the log that folds to `table`."""
        self.ruleset = ruleset
        self.table = table
        self._history = history
        self._draws = _draws_of(table.setup)

    def __repr__(self) -> str:
        return f"<{self.ruleset.id} for {self.seats}, version {self.version}, {self.table.status}>"

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.table.setup.seats

    @property
    def options(self) -> dict[str, Any]:
        """The options as a JSON object."""
        return self.table.setup.options

    @property
    def seed(self) -> str:
        """The seed from which the draws of this game follow."""
        return self.table.setup.nonce

    @property
    def version(self) -> int:
        """The number of events in the log."""
        return self.table.version

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats with a decision now, ascending; () when the game is over."""
        return self.table.to_act

    @property
    def outcome(self) -> Outcome | None:
        """Winners, ranking, scores and the reason of the end; None while the game is running."""
        return self.table.outcome

    @property
    def state(self) -> Any:
        """The ruleset's state with all hidden information, for tools. Players use `view`."""
        return self.table.game

    @property
    def history(self) -> tuple[Logged, ...]:
        """All events so far, with all hidden information."""
        return self._history

    @property
    def arrays(self) -> Arrays:
        """The encoding of actions and observations at such tables, for machine learning."""
        return arrays_of(self.ruleset, self.table.setup.edition, self.seats, self.options)

    def known(self, viewer: Viewer) -> Any:
        """The ruleset's state as this viewer may know it: unknown values are None. `Refused` for an unknown viewer."""
        self._check_viewer(viewer)
        return known(self.ruleset, self.state, viewer)

    def view(self, viewer: Viewer = None) -> View:
        """The board as this viewer may know it, the service's `view` as a struct (`kronika.plain` makes it a JSON object)."""
        return self.ruleset.view(self.known(viewer), viewer)

    def legal(self, seat: int) -> Sequence[Action]:
        """The legal actions of this seat in a stable order; [] if it is not to act, `Refused` if it does not exist."""
        self._check_seat(seat)
        return self.ruleset.legal_actions(self.known(seat), seat) if seat in self.to_act else []

    def apply(self, seat: int, action: Action | Mapping[str, Any]) -> tuple[Logged, ...]:
        """Apply an action of a seat, a struct from `legal` or the same as a JSON object; returns the new events.

        `IllegalAction` names the clause that forbids it, `Refused` says that the seat is not to act, that the game is over or
        that this is no action; the game is then as it was.
        """
        given = read_action(self.ruleset, action) if isinstance(action, Mapping) else action
        ordered = self.ruleset.ordered(given)
        self._check_seat(seat)
        done = decisions.act(self.ruleset, self.table, seat, ordered, self._draws)
        self.table = done.table()
        recorded = tuple(done.recorded)
        self._history += recorded
        return recorded

    def greedy(self, seat: int, rng: random.Random) -> Action:
        """The action of the ruleset's greedy bot at this seat, from what the seat knows."""
        return self.ruleset.greedy(self.known(seat), seat, self.legal(seat), rng.randrange)

    def clone(self) -> Game:
        """An independent copy of the game, with the same future draws."""
        return Game(self.ruleset, self.table, self._history)

    def at(self, version: int) -> Game:
        """The game at an earlier version, with the same draws from there."""
        if type(version) is not int or not 0 < version <= self.version:
            raise ValueError(f"This game has versions 1 to {self.version}, and not {version!r}.")
        history = self._history[:version]
        return Game(self.ruleset, fold(self.ruleset, history), history)

    def redrawn_for(self, viewer: Viewer, rng: random.Random) -> Game:
        """A game consistent with everything that the viewer knows: hidden information and future draws are drawn anew.

        Its log begins at this position, as that of an analysis. The same `rng` gives the same game, whatever it is that the
        viewer does not know. (Places of secrets name the version of this game before its places, so they meet no new ones.)
        """
        self._check_viewer(viewer)
        state = self.ruleset.redraw(self.state, viewer, rng.randrange)
        placed = map_hidden(state, lambda _, it: replace(it, ref=f"{self.version}:{it.ref}"))
        setup = replace(self.table.setup, nonce=f"{rng.getrandbits(128):032x}", undo="free")
        taken = [SeatTaken(seat) for seat in range(1, self.seats + 1)]
        begun = decisions.begin_analysis(
            decisions.create(self.ruleset, setup), Forked(setup.game, self.version), taken, placed
        )
        return Game(self.ruleset, begun.table(), tuple(begun.recorded))

    def _check_viewer(self, viewer: object) -> None:
        if viewer is not None and viewer != AUDITOR:
            self._check_seat(viewer, "A viewer is None (a spectator), 'auditor' or a seat")

    def _check_seat(self, seat: object, what: str = "A seat is a number") -> None:
        if type(seat) is not int or not 0 < seat <= self.seats:
            raise malformed("seat", f"{what} from 1 to {self.seats}, and not {seat!r}.")

    def log(self) -> list[dict[str, Any]]:
        """The whole log as JSON objects, with hidden values in the clear; `kronika.from_log` reads it."""
        return [written(logged) for logged in self._history]


def _draws_of(setup: GameCreated) -> Draws:
    return seeded_draws(setup.nonce.encode(), setup.draw_count)


def plain(thing: Any) -> Any:
    """An action, a view or an outcome in the JSON form of the service."""
    return msgspec.to_builtins(thing, str_keys=True)
