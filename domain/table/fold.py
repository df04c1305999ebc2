"""Folding a log into a table. The log keeps everything; what was rewound is left out of the fold."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.draws import Roll, Shuffle, Used, next_slot
from domain.hidden import Hidden, Reshuffled, map_hidden, stamped
from domain.ledger.entry import NO_ATTESTATION, Attestation, Seen, Sig
from domain.redraw import dealt_by
from domain.ruleset import Event, Outcome, Ruleset
from domain.table import events as t
from domain.table.line import LASTING, bars, draws_of, line, opens
from domain.table.referee import events as e
from domain.table.referee.anew import Anew
from domain.table.referee.folding import Moment, heard
from domain.table.referee.state import NO_DESK, Desk
from domain.table.state import ANALYSIS, PLAYING, Logged, Step, Table, UndoRequest

DRAWN, SHOWN, START, RULED = "drawn", "shown", "start", "ruled"
NOT_FOLDED = ("ruleset", "recorded", "actor", "log", "_attestation", "_evolve")
"""What a fold has that does not come from the log behind it."""


def options_of(ruleset: Ruleset[Any], given: dict[str, Any]) -> Any:
    """The ruleset's options from a JSON object; missing ones get their defaults."""
    return msgspec.convert(given, ruleset.options)


def fold(ruleset: Ruleset[Any], log: Sequence[Logged]) -> Table:
    """The table after a whole log (versions 1..n without gaps)."""
    folding = Fold(ruleset)
    if any(type(logged.event) is t.Rewound for logged in log):
        folding.read_whole(log)
    else:
        folding.read(log)
    return folding.table()


def _going_on(table: Table) -> str:
    """The status without what the rest of the table says: that it halts, or that an analysis has an outcome for now."""
    if table.forked is not None and table.status == "finished":
        return ANALYSIS
    return PLAYING if table.status == "suspended" else table.status


class Fold:
    """A fold in progress: mutable while a stretch of log goes through it, frozen into a `Table` by `table()`."""

    def __init__(self, ruleset: Ruleset[Any], table: Table | None = None) -> None:
        self.ruleset = ruleset
        self.recorded: list[Logged] = []
        self.actor = self._by = "table"
        self.log: Sequence[Logged] = ()
        """The log so far, where a ruling may go back in it."""
        self._attestation = NO_ATTESTATION
        self._evolve = ruleset.evolve
        if table is None:
            self._begin()
        else:
            self._continue(table)

    def _begin(self) -> None:
        self.setup: Any = None
        self.version = self.action = self.epoch = self.slot = self.requests = self.rules = 0
        self.anew = Anew()
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
        self.desk: Desk = NO_DESK
        self.halted = False

    def _continue(self, table: Table) -> None:
        self.setup = table.setup
        self.version, self.action = table.version, table.action
        self.epoch, self.slot, self.requests = table.epoch, table.slot, table.requests
        self.status = _going_on(table)
        self.barrier, self.desk, self.halted = table.barrier, table.desk, table.halted
        self.seats, self.seeds, self.keys, self.used = table.seats, table.seeds, table.keys, table.used
        self.game, self.steps, self.request = table.game, table.steps, table.request
        self.rules, self.forked, self.first, self.anew = table.rules, table.forked, table.first, table.anew

    def copy(self) -> Fold:
        """A fold that goes on from here by itself, with nothing recorded yet."""
        other = copy.copy(self)
        other.recorded = []
        return other

    def reached(self) -> dict[str, Any]:
        """All that the log behind it has come to: what `Fold.from_reached` goes on from."""
        return {name: it for name, it in vars(self).items() if name not in NOT_FOLDED}

    @classmethod
    def from_reached(cls, ruleset: Ruleset[Any], reached: Mapping[str, Any]) -> Fold:
        """The fold that had `reached` this."""
        fold = cls(ruleset)
        vars(fold).update(reached)
        return fold

    # -- writing: a decision in the making records through the fold

    def begin_action(self, actor: str, sig: Sig | None = None, seen: Seen | None = None) -> None:
        """`sig` and `seen` go into the action's first entry."""
        self.actor, self._attestation = actor, Attestation(sig, seen)
        self._next_action = self.action + 1

    def record(self, event: Any, rules: tuple[str, ...] = ()) -> Any:
        event, attestation, self._attestation = (
            stamped(event, self.version),
            self._attestation,
            NO_ATTESTATION,
        )
        logged = Logged(self.version + 1, event, self.actor, self._next_action, rules, *attestation)
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
                self._note_first()
                if handle is None:
                    self._begin_step(logged)
            self.version = logged.version
            if handle is not None:
                self._by = logged.actor
                handle(self, event)
                continue
            if (bar := bars(cls)) is not None:
                self._bar(event, *bar)
            self.game = evolve(self.game, event)

    def read_whole(self, log: Sequence[Logged]) -> None:
        """Fold a whole log with ways back in it."""
        for _ in self.reading_whole(log):
            pass

    def reading_whole(self, log: Sequence[Logged]) -> Iterator[Logged]:
        """The same; gives every event that counts just before it is folded in, ways back aside.

        What was folded before `log` begins has to count.
        """
        kept = line(log)
        for logged in log:
            if logged.version not in kept:
                self._pass_over(logged)
            elif isinstance(logged.event, t.Rewound):
                self._pass_over(logged)
                self._gone_back(logged.event)
            else:
                yield logged
                self.read((logged,))

    def _pass_over(self, logged: Logged) -> None:
        """Of what was taken back, that which counts on: numbers, the rules, keys, halts, the desk, slots that served."""
        self.version, self.action, self._by = logged.version, logged.action, logged.actor
        event = logged.event
        if type(event) in LASTING:
            _TABLE_EVENT[type(event)](self, event)
        elif isinstance(event, t.UndoRequested):
            self.requests = event.request
        for draw in draws_of(event):
            self._serve(event, draw)

    def _begin_step(self, logged: Logged) -> None:
        self.request = None  # a seat that acts has answered: it wants to go on
        step = Step(logged.version - 1, logged.actor, self.game, self.epoch, self.slot)
        self.steps = (*self.steps, step)

    def _note_first(self) -> None:
        """Who is to act once the set-up is over; whatever action comes next, for it may be taken back."""
        if self.game is not None:
            self.first = self.first or tuple(self.ruleset.to_act(self.game))

    def _bar(self, event: Event, fields: tuple[str, ...], may_show: bool) -> None:
        """Nothing before a draw or a reveal can be taken back."""
        for name in fields:
            if (draw := getattr(event, name)) is not None:
                self.epoch, self.slot = next_slot(draw.epoch, draw.slot, self.setup.draw_count)
                self._serve(event, draw)
                self._no_way_back(DRAWN)
        if may_show and opens(event):
            self._no_way_back(SHOWN)

    def _no_way_back(self, barrier: str) -> None:
        """Nobody is wronged by what is taken back in an analysis, and its draws after that are new ones."""
        if self.forked is None:
            self.steps, self.barrier = (), barrier

    def _serve(self, event: Event, draw: Roll | Shuffle[Any]) -> None:
        if isinstance(event, e.StackReshuffled):
            self.anew = self.anew.with_shuffled(self.action)
        elif self.action == self.anew.final:
            self.anew = self.anew.with_drawn(self.action)
        self.used = self.used.with_slot(type(draw), draw.epoch, draw.slot, self.setup.draw_count)

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
        """Back to a step that is still at hand; by a ruling, or to another line of an analysis, to any version of `log`."""
        if event.ruling is None and event.request is not None:
            step = next(s for s in self.steps if s.version == event.to_version)
            self.game, self.epoch, self.slot = step.game, step.epoch, step.slot
        else:
            then = fold(self.ruleset, self.log[: event.to_version])
            self.game, self.epoch, self.slot = then.game, then.epoch, then.slot
            self.steps = self.steps if self.forked is None else then.steps
        self._gone_back(event)

    def _gone_back(self, event: t.Rewound) -> None:
        self.steps = tuple(s for s in self.steps if s.version < event.to_version)
        self.request = None
        if event.rng == "fresh":
            self.epoch, self.slot = self.used.next_unused(self.setup.draw_count)
            if event.ruling is not None:
                self.anew = self.anew.with_drawn(self.action)

    def _suspended(self, event: t.GameSuspended) -> None:
        self.halted = True

    def _resumed(self, event: t.GameResumed) -> None:
        self.halted = False

    def _abandoned(self, event: t.GameAbandoned) -> None:
        self.status = "abandoned"

    # -- the referee's desk

    def _heard(self, event: Event) -> None:
        moment = Moment(self.version, self._by, self.game is not None)
        self.desk = heard(self.desk, event, moment)

    def _disputed(self, event: e.DisputeOpened) -> None:
        self._heard(event)
        self.request = None

    def _ruling_final(self, event: e.RulingFinal) -> None:
        """What a ruling has judged no seat takes back, and after one with a remedy nothing that was before it."""
        self._heard(event)
        self.anew = self.anew.with_final(self.action)
        remedies = self.desk.rulings[event.ruling - 1].remedies
        reach = self.version if remedies else self.desk.cases[event.dispute - 1].last
        if remedies or any(step.version < reach for step in self.steps):
            self.steps, self.barrier = tuple(step for step in self.steps if step.version >= reach), RULED
        if self.request is not None and self.request.to_version < reach:
            self.request = None

    def _reshuffled(self, event: e.StackReshuffled) -> None:
        self._bar(event, ("draw",), False)
        self.barrier = RULED
        order = dict(zip(event.places, event.draw.order, strict=True))
        self.game = map_hidden(
            self.game, lambda path, it: _shuffled(it, order[path]) if path in order else it
        )

    def _nothing(self, event: Event) -> None:
        """The events after it say what it does."""

    def table(self) -> Table:
        """The table as it stands now."""
        game, rules, status, outcome = self.game, self.ruleset, self.status, self._outcome()
        if self.desk.voided:
            status = "abandoned"
        elif outcome is not None and status in (PLAYING, ANALYSIS):
            status = "finished"
        elif status == PLAYING and self._halts():
            status = "suspended"
        in_play = status in (PLAYING, ANALYSIS)
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
            () if status == "finished" and self.forked is None else self.steps,
            self.barrier,
            self.request,
            self.requests,
            self.rules,
            self.forked,
            self.first or (() if game is None else tuple(rules.to_act(game))),
            self.desk,
            self.halted,
            self.anew,
        )

    def _outcome(self) -> Outcome | None:
        if self.game is None:
            return None
        return self.desk.outcome(self.setup.seats) or self.ruleset.outcome(self.game)

    def _halts(self) -> bool:
        """Whether somebody has the game stand still: the organiser, a case, or both."""
        return self.halted or (self.desk.case is not None and self.desk.halts(self.setup.disputes.pause))


def _shuffled(before: Hidden[Any], it: Hidden[Any]) -> Reshuffled[Any]:
    """What lies now where something else lay before, of the same deal."""
    return Reshuffled(it.value, it.knowers, it.ref, dealt_by(before) or "")


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
    **dict.fromkeys(e.HEARD, Fold._heard),
    e.DisputeOpened: Fold._disputed,
    e.RulingFinal: Fold._ruling_final,
    e.ActionCorrected: Fold._nothing,
    e.StackReshuffled: Fold._reshuffled,
}
