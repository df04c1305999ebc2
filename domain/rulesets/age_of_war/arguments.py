"""The argument behind each deciding event of Age of War, and why an action is legal or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.argument import Step, because, step
from domain.by_seat import of_seat
from domain.ranking import ranked
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.actions import FillLine, RollDice
from domain.rulesets.age_of_war.components import INFANTRY, SPECIAL, TURN_LIMIT, Dice, Line
from domain.rulesets.age_of_war.lines import strength
from domain.rulesets.age_of_war.names import CLANS, NAMES, dice_words
from domain.rulesets.age_of_war.narrate import result
from domain.rulesets.age_of_war.rules import THROWS, legal_actions
from domain.rulesets.age_of_war.state import State, holder, lines_needed, open_lines, score
from domain.sentence import Seat, Sentence, say

# -- throwing


def first_player(state: State, event: e.FirstPlayerDrawn) -> list[Step]:
    words = "A number from 1 to {seats} is drawn, {drawn}: {seat} begins."
    return [step("war.setup.1", words, seats=state.seats, drawn=event.draw.values[0], seat=Seat(event.seat))]


def rolled(state: State, event: e.DiceRolled) -> list[Step]:
    faces = step("war.card.2", "They show {dice}.", dice=dice_words(event.dice))
    return [throwing(state), faces]


def throwing(state: State) -> Step:
    """How many dice are thrown, and after what (war.turn.1, war.turn.2, war.turn.4)."""
    clause, words = THROWS[state.throw_after], THROWN[state.throw_after]
    return step(clause, words, n=state.to_throw)


THROWN = {
    "turn-begun": "The turn begins, so all {n} dice are thrown.",
    "die-set-aside": "A die has been set aside: the others are thrown again, {n} in number.",
    "line-filled": "A line has been filled: the dice that are left are thrown, {n} in number.",
}


def set_aside(state: State, event: e.DieSetAside) -> list[Step]:
    lost = step(
        "war.turn.2",
        "The die is lost for this turn; dice left to throw: {dice_left}.",
        dice_left=event.dice_left,
    )
    return [giving_up(state), lost]


def giving_up(state: State) -> Step:
    """By choice, or because nothing fits (war.turn.2)."""
    ways = sum(isinstance(action, FillLine) for action in legal_actions(state))
    if ways:
        words = "A line could be filled (possible ways: {n}), but a die may be set aside by choice."
        return step("war.turn.2", words, n=ways)
    words = "No open line can be filled with {dice}, so a die has to be set aside."
    return step("war.turn.2", words, dice=dice_words(state.dice))


# -- filling a line


def filled(state: State, event: e.LineFilled) -> list[Step]:
    """The castle, the line, why the dice are enough and none is superfluous, and what is left."""
    left = "That makes one line; lines still open: {open_lines}, dice left: {dice_left}."
    return [
        *filling(state, FillLine(event.castle, event.line, event.dice)),
        step("war.turn.2", left, open_lines=event.open_lines, dice_left=event.dice_left),
    ]


def filling(state: State, action: FillLine) -> list[Step]:
    line = open_lines(state, action.castle)[action.line]
    return [*_target(state, action.castle), *_special(state, action), *_enough(action, line)]


def _target(state: State, castle: str) -> list[Step]:
    """Why this castle may be attacked (war.turn.3, war.turn.4)."""
    if state.siege is not None:
        words = "A line of {castle} has been filled, so all dice of this turn go to this castle."
        return [step("war.turn.4", words, castle=NAMES[castle])]
    owner = holder(state, castle)
    if owner is None:
        words = "{castle} lies in the centre and may be attacked."
        return [step("war.turn.3", words, castle=NAMES[castle])]
    words = "{castle} lies face up in front of {holder} and may be attacked."
    return [step("war.turn.3", words, castle=NAMES[castle], holder=Seat(owner))]


def _special(state: State, action: FillLine) -> list[Step]:
    owner = holder(state, action.castle)
    if action.line != SPECIAL or owner is None:
        return []
    words = "{castle} lies in front of {holder}, so its special line counts too."
    return [step("war.steal.1", words, castle=NAMES[action.castle], holder=Seat(owner))]


def _enough(action: FillLine, line: Line) -> list[Step]:
    """What the line asks for and gets, and that no die can be left out (war.line.1, war.line.2)."""
    if line.infantry:
        return [_infantry(action, line), _none_left_over(action.dice, line)]
    symbols = dice_words(line.symbols)
    if action.line == SPECIAL:
        return [
            step("war.line.1", "The special line asks for exactly this and gets it: {dice}.", dice=symbols)
        ]
    words = "Line {line} asks for exactly these dice and gets them: {dice}."
    return [step("war.line.1", words, line=action.line, dice=symbols)]


def _infantry(action: FillLine, line: Line) -> Step:
    words = "Line {line} asks for infantry of {needed} or more: the dice bring {total} ({sum}), and that is enough."
    needed, total = line.infantry, strength(action.dice)
    return step("war.line.1", words, line=action.line, needed=needed, total=total, sum=_sum(action.dice))


def _sum(dice: Dice) -> str:
    return " + ".join(str(INFANTRY[d]) for d in dice if d in INFANTRY)


def _none_left_over(dice: Dice, line: Line) -> Step:
    least = min(INFANTRY[d] for d in dice)
    without = strength(dice) - least
    words = "None is superfluous: without the smallest, {least}, it would be {without}, less than {needed}."
    return step("war.line.2", words, least=least, without=without, needed=line.infantry)


# -- castles, turns, the end


def conquered(state: State, event: e.CastleConquered) -> list[Step]:
    """All lines are filled; where the castle goes, and what it is (war.turn.5, war.capture.1, war.card.1)."""
    castle = state.box.castle[event.castle]
    lines = len(lines_needed(state, event.castle))
    taken = "{castle} goes face up in front of {seat}."
    worth = "{castle} belongs to the clan {clan}; points: {points}."
    return [
        step("war.turn.5", "Every line needed is filled, {lines} in number.", lines=lines),
        step("war.capture.1", taken, castle=castle.name, seat=Seat(event.seat)),
        step("war.card.1", worth, castle=castle.name, clan=CLANS[castle.clan], points=castle.points),
    ]


def completed(state: State, event: e.ClanCompleted) -> list[Step]:
    """The clan's castles, and what they count before and after being turned over (war.clan.1)."""
    castles = [castle for castle in state.box.castles if castle.clan == event.clan]
    all_there = "{seat} has all castles of the clan {clan} face up: {castles}."
    turned = "Turned over they count {points} instead of {before}, and cannot be attacked any more."
    return [
        step(
            "war.clan.1",
            all_there,
            seat=Seat(event.seat),
            clan=CLANS[event.clan],
            castles=tuple(castle.name for castle in castles),
        ),
        step("war.clan.1", turned, points=event.points, before=sum(castle.points for castle in castles)),
    ]


def turn_ended(state: State, event: e.TurnEnded) -> list[Step]:
    return [step("war.turn.5", TURN_ENDS[event.conquered], next=Seat(event.next_seat))]


TURN_ENDS = {
    True: "The castle is conquered, so the turn ends; clockwise {next} is next.",
    False: "No dice are left, so the turn ends; clockwise {next} is next.",
}


def ended(state: State, event: e.GameEnded) -> list[Step]:
    """What ended the game, everybody's points, and what decided the first place (war.score.1, war.score.2)."""
    clause = "war.end.1" if event.reason == "last-castle" else "war.cap.1"
    turns = {"turns": TURN_LIMIT} if event.reason == "turn-limit" else {}
    points = [_points(state, seat) for seat in range(1, state.seats + 1)]
    return [because(clause, Sentence(ENDS[event.reason], {**turns})), *points, _verdict(event)]


ENDS: dict[e.EndReason, str] = {
    "last-castle": "The last castle has left the centre, so the game is over at once.",
    "turn-limit": "There have been {turns} turns, so the game stops.",
    "draws-used-up": "All draws committed before the game are used up, so it stops.",
}


def _points(state: State, seat: int) -> Step:
    """Castles that lie face up by their points, and stacks by their clans'."""
    box = state.box
    castles = [say("{name} {n}", name=NAMES[c], n=box.castle[c].points) for c in of_seat(state.castles, seat)]
    stacks = [
        say("clan {name} {n}", name=CLANS[c], n=box.clan[c].points) for c in of_seat(state.stacks, seat)
    ]
    points = score(state, seat)
    if not castles and not stacks:
        return step("war.score.1", "{seat} has {points}: no castle.", seat=Seat(seat), points=points)
    words = "{seat} has {points}: {parts}."
    return step("war.score.1", words, seat=Seat(seat), points=points, parts=(*castles, *stacks))


def _verdict(event: e.GameEnded) -> Step:
    if event.reason != "last-castle":
        return step("war.score.2", "Nobody wins a game that is stopped; it is ranked as it stands.")
    ranking = ranked(dict(enumerate(zip(event.scores, event.castles, event.clans, strict=True), 1)))
    return because("war.score.2", result(event, ranking[0]))


ARGUMENTS: dict[Any, Callable[[State, Any], Sequence[Step]]] = {
    e.FirstPlayerDrawn: first_player,
    e.DiceRolled: rolled,
    e.LineFilled: filled,
    e.DieSetAside: set_aside,
    e.CastleConquered: conquered,
    e.ClanCompleted: completed,
    e.TurnEnded: turn_ended,
    e.GameEnded: ended,
}


# -- actions


def legal(state: State, action: Any) -> list[Step]:
    """Why a legal action is legal."""
    if isinstance(action, RollDice):
        return [throwing(state)]
    return filling(state, action) if isinstance(action, FillLine) else [giving_up(state)]
