"""Taking a game back by a ruling: draws that were made since are made anew, and what somebody has learnt is shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from domain.draws import EPOCHS, Draws
from domain.hidden import Hidden, secrets_in
from domain.play import Play
from domain.ruleset import Ruleset
from domain.table import events as t
from domain.table.fold import Fold, fold
from domain.table.referee.assessment import Assessment
from domain.table.referee.events import Remedy, Ruled, StackReshuffled
from domain.table.referee.hearing import Hearing, Proposed, refused
from domain.table.referee.weight import check_way_back

Places = Sequence[tuple[str, Hidden[Any]]]
"""Paths of a state, and what lies there."""


def check_back_up(hearing: Hearing, proposed: Proposed) -> None:
    to_version = (proposed.remedy or Remedy()).to_version or 0
    assessment = Assessment(hearing.ruleset, hearing.log)
    assessment.check(to_version)
    check_way(hearing, proposed, assessment, to_version)


def check_way(hearing: Hearing, proposed: Proposed, assessment: Assessment, to_version: int) -> None:
    """`Refused` to those who may not rule that the game goes back there, and where too few draws would be left."""
    check_way_back(proposed, assessment.kind(to_version))
    shuffles = len(to_shuffle(hearing.ruleset, hearing.log, assessment, to_version))
    if not shuffles and not assessment.drawn(to_version):
        return
    slots = hearing.table.setup.draw_count
    epoch, slot = hearing.table.slots.used.next_unused(slots)
    left = (EPOCHS - epoch) * slots - slot - shuffles
    if left < slots:
        raise refused("referee.draws", TOO_FEW.format(left=left, slots=slots))


TOO_FEW = "Of the committed draws {left} would be left, fewer than an epoch of {slots}: leave what happened, or set a result."


def back_up(play_on: Fold, draws: Draws, ruling: Ruled) -> None:
    to_version = (ruling.remedy or Remedy()).to_version or 0
    go_back(play_on, draws, ruling.ruling, Assessment(play_on.ruleset, play_on.log), to_version)


def rng_of(assessment: Assessment, to_version: int) -> Literal["same", "fresh"]:
    """No slot ever serves twice: what was drawn since is drawn from slots that were never used."""
    return "fresh" if assessment.drawn(to_version) else "same"


def go_back(folding: Fold, draws: Draws, ruling: int, assessment: Assessment, to_version: int) -> Play[Any]:
    """Record the way back and what is shuffled after it; the table plays on with what is given back."""
    pools = to_shuffle(folding.ruleset, folding.log, assessment, to_version)
    rewound = t.Rewound(to_version, ruling=ruling, rng=rng_of(assessment, to_version))
    folding.record(rewound, ("referee.back-up", "referee.draws"))
    play = Play[Any](folding, draws)
    for places in pools:
        shuffled = play.shuffle([secret for _, secret in places])
        play.record(StackReshuffled(tuple(path for path, _ in places), shuffled), "referee.reshuffle")
    return play


def to_shuffle(ruleset: Ruleset[Any], log: Any, assessment: Assessment, to_version: int) -> list[Places]:
    """For each pool in which somebody has learnt something since, its places that nobody knows there, in the order of paths.

    None where it is not needed; pools with fewer than two such places are left.
    """
    if assessment.kind(to_version) != "needs-random":
        return []
    game, learnt = fold(ruleset, log[:to_version]).game, assessment.touched(to_version)
    pools: dict[str, list[tuple[str, Hidden[Any]]]] = {}
    touched = set[str]()
    for path, secret in secrets_in(game):
        assert isinstance(secret, Hidden)
        pool = ruleset.pool(path, secret)
        if pool is not None:
            places = pools.setdefault(pool, [])
            places += [] if secret.knowers else [(path, secret)]
            touched |= {pool} if secret.ref in learnt else set()
    return [places for pool, places in pools.items() if pool in touched and len(places) > 1]
