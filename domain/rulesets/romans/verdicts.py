"""Sentences about what was decided: a clash, a round, the game. They name the winner first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.rulesets.romans import events as e
from domain.rulesets.romans.names import CLANS, everyone, in_a_row, who
from domain.rulesets.romans.state import Side
from domain.sentence import Seat, Sentence, say


def _sums(totals: Iterable[e.Total], first: Iterable[Side] = ()) -> Sentence:
    """Those of `first` before the others, the highest first; then the clans that take no part."""
    order = sorted(totals, key=lambda total: (total.side not in first, -total.total))
    sums = in_a_row([_points(total.side, total.total) for total in order if not total.out])
    if not (out := everyone(total.side for total in order if total.out)):
        return sums
    none = say("{clans} takes no part", plural="{clans} take no part", count=len(out), clans=out)
    return say("{sums}; {none}", sums=sums, none=none)


def _points(side: Side, n: int) -> Sentence:
    return say("{clan} {n}", clan=who(side), n=n)


WON = {
    "highest": "{clan} has the highest strength and wins the clash ({totals}).",
    "alone": "{clan} has no rivals in the clash and wins it ({totals}).",
    "archr": "{clan} wins the tie by Arch'r ({totals}).",
}


def won(event: e.ClashWon) -> Sentence:
    return say(WON[event.by], clan=who(event.side), totals=_sums(event.totals, (event.side,)))


def tied(event: e.ClashTied) -> Sentence:
    return say(_tie(event), clans=everyone(event.tied), totals=_sums(event.totals, event.tied))


def _tie(event: e.ClashTied) -> str:
    """A tie, with the reason why no Arch'r wins it (romans.archr.1, romans.neutral.3)."""
    if len(event.archrs) > 1:
        return "A tie between {clans}, and more than one Arch'r in it: nobody wins the clash ({totals})."
    if event.archrs:
        return "A tie between {clans}, and a neutral Arch'r wins none: nobody wins the clash ({totals})."
    return "A tie between {clans}: nobody wins the clash ({totals})."


def round_ended(event: e.RoundEnded) -> Sentence:
    order = sorted(event.standings, key=lambda standing: -standing.points)
    scores = in_a_row([_points(s.side, s.points) for s in order])
    text = "Round {round} ends. Points: {standings}. All warriors return."
    return say(text, round=event.round, standings=scores)


def game_ended(event: e.GameEnded) -> Sentence:
    """The winner, what decided, the final scores."""
    best = event.standings[0]
    verdict = _solo(event) if event.decided_by == "solo" else ENDED[event.decided_by]
    winners = tuple(map(Seat, event.winners))
    values: dict[str, Any] = {
        "winners": winners,
        "n": best.points,
        "forts": len(best.forts),
        "better": _better(event),
    }
    used = {name: value for name, value in values.items() if f"{{{name}}}" in verdict}
    return say(verdict, **used, scores=tuple(map(_score, event.standings)))


ENDED = {
    "fortheca": "{winners} holds three FortHeca and wins at once. Final scores: {scores}.",
    "points": "{winners} has the most points of all players and wins. Final scores: {scores}.",
    "forts": "{winners} wins the tie at {n} by the most forts, {forts}. Final scores: {scores}.",
    "strongest-forts": "{winners} wins the tie at {n} by the strongest forts. Final scores: {scores}.",
    "nothing": "{winners} share the win with equal points and forts. Final scores: {scores}.",
}
SOLO = {
    True: "{winners} wins: no neutral clan has more points. Final scores: {scores}.",
    False: "{winners} finishes, but {better} did better. Final scores: {scores}.",
}


def _solo(event: e.GameEnded) -> str:
    return SOLO[not _better(event)]


def _better(event: e.GameEnded) -> tuple[Any, ...]:
    """The neutral clans with more points than the winner."""
    return everyone(s.side for s in event.standings if s.points > event.standings[0].points)


def _score(standing: e.Standing) -> Sentence:
    side = standing.side
    if side.seat is None:
        return say("{clan} {n}", clan=CLANS[side.clan], n=standing.points)
    return say("{seat} ({clan}) {n}", seat=Seat(side.seat), clan=CLANS[side.clan], n=standing.points)


VERDICTS: dict[Any, Callable[[Any], Sentence]] = {
    e.ClashWon: won,
    e.ClashTied: tied,
    e.RoundEnded: round_ended,
    e.GameEnded: game_ended,
}
