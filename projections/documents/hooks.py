"""Webhooks, as those who have them see them."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.meaning import meaning
from projections.documents import Document, Time, one_of
from projections.notices import KINDS

HookId = Annotated[str, meaning("Names the hook.")]
Secret = Annotated[
    str,
    meaning("Verifies what is received: `whsec_` and base64 of 32 bytes, as Standard Webhooks spells it."),
]
HookStatus = Annotated[
    str,
    one_of(("pending", "active", "disabled")),
    meaning(
        "pending: no test has succeeded yet, and nothing else is sent. disabled: the receiver answered 410, or nothing succeeded "
        "for three days; a test that succeeds makes it active again."
    ),
]


class HookMade(Document, frozen=True):
    """A new hook. Its secret is returned once."""

    id: HookId
    secret: Secret
    status: HookStatus


class HookSecret(Document, frozen=True):
    """A new secret, which is returned once. The previous one signs, too, for 24 hours."""

    secret: Secret


class HookDocument(Document, frozen=True):
    """A hook, without its secret."""

    id: HookId
    url: Annotated[
        str,
        meaning("Where it leads, without path and query, which may be secret."),
        Meta(extra_json_schema={"example": "https://receiver.example/***"}),
    ]
    about: Annotated[str, one_of(("game", "tournament", "me", "public")), meaning("What it is about.")]
    events: Annotated[
        tuple[Annotated[str, one_of(KINDS)], ...], meaning("The kinds of notices that it is sent.")
    ]
    status: HookStatus
    created_at: Time
    failing_since: Annotated[Time | None, meaning("The first failure since the last success.")]
    game: Annotated[str | UnsetType, meaning("The game that it is about.")] = UNSET
    tournament: Annotated[str | UnsetType, meaning("The tournament that it is about.")] = UNSET


class HookList(Document, frozen=True):
    """The caller's hooks, the oldest first."""

    hooks: Annotated[tuple[HookDocument, ...], meaning("At most ten.")]


class DeliveryDocument(Document, frozen=True):
    """Something that was sent, or is to be sent, to a hook."""

    id: Annotated[str, meaning("The header `webhook-id`, the same at every try.")]
    n: Annotated[int | None, meaning("The number of the hook's notice; null for a test.")]
    type: Annotated[str, one_of((*KINDS, "ping", "gap")), meaning("The kind of notice, `ping` or `gap`.")]
    game: Annotated[str | None, meaning("The game that it is about.")]
    created_at: Time
    tries: Annotated[int, meaning("How often it was sent.")]
    tried_at: Annotated[Time | None, meaning("When it was sent last.")]
    next_at: Annotated[Time | None, meaning("When it is tried again.")]
    state: Annotated[
        str,
        one_of(("waiting", "delivered", "failed", "dropped", "withheld")),
        meaning(
            "failed: a test or repetition, which is not tried again. withheld: the hook may not see the game any more."
        ),
    ]
    status: Annotated[int | None, meaning("The status of the last answer.")]
    failed: Annotated[
        Annotated[str, one_of(("timeout", "tls", "unreachable"))] | None,
        meaning("What failed, where there was no answer."),
    ]
    milliseconds: Annotated[int | None, meaning("How long the last answer took.")]
    answer: Annotated[str | None, meaning("The first 200 bytes of the last answer's body.")]


class DeliveryList(Document, frozen=True):
    """The last deliveries, the newest first."""

    deliveries: Annotated[tuple[DeliveryDocument, ...], meaning("At most a hundred.")]
