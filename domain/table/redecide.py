"""Deciding a whole log again: does every event follow from the rules, given the draws? (verification level L4)

The log does not hold what a seat sent, only what happened; an action is right when some legal action of that
seat, decided again, records exactly the logged events. Who made the dice and shuffles is for L3 to check.
A stretch that another revision of the rules decided is that revision's to judge (`foreign`): of it only what needs no state
of the ruleset is decided again, and all else is folded as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.draws import Draws, DrawsUsedUp
from domain.hidden import Hidden, map_hidden
from domain.ledger.canonical import spelled
from domain.ledger.seal import Undisclosed
from domain.ledger.signed_actions import PATH
from domain.play import IllegalAction
from domain.ruleset import Ruleset
from domain.table import accounts, asking, decisions, seating
from domain.table import events as t
from domain.table.absence.presence import player_of
from domain.table.absence.redeciding import ABSENCE_DECISIONS
from domain.table.actors import ORGANISER, TABLE, seat_of
from domain.table.calls.redeciding import CALL_DECISIONS
from domain.table.clock.events import TimeHeld, TimeRanOut
from domain.table.clock.redeciding import brought_again, in_time
from domain.table.clock.settling import settle
from domain.table.fold import EMPTY, Fold
from domain.table.foreign import may_have_been, needs_its_rules
from domain.table.logged_draws import LoggedDraws
from domain.table.operator.redeciding import HALTS
from domain.table.referee.hearing import Hearing
from domain.table.referee.redeciding import DESK_DECISIONS
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged, Table

Signed = Mapping[int, Mapping[str, Any]] | None
"""The actions that seats signed, by the version of their first event; None where nobody asks for them."""


class NotByTheRules(Exception):
    """The first event that does not follow from the rules: `version` and why.

    `logged` is the action as the log has it, `instead` the allowed action that comes nearest to it, if any is.
    """

    def __init__(
        self, version: int, detail: str, logged: Sequence[Logged] = (), instead: Sequence[Logged] = ()
    ) -> None:
        super().__init__(f"version {version}: {detail}")
        self.version, self.detail, self.logged, self.instead = version, detail, logged, instead


class Unfoldable(Exception):
    """Another revision of the rules decided something from which this one cannot go on, or which only that one can judge."""


STUMBLES = (
    Refused,
    IllegalAction,
    DrawsUsedUp,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    AssertionError,
    StopIteration,
)
"""What deciding or folding raises over events that no rules made."""


def redecided(
    ruleset: Ruleset[Any],
    log: Sequence[Logged],
    by_todays_rules: bool = False,
    signed: Signed = None,
) -> Iterator[Fold]:
    """Every action decided again, with all that was recorded, knowers included; raises `NotByTheRules`.

    Every secret of the log has its value. `signed` has the actions that seats signed, by the version of their first event,
    and `Undisclosed` is raised for one that is not there; without `signed` every legal action of the seat is tried. An
    analysis is taken to begin from the position that it names. With `by_todays_rules` also what another revision decided
    is decided again.
    """
    setup = log[0].event
    if not isinstance(setup, t.GameCreated):
        raise NotByTheRules(1, "a log begins with game-created")
    draws = LoggedDraws(log, setup.draw_count)
    fold = _redecided([lambda: decisions.create(ruleset, setup, log[0].at)], log[:1], EMPTY)
    yield fold
    so_far, doubtful = [*fold.recorded], False
    for _, group in groupby(log[1:], key=lambda logged: logged.action):
        together = list(group)
        table = fold.table().at(together[0].at)
        hearing = Hearing(ruleset, table, so_far, draws, together[0].at)
        if by_todays_rules:
            fold = _by_todays_rules(hearing, together, signed)
        elif table.rules != ruleset.rules and not isinstance(together[0].event, t.RulesChanged):
            doubtful |= needs_its_rules(ruleset, together, table.absence.away)
            fold = _by_other_rules(hearing, together, signed, doubtful)
        else:
            fold = _redecided(_candidates(hearing, together, signed), together, table)
        so_far += fold.recorded
        yield fold


def _by_todays_rules(hearing: Hearing, group: Sequence[Logged], signed: Signed) -> Fold:
    ruleset, table = hearing.ruleset, replace(hearing.table, rules=hearing.ruleset.rules)
    if isinstance(group[0].event, t.RulesChanged):
        return _as_logged(ruleset, table, hearing.log, group)
    return _redecided(_candidates(hearing._replace(table=table), group, signed), group, table)


def _by_other_rules(hearing: Hearing, group: Sequence[Logged], signed: Signed, doubtful: bool) -> Fold:
    """What was decided under a revision that is not here: judged where no state of the ruleset is needed for that.

    `doubtful`: something that only those rules can judge occurs there or earlier, so the game may be a different one under them.
    """
    if not needs_its_rules(hearing.ruleset, group, hearing.table.absence.away):
        _check_without_rules(hearing, group, signed, doubtful)
    try:
        fold = _as_logged(hearing.ruleset, hearing.table, hearing.log, group)
        fold.table()
    except STUMBLES as error:
        raise Unfoldable(
            f"what they made of the game at entry {group[0].version - 1} is not known"
        ) from error
    return fold


def _check_without_rules(hearing: Hearing, group: Sequence[Logged], signed: Signed, doubtful: bool) -> None:
    """That an action was allowed; `Unfoldable` if it was only where those rules saw the game over, or going on, and these not."""
    hearing = hearing._replace(table=replace(hearing.table, rules=hearing.ruleset.rules))
    try:
        _redecided(_candidates(hearing, group, signed), group, hearing.table, settles=False)
    except NotByTheRules:
        others = (hearing._replace(table=table) for table in may_have_been(hearing.table))
        found = (it for other in others for it in _candidates(other, group, signed))
        _redecided(found, group, hearing.table, settles=False)
        if not doubtful:
            raise Unfoldable(
                f"whether the game was over at entry {group[0].version - 1} is theirs to say"
            ) from None


def _as_logged(
    ruleset: Ruleset[Any], table: Table, so_far: Sequence[Logged], group: Sequence[Logged]
) -> Fold:
    fold = Fold(ruleset, table)
    fold.log = so_far
    fold.read(group)
    fold.recorded += group
    return fold


def _redecided(
    candidates: Iterable[Callable[[], Fold]], group: Sequence[Logged], before: Table, settles: bool = True
) -> Fold:
    """The candidate that records what the log has. `settles`: whether clocks are settled after it."""
    wanted, nearest = [_bare(logged) for logged in group], Nearest(-1, ())
    for decide in candidates:
        try:
            fold = settle(decide(), before) if settles else decide()
        except STUMBLES as error:
            if isinstance(error, Refused) and error.kind is Refusal.RULESET_FAILED:
                raise
            continue
        bare = [_bare(logged) for logged in fold.recorded]
        if bare == wanted and _written(bare) == _written(wanted):
            return fold
        nearest = max(nearest, Nearest(_alike(bare, wanted), fold.recorded), key=lambda found: found.alike)
    kind = type(group[0].event).__struct_config__.tag
    detail = f"no action allowed there leads to this {kind} and what follows it"
    raise NotByTheRules(group[0].version, detail, group, nearest.recorded)


class Nearest(NamedTuple):
    """What an allowed action records, and how many of its first events are those of the log."""

    alike: int
    recorded: Sequence[Logged]


def _alike(bare: Sequence[Logged], wanted: Sequence[Logged]) -> int:
    """How many first events are the same; the first other one counts half if it cites other clauses only."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(bare, wanted, strict=False)))
    rest = (list(bare)[same : same + 1], list(wanted)[same : same + 1])
    return 2 * same + ([one.event for one in rest[0]] == [one.event for one in rest[1]])


def alike(one: Sequence[Logged], other: Sequence[Logged]) -> bool:
    """Whether two actions recorded the same, no matter who knows their secrets and when they were made."""
    return [_bare(logged) for logged in one] == [_bare(logged) for logged in other]


def _bare(logged: Logged) -> Logged:
    """Without knowers, whom an export does not name, and without times and signatures, which are not the rules' to judge."""
    event = map_hidden(logged.event, lambda _, it: replace(it, knowers=()) if isinstance(it, Hidden) else it)
    return replace(logged, event=event, sig=None, seen=None, at=0)


def _written(action: Sequence[Logged]) -> bytes:
    """Data of events as JSON: structs may be equal and not be written alike, as 1 and true are."""
    return msgspec.json.encode([spelled(msgspec.to_builtins(it.event, str_keys=True)) for it in action])


def _candidates(hearing: Hearing, group: Sequence[Logged], signed: Signed) -> Iterator[Callable[[], Fold]]:
    """What may have caused these events: what the seat signed, if it signed anything."""
    first, event = group[0], group[0].event
    ruleset, table, so_far, draws, *_ = hearing
    if not in_time(hearing, group):
        return
    if signed is not None and first.sig is not None and first.sig.h is not None:
        if first.version not in signed:
            raise Undisclosed(f"{first.version - 1}{PATH}")
        said, seat = signed[first.version], seat_of(first.actor)
        yield lambda: asking.decide(hearing, seat, asking.read(ruleset, said))
    elif type(event) in _HEARD:
        yield lambda: _HEARD[type(event)](hearing, group)
    elif isinstance(event, TimeHeld | TimeRanOut):
        yield lambda: brought_again(hearing, event)
    elif isinstance(event, t.Rewound):
        yield lambda: decisions.go_to_line(ruleset, table, so_far, event.to_version)
    elif type(event) in _TABLE_DECISIONS:
        yield lambda: _TABLE_DECISIONS[type(event)](ruleset, table, group, draws)
    elif type(event) in ruleset.events:
        yield from _legal_actions(hearing, first.actor)


def _legal_actions(hearing: Hearing, actor: str) -> Iterator[Callable[[], Fold]]:
    """What the actor could do: the person of a seat, or the bot that plays it."""
    ruleset, table, _, draws, *_ = hearing
    seat = next((seat for seat in table.to_act if player_of(table, seat) == actor), 0)
    for action in ruleset.legal_actions(table.game, seat) if seat else ():
        yield lambda action=action: decisions.carry_out(ruleset, table, seat, action, draws)  # type: ignore[misc]


_HEARD = {**DESK_DECISIONS, **CALL_DECISIONS}
Redecide = Callable[[Ruleset[Any], Table, Any, Draws], Fold]


def _analysis(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    """The position is taken as it is: only the log that it comes from can vouch for it."""
    taken = [logged.event for logged in group if isinstance(logged.event, t.SeatTaken)]
    forked, position = group[0].event, group[-1].event
    if not isinstance(forked, t.Forked) or not isinstance(position, t.PositionSet):
        raise ValueError("an analysis begins with a position")
    return decisions.begin_analysis(Fold(ruleset, table), forked, taken, position.state)


def _rules_changed(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    """Only the next action shows under which revision it continues, so any other revision is accepted."""
    event = group[0].event
    if not isinstance(event, t.RulesChanged) or event.rules == table.rules:
        raise ValueError("the rules change to others")
    fold = Fold(ruleset, table)
    fold.begin_action(TABLE)
    fold.record(event)
    return fold


def _seat_reassigned(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    event = group[0].event
    assert isinstance(event, t.SeatReassigned)
    if group[0].actor == ORGANISER:
        return seating.reassign_seat(ruleset, table, event)
    return accounts.go_on_here(ruleset, table, event.seat, event.key, group[0].sig)


def _undo_requested(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    event = group[0].event
    assert isinstance(event, t.UndoRequested)
    return decisions.request_undo(ruleset, table, event.seat, event.to_version)


def _undo_answered(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    event = group[0].event
    assert isinstance(event, t.UndoAnswered)
    return decisions.answer_undo(ruleset, table, event.seat, event.request, event.accept)


_TABLE_DECISIONS: dict[type, Redecide] = {
    t.SeatTaken: lambda r, table, g, d: seating.take_seat(r, table, g[0].event, lambda _: d),
    t.SeedRevealed: lambda r, table, g, d: seating.reveal_seed(r, table, g[0].event, lambda _: d),
    t.SeatFreed: lambda r, table, g, d: seating.free_seat(
        r, table, g[0].event.seat, TABLE if g[0].actor == TABLE else ORGANISER
    ),
    t.SeatReassigned: _seat_reassigned,
    t.SeatClaimed: lambda r, table, g, d: accounts.claim_seat(r, table, g[0].event),
    t.RulesChanged: _rules_changed,
    t.Forked: _analysis,
    t.UndoRequested: _undo_requested,
    t.UndoAnswered: _undo_answered,
    **ABSENCE_DECISIONS,
    **HALTS,
}
