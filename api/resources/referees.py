"""The referees of a game, or of all games of a tournament: appointment, acceptance, dismissal."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    minted,
)
from api.requests.dispute_bodies import ACCEPTANCE, REFEREE
from api.resources.acting import command_response
from domain.table.refusals import Refusal
from projections.documents.commands import Changed
from projections.documents.disputes import RefereeAccepted, RefereeAppointed, TournamentReferee
from service.disputes import appointments as commands

referees = Resource("referees", "Referees: appointed by the organiser, and never players.")
REFUSALS = [Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.STALE]
TO_ACCEPT = [Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.GONE_ELSEWHERE, Refusal.STALE]


def _minting(place: str, below: str = "", **options: Any) -> dict[str, Any]:
    path = f"/v1/{place}/<game:{place[:-1]}>/referees{below}"
    return {
        "method": "POST",
        "path": path,
        "headers": ["Idempotency-Key"],
        "mints": True,
        "problems": REFUSALS,
        **options,
    }


def _appointment(place: str, document: Any) -> dict[str, Any]:
    returns = {201: Returns("The referee's number and code.", document)}
    return _minting(place, auth="required", body=REFEREE, returns=returns)


def _acceptance(place: str) -> dict[str, Any]:
    returns = {201: Returns("The referee's token.", RefereeAccepted)}
    return _minting(
        place, "/acceptances", auth="optional", body=ACCEPTANCE, returns=returns, problems=TO_ACCEPT
    )


def _dismissal(place: str, **options: Any) -> dict[str, Any]:
    path = f"/v1/{place}/<game:{place[:-1]}>/referees/<int:referee>"
    return {"method": "DELETE", "path": path, "auth": "required", **options}


@referees.on(**_appointment("games", RefereeAppointed))
def appoint_referee(call: Call, game: str) -> Response:
    """Appoint a referee (organiser). The response holds a single-use code that makes its holder the referee.

    The game document and the log show whether that was before or after the start. A game of a tournament has the
    tournament's referees.
    """
    command = commands.Appoint(game, call.token, call.body["head"], call.key)
    return command_response(commands.appoint(command, kronika().context))


def _accept(call: Call, place: str) -> commands.Accept:
    tokens = call.body.get("tokens", ())
    return commands.Accept(place, call.token, call.body["code"], call.body["name"], call.key, tokens)


@referees.on(**_acceptance("games"))
def accept_appointment(call: Call, game: str) -> Response:
    """Become a referee with a code.

    Players and organisers of the game cannot: neither with their token, also among `tokens`, nor under a name like a
    player's. A client that omits its tokens is not detected. Names of referees look different, too (409 `gone-elsewhere`,
    clause `table.names`).
    """
    return command_response(commands.accept(_accept(call, game), kronika().context))


@referees.on(
    **_dismissal(
        "games",
        headers=["Idempotency-Key"],
        returns={200: Returns("The referee is dismissed.", Changed, headers=["ETag"])},
        problems=REFUSALS,
    )
)
def dismiss_referee(call: Call, game: str, referee: int) -> Response:
    """Dismiss a referee (organiser).

    The token is revoked at once; rulings remain valid, and the number is not used again.
    """
    command = commands.Dismiss(game, call.token, referee, call.key)
    return command_response(commands.dismiss(command, kronika().context))


@referees.on(**_appointment("tournaments", TournamentReferee))
def appoint_tournament_referee(call: Call, tournament: str) -> Response:
    """Appoint a referee of all games of a tournament (organiser). The response holds a single-use code.

    Referees are recorded in a game's log when they first do something in it.
    """
    command = commands.Appoint(tournament, call.token, call.body["head"], call.key)
    return minted(commands.appoint_for_tournament(command, kronika().context))


@referees.on(**_acceptance("tournaments"))
def accept_tournament_appointment(call: Call, tournament: str) -> Response:
    """Become a referee of a tournament with a code, as in a game."""
    return minted(commands.accept_for_tournament(_accept(call, tournament), kronika().context))


@referees.on(
    **_dismissal(
        "tournaments",
        returns={204: Returns("The referee is dismissed.", media_types=())},
        problems=REFUSALS,
    )
)
def dismiss_tournament_referee(call: Call, tournament: str, referee: int) -> Response:
    """Dismiss a referee from all games of a tournament (organiser). Repeating it has no further effect."""
    commands.dismiss_from_tournament(commands.Dismiss(tournament, call.token, referee), kronika().context)
    return Response(status=204)
