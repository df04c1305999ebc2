"""Webhooks: the service sends notices to a program's address (Standard Webhooks)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response

from api.http import problems
from api.http.operations import Call, Resource, Returns, kronika, respond
from api.http.problem_kinds import Fault
from api.requests.hooks import NEW_HOOK
from domain.table.refusals import Refusal
from projections.documents.hooks import DeliveryList, HookDocument, HookList, HookMade, HookSecret
from service.accounts.notices import hooks as commands
from service.accounts.notices.hook_making import NewHook, create
from service.accounts.notices.hooks import Owner, TooMany, owner_of

hooks = Resource("hooks", "Webhooks: what happens is sent to a program's address.")
OF_ITS_OWNER: dict[str, Any] = {"auth": "required", "scopes": ["hooks"]}
PROBLEMS = [Refusal.NOT_FOUND, Refusal.FORBIDDEN]
ONE = "/v1/hooks/<game:hook>"
SECRET = {"Cache_Control": "private, no-store"}


@hooks.on(
    "POST",
    "/v1/hooks",
    **OF_ITS_OWNER,
    body=NEW_HOOK,
    returns={201: Returns("The new hook, with its secret.", HookMade, headers=["Location"])},
    problems=[*PROBLEMS, Refusal.GONE_ELSEWHERE],
)
def create_hook(call: Call) -> Response:
    """Make a webhook (organiser, or an account).

    Kronika sends notices by POST to `url`, signed as [Standard Webhooks](https://www.standardwebhooks.com) say. The hook is
    `pending` until the receiver has answered the test that follows at once: a `ping`, whose `data.challenge` it returns as the
    whole body, with a status of 2xx. `secret` is returned once. At most ten hooks an account or an organiser's token; a hook ends
    with the token or the account that made it, and a new token that replaces the old one has its hooks.
    """
    body = call.body
    place = str(body.get(body["about"], ""))
    new = NewHook(body["url"], body["about"], place, body["events"])
    made = create(kronika().repository, _owner(call), new)
    return respond(made, 201, Location=f"/v1/hooks/{made.id}", **SECRET)


@hooks.on("GET", "/v1/hooks", **OF_ITS_OWNER, returns={200: Returns("Hooks.", HookList)}, problems=PROBLEMS)
def list_hooks(call: Call) -> Response:
    """List your webhooks, without their secrets and the paths of their URLs."""
    return respond(commands.listed(kronika().store, _owner(call)))


@hooks.on("GET", ONE, **OF_ITS_OWNER, returns={200: Returns("The hook.", HookDocument)}, problems=PROBLEMS)
def get_hook(call: Call, hook: str) -> Response:
    """Read a webhook: whether it is active, and since when its receiver fails."""
    return respond(commands.document(kronika().store, _owner(call), hook))


@hooks.on(
    "DELETE", ONE, **OF_ITS_OWNER, returns={204: Returns("It is deleted.", media_types=())}, problems=PROBLEMS
)
def delete_hook(call: Call, hook: str) -> Response:
    """Delete a webhook. No request to it begins after the response."""
    commands.remove(kronika().store, _owner(call), hook)
    return Response(status=204)


@hooks.on(
    "POST",
    f"{ONE}/secrets",
    **OF_ITS_OWNER,
    returns={201: Returns("The new secret.", HookSecret)},
    problems=PROBLEMS,
)
def renew_hook_secret(call: Call, hook: str) -> Response:
    """Get a new secret for a webhook. For 24 hours requests are signed with the old one, too."""
    return respond(commands.renew_secret(kronika().store, _owner(call), hook), 201, **SECRET)


@hooks.on(
    "POST",
    f"{ONE}/test",
    **OF_ITS_OWNER,
    returns={202: Returns("It will be sent.", media_types=())},
    problems=PROBLEMS,
)
def test_hook(call: Call, hook: str) -> Response:
    """Send a `ping` to a webhook; if the receiver answers with the challenge, the hook is active (again).

    Tests and repetitions together: six a minute and hook.
    """
    return _limited(lambda store, owner: commands.test(store, owner, hook), call)


@hooks.on(
    "GET",
    f"{ONE}/deliveries",
    **OF_ITS_OWNER,
    returns={200: Returns("Deliveries.", DeliveryList)},
    problems=PROBLEMS,
)
def list_hook_deliveries(call: Call, hook: str) -> Response:
    """List what was sent to a webhook lately, with the receiver's last answers."""
    return respond(commands.deliveries(kronika().store, _owner(call), hook))


@hooks.on(
    "POST",
    f"{ONE}/deliveries/<delivery>/again",
    **OF_ITS_OWNER,
    returns={202: Returns("It will be sent.", media_types=())},
    problems=[*PROBLEMS, Refusal.GONE_ELSEWHERE],
)
def repeat_hook_delivery(call: Call, hook: str, delivery: str) -> Response:
    """Send a delivery again, with the same `webhook-id` and the same body; one that waits for its next try is tried at once.

    Tests and repetitions together: six a minute and hook.
    """
    return _limited(lambda store, owner: commands.again(store, owner, hook, delivery), call)


def _owner(call: Call) -> Owner:
    assert call.token is not None, "auth is required"
    return owner_of(kronika().store, call.token, call.holder)


def _limited(command: Callable[[Any, Owner], None], call: Call) -> Response:
    try:
        command(kronika().store, _owner(call))
    except TooMany as limit:
        response = problems.problem(Fault.TOO_MANY_REQUESTS, f"{limit} Try again in {limit.seconds} s.")
        response.headers["Retry-After"] = str(limit.seconds)
        return response
    return Response(status=202)
