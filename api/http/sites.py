"""Under which address a client has come to this service, for what is used elsewhere: whole addresses."""

from __future__ import annotations

from flask import request

from api.http.client_address import is_proxy
from api.http.operations import kronika


def site() -> str:
    """Such as `https://games.example`. A proxy that the settings name is believed when it says that it was asked by TLS."""
    told = request.headers.get("X-Forwarded-Proto", "")
    believed = told in ("http", "https") and is_proxy(request.remote_addr or "", kronika().settings.proxies)
    return f"{told if believed else request.scheme}://{request.host}"
