"""The pages: templates without scripts, in the language of the browser."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from flask import Response, render_template, request

from api.admin.words import POLISH
from api.http.problem_texts import reader_language
from api.pages.assets import with_asset_prefix
from projections.people import rfc3339

JSON = "application/json"


def wanted() -> bool:
    """Whether the client prefers a page to JSON, as browsers do."""
    return request.accept_mimetypes.best_match([JSON, "text/html"]) == "text/html"


def respond(name: str, data: Any) -> Response:
    """The page of this name with the data, or the data as JSON."""
    if wanted():
        return page(name, data=data)
    return Response(msgspec.json.encode(data), mimetype=JSON)


def page(name: str, status: int = 200, **more: Any) -> Response:
    lang = reader_language()
    text = render_template(
        f"{name}.html", lang=lang, t=partial(_word, lang), here=name, bytes=readable_bytes, time=_time, **more
    )
    return Response(with_asset_prefix(text), status, mimetype="text/html")


def _word(lang: str, text: str, **values: object) -> str:
    """A text of the templates, which are in English."""
    return (POLISH[text] if lang == "pl" else text).format(**values)


def readable_bytes(count: int) -> str:
    return f"{count / 10**9:,.1f} GB" if count >= 10**9 else f"{count / 10**6:,.0f} MB"


def _time(at: str | int | None) -> str:
    """RFC 3339 to the second, without the letters; also of milliseconds."""
    if isinstance(at, int):
        at = rfc3339(at)
    return "" if at is None else at[:19].replace("T", " ")
