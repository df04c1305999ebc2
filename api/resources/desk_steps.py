"""Steps at the referee's desk as operations: what they have in common, and how a request becomes a step of a dispute."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Response
from marshmallow import ValidationError

from api.http.body import Body
from api.http.operations import Call, Returns, kronika
from api.requests.schemas import ACTIONS
from api.resources.acting import command_response
from domain.table.given_actions import UnreadableAction
from domain.table.refusals import Refusal
from projections.documents.disputes import DeskStep
from service.disputes.commands import Step, take_step

REFUSALS = [
    *(Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.STALE),
    *(Refusal.SPLIT_VIEW, Refusal.GONE_ELSEWHERE),
]
OF_PARTIES, OF_REFEREES, OF_BOTH = ("play",), ("referee",), ("play", "referee")
"""Whose step it is, by the scopes that take it."""
CASE_AFTER = Returns("The case after this step.", DeskStep, headers=["ETag"])


def step(
    path: str, body: Body, *headers: str, scopes: Sequence[str], returns: Returns = CASE_AFTER
) -> dict[str, Any]:
    return {
        "method": "POST",
        "path": path,
        "auth": "required",
        "scopes": scopes,
        "headers": ["Idempotency-Key", *headers],
        "body": body,
        "returns": {201: returns},
        "problems": REFUSALS,
    }


class Target(NamedTuple):
    """The step, named as its path ends, and the game and case that it is for."""

    kind: str
    game: str
    dispute: int | None = None
    more: Mapping[str, Any] = {}
    """What the path says besides, as a member of the body."""


def taken_step(call: Call, at: Target) -> Response:
    return with_readable_remedy(
        call, at, lambda command: command_response(take_step(command, kronika().context))
    )


def with_readable_remedy(call: Call, at: Target, run: Callable[[Step], Response]) -> Response:
    """The result of `run` for the step. An unreadable action in its remedy is reported by its place in the body."""
    try:
        return run(
            Step(at.game, call.token, at.kind, at.dispute, {**call.body, **at.more}, call.if_match, call.key)
        )
    except UnreadableAction as unreadable:
        raise _no_such_action(unreadable, call.body) from unreadable


def _no_such_action(unreadable: UnreadableAction, body: dict[str, Any]) -> Exception:
    """The error in a remedy's action, as the schema of record reports it."""
    inside = "ruling" in body
    ruling = body["ruling"] if inside else body
    try:
        ACTIONS[unreadable.ruleset].load(ruling["remedy"]["action"])
    except ValidationError as error:
        errors: Any = {"remedy": {"action": error.messages}}
        return ValidationError({"ruling": errors} if inside else errors)
    return unreadable
