"""Boards drawn as pictures, for one position at a time and for the judgment of a case."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import orjson
from flask import current_app

from api.pictures.painter import NotDrawn, Painter, available
from api.resources.rulesets import document_of
from domain.table.refusals import Refusal, Refused
from projections.judgment.boards import Draw, Position

CACHED_BOARDS = 32
"""Boards of judgments and examples in the cache, of 25 to 200 kB each: drawing one takes up to a second of processor time."""
WIDTH = 900


class Look(NamedTuple):
    """How a board is drawn: language, width in pixels, whether dark, whether as PNG instead of SVG, and height in pixels (None:
    that of the board at this width).
    """

    lang: str
    width: int = WIDTH
    dark: bool = False
    png: bool = False
    height: int | None = None


def job(position: Position, look: Look) -> dict[str, Any]:
    """The painter's input."""
    state = {
        "view": position.view,
        "seats": position.seats,
        "status": position.status,
        "toAct": position.to_act,
        "ruleset": orjson.loads(document_of(position.ruleset)),
        "lang": look.lang,
    }
    return {
        "ruleset": position.ruleset,
        "state": state,
        "width": look.width,
        "height": look.height,
        "dark": look.dark,
        "png": look.png,
    }


def drawn(job: dict[str, Any]) -> bytes:
    """The picture; `Refused` busy when it is not drawn now."""
    painter: Painter = current_app.extensions["painter"]
    try:
        return painter.draw(job)
    except NotDrawn as error:
        raise Refused(Refusal.BUSY, "The picture was not drawn; try again.") from error


def drawing() -> Draw | None:
    """What draws boards here; None for a service that was installed without pictures."""
    return _draw if available() else None


def _draw(position: Position, lang: str) -> bytes:
    return drawn_once(job(position, Look(lang)))


def drawn_once(job: dict[str, Any]) -> bytes:
    """The picture, cached."""
    return _cached(orjson.dumps(job, option=orjson.OPT_SORT_KEYS))


@lru_cache(maxsize=CACHED_BOARDS)
def _cached(job: bytes) -> bytes:
    return drawn(orjson.loads(job))
