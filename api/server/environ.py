"""A request as WSGI describes it, from what ASGI says of it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, BinaryIO
from urllib.parse import unquote_to_bytes, urlsplit



def environ_of(scope: Mapping[str, Any], body: BinaryIO, length: int) -> dict[str, Any]:
    """The WSGI environment of a request whose body has `length` bytes."""
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": _path(scope["raw_path"]),
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
    if length:
        environ["CONTENT_LENGTH"] = str(length)
    return environ


def _path(raw: bytes) -> str:
    """Percent-decoded, as latin-1 text. The absolute form names our own host before it."""
    if not raw.startswith(b"/") and b"://" in raw:
        raw = urlsplit(raw).path or b"/"
    return unquote_to_bytes(raw).decode("latin-1")


def _headers(given: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """Repeated headers are joined as HTTP allows."""
    environ: dict[str, str] = {}
    for name, value in given:
        key = name.decode("latin-1").upper().replace("-", "_")
        if key == "CONTENT_LENGTH":
            continue
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ
