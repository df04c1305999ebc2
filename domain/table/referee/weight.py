"""Which rulings weigh so much that only a head referee makes them, under a clause that they cite."""

from __future__ import annotations

from domain.table.referee.assessment import Class
from domain.table.referee.events import Kind
from domain.table.referee.hearing import Proposed, refused

WEIGHTY: tuple[Kind, ...] = ("result", "void", "replayed")
PAST_SOMETHING: tuple[Class, ...] = ("tainted", "needs-random")
"""Ways back past a draw or a reveal."""


def check_weight(proposed: Proposed) -> None:
    """`Refused` referee.weight for a ruling of a weighty kind, or an exclusion, without a head referee or a cited clause."""
    if proposed.kind in WEIGHTY or proposed.excludes:
        _check(proposed)


def check_way_back(proposed: Proposed, kind: Class) -> None:
    """The same for what goes past a draw or a reveal, which says besides why the result cannot stand."""
    if kind in PAST_SOMETHING:
        _check(proposed)
        if not proposed.why:
            raise refused("referee.head", WHY_NOT)


def _check(proposed: Proposed) -> None:
    if not proposed.head:
        raise refused("referee.weight", NOT_WITHOUT_HEAD)
    if not proposed.cites:
        raise refused("referee.weight", "A ruling of this weight cites at least one clause.")


NOT_WITHOUT_HEAD = "Only a head referee sets a result, voids a game, replays a chapter, excludes, or goes past a draw or reveal."
WHY_NOT = "Something was drawn or shown since then: say why the result cannot stand (why_not_stand)."
