"""The reasons for an event, and why an action is legal or not."""

from __future__ import annotations

from typing import Any

from flask import Response
from marshmallow import ValidationError

from api.http.etags import conditional_read, immutable, requested_viewpoint
from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.http.scopes import SEES
from api.requests import queries, schemas
from api.requests.bodies import WithMember
from api.resources.acting import ANY_ACTION, with_readable_action
from domain.table.refusals import Refusal
from projections.documents.explanations import ActionExplanation, Explanation
from service.queries import explaining

explanations = Resource(
    "explanations", "The reasons for events and actions, argued from the rules, clause by clause."
)

QUESTION = WithMember("ActionQuestion", schemas.AtVersion, "action", ANY_ACTION, "The action to explain.")


@explanations.on(
    "GET",
    "/v1/games/<game:game>/explanations/<int:version>",
    auth="optional",
    scopes=SEES,
    query=queries.StateQuery,
    **conditional_read("The argument behind the event of that version.", Explanation),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def explain_event(call: Call, game: str, version: int) -> Response:
    """Read why an event happened as it did: the clauses that decided it, how they applied, and the figures.

    The argument is made from the state before the event, as this viewer may know it. `steps` is empty for events that
    decide nothing. Without a token it may be cached forever under the address with the current `document_revision`.
    """
    found = explaining.event(kronika().repository, game, call.token, version, requested_viewpoint(call))
    return immutable(call, found)


@explanations.on(
    "POST",
    "/v1/games/<game:game>/explanations",
    auth="required",
    scopes=["play", "referee"],
    query=queries.SeatQuery,
    body=QUESTION,
    returns={200: Returns("Why the action is legal or not.", ActionExplanation)},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def explain_action(call: Call, game: str) -> Response:
    """Ask why an action of one's own seat is legal at a version of the game, or why it is not. A referee asks about a `seat`
    released to them; where the game hides anything, only once they have begun to read it.

    Nothing is done or stored. The answer uses only what the seat itself may know at that version. A version within an
    action means the one before that action; the response says which.
    """

    def ask(action: dict[str, Any]) -> bytes:
        repository, version = kronika().repository, call.body["version"]
        return explaining.action(repository, game, call.token, version, action, call.query["seat"])

    try:
        return respond(with_readable_action(ask, call.body["action"]))
    except ValidationError as error:
        raise ValidationError({"action": error.messages}) from error
