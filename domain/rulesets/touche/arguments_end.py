"""Why a game of Touché is over, and who has won it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.argument import step
from domain.ruleset import Step
from domain.rulesets.touche import events as e
from domain.rulesets.touche.state import State, can_go_on, made, open_kinds
from domain.rulesets.touche.terms import kind_of
from domain.rulesets.touche.turns import SET_COMPLETED, STALLED, ending
from domain.sentence import Term


def ended(state: State, event: e.GameEnded) -> list[Step]:
    """What ends the game, what every side has, and who wins by it (touche.end.1, touche.end.2, touche.stall.2)."""
    end = ending(state, event.reason)
    if end.reason == SET_COMPLETED:
        return [*_whole_set(state, end), *_scores(end)]
    if end.reason == STALLED:
        return [
            running(state.stalls, state.options.stalled_rounds),
            *_scores(end),
            _most_patterns("touche.stall.2", end),
        ]
    return [*_no_place_left(state), *_scores(end), _most_patterns("touche.end.2", end)]


def _whole_set(state: State, end: e.GameEnded) -> Iterator[Step]:
    assert end.winner is not None
    side, colour = end.colours.index(end.winner), Term(end.winner)
    for need in state.goals[side]:
        yield step(
            "touche.end.1",
            "{kind}: {colour} has made {made} of {needed}.",
            kind=kind_of(need.kind),
            colour=colour,
            made=made(state, side, need.kind),
            needed=need.count,
        )
    yield step("touche.end.1", "The set of {colour} is whole, which wins at once.", colour=colour)


def running(rounds: int, limit: int) -> Step:
    """Stalled rounds one after the other, and how many of them end the game (touche.stall.2)."""
    if not limit:
        text = "Stalled rounds running: {running}; here they never end the game."
        return step("touche.stall.2", text, running=rounds, limit=limit)
    text = "Stalled rounds running: {running}; {limit} end the game."
    return step("touche.stall.2", text, running=rounds, limit=limit)


def _no_place_left(state: State) -> Iterator[Step]:
    """Every place of the kinds that still count has a crown on it; or nobody has a card left."""
    if can_go_on(state):
        yield step("touche.end.2", "Nobody holds a card, and nobody has one to draw.")
        return
    for kind in sorted({kind for side in range(state.sides) for kind in open_kinds(state, side)}):
        yield step(
            "touche.end.2",
            "{kind}: of its {places} places on the board none is without a crown.",
            kind=kind_of(kind),
            places=len(state.places[kind].everywhere),
        )


def _scores(end: e.GameEnded) -> Iterator[Step]:
    for colour, patterns, points in zip(end.colours, end.patterns, end.points, strict=True):
        yield step(
            "touche.tournament.1",
            "{colour}: patterns {patterns}, points {points}.",
            colour=Term(colour),
            patterns=patterns,
            points=points,
        )


def _most_patterns(rule: str, end: e.GameEnded) -> Step:
    most = max(end.patterns)
    if end.winner is None:
        return step(rule, "Nobody alone has most patterns ({most}): it is a draw.", most=most)
    return step(
        rule, "{colour} alone has most patterns ({most}) and wins.", colour=Term(end.winner), most=most
    )
