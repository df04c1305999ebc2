"""Push messages to browsers: that it is one's turn."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.requests.subscriptions import SUBSCRIPTION
from domain.table.refusals import Refusal, Refused
from projections.documents.notices import PushKey, SubscriptionMade
from service.accounts.notices import subscriptions, vapid

push = Resource("push", "Push messages to browsers.", accounts=True)
PROBLEMS: dict[str, Any] = {"problems": [Refusal.NOT_FOUND]}


@push.on("GET", "/v1/push", returns={200: Returns("The key.", PushKey)}, **PROBLEMS)
def get_push_key(call: Call) -> Response:
    """Get the key with which browsers subscribe to push messages.

    404 where they are not offered: without accounts, and at an address of one machine only.
    """
    _check_offered()
    return respond(PushKey(key=vapid.public_key(kronika().store)), Cache_Control="public, max-age=3600")


@push.on(
    "POST",
    "/v1/me/subscriptions",
    auth="session",
    body=SUBSCRIPTION,
    returns={201: Returns("The subscription.", SubscriptionMade)},
    problems=[Refusal.NOT_FOUND, Refusal.GONE_ELSEWHERE],
)
def subscribe(call: Call) -> Response:
    """Have this browser receive push messages when it is your turn.

    The body is the browser's `PushSubscription`, as JSON. The subscription is bound to the session and ends with it, or when
    the push service answers 404 or 410; an account has at most 10. A message is JSON: {`kind`: `your-turn`, `game`: its id,
    `name`: the name of its rules, {`en`, `pl`}}. After a recovery of the account each browser gets one last message,
    {`kind`: `account`, `what`: `recovery`}.
    """
    _check_offered()
    keys = call.body["keys"]
    id = subscriptions.subscribe(
        kronika().store, call.account, call.body["endpoint"], keys["p256dh"], keys["auth"]
    )
    return respond(SubscriptionMade(id=id), 201)


@push.on(
    "DELETE",
    "/v1/me/subscriptions/<subscription>",
    auth="session",
    returns={204: Returns("It is deleted.", media_types=())},
    **PROBLEMS,
)
def unsubscribe(call: Call, subscription: str) -> Response:
    """End a subscription of your account. Nothing more is sent to it."""
    subscriptions.unsubscribe(kronika().store, call.account, subscription)
    return Response(status=204)


def _check_offered() -> None:
    if not vapid.is_offered(kronika().settings):
        raise Refused(Refusal.NOT_FOUND, "This service sends no push messages.")
