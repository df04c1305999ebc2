"""A request as WSGI describes it, made from ASGI's description."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, BinaryIO

from gunicorn.util import split_request_uri, unquote_to_wsgi_str

OWN_NAMES = {"CONTENT_TYPE", "CONTENT_LENGTH"}
"""Headers that WSGI names without HTTP_."""


def environ_of(scope: Mapping[str, Any], body: BinaryIO) -> dict[str, Any]:
    """The WSGI environment of a request with this body, which the application reads to its end."""
    return {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": _path(scope["raw_path"].decode("latin-1")),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": str(scope["server"][1]),
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **_headers(scope["headers"]),
    }


def _path(target: str) -> str:
    """Decoded as gunicorn's WSGI workers do. `target` may also be a whole URL, begin with two slashes, or end in a fragment."""
    if not target.startswith("/") or target.startswith("//") or "#" in target:
        target = split_request_uri(target).path
    return unquote_to_wsgi_str(target) if "%" in target else target


def _headers(given: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """Repeated headers are joined as HTTP says: cookies by semicolons, all others by commas."""
    environ: dict[str, str] = {}
    for name, value in given:
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in OWN_NAMES else f"HTTP_{key}"
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    return environ
