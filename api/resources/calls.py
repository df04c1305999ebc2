"""Judge calls: a seat asks the referees, without a dispute."""

from __future__ import annotations

from flask import Response

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.http.scopes import SEES
from api.requests.call_bodies import ANSWER, CALL
from api.requests.dispute_bodies import WITH_SIGNATURE
from api.resources.acting import command_response
from api.resources.desk_steps import OF_PARTIES, OF_REFEREES, step
from domain.table.refusals import Refusal
from projections.documents.calls import CallList, CallStep
from service.disputes import calls as commands
from service.disputes.calls import Step

calls = Resource("calls", "Judge calls: a seat asks the referees, without a dispute.")
OF_GAME = "/v1/games/<game:game>/calls"
OF_CALL = f"{OF_GAME}/<int:number>"
CALL_AFTER = Returns("The call after this step.", CallStep, headers=["ETag"])


def _taken_step(call: Call, kind: str, game: str, number: int | None = None) -> Response:
    command = Step(game, call.token, kind, number, call.body, call.key)
    return command_response(commands.take_step(command, kronika().context))


@calls.on(
    "GET",
    OF_GAME,
    auth="optional",
    scopes=SEES,
    returns={200: Returns("All judge calls of the game.", CallList)},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def list_calls(call: Call, game: str) -> Response:
    """Read all judge calls of a game.

    While the game runs, only its seat and the referees read a question; all viewers of the game read the answers.
    """
    return respond(commands.calls(kronika().repository, game, call.token))


@calls.on(**step(OF_GAME, CALL, scopes=OF_PARTIES, returns=CALL_AFTER))
def call_judge(call: Call, game: str) -> Response:
    """Ask the referees something (seat): at most six times a game, and once a minute. The game continues meanwhile.

    A seat with a key signs `{"type": "table.call", "from"?, "to"?, "question_hash"}` and sends the `salt` of the hash.
    """
    return _taken_step(call, "calls", game)


@calls.on(**step(f"{OF_CALL}/answers", ANSWER, scopes=OF_REFEREES, returns=CALL_AFTER))
def answer_call(call: Call, game: str, number: int) -> Response:
    """Answer a call, once (referee). All viewers of the game read the answer at once.

    While the game runs, referees who have read anything in it from the viewpoint of a seat do not answer.
    """
    return _taken_step(call, "answers", game, number)


@calls.on(**step(f"{OF_CALL}/closings", WITH_SIGNATURE, scopes=OF_PARTIES, returns=CALL_AFTER))
def close_call(call: Call, game: str, number: int) -> Response:
    """Close a call of one's seat, when no more answers are needed.

    A seat with a key signs `{"type": "table.call-closing", "call"}`.
    """
    return _taken_step(call, "closings", game, number)
