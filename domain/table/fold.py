"""Folding a log into a table. What was taken back stays in the log and is left out of the fold."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import astuple, replace

from domain.by_seat import BySeat
from domain.draws import Slots
from domain.hidden import Hidden, Reshuffled, map_hidden, stamped
from domain.ledger.entry import NO_ATTESTATION, Attestation, Seen, Sig
from domain.redraw import dealt_by
from domain.ruleset import Event, Outcome, Ruleset
from domain.table import events as t
from domain.table.absence.outcomes import with_away_last
from domain.table.actors import TABLE
from domain.table.clock.stints import with_action, with_turn
from domain.table.line import BARS, draws_of, line, opens
from domain.table.parts.course import ABANDONED, IN_PLAY, PLAYING
from domain.table.parts.part import Moment
from domain.table.parts.registry import COUNTED, TABLE_EVENTS, TAKEN_BACK, Folds, Parts, fold_in
from domain.table.parts.undo import DRAWN, SHOWN, Step
from domain.table.referee.events import StackReshuffled
from domain.table.state import Logged, Table

FOLDED = ("version", "action", "game", "first", "parts")
"""What a fold has that comes from the log behind it."""
EMPTY = Table()
_values_of = attrgetter(*Parts.__struct_fields__)


def options_of(ruleset: Ruleset[Any], given: dict[str, Any]) -> Any:
    """The ruleset's options from a JSON object; missing ones get their defaults."""
    return msgspec.convert(given, ruleset.options)


def sides_of(ruleset: Ruleset[Any], setup: t.GameCreated) -> BySeat[str]:
    """The side of each seat in a game with this set-up."""
    return ruleset.sides(setup.seats, options_of(ruleset, setup.options))


def fold(ruleset: Ruleset[Any], log: Sequence[Logged]) -> Table:
    """The table after a whole log (versions 1..n without gaps)."""
    folding = Fold(ruleset)
    if any(type(logged.event) is t.Rewound for logged in log):
        folding.read_whole(log)
    else:
        folding.read(log)
    return folding.table()


class Fold:
    """A fold in progress: mutable while a stretch of log goes through it, frozen into a `Table` by `table()`."""

    def __init__(self, ruleset: Ruleset[Any], table: Table = EMPTY) -> None:
        self.ruleset = ruleset
        self.recorded: list[Logged] = []
        self.actor = TABLE
        self.log: Sequence[Logged] = ()
        """The log so far, where a ruling may go back in it."""
        self._attestation = NO_ATTESTATION
        self._evolve = ruleset.evolve
        self.version, self.action, self.time = table.version, table.action, table.time
        self.game, self.first = table.game, table.first
        self.parts = Parts(*_values_of(table))

    def copy(self) -> Fold:
        """A fold that continues from here by itself, with nothing recorded yet."""
        other = copy.copy(self)
        other.parts, other.recorded = copy.copy(self.parts), []
        return other

    def reached(self) -> dict[str, Any]:
        """The result of the log behind it, from which `Fold.from_reached` continues."""
        return {name: getattr(self, name) for name in FOLDED}

    @classmethod
    def from_reached(cls, ruleset: Ruleset[Any], reached: Mapping[str, Any]) -> Fold:
        """The fold that had `reached` this."""
        fold = cls(ruleset)
        vars(fold).update(reached)
        return fold

    @property
    def slots(self) -> Slots:
        """The draws that are left to the actions recorded here."""
        return self.parts.slots

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
        logged = Logged(
            self.version + 1, event, self.actor, self._next_action, rules, *attestation, self.time
        )
        self.recorded.append(logged)
        self.read((logged,))
        return logged.event

    # -- reading

    def read(self, log: Iterable[Logged]) -> None:
        """Fold events of the surviving line."""
        evolve = self._evolve
        for logged in log:
            event = logged.event
            cls = type(event)
            of_table = cls in _OF_TABLE
            if logged.action != self.action:
                self._begin(logged, of_table)
            self.version = logged.version
            if of_table:
                self._read_own(event, logged)
            else:
                if (bar := BARS[cls]) is not None:
                    self._bar(event, *bar)
                if self.parts.clocked:
                    self.parts.disturbed = {}
                    self.parts.stints = with_turn(self.parts.stints, self.ruleset, event)
                self.game = evolve(self.game, event)

    def read_whole(self, log: Sequence[Logged]) -> None:
        """Fold a whole log that holds rewinds."""
        for _ in self.reading_whole(log):
            pass

    def reading_whole(self, log: Sequence[Logged]) -> Iterator[Logged]:
        """The same; yields every event that counts, rewinds aside, just before it is folded in.

        What was folded before `log` begins has to count.
        """
        counts = line(log)
        for logged in log:
            if logged.version not in counts:
                self._pass_over(logged)
            elif isinstance(logged.event, t.Rewound):
                self.version, self.action = logged.version, logged.action
                self._read_parts(logged.event, logged)
            else:
                yield logged
                self.read((logged,))

    def _pass_over(self, logged: Logged) -> None:
        """Of an event that was taken back, fold in what counts nevertheless: numbers, what lasts, slots that served."""
        begins = logged.action != self.action
        self.version, self.action = logged.version, logged.action
        event, parts = logged.event, self.parts
        if type(event) in _OF_TABLE:
            self._read_parts(event, logged, TAKEN_BACK)
            return
        if begins:
            parts.absence = parts.absence.acted(logged.actor)
        parts.disturbed = {}
        for draw in draws_of(event):
            parts.slots = parts.slots.beside(draw, parts.setup.draw_count)
            parts.account = parts.account.with_players_draw(draw, self.action)

    def _begin(self, logged: Logged, by_table: bool) -> None:
        """Begin an action. Whatever it is, the set-up is over: the first decision counts even if it is taken back."""
        self.action = logged.action
        if not self.first and self.game is not None:
            self.first = tuple(self.ruleset.to_act(self.game))
        parts = self.parts
        if not by_table:
            before = (self.game, parts.slots, logged.at, parts.stints, parts.clock.rows)
            parts.undo = parts.undo.acted(Step(logged.version - 1, logged.actor, *before))
            parts.absence = parts.absence.acted(logged.actor)
        if parts.clocked:
            if parts.stints.went_back:
                parts.stints = parts.stints.with_unwritten(parts.clock.rows, self.stint)
            parts.stints = with_action(parts.stints, self.ruleset, "" if by_table else logged.actor)

    def _bar(self, event: Event, fields: tuple[str, ...], may_show: bool) -> None:
        """Nothing before a draw or a reveal can be taken back; in an analysis all can, for nobody is wronged by it."""
        parts, barrier = self.parts, SHOWN if may_show and opens(event) else ""
        for name in fields:
            if (draw := getattr(event, name)) is not None:
                parts.slots = parts.slots.after(draw, parts.setup.draw_count)
                barrier = barrier or DRAWN
                parts.account = parts.account.with_players_draw(draw, self.action)
        if barrier and parts.forked is None:
            parts.undo = parts.undo.barred(barrier)

    def _read_own(self, event: Event, logged: Logged) -> None:
        """Fold an event of the table."""
        if isinstance(event, t.Rewound):
            self._go_back(event)
        elif (board := _BOARDS.get(type(event))) is not None:
            self.game = board(self, event)
        self._read_parts(event, logged)

    def _read_parts(self, event: Event, logged: Logged, folds: Folds = COUNTED) -> None:
        begun = self.game is not None
        moment = Moment(
            self.version, self.action, logged.actor, begun, self.parts, logged.at, logged.sig, self.stint
        )
        fold_in(self.parts, event, moment, folds)

    def _go_back(self, event: t.Rewound) -> None:
        """To a step that is still at hand; by a ruling, or to another line of an analysis, to any version of `log`."""
        parts = self.parts
        then: Step | Table
        if event.ruling is None and event.request is not None:
            then = next(step for step in parts.undo.steps if step.version == event.to_version)
        else:
            then = fold(self.ruleset, self.log[: event.to_version])
            if parts.forked is not None:
                parts.undo = replace(parts.undo, steps=then.undo.steps)
        self.game, parts.stints = then.game, then.stints
        parts.slots = replace(then.slots, used=parts.slots.used)

    # -- clocks

    def stint(self, seat: int) -> int:
        """The value of a seat's stint now: another one begins where it changes."""
        said = None if self.game is None else self.ruleset.stint(self.game, seat)
        return self.parts.stints.count_of_others(seat) if said is None else said

    # -- the table

    def table(self) -> Table:
        """The table as it is now."""
        game, rules, parts, outcome = self.game, self.ruleset, self.parts, self._outcome()
        status = _status(parts, outcome)
        if status == "finished" and parts.forked is None:
            parts = replace(parts, undo=replace(parts.undo, steps=()))
        first = self.first or (() if game is None else tuple(rules.to_act(game)))
        to_act = rules.to_act(game) if status in IN_PLAY else ()
        values = (*astuple(parts), self.version, self.action, game, first, status, to_act, outcome)
        return Table(*values)

    def _outcome(self) -> Outcome | None:
        if self.game is None:
            return None
        parts = self.parts
        if (ruled := parts.desk.outcome(parts.setup.seats)) is not None:
            return ruled
        forfeit = parts.clock.forfeit
        return _played_out(self.ruleset, self.game, parts) if forfeit is None else forfeit.as_outcome()

    @property
    def status(self) -> str:
        """As `Table.status`."""
        return _status(self.parts, self._outcome())


def _status(parts: Parts, outcome: Outcome | None) -> str:
    if parts.desk.voided:
        return ABANDONED
    if parts.stage in IN_PLAY and outcome is not None:
        return "finished"
    return "suspended" if parts.stage == PLAYING and parts.halts else parts.stage


def _played_out(ruleset: Ruleset[Any], game: Any, parts: Parts) -> Outcome | None:
    """The outcome of the game itself, with those last whom bots played."""
    outcome = ruleset.outcome(game)
    if outcome is None or not (away := parts.absence.played_by_bots):
        return outcome
    return with_away_last(outcome, away, sides_of(ruleset, parts.setup))


# -- the game on the table, after those events of the table that change it


def _begun(fold: Fold, event: t.GameStarted) -> Any:
    setup, rules = fold.parts.setup, fold.ruleset
    return rules.initial(setup.seats, options_of(rules, setup.options), rules.edition(setup.edition))


def _reshuffled(fold: Fold, event: StackReshuffled) -> Any:
    order = dict(zip(event.places, event.draw.order, strict=True))
    return map_hidden(fold.game, lambda path, it: _moved(it, order[path]) if path in order else it)


def _moved(before: Hidden[Any], it: Hidden[Any]) -> Reshuffled[Any]:
    """What is now at a place where something else of the same deal was before."""
    return Reshuffled(it.value, it.knowers, it.ref, dealt_by(before) or "")


_BOARDS: dict[type[Event], Callable[[Fold, Any], Any]] = {
    t.GameStarted: _begun,
    t.PositionSet: lambda fold, event: event.state,
    StackReshuffled: _reshuffled,
}
_OF_TABLE = frozenset(TABLE_EVENTS)
