"""The account: what a log drew, and every human decision in it that moved chance or a result (docs/ledger.md, section 11).

The whole log counts, whatever was taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.draws import Roll, Shuffle
from domain.ledger.seats import ACCOUNTS_SINCE
from domain.ruleset import Event
from domain.table import events as t
from domain.table.absence.events import Resigned, SeatExcluded, SeatLeft
from domain.table.actors import ORGANISER
from domain.table.clock.events import ClockSet, TimeHeld, TimeRanOut
from domain.table.parts.part import Moment, Part
from domain.table.referee import events as e


class HumanDecision(msgspec.Struct, frozen=True):
    """A human decision: the entry that records it, and its actor. `ruling` became final in the same action, if one did."""

    entry: int
    by: str
    kind: str
    ruling: int | None = None


class Account(msgspec.Struct, frozen=True):
    """`decisions` in the order of their entries, then of their kinds."""

    throws: int = 0
    shuffles: int = 0
    decisions: tuple[HumanDecision, ...] = ()
    redrawn: frozenset[int] = frozenset()
    """The rulings that had draws made anew: in their action, or afterwards by the players from slots never used before."""
    final: tuple[int, int] = (0, 0)
    """The last action in which a ruling became final, and that ruling."""

    @property
    def reshuffled(self) -> frozenset[int]:
        """The rulings that had cards shuffled anew."""
        found = (it.ruling for it in self.decisions if it.kind == "reshuffled")
        return frozenset(ruling for ruling in found if ruling is not None)

    @property
    def fresh(self) -> int:
        """How many rulings had something drawn."""
        return len(self.redrawn | self.reshuffled)

    def ruling_of(self, action: int) -> int | None:
        """The ruling that became final in this action, which is the current one."""
        return self.final[1] if action == self.final[0] else None

    def with_draw(self, draw: Roll | Shuffle[Any]) -> Account:
        if isinstance(draw, Roll):
            return replace(self, throws=self.throws + 1)
        return replace(self, shuffles=self.shuffles + 1)

    def with_players_draw(self, draw: Roll | Shuffle[Any], action: int) -> Account:
        """After a draw of the ruleset: in a ruling's action the ruling had it made."""
        return self.with_redrawn(action).with_draw(draw)

    def with_redrawn(self, action: int) -> Account:
        ruling = self.ruling_of(action)
        return self if ruling is None else replace(self, redrawn=self.redrawn | {ruling})


Decides = Callable[[Any, Moment], bool]


def _always(event: Event, moment: Moment) -> bool:
    return True


def _had_key(event: t.SeatReassigned, moment: Moment) -> bool:
    return event.seat in moment.parts.seats.keys


def _moves(moment: Moment) -> bool:
    """Whether a seat of an account continues on another device."""
    return moment.actor != ORGANISER and (moment.parts.setup.table or 0) >= ACCOUNTS_SINCE


def _clocks_ruled(event: ClockSet, moment: Moment) -> bool:
    ruling = moment.parts.account.ruling_of(moment.action)
    remedy = None if ruling is None else moment.parts.desk.rulings[ruling - 1].said.remedy
    return remedy is not None and remedy.clock is not None


KINDS: tuple[tuple[str, type[Event], Decides], ...] = (
    ("abandoned", t.GameAbandoned, _always),
    ("bot-took-over", SeatLeft, _always),
    ("clock-ruled", ClockSet, _clocks_ruled),
    ("corrected", e.ActionCorrected, _always),
    ("excluded", SeatExcluded, _always),
    ("flag", TimeRanOut, _always),
    ("held", TimeHeld, _always),
    ("key-dropped", t.SeatReassigned, lambda event, moment: event.key is None and _had_key(event, moment)),
    (
        "moved",
        t.SeatReassigned,
        lambda event, moment: (
            _had_key(event, moment) and _moves(moment) and (moment.sig is None or moment.sig.old is None)
        ),
    ),
    ("no-seed", t.SeatTaken, lambda event, moment: event.bot is None and event.seed_commitment is None),
    ("reshuffled", e.StackReshuffled, _always),
    ("resigned", Resigned, _always),
    ("result-set", e.ResultSet, _always),
    ("rules-changed", t.RulesChanged, _always),
    ("seat-freed", t.SeatFreed, _always),
    ("seat-given", t.SeatReassigned, lambda event, moment: moment.actor == ORGANISER),
    ("suspended", t.GameSuspended, _always),
    ("unsigned", t.SeatReassigned, lambda event, moment: _had_key(event, moment) and not _moves(moment)),
    ("voided", e.GameVoided, _always),
    ("went-back", t.Rewound, lambda event, moment: event.ruling is not None),
)
"""Each kind of decision by its name: the type of event that can be one, and when such an event is one."""
BY_TYPE: Mapping[type[Event], Sequence[tuple[str, Decides]]] = {
    of: [(kind, decides) for kind, type_, decides in KINDS if type_ is of] for of in {it[1] for it in KINDS}
}


def _decided(account: Account, event: Event, moment: Moment) -> Account:
    kinds = [kind for kind, decides in BY_TYPE[type(event)] if decides(event, moment)]
    if not kinds:
        return account
    ruling = account.ruling_of(moment.action)
    made = (HumanDecision(moment.version - 1, moment.actor, kind, ruling) for kind in kinds)
    return replace(account, decisions=(*account.decisions, *made))


def _rewound(account: Account, event: t.Rewound, moment: Moment) -> Account:
    decided = _decided(account, event, moment)
    return (
        decided.with_redrawn(moment.action) if event.ruling is not None and event.rng == "fresh" else decided
    )


_FOLDS: Mapping[type[Event], Callable[[Account, Any, Moment], Account]] = {
    **{type_: _decided for _, type_, _ in KINDS},
    t.Rewound: _rewound,
    e.RulingFinal: lambda account, event, moment: replace(account, final=(moment.action, event.ruling)),
    e.StackReshuffled: lambda account, event, moment: _decided(account, event, moment).with_draw(event.draw),
}
ACCOUNT = Part(_FOLDS, taken_back=_FOLDS)
