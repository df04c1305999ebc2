"""The URL under which the client reached this service, for absolute links."""

from __future__ import annotations

from flask import request

from api.http.client_address import is_proxy
from api.http.operations import kronika


def base_url() -> str:
    """Such as `https://games.example`. `X-Forwarded-Proto` is trusted only from a configured proxy."""
    forwarded = request.headers.get("X-Forwarded-Proto", "")
    trusted = forwarded in ("http", "https") and is_proxy(
        request.remote_addr or "", kronika().settings.proxies
    )
    return f"{forwarded if trusted else request.scheme}://{request.host}"
