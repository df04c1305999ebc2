"""Access to the listener of the operator's page: by the token, from a page of this listener or from no page.

A site can make a browser send requests here, and a name of its own can lead here (DNS rebinding). So the Host header has to be
one of this listener's names, what changes something has to come from its own pages, and the cookie is strictly same-site. Cookies
know no ports, and the public service may be on the same host: the cookie is therefore not the token, and expires.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from werkzeug.wrappers import Response

from api.http.headers import SAFE_METHODS, token_in
from domain.table.refusals import Refusal, Refused
from service.log.key_files import create_private
from service.system.settings import AdminEndpoint, BadSetting

TOKEN_FILE = "admin.token"
COOKIE = "kronika_admin"
SESSION_SECONDS = 12 * 3600
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HTTP_PORT = 80
"""Browsers leave it out."""


def admin_token(data: Path) -> str:
    """The token in the data folder, made at the first start; `BadSetting` if it cannot be read."""
    path = data / TOKEN_FILE
    try:
        if not path.exists():
            create_private(path, f"ka_{secrets.token_urlsafe(32)}\n".encode())
        return path.read_text().strip()
    except OSError as error:
        raise BadSetting(f"The operator's token {path} cannot be used: {error.strerror}.") from error


class Guard:
    """That of one listener."""

    def __init__(self, endpoint: AdminEndpoint, token: str) -> None:
        self._token = token
        own = f"[{endpoint.host}]" if ":" in endpoint.host else endpoint.host
        self._hosts = {f"{name}:{endpoint.port}" for name in (*LOOPBACK, own.lower())}
        if endpoint.port == HTTP_PORT:
            self._hosts |= {*LOOPBACK, own.lower()}

    def check_source(self, environ: Mapping[str, Any]) -> None:
        """`Refused` forbidden unless a request is meant for this listener, and comes from its own pages or from none."""
        host, origin = environ.get("HTTP_HOST", "").lower(), environ.get("HTTP_ORIGIN")
        if host not in self._hosts:
            raise Refused(Refusal.FORBIDDEN, "This host name is not one of the operator's page.")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            raise Refused(Refusal.FORBIDDEN, "The operator's page takes nothing from other sites.")
        sent_from = environ.get("HTTP_SEC_FETCH_SITE", "none")
        if environ["REQUEST_METHOD"] not in SAFE_METHODS and sent_from not in ("none", "same-origin"):
            raise Refused(Refusal.FORBIDDEN, "The operator's page takes nothing from other sites.")

    def lets_in(self, environ: Mapping[str, Any], cookies: Mapping[str, str]) -> bool:
        """Whether a request has the token, or a cookie of a session that has not expired."""
        token = token_in(environ)
        return self.is_token(token) if token is not None else self._is_session(cookies.get(COOKIE, ""))

    def is_token(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._token.encode())

    def begin_session(self, response: Response) -> None:
        end = str(int(time.time()) + SESSION_SECONDS)
        value = f"{end}.{self._signature(end)}"
        response.set_cookie(COOKIE, value, SESSION_SECONDS, httponly=True, samesite="Strict")

    def end_session(self, response: Response) -> None:
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict")

    def _is_session(self, cookie: str) -> bool:
        end, _, signature = cookie.partition(".")
        signed = hmac.compare_digest(signature.encode(), self._signature(end).encode())
        return signed and int(end) > time.time()

    def _signature(self, end: str) -> str:
        return hmac.digest(self._token.encode(), f"session until {end}".encode(), "sha256").hex()
