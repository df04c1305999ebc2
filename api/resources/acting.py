"""Legal actions, actions, seeds, undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Response

from api.http.compression import compress_parts
from api.http.etags import conditional, conditional_read, requested_viewpoint
from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.http.scopes import SEES
from api.requests import queries, schemas
from api.requests.bodies import AnyOf, OrSigned
from domain.table.given_actions import UnreadableAction
from domain.table.refusals import Refusal
from projections.documents.commands import Acted, Changed, UndoResult
from projections.documents.games import LegalActions
from service.play import acting as commands
from service.play.runner import Reply
from service.queries import states
from service.tables import seating

acting = Resource("acting", "What seats do: act, and undo.")

ANY_ACTION = AnyOf("Action", "type", schemas.ACTIONS, "An action of the game's ruleset.")
ACTION_OR_SIGNED = OrSigned("ActionOrSigned", ANY_ACTION, schemas.SIGNED_ACTION)
SEAT_COMMAND: dict[str, Any] = {"auth": "required", "scopes": ["play"], "headers": ["Idempotency-Key"]}
REFUSALS = [Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.STALE]
SEAT_REFUSALS = [*REFUSALS, Refusal.SPLIT_VIEW, Refusal.GONE_ELSEWHERE]
"""For requests that may be signed, or come with the head that the client has seen."""


def command_response(reply: Reply) -> Response:
    """The response to a command. It may hold a token, so no cache may store it. Its ETag is the version, for If-Match."""
    response = respond(reply.body, reply.status, Cache_Control="private, no-store", ETag=f'"{reply.version}"')
    if reply.location is not None:
        response.headers["Location"] = reply.location
    if reply.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


@acting.on(
    "GET",
    "/v1/games/<game:game>/legal-actions",
    auth="optional",
    scopes=SEES,
    query=queries.LegalActionsQuery,
    **conditional_read("The actions that this viewer may post now.", LegalActions),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def list_legal_actions(call: Call, game: str) -> Response:
    """List all legal actions of this seat.

    Complete and exact: every entry can be posted as it is, and nothing else is accepted at this version, except that the
    members of a set (cards, dice, sticks, relics, tiles, kinds) may come in any order. Empty for a viewer who is not to
    act. With `labels=true` each entry has a `label`, the text of its button, and `prompt` is the question to the player.
    Labels of one decision differ. `say` is for people who hear it: the label, then what the board shows of the action; it
    is absent where the label says all.
    """
    query = call.query
    options = (query["seat"], query["labels"], query["version"], requested_viewpoint(call))
    legal = states.legal_actions(kronika().repository, game, call.token, *options)
    return conditional(call, legal)


@acting.on(
    "POST",
    "/v1/games/<game:game>/actions",
    auth="required",
    scopes=["play"],
    headers=["If-Match", "Idempotency-Key"],
    query=queries.ActionQuery,
    body=ACTION_OR_SIGNED,
    returns={201: Returns("What happened.", Acted, headers=["ETag"])},
    problems=[*SEAT_REFUSALS, Refusal.NOT_YOUR_TURN, Refusal.TIME_RAN_OUT],
)
def act(call: Call, game: str) -> Response:
    """Act: the body is an action of the game's ruleset.

    An entry of the legal actions can be posted as it is; its `label` and `say` are ignored. `seen` may be added to it. A
    seat that has a key posts `signed` instead: repeating a signed action returns the first response again, and one signed
    for another version gets 412 with the checkpoint to sign on top of. With `labels=true` the events have their `text`.
    """
    (seat, labels), (action, signature) = (
        (call.query["seat"], call.query["labels"]),
        split_signature(call.body),
    )
    command = commands.Act(
        game, call.token, action, call.if_match, call.key, seat, labels=labels, **signature
    )
    context = kronika().context
    reply = with_readable_action(lambda it: commands.act(command._replace(action=it), context), action)
    return compress_parts(command_response(reply), [[reply.body]])


SIGNATURE_MEMBERS = ("signed", "seen")


def split_signature(body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The action, and the signature members beside or instead of it."""
    signature = {name: body[name] for name in SIGNATURE_MEMBERS if name in body}
    if "seen" in signature:
        signature["seen"] = schemas.SEEN.load(signature["seen"])  # 3.0 is stored as 3
    return {name: value for name, value in body.items() if name not in signature}, signature


T = TypeVar("T")


def with_readable_action(ask: Callable[[dict[str, Any]], T], action: dict[str, Any]) -> T:
    """The result of `ask` for an action. If the action cannot be decoded: for the action without its words, or
    ValidationError.
    """
    try:
        return ask(action)
    except UnreadableAction as unreadable:
        bare = schemas.ACTIONS[unreadable.ruleset].load(action)
    return ask(bare)


@acting.on(
    "POST",
    "/v1/games/<game:game>/seeds",
    **SEAT_COMMAND,
    body=schemas.REVEALED_SEED,
    returns={201: Returns("The seed is accepted.", Changed, headers=["ETag"])},
    problems=[*REFUSALS, Refusal.GONE_ELSEWHERE],
)
def reveal_seed(call: Call, game: str) -> Response:
    """Reveal the seed that the seat committed to when it joined.

    Each seat does this once, when all seats are taken. The game document's `to_reveal` lists the seats whose seeds are
    missing.
    """
    command = seating.RevealSeed(game, call.token, call.body["seed"], call.body.get("sig"), call.key)
    return command_response(seating.reveal_seed(command, kronika().context))


@acting.on(
    "POST",
    "/v1/games/<game:game>/undo-requests",
    **SEAT_COMMAND,
    query=queries.SeatQuery,
    body=schemas.UNDO_REQUEST,
    returns={201: Returns("Granted at once, or pending.", UndoResult, headers=["ETag"])},
    problems=SEAT_REFUSALS,
)
def request_undo(call: Call, game: str) -> Response:
    """Request an undo; the game document's `undo` says how far a seat may go back.

    A seat with a key signs `{"type": "table.undo-request", "to_version"?}`.
    """
    body, signature = split_signature(call.body)
    to_version, seat = body.get("to_version"), call.query["seat"]
    command = commands.RequestUndo(game, call.token, to_version, call.key, seat, **signature)
    return command_response(commands.request_undo(command, kronika().context))


@acting.on(
    "POST",
    "/v1/games/<game:game>/undo-requests/<int:number>/answers",
    **SEAT_COMMAND,
    body=schemas.UNDO_ANSWER,
    returns={201: Returns("The answer is accepted.", UndoResult, headers=["ETag"])},
    problems=SEAT_REFUSALS,
)
def answer_undo(call: Call, game: str, number: int) -> Response:
    """Accept or refuse another seat's undo request.

    A seat with a key signs `{"type": "table.undo-answer", "request", "accept"}`.
    """
    body, signature = split_signature(call.body)
    command = commands.AnswerUndo(game, call.token, number, body.get("accept", False), call.key, **signature)
    return command_response(commands.answer_undo(command, kronika().context))
