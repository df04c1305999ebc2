"""Better actions than those of the game, and chances that arithmetic answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.ruleset import Action, Ruleset
from engine.decisions import Decision
from engine.doubt import beyond_doubt, difference
from engine.game import plain
from engine.study import Study
from projections.documents.analyses import Better, Odds
from projections.sentences import BilingualRenderer

TRIED, COMPARED = 32, 8
"""The most alternatives that are tried out in an analysis, and that are tested: a search looks a few times at each decision, so
what it hopes for most is mostly luck."""


def elsewise(studies: Sequence[Study]) -> list[Study]:
    """The decisions with another choice of the search, or else of thoughtful play, those first that seem to gain most by it."""
    found = [study for study in studies if study.found is not None and study.after]
    return sorted(found, key=lambda study: -study.margin)


def best_tried(studies: Sequence[Study]) -> list[Study]:
    """Of those that were tried out, the ones that gained most; what gained nothing follows as it was."""
    return sorted(studies, key=_gained, reverse=True)[:COMPARED]


def _gained(study: Study) -> float:
    return difference(study.tried).mean if study.tried else 0.0


def better(ruleset: Ruleset[Any], study: Study, tests: int) -> Better | None:
    """What the search found, if it is better beyond doubt, after so many tests in this analysis."""
    if not study.gains or study.found is None:
        return None
    gain = difference(list(study.gains.values()))
    if gain.mean <= 0 or not beyond_doubt(gain.likelihood, tests):
        return None
    return Better(
        action=plain(study.found),
        label=_renderer(ruleset, study.decision).render(ruleset.describe(study.found)),
        gain=round(gain.mean, 3),
        error=round(gain.error, 3),
        playouts=len(study.gains),
    )


def odds_of(ruleset: Ruleset[Any], decision: Decision, done: Action | None) -> Odds | None:
    """The exact chance that what was done was to bring, beside that of the best way to it."""
    state, seat = decision.table.game, decision.seat
    odds = ruleset.odds(state, done) if done is not None else None
    if odds is None:
        return None
    others = (ruleset.odds(state, action) for action in ruleset.legal_actions(state, seat))
    return Odds(
        about=_renderer(ruleset, decision).render(odds.about),
        chance=round(odds.chance, 3),
        highest=round(max(it.chance for it in others if it and it.about == odds.about), 3),
    )


def _renderer(ruleset: Ruleset[Any], decision: Decision) -> BilingualRenderer:
    """Names of players are not stored in analyses, so that they can be removed: seats have numbers here."""
    return BilingualRenderer(ruleset, {seat: f"#{seat}" for seat in range(1, decision.table.setup.seats + 1)})
