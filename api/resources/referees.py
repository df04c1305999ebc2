"""The referees of a game, or of all games of a tournament or meeting: appointment, acceptance, dismissal, resignation."""

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
from service.disputes import places
from service.disputes.acceptances import Accept

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
    return _minting(place, auth="required", scopes=["tables"], begins=True, body=REFEREE, returns=returns)


def _acceptance(place: str) -> dict[str, Any]:
    returns = {201: Returns("The referee's token.", RefereeAccepted)}
    return _minting(
        place,
        "/acceptances",
        auth="optional",
        scopes=["referee"],
        begins=True,
        body=ACCEPTANCE,
        returns=returns,
        problems=TO_ACCEPT,
    )


def _leaving(place: str, **options: Any) -> dict[str, Any]:
    path = f"/v1/{place}/<game:{place[:-1]}>/referees/<int:referee>"
    return {"method": "DELETE", "path": path, "auth": "required", "scopes": ["tables", "referee"], **options}


def _leaving_all(place: str) -> dict[str, Any]:
    returns = {204: Returns("The referee has left.", media_types=())}
    return _leaving(place, returns=returns, problems=REFUSALS)


def _appointed(kind: places.Kind, call: Call, place: str) -> Response:
    command = commands.Appoint(place, call.token, call.body["head"], call.key, call.body.get("account"))
    return minted(places.appoint(kind, command, kronika().context))


def _accepted(kind: places.Kind, call: Call, place: str) -> Response:
    return minted(places.accept(kind, _accept(call, place), kronika().context))


def _left(kind: places.Kind, call: Call, place: str, referee: int) -> Response:
    places.leave(kind, commands.Leave(place, call.token, referee), kronika().context)
    return Response(status=204)


@referees.on(**_appointment("games", RefereeAppointed))
def appoint_referee(call: Call, game: str) -> Response:
    """Appoint a referee (organiser). The response holds a single-use code that makes its holder the referee.

    An `account` is appointed by its id or its name: it needs no code, and nobody else can accept. An account that plays here,
    or whose bot or owner does, is refused.

    The game document and the log show whether that was before or after the start. A game of a tournament has the
    tournament's referees.
    """
    command = commands.Appoint(game, call.token, call.body["head"], call.key, call.body.get("account"))
    return command_response(commands.appoint(command, kronika().context))


def _accept(call: Call, place: str) -> Accept:
    tokens = call.body.get("tokens", ())
    return Accept(place, call.token, call.body.get("code"), call.body.get("name"), call.key, tokens)


@referees.on(**_acceptance("games"))
def accept_appointment(call: Call, game: str) -> Response:
    """Become a referee with a code, or with an account that was appointed: then the body is empty.

    Players and organisers of the game cannot: neither with their token, also among `tokens`, nor under a name like a
    player's; nor can another referee of the game, as one person has one number. The same holds for its tournament and
    its meeting. A client that omits its tokens is not detected. Names of referees look different, too (409
    `gone-elsewhere`, clause `table.names`). The log says that the referee has accepted.
    """
    return command_response(commands.accept(_accept(call, game), kronika().context))


@referees.on(
    **_leaving(
        "games",
        headers=["Idempotency-Key"],
        returns={200: Returns("The referee has left.", Changed, headers=["ETag"])},
        problems=REFUSALS,
    )
)
def dismiss_referee(call: Call, game: str, referee: int) -> Response:
    """Dismiss a referee (organiser), or resign (the referee).

    Nobody is dismissed while a case is open; a referee may resign at any time, and a case that they have taken is open
    again. The token is revoked at once; rulings remain valid, and the number is not used again.
    """
    command = commands.Leave(game, call.token, referee, call.key)
    return command_response(commands.leave(command, kronika().context))


@referees.on(**_appointment("tournaments", TournamentReferee))
def appoint_tournament_referee(call: Call, tournament: str) -> Response:
    """Appoint a referee of all games of a tournament (organiser). The response holds a single-use code."""
    return _appointed(places.TOURNAMENT, call, tournament)


@referees.on(**_acceptance("tournaments"))
def accept_tournament_appointment(call: Call, tournament: str) -> Response:
    """Become a referee of a tournament with a code, as in a game.

    The log of each game says so: directly after its start, or now if it has begun.
    """
    return _accepted(places.TOURNAMENT, call, tournament)


@referees.on(**_leaving_all("tournaments"))
def dismiss_tournament_referee(call: Call, tournament: str, referee: int) -> Response:
    """Dismiss a referee from all games of a tournament (organiser), or resign (the referee).

    In a game with an open case, a dismissal takes effect when the case is closed: until then the token is valid in that
    game only. The referee may still resign.
    """
    return _left(places.TOURNAMENT, call, tournament, referee)


@referees.on(**_appointment("meetings", TournamentReferee))
def appoint_meeting_referee(call: Call, meeting: str) -> Response:
    """Appoint a referee of all games of a meeting (its organiser). The response holds a single-use code.

    Referees of a meeting have the numbers from 21 on.
    """
    return _appointed(places.MEETING, call, meeting)


@referees.on(**_acceptance("meetings"))
def accept_meeting_appointment(call: Call, meeting: str) -> Response:
    """Become a referee of a meeting with a code, as of a tournament.

    A person who already plays, organises or referees a table or tournament of the meeting does not referee that one:
    the service recognises them by `tokens`, or by their name.
    """
    return _accepted(places.MEETING, call, meeting)


@referees.on(**_leaving_all("meetings"))
def dismiss_meeting_referee(call: Call, meeting: str, referee: int) -> Response:
    """Dismiss a referee from all games of a meeting (its organiser), or resign (the referee), as from a tournament."""
    return _left(places.MEETING, call, meeting, referee)
