"""Why a wall is arranged as it is, and why a round and the game end as they do: values, points and places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.argument import Step, step
from domain.rulesets.romans import events as e
from domain.rulesets.romans.arguments_clash import summed
from domain.rulesets.romans.names import FORTS, everyone, forts, who
from domain.rulesets.romans.state import State
from domain.sentence import Sentence, say


def ordered(state: State, event: e.WallOrdered) -> list[Step]:
    """The lowest and the highest fort move, nearest end first among equals (romans.wall.2, romans.wall.3)."""
    value = state.box.value
    low = "{fort} has the lowest value above zero, {value}, and goes to the left end."
    high = "Of the forts {fort} then has the highest value, {value}, and goes to the right end."
    rest = "Among equals the one nearest to that end moves; the others keep their order: {forts}."
    return [
        step("romans.wall.2", low, fort=FORTS[event.lowest], value=value[event.lowest]),
        step("romans.wall.2", high, fort=FORTS[event.highest], value=value[event.highest]),
        step("romans.wall.3", rest, forts=forts(event.wall)),
    ]


def round_ended(state: State, event: e.RoundEnded) -> list[Step]:
    words = "Clash {clash} was the last of round {round}: all warriors go back to their clans."
    last = step("romans.round.1", words, clash=state.clash, round=event.round)
    return [last, *(_points(state, standing) for standing in event.standings)]


def _points(state: State, standing: e.Standing) -> Step:
    """A clan's points, fort by fort (romans.end.1)."""
    clan, points = who(standing.side), standing.points
    if not standing.forts:
        return step("romans.end.1", "{clan} has {points}: no fort.", clan=clan, points=points)
    sum = summed(worth(state, standing.forts))
    return step("romans.end.1", "{clan} has {points}: {forts}.", clan=clan, points=points, forts=sum)


def worth(state: State, ids: Iterable[str]) -> tuple[Sentence, ...]:
    """Forts with their values."""
    return tuple(say("{fort} ({value})", fort=FORTS[fort], value=state.box.value[fort]) for fort in ids)


def game_ended(state: State, event: e.GameEnded) -> list[Step]:
    """Everybody's points, what decided the first place, and all places (romans.end.1, romans.end.2)."""
    players = [standing for standing in event.standings if standing.side.seat is not None]
    neutral = [standing for standing in event.standings if standing.side.seat is None]
    sums = [_points(state, standing) for standing in event.standings]
    clause, words = DECIDED[event.decided_by]
    names = tuple(who(standing.side) for standing in players if standing.side.seat in event.winners)
    verdict = step(clause, words, winners=names, **_compared(event, players))
    return [*sums, verdict, _places(players), *_unranked(neutral)]


def _compared(event: e.GameEnded, players: list[e.Standing]) -> dict[str, Any]:
    """The deciding values of the winner and of the next player."""
    first = players[0]
    figures = {"points": first.points, "forts": len(first.forts)}
    match event.decided_by:
        case "points":
            return {"points": first.points, "next": players[1].points}
        case "forts":
            return {**figures, "next": len(players[1].forts)}
        case "strongest-forts" | "nothing":
            return figures
    return {}


DECIDED: dict[e.Decider, tuple[str, str]] = {
    "fortheca": (
        "romans.fortheca.1",
        "{winners} has three of the FortHeca and wins at once, whatever the points.",
    ),
    "solo": ("romans.end.1", "{winners} plays alone; the neutral clans are there to be compared with."),
    "points": ("romans.end.1", "{winners} has the most points of all players, {points} against {next}."),
    "forts": (
        "romans.end.2",
        "Points are equal, {points}: {winners} has more forts, {forts} against {next}.",
    ),
    "strongest-forts": (
        "romans.end.2",
        "Points ({points}) and forts ({forts}) are equal: compared from the strongest on, those of {winners} are stronger.",
    ),
    "nothing": (
        "romans.end.2",
        "Points ({points}), forts ({forts}) and their strengths are equal: {winners} share the win.",
    ),
}


def _places(players: list[e.Standing]) -> Step:
    """Points first, then forts, then the strongest of them (romans.end.2)."""
    order = tuple(say("{clan} {n}", clan=who(standing.side), n=standing.points) for standing in players)
    return step("romans.end.2", "So the players stand in this order: {places}.", places=order)


def _unranked(neutral: list[e.Standing]) -> list[Step]:
    words = "Neutral clans are not ranked: {clans}."
    clans = everyone(standing.side for standing in neutral)
    return [step("romans.neutral.2", words, clans=clans)] if neutral else []


ARGUMENTS: dict[Any, Callable[[State, Any], list[Step]]] = {
    e.WallOrdered: ordered,
    e.RoundEnded: round_ended,
    e.GameEnded: game_ended,
}
