"""What rulings do: whether a remedy fits the game, and what it records when the ruling is final."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from domain.draws import Draws
from domain.table.fold import Fold
from domain.table.referee import results
from domain.table.referee.again import check_replay, replay
from domain.table.referee.back_up import back_up, check_back_up
from domain.table.referee.clocks import check_clocks
from domain.table.referee.corrections import check_correction, correct
from domain.table.referee.events import CLOCKED, OVER_TOO, WITHOUT_REMEDY, Kind, Remedy, Ruled
from domain.table.referee.hearing import Hearing, Proposed, refused
from domain.table.referee.weight import check_weight


class Does(NamedTuple):
    """`members` of the remedy that there are, all of them and no others; `check` refuses what does not fit the game."""

    members: tuple[str, ...]
    check: Callable[[Hearing, Proposed], Any]
    take_effect: Callable[[Fold, Draws, Ruled], None]


def _nothing(*_: Any) -> None:
    """What a ruling without a remedy needs and does."""


REMEDIES: Mapping[Kind, Does] = {
    **dict.fromkeys(WITHOUT_REMEDY, Does((), _nothing, _nothing)),
    "backed-up": Does(("to_version",), check_back_up, back_up),
    "replayed": Does(("chapter",), check_replay, replay),
    "corrected": Does(("to_version", "seat", "action"), check_correction, correct),
    "result": Does(
        ("winners", "ranking", "scores"),
        results.check_result,
        lambda fold, draws, ruling: results.set_result(fold, ruling),
    ),
    "void": Does((), _nothing, lambda fold, draws, ruling: results.void(fold, ruling)),
}


def check(hearing: Hearing, proposed: Proposed) -> None:
    """`Refused` when the ruling cannot do in this game what it says."""
    does, remedy = REMEDIES.get(proposed.kind), proposed.remedy or Remedy()
    if does is None:
        raise refused("referee.remedy", f"There is no remedy for rulings of the kind {proposed.kind}.")
    if hearing.table.status == "finished" and proposed.kind not in OVER_TOO:
        detail = "The game is over: its result can be set, or it can be voided, but it is not played on."
        raise refused("referee.over", detail)
    if not has_its_members(proposed.kind, remedy):
        raise refused("referee.remedy", _only_members(proposed.kind, does))
    check_weight(proposed)
    does.check(hearing, proposed)
    check_clocks(hearing, proposed)


def _only_members(kind: Kind, does: Does) -> str:
    may = ", and may have clock" if kind in CLOCKED else ""
    return (
        f"The remedy of a ruling of the kind {kind} has exactly: {', '.join(does.members) or 'nothing'}{may}."
    )


def has_its_members(kind: Kind, remedy: Remedy) -> bool:
    """Whether a remedy has exactly the members of those of this kind; `clock` beside them where it may set clocks."""
    given = {name for name in remedy.__struct_fields__ if getattr(remedy, name) is not None}
    free = {"clock"} if kind in CLOCKED else set()
    return given - free == ({*REMEDIES[kind].members} if kind in REMEDIES else set())


def take_effect(fold: Fold, draws: Draws, ruling: Ruled) -> None:
    """Record what a final ruling does, in the action that has begun. `fold.log` holds the log before it."""
    REMEDIES[ruling.kind].take_effect(fold, draws, ruling)
