"""The body of a subscription to push messages: what a browser's `PushSubscription.toJSON()` gives."""

from __future__ import annotations

from marshmallow import fields

from api.requests.bodies import JsonBody
from api.requests.fields import Closed, JsonInteger, described, text


class PushKeys(Closed):
    """The browser's keys, in base64url."""

    p256dh = text(
        "[A-Za-z0-9_-]{87}=?", 88, required=True, metadata=described("Its public key: a point on P-256.")
    )
    auth = text("[A-Za-z0-9_-]{22}(==)?", 24, required=True, metadata=described("Its secret, 16 bytes."))


class NewSubscription(Closed):
    """A browser's subscription."""

    endpoint = text(
        "https://[!-~]+",
        2048,
        required=True,
        metadata=described("The push service's address of the browser."),
    )
    expirationTime = JsonInteger(allow_none=True, load_default=None, metadata=described("Not read."))
    keys = fields.Nested(
        PushKeys, required=True, metadata=described("The keys that messages are encrypted with.")
    )


SUBSCRIPTION = JsonBody(NewSubscription)
