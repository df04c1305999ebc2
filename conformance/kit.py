"""Playing games in process, without service or store: what the battery and the fixtures stand on."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.draws import Draws, seeded_draws
from domain.hidden import Hidden, map_hidden, redact
from domain.play import IllegalAction
from domain.ruleset import Action, Ruleset
from domain.table import decisions, seating
from domain.table import events as t
from domain.table.clock.events import ClockTerms
from domain.table.clock.settling import settle
from domain.table.referee import appointing
from domain.table.referee.hearing import Hearing
from domain.table.refusals import Refused
from domain.table.state import Logged, Table
from engine.playout import Trial

Player = Callable[[Ruleset[Any], Any, int, Sequence[Action], random.Random], Action]


def at_random(
    ruleset: Ruleset[Any], state: Any, seat: int, legal: Sequence[Action], rng: random.Random
) -> Action:
    return rng.choice(legal)


def greedily(
    ruleset: Ruleset[Any], state: Any, seat: int, legal: Sequence[Action], rng: random.Random
) -> Action:
    return ruleset.greedy(redact(state, seat), seat, legal, rng.randrange)


def mixed(
    ruleset: Ruleset[Any], state: Any, seat: int, legal: Sequence[Action], rng: random.Random
) -> Action:
    """Mostly greedy, so that games end soon, with enough chance to see strange positions."""
    player = at_random if rng.random() < 0.3 else greedily
    return player(ruleset, state, seat, legal, rng)


def by_the_rules(trial: Trial, actions: int | None = None) -> None:
    """As `Trial.play_on`, step by step, with bots that get the state redacted for their seats."""
    ruleset, done = trial.ruleset, 0
    while waiting := trial.to_act:
        if actions is not None and done >= actions and ruleset.settled(trial.state):
            break
        seat, legal = waiting[0], trial.legal(waiting[0])
        trial.luck.begin(seat)
        seen, choose = redact(trial.state, seat), trial.luck.choose
        trial.act(seat, ruleset.greedy(seen, seat, legal, choose) if len(legal) > 1 else legal[0])
        done += 1


def without_places(state: Any) -> Any:
    """The state, its secrets without where they were committed: a simulator may drop that."""
    return map_hidden(state, lambda _, secret: Hidden(secret.value, secret.knowers))


class Sitting:
    """One game at a table, with its log."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        seats: int,
        options: Any,
        seed: str,
        undo: str = "consent",
        draw_count: int | None = None,
        disputes: t.Disputes | None = None,
        draws: Draws | None = None,
        time: int = 0,
        clock: ClockTerms | None = None,
        bots: Collection[int] = (),
        heads: Sequence[bool] = (),
    ) -> None:
        """`draws` are what is drawn; by default it follows from the `seed`. `time` is that of the log, in milliseconds.

        `bots` are the seats of bots. `heads`: there are referees from before the start, and which of them are head referees.
        """
        self.ruleset = ruleset
        slots = draw_count or ruleset.traits.draws
        self.seed, self.time = seed, time
        self.draws: Draws = draws or seeded_draws(seed.encode(), slots)
        setup = _setup(ruleset, seats, options, undo, slots, disputes, clock)
        self.log: list[Logged] = []
        self.actions: list[tuple[int, Action]] = []
        self.table = Table()
        self._take(decisions.create(ruleset, setup))
        for number, head in enumerate(heads, 1):
            self._take(appointing.appoint(self.hearing(), number, head))
            self._take(appointing.accept(self.hearing(), number))
        for seat in range(1, seats + 1):
            taken = t.SeatTaken(seat, "greedy" if seat in bots else None)
            self._take(seating.take_seat(ruleset, self.now, taken, lambda _: self.draws))

    def begin_from(self, position: Any) -> Sitting:
        """Begin anew as an analysis: from a state of the ruleset, whatever led to it."""
        seats = [t.SeatTaken(seat) for seat in range(1, self.table.setup.seats + 1)]
        setup, self.log = self.table.setup, []
        created = decisions.create(self.ruleset, setup)
        self._take(decisions.begin_analysis(created, t.Forked(setup.game, 0), seats, position))
        return self

    def hearing(self) -> Hearing:
        return Hearing(self.ruleset, self.now, tuple(self.log), self.draws, self.time)

    @property
    def now(self) -> Table:
        """The table, to decide something at this time."""
        return self.table.at(self.time)

    def _take(self, fold: Any) -> list[Logged]:
        fold = settle(fold, self.table)
        self.log += fold.recorded
        self.table = fold.table()
        return list(fold.recorded)

    def legal(self, seat: int) -> Sequence[Action]:
        return self.ruleset.legal_actions(self.table.game, seat)

    def act(self, seat: int, action: Action) -> list[Logged]:
        """What the action recorded; `IllegalAction` or `Refused` leave everything as it was."""
        recorded = self._take(self.trying(seat, action))
        self.actions.append((seat, action))
        return recorded

    def act_for(self, seat: int, action: Action) -> None:
        """A bot acts for a person who is away."""
        self._take(decisions.play(self.ruleset, self.now, seat, action, self.draws))
        self.actions.append((seat, action))

    def trying(self, seat: int, action: Action) -> Any:
        """The fold after an action that is not added to the log."""
        return decisions.act(self.ruleset, self.now, seat, action, self.draws)

    def refusal(self, seat: int, action: Action) -> str | None:
        """The words with which an action is refused, None if it would be accepted."""
        try:
            self.trying(seat, action)
        except (IllegalAction, Refused) as refused:
            return str(refused)
        return None

    def undo(self, seat: int, to_version: int | None = None) -> list[Logged]:
        recorded = self._take(decisions.request_undo(self.ruleset, self.now, seat, to_version))
        while self.table.undo.request is not None:
            request = self.table.undo.request
            recorded += self._take(
                decisions.answer_undo(self.ruleset, self.now, request.needs[0], request.number, True)
            )
        return recorded

    def play(self, player: Player, rng: random.Random, limit: int | None = None) -> Iterator[Table]:
        """Play on; yields the table before every action. Stops at the end of the game, or after `limit` actions."""
        done = 0
        while self.table.in_play and (limit is None or done < limit):
            yield self.table
            seat = rng.choice(self.table.to_act)
            action = player(self.ruleset, self.table.game, seat, self.legal(seat), rng)
            (self.act_for if seat in self.table.absence.away else self.act)(seat, action)
            done += 1

    def play_out(self, player: Player = mixed, seed: int = 0) -> Sitting:
        for _ in self.play(player, random.Random(seed)):
            pass
        return self


def _setup(
    ruleset: Ruleset[Any],
    seats: int,
    options: Any,
    undo: str,
    slots: int,
    disputes: t.Disputes | None,
    clock: ClockTerms | None,
) -> t.GameCreated:
    return t.GameCreated(
        game="0" * 32,
        origin="example.org/g/0",
        nonce="",
        ruleset=ruleset.id,
        edition=ruleset.newest.id,
        edition_hash="",
        rules=ruleset.rules,
        seats=seats,
        options=msgspec.json.decode(msgspec.json.encode(options)),
        visibility="public",
        undo=undo,
        disputes=disputes,
        draw_roots=(),
        draw_count=slots,
        vkey="",
        table=t.CLOSED_TABLES,
        clock=clock,
        package=ruleset.package,
    )


def state_hash(game: Any) -> str:
    """16 hex characters that name a ruleset's state."""
    return hashlib.sha256(msgspec.json.encode(game)).hexdigest()[:16]


class Match(NamedTuple):
    """How a fixture match comes about. `player` may also be a script made for the purpose."""

    name: str
    seats: int
    options: dict[str, Any] = {}
    seed: int = 0
    player: Player = mixed
    draw_count: int | None = None
    position: Any = None
    """A state to begin from, as an analysis does, where a whole game would be too long."""
