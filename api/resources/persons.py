"""What persons say of their seats, and of the whole game: resigning, coming back, agreeing."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.body import Body
from api.http.operations import Call, Resource, Returns, kronika
from api.requests.persons import AGREEMENT, SEAT_WORD
from api.resources.acting import SEAT_COMMAND, SEAT_REFUSALS, command_response, split_signature
from domain.table.asking import Agree, Resign, Return, SeatWord
from projections.documents.commands import Acted
from service.play.persons import Say, say

persons = Resource("persons", "Persons at seats: resigning, coming back, agreeing.")


def _said(path: str, body: Body) -> dict[str, Any]:
    return {
        "path": f"/v1/games/<game:game>/{path}",
        **SEAT_COMMAND,
        "body": body,
        "returns": {201: Returns("What happened.", Acted, headers=["ETag"])},
        "problems": SEAT_REFUSALS,
    }


def _say(call: Call, game: str, kind: type[SeatWord]) -> Response:
    body, signature = split_signature(call.body)
    command = Say(game, call.token, kind, body.get("to", ""), call.key, **signature)
    return command_response(say(command, kronika().context))


@persons.on("POST", **_said("resignations", SEAT_WORD))
def resign(call: Call, game: str) -> Response:
    """Resign: the seat gives up, and there is no way back.

    In a game of two sides that ends it, with the seat's side on the last rank; elsewhere, or where the clock's `on_time_out`
    is `bot`, a bot plays the seat from then on. Refused while a case is open. A seat with a key signs
    `{"type": "table.resignation"}`.
    """
    return _say(call, game, Resign)


@persons.on("POST", **_said("returns", SEAT_WORD))
def come_back(call: Call, game: str) -> Response:
    """Come back to a seat that a bot plays because its time ran out.

    Not while the seat is to act (409, clause `clock.return.1`), at most three times in a game, and never after it resigned
    (`clock.return.2`). A seat with a key signs `{"type": "table.return"}`.
    """
    return _say(call, game, Return)


@persons.on("POST", **_said("agreements", AGREEMENT))
def agree(call: Call, game: str) -> Response:
    """Agree that the organiser suspends or abandons the game, or gives a seat to another person.

    That takes everybody at the table who is not away, and falls when used, and with the next move. When all agree to
    `abandon`, the table abandons the game at once. Refused in tournaments and while a case is open. A seat with a key signs
    `{"type": "table.agreement", "to"}`.
    """
    return _say(call, game, Agree)
