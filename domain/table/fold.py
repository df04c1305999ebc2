"""Folding a log into a table. The log keeps everything; what was rewound is left out of the fold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec.structs import replace

from domain.draws import Roll, Shuffle, Used, next_slot
from domain.hidden import Opened, may_open, secrets_in, stamped
from domain.ledger.entry import NO_WORD, Seen, Sig, Word
from domain.ruleset import Event, Ruleset
from domain.table import events as t
from domain.table.state import ANALYSIS, PLAYING, Logged, Step, Table, UndoRequest

DRAWN, SHOWN, START = "drawn", "shown", "start"


@cache
def draw_fields(cls: type[Event]) -> tuple[str, ...]:
    """The fields of an event type that hold a draw."""
    hints = get_type_hints(cls)
    return tuple(name for name in cls.__struct_fields__ if _is_draw(hints[name]))


def _is_draw(hint: Any) -> bool:
    parts = (hint, *getattr(hint, "__args__", ()))
    return any(getattr(part, "__origin__", part) in (Roll, Shuffle) for part in parts)


@cache
def bars(cls: type[Event]) -> tuple[tuple[str, ...], bool] | None:
    """The draw fields of an event type and whether it may show something; None when it never bars an undo."""
    return (draw_fields(cls), may_open(cls)) if draw_fields(cls) or may_open(cls) else None


def draws_of(event: Event) -> list[Any]:
    return [d for name in draw_fields(type(event)) if (d := getattr(event, name)) is not None]


def opens(event: Event) -> bool:
    return may_open(type(event)) and any(isinstance(it, Opened) for _, it in secrets_in(event))


def options_of(ruleset: Ruleset[Any], given: dict[str, Any]) -> Any:
    """The ruleset's options from a JSON object; missing ones get their defaults."""
    return msgspec.convert(given, ruleset.options)


def surviving(log: Sequence[Logged]) -> list[Logged]:
    """The log without the stretches that were taken back: one pass from the end, so a rewind of a rewind works too."""
    line, i = [], len(log)
    while i:
        logged = log[i - 1]
        if isinstance(logged.event, t.Rewound):
            i = logged.event.to_version
        else:
            line.append(logged)
            i -= 1
    return line[::-1]


def fold(ruleset: Ruleset[Any], log: Sequence[Logged]) -> Table:
    """The table after a whole log (versions 1..n without gaps)."""
    folding = Fold(ruleset)
    rewound = any(type(logged.event) is t.Rewound for logged in log)
    folding.read(surviving(log) if rewound else log)
    if rewound:
        folding.rewound_to_end(log)
    return folding.table()


class Fold:
    """A fold in progress: mutable while a stretch of log goes through it, frozen into a `Table` by `table()`."""

    def __init__(self, ruleset: Ruleset[Any], table: Table | None = None) -> None:
        self.ruleset = ruleset
        self.recorded: list[Logged] = []
        self.actor = "table"
        self._word = NO_WORD
        self._evolve = ruleset.evolve
        if table is None:
            self._begin()
        else:
            self._continue(table)

    def _begin(self) -> None:
        self.setup: Any = None
        self.version = self.action = self.epoch = self.slot = self.requests = self.rules = 0
        self.status, self.barrier = "waiting", START
        self.seats: tuple[t.SeatTaken, ...] = ()
        self.seeds: tuple[t.SeedRevealed, ...] = ()
        self.keys: Mapping[int, str] = {}
        self.used = Used()
        self.game: Any = None
        self.steps: tuple[Step, ...] = ()
        self.request: UndoRequest | None = None
        self.forked: t.Forked | None = None
        self.first: tuple[int, ...] = ()

    def _continue(self, table: Table) -> None:
        self.setup = table.setup
        self.version, self.action = table.version, table.action
        self.epoch, self.slot, self.requests = table.epoch, table.slot, table.requests
        self.status, self.barrier = table.status, table.barrier
        self.seats, self.seeds, self.keys, self.used = table.seats, table.seeds, table.keys, table.used
        self.game, self.steps, self.request = table.game, table.steps, table.request
        self.rules, self.forked, self.first = table.rules, table.forked, table.first

    # -- writing: a decision in the making records through the fold

    def begin_action(self, actor: str, sig: Sig | None = None, seen: Seen | None = None) -> None:
        """`sig` and `seen` go into the action's first entry."""
        self.actor, self._word = actor, Word(sig, seen)
        self._next_action = self.action + 1

    def record(self, event: Any, rules: tuple[str, ...] = ()) -> Any:
        event, word, self._word = stamped(event, self.version), self._word, NO_WORD
        logged = Logged(self.version + 1, event, self.actor, self._next_action, rules, *word)
        self.recorded.append(logged)
        self.read((logged,))
        return logged.event

    # -- reading

    def read(self, log: Iterable[Logged]) -> None:
        """Fold events of the surviving line."""
        evolve, get = self._evolve, _TABLE_EVENT.get
        for logged in log:
            event = logged.event
            cls = type(event)
            handle = get(cls)
            if logged.action != self.action:
                self.action = logged.action
                if handle is None:
                    self._begin_step(logged)
            self.version = logged.version
            if handle is not None:
                handle(self, event)
                continue
            if (bar := bars(cls)) is not None:
                self._bar(event, *bar)
            self.game = evolve(self.game, event)

    def rewound_to_end(self, log: Sequence[Logged]) -> None:
        """What counts on although its stretch was taken back: numbers, the rules, keys of seats, slots that served."""
        self.version, self.action = log[-1].version, log[-1].action
        changes = [logged.event.rules for logged in log if isinstance(logged.event, t.RulesChanged)]
        self.rules = changes[-1] if changes else self.setup.rules
        self.requests = sum(isinstance(logged.event, t.UndoRequested) for logged in log)
        for logged in log:
            if isinstance(logged.event, t.SeatReassigned):
                self._give_key(logged.event)
            for draw in draws_of(logged.event):
                self._serve(draw)

    def _begin_step(self, logged: Logged) -> None:
        self.request = None  # a seat that acts has answered: it wants to go on
        step = Step(logged.version - 1, logged.actor, self.game, self.epoch, self.slot)
        self.steps = (*self.steps, step)
        self.first = self.first or tuple(self.ruleset.to_act(self.game))

    def _bar(self, event: Event, fields: tuple[str, ...], may_show: bool) -> None:
        """Nothing before a draw or a reveal can be taken back."""
        for name in fields:
            if (draw := getattr(event, name)) is not None:
                self.epoch, self.slot = next_slot(draw.epoch, draw.slot, self.setup.draw_count)
                self._serve(draw)
                self.steps, self.barrier = (), DRAWN
        if may_show and opens(event):
            self.steps, self.barrier = (), SHOWN

    def _serve(self, draw: Roll | Shuffle[Any]) -> None:
        self.used = self.used.beside(type(draw), draw.epoch, draw.slot, self.setup.draw_count)

    def _created(self, event: t.GameCreated) -> None:
        self.setup = event
        self.rules = event.rules

    def _rules_changed(self, event: t.RulesChanged) -> None:
        self.rules = event.rules

    def _seat_taken(self, event: t.SeatTaken) -> None:
        self.seats = tuple(sorted((*self.seats, event), key=lambda s: s.seat))
        self._give_key(event)

    def _give_key(self, event: t.SeatTaken | t.SeatReassigned) -> None:
        others = {seat: key for seat, key in self.keys.items() if seat != event.seat}
        self.keys = others if event.key is None else {**others, event.seat: event.key}

    def _seat_freed(self, event: t.SeatFreed) -> None:
        self.seats = tuple(s for s in self.seats if s.seat != event.seat)
        self.keys = {seat: key for seat, key in self.keys.items() if seat != event.seat}

    def _seed_revealed(self, event: t.SeedRevealed) -> None:
        self.seeds = (*self.seeds, event)

    def _started(self, event: t.GameStarted) -> None:
        self.status, self.epoch = PLAYING, event.epoch
        self.game = self.ruleset.initial(
            self.setup.seats,
            options_of(self.ruleset, self.setup.options),
            self.ruleset.edition(self.setup.edition),
        )

    def _forked(self, event: t.Forked) -> None:
        self.forked = event

    def _position_set(self, event: t.PositionSet[Any]) -> None:
        self.status, self.game = ANALYSIS, event.state

    def _undo_requested(self, event: t.UndoRequested) -> None:
        self.requests = event.request
        self.request = UndoRequest(event.request, event.seat, event.to_version, event.needs)

    def _undo_answered(self, event: t.UndoAnswered) -> None:
        if not event.accept:
            self.request = None
        elif self.request is not None:
            self.request = replace(
                self.request, needs=tuple(s for s in self.request.needs if s != event.seat)
            )

    def _rewound(self, event: t.Rewound) -> None:
        """Back to a step that is still at hand; `fold` itself never meets a rewind (see `surviving`)."""
        step = next(s for s in self.steps if s.version == event.to_version)
        self.steps = tuple(s for s in self.steps if s.version < event.to_version)
        self.game, self.epoch, self.slot = step.game, step.epoch, step.slot
        self.request = None

    def _suspended(self, event: t.GameSuspended) -> None:
        self.status = "suspended"

    def _resumed(self, event: t.GameResumed) -> None:
        self.status = PLAYING

    def _abandoned(self, event: t.GameAbandoned) -> None:
        self.status = "abandoned"

    def table(self) -> Table:
        """The table as it stands now."""
        game, rules, status = self.game, self.ruleset, self.status
        outcome = None if game is None else rules.outcome(game)
        in_play = status in (PLAYING, ANALYSIS)
        if outcome is not None and in_play:
            status = "finished"
        return Table(
            self.setup,
            self.version,
            self.action,
            status,
            self.seats,
            self.seeds,
            self.keys,
            game,
            self.epoch,
            self.slot,
            self.used,
            rules.to_act(game) if in_play else (),
            outcome,
            () if status == "finished" else self.steps,
            self.barrier,
            self.request,
            self.requests,
            self.rules,
            self.forked,
            self.first or (() if game is None else tuple(rules.to_act(game))),
        )


_TABLE_EVENT: dict[type[Event], Callable[[Fold, Any], None]] = {
    t.GameCreated: Fold._created,
    t.SeatTaken: Fold._seat_taken,
    t.SeatFreed: Fold._seat_freed,
    t.SeatReassigned: Fold._give_key,
    t.SeedRevealed: Fold._seed_revealed,
    t.GameStarted: Fold._started,
    t.RulesChanged: Fold._rules_changed,
    t.Forked: Fold._forked,
    t.PositionSet: Fold._position_set,
    t.UndoRequested: Fold._undo_requested,
    t.UndoAnswered: Fold._undo_answered,
    t.Rewound: Fold._rewound,
    t.GameSuspended: Fold._suspended,
    t.GameResumed: Fold._resumed,
    t.GameAbandoned: Fold._abandoned,
}
