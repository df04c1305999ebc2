"""Sessions of accounts: their cookie, and what keeps other sites from using it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from flask import Flask, Response
from werkzeug.http import dump_cookie, parse_cookie

from api.http.exchange import exchange
from api.http.headers import token_in
from domain.table.refusals import Refusal, Refused
from service.identity.credentials import LONGEST_SESSION_DAYS, SESSION
from service.system.settings import Settings

OTHER_SITE = (
    "Only the service's own pages may do this with a session: the request has to come with `Sec-Fetch-Site: same-origin`, or "
    "where a browser does not send that, with the service's own `Origin`. Programs use a personal token, without the cookie."
)
OPEN_TO_SITES = ("access-control-allow-origin", "access-control-expose-headers")


def cookie_name(settings: Settings) -> str:
    """Browsers give every port of localhost the same cookies, so there the name has the port."""
    origin = urlsplit(settings.origin_url)
    return "__Host-kronika" if origin.scheme == "https" else f"kronika-{origin.port or 80}"


def session_in(environ: Mapping[str, str], settings: Settings) -> str | None:
    """The credential in the request's cookie, valid or not; None beside an Authorization header."""
    if "HTTP_COOKIE" not in environ or "HTTP_AUTHORIZATION" in environ or not settings.accounts:
        return None
    secret = parse_cookie(environ["HTTP_COOKIE"]).get(cookie_name(settings))
    return SESSION + secret if secret else None


def credential_in(environ: Mapping[str, str], settings: Settings) -> str | None:
    """What a request presents, valid or not: a bearer token, or the session in its cookie."""
    return token_in(environ) or session_in(environ, settings)


def check_same_site(environ: Mapping[str, str], settings: Settings) -> None:
    """`Refused` other-site unless a page of this service sent the request."""
    site = environ.get("HTTP_SEC_FETCH_SITE")
    same = environ.get("HTTP_ORIGIN") == settings.origin_url if site is None else site == "same-origin"
    if not same:
        raise Refused(Refusal.OTHER_SITE, OTHER_SITE)


def with_session(response: Response, secret: str, settings: Settings) -> Response:
    """Send the browser the cookie of a new session."""
    response.headers.add(
        "Set-Cookie", _cookie(settings, secret.removeprefix(SESSION), LONGEST_SESSION_DAYS * 24 * 3600)
    )
    return response


def without_session(response: Response, settings: Settings) -> Response:
    """Have the browser forget its cookie."""
    response.headers.add("Set-Cookie", _cookie(settings, "", 0))
    return response


def _cookie(settings: Settings, value: str, seconds: int) -> str:
    name = cookie_name(settings)
    return dump_cookie(
        name,
        value,
        max_age=seconds,
        path="/",
        secure=name.startswith("__Host-"),
        httponly=True,
        samesite="Lax",
    )


def install(app: Flask, settings: Settings) -> None:
    """Keep other sites from reading what a session opened, and clear a cookie that opens nothing."""

    def finish(response: Response) -> Response:
        own = exchange()
        if own.clears_session:
            without_session(response, settings)
        if own.of_session:
            for name in OPEN_TO_SITES:
                response.headers.remove(name)
            response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    app.after_request(finish)
