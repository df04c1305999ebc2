"""Requests of webhooks, verified as Standard Webhooks describe them (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import hmac
import json
import re
import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from kronika_client.errors import KronikaError

TOLERANCE = 300
"""Seconds by which a request's time may differ from ours."""


class NotSigned(KronikaError):
    """The request is not the service's, or too old."""


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    *secrets: str,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> Any:
    """The message of a request that was signed with one of these secrets (`whsec_...`); NotSigned otherwise.

    Give the old secret beside the new one while it is rotated. A request may come twice: remember each `webhook-id`.
    """
    found = {name.lower(): value for name, value in headers.items()}
    id, sent = found.get("webhook-id", ""), found.get("webhook-timestamp", "")
    here = time.time() if now is None else now
    if not re.fullmatch("[0-9]{1,15}", sent) or abs(here - int(sent)) > tolerance:
        raise NotSigned("the request's webhook-timestamp is missing or too far from the time here")
    given = found.get("webhook-signature", "").split()
    content = f"{id}.{sent}.".encode() + body
    if not any(_signed(secret, content, each) for secret in secrets for each in given):
        raise NotSigned("the request's webhook-signature is not of this secret")
    return json.loads(body)


def _signed(secret: str, content: bytes, signature: str) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = b"v1," + base64.b64encode(hmac.digest(key, content, sha256))
    return hmac.compare_digest(expected, signature.encode())
