"""Age of War in sentences: what happened, what an action does, how turns are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from domain.by_seat import BySeat, of_seat
from domain.ranking import ranked
from domain.ruleset import Action, Event
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from domain.rulesets.age_of_war.components import DICE, SPECIAL, TURN_LIMIT
from domain.rulesets.age_of_war.names import CLANS, NAMES, dice_words
from domain.sentence import Seat, Sentence, say


def _line(number: int) -> Sentence:
    return say("the special line") if number == SPECIAL else say("line {n}", n=number)


def _rolled(event: e.DiceRolled) -> Sentence:
    return say("{seat} throws {dice}.", seat=Seat(event.seat), dice=dice_words(event.dice))


def _filled(event: e.LineFilled) -> Sentence:
    values: dict[str, Any] = {
        "seat": Seat(event.seat),
        "line": _line(event.line),
        "castle": NAMES[event.castle],
        "dice": dice_words(event.dice),
        "open": lines_left(event.open_lines),
    }
    if event.held_by is None:
        return say("{seat} fills {line} of {castle} with {dice}; {open}.", **values)
    text = "{seat} attacks {castle} of {holder} and fills {line} with {dice}; {open}."
    return say(text, holder=Seat(event.held_by), **values)


def lines_left(lines: int) -> Sentence:
    """How many lines of the castle are left open."""
    if lines == 0:
        return say("no line is left open")
    return say("one line is left open", plural="{n} lines are left open", count=lines, n=lines)


def _aside(event: e.DieSetAside) -> Sentence:
    if event.dice_left == 0:
        return say("{seat} sets a die aside; no die is left.", seat=Seat(event.seat))
    return say(
        "{seat} sets a die aside; one is left.",
        plural="{seat} sets a die aside; {n} are left.",
        count=event.dice_left,
        seat=Seat(event.seat),
        n=event.dice_left,
    )


def _conquered(event: e.CastleConquered) -> Sentence:
    seat, castle = Seat(event.seat), NAMES[event.castle]
    if event.taken_from is None:
        return say("{seat} conquers {castle}.", seat=seat, castle=castle)
    return say("{seat} takes {castle} from {loser}.", seat=seat, castle=castle, loser=Seat(event.taken_from))


def _clan(event: e.ClanCompleted) -> Sentence:
    return say(
        "{seat} completes the clan {clan} and turns it over for {n} point.",
        plural="{seat} completes the clan {clan} and turns it over for {n} points.",
        count=event.points,
        seat=Seat(event.seat),
        clan=CLANS[event.clan],
        n=event.points,
    )


def _turn_ended(event: e.TurnEnded) -> Sentence:
    seat, following = Seat(event.seat), Seat(event.next_seat)
    if event.conquered:
        return say("{seat} ends the turn with a conquest; {next} is next.", seat=seat, next=following)
    return say("{seat} ends the turn without a conquest; {next} is next.", seat=seat, next=following)


def _ended(event: e.GameEnded) -> Sentence:
    decisive = dict(enumerate(zip(event.scores, event.castles, event.clans, strict=True), 1))
    ranking = ranked(decisive)
    points = _counts(event.scores, [seat for rank in ranking for seat in rank])
    if event.reason == "last-castle":
        text = "The last castle has left the centre. {result} Points: {points}."
        return say(text, result=result(event, ranking[0]), points=points)
    if event.reason == "turn-limit":
        text = "The game is stopped after {turns} turns, and nobody wins. Points: {points}."
        return say(text, turns=TURN_LIMIT, points=points)
    text = "The game is stopped, and nobody wins: all draws committed for it are used up. Points: {points}."
    return say(text, points=points)


def _counts(counts: BySeat[int], seats: Sequence[int]) -> tuple[Sentence, ...]:
    return tuple(say("{seat} {n}", seat=Seat(seat), n=of_seat(counts, seat)) for seat in seats)


def result(event: e.GameEnded, winners: tuple[int, ...]) -> Sentence:
    """Who wins, and what decided it (war.score.2)."""
    if len(winners) > 1:
        text = "{winners} share the win, with equal points, castles and completed clans."
        return say(text, winners=tuple(map(Seat, winners)))
    (best,) = winners
    level = _level(event.scores, best, range(1, len(event.scores) + 1))
    if len(level) == 1:
        return say("{winner} has the most points and wins.", winner=Seat(best))
    if len(_level(event.castles, best, level)) == 1:
        text = "{winner} wins: points are equal and castles decide ({counts})."
        return say(text, winner=Seat(best), counts=_counts(event.castles, level))
    level = _level(event.castles, best, level)
    text = "{winner} wins: points and castles are equal and completed clans decide ({counts})."
    return say(text, winner=Seat(best), counts=_counts(event.clans, level))


def _level(counts: BySeat[int], best: int, seats: Iterable[int]) -> list[int]:
    """The winner and those of these seats who have as many."""
    return sorted(
        (s for s in seats if of_seat(counts, s) == of_seat(counts, best)), key=lambda seat: seat != best
    )


SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    e.FirstPlayerDrawn: lambda event: say("{seat} is drawn to begin.", seat=Seat(event.seat)),
    e.DiceRolled: _rolled,
    e.LineFilled: _filled,
    e.DieSetAside: _aside,
    e.CastleConquered: _conquered,
    e.ClanCompleted: _clan,
    e.TurnEnded: _turn_ended,
    e.GameEnded: _ended,
}


def _turn(event: e.DiceRolled) -> Sentence | None:
    """Each turn is a chapter; it begins with the throw of all dice."""
    return say("Turn of {seat}", seat=Seat(event.seat)) if len(event.dice) == DICE else None


CHAPTERS = {e.DiceRolled: _turn}
TURNS: dict[type, Callable[[Any], int | None]] = {
    e.DiceRolled: lambda event: event.seat if len(event.dice) == DICE else None,
    e.GameEnded: lambda event: 0,
}
HEADLINES: frozenset[type[Event]] = frozenset({e.CastleConquered, e.ClanCompleted, e.GameEnded})


def _filling(action: FillLine) -> Sentence:
    line, castle = _line(action.line), NAMES.get(action.castle, action.castle)
    return say("Fill {line} of {castle} with {dice}", line=line, castle=castle, dice=dice_words(action.dice))


def prompt(legal: Sequence[Action]) -> Sentence:
    """What the player with these legal actions has to do."""
    types = {type(action) for action in legal}
    if RollDice in types:
        return say("Throw the dice.")
    if FillLine in types:
        return say("Fill a line, or set a die aside.")
    return say("The dice fill no line: set one aside.")


DESCRIPTIONS: dict[type, Callable[[Any], Sentence]] = {
    RollDice: lambda _: say("Throw the dice"),
    FillLine: _filling,
    SetAside: lambda _: say("Set a die aside"),
}
