"""What people see of a game of Age of War: the board, sentences, chapters. Nothing is hidden here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.components import BOXES, DICE
from domain.rulesets.age_of_war.state import State, castle_count, lines_needed, score
from domain.sentence import Seat, Sentence, Term, say

NAMES = {castle.id: castle.name for box in BOXES.values() for castle in box.castles}
CLANS = {clan.id: clan.name for box in BOXES.values() for clan in box.clans}


def view(state: State) -> dict[str, Any]:
    """The board: centre, seats, the siege in progress, dice and scores."""
    return {
        "turn": state.turn,
        "seat": state.seat,
        "centre": list(state.centre),
        "players": [_player(state, seat) for seat in range(1, state.seats + 1)],
        "siege": state.siege and _siege(state, state.siege),
        "dice": {"thrown": list(state.dice), "to_throw": state.to_throw, "set_aside": state.set_aside},
    }


def _player(state: State, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "castles": list(state.castles[seat - 1]),
        "stacks": list(state.stacks[seat - 1]),
        "castle_count": castle_count(state, seat),
        "score": score(state, seat),
    }


def _siege(state: State, castle: str) -> dict[str, Any]:
    on_line = {f.line: list(f.dice) for f in state.filled}
    needed = lines_needed(state, castle)
    return {
        "castle": castle,
        "lines": [
            {"line": number, "needs": msgspec.to_builtins(line), "dice": on_line.get(number, [])}
            for number, line in needed.items()
        ],
    }


def _dice(dice: tuple[str, ...]) -> tuple[Term, ...]:
    return tuple(Term(d.replace("-", " ")) for d in dice)


def _rolled(event: e.DiceRolled) -> Sentence:
    return say("{seat} throws {dice}.", seat=Seat(event.seat), dice=_dice(event.dice))


def _filled(event: e.LineFilled) -> Sentence:
    return say(
        "{seat} puts {dice} on a line of {castle}.",
        seat=Seat(event.seat),
        dice=_dice(event.dice),
        castle=NAMES[event.castle],
    )


def _aside(event: e.DieSetAside) -> Sentence:
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
        "{seat} completes the clan {clan} for {n} point.",
        plural="{seat} completes the clan {clan} for {n} points.",
        count=event.points,
        seat=Seat(event.seat),
        clan=CLANS[event.clan],
        n=event.points,
    )


def _turn_ended(event: e.TurnEnded) -> Sentence:
    if event.conquered:
        return say("The turn of {seat} ends.", seat=Seat(event.seat))
    return say("The turn of {seat} ends without a conquest.", seat=Seat(event.seat))


def _ended(event: e.GameEnded) -> Sentence:
    if event.reason == "cap":
        return say("The game is stopped, for it does not end by itself.")
    return say("The last castle has left the centre: the game ends.")


SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    e.FirstPlayerDrawn: lambda event: say("{seat} begins.", seat=Seat(event.seat)),
    e.DiceRolled: _rolled,
    e.LineFilled: _filled,
    e.DieSetAside: _aside,
    e.CastleConquered: _conquered,
    e.ClanCompleted: _clan,
    e.TurnEnded: _turn_ended,
    e.GameEnded: _ended,
}


def turn(event: e.DiceRolled) -> Sentence | None:
    """Each turn is a chapter; it begins with the throw of all dice."""
    return say("Turn of {seat}", seat=Seat(event.seat)) if len(event.dice) == DICE else None


CHAPTERS = {e.DiceRolled: turn}
