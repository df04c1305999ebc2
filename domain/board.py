"""A plain picture of any board: the fields of a view as indented lines of an SVG, without browser or fonts of its own.

Games with a picture of their own override `Ruleset.board`. Nothing but the view is drawn, so a picture can show no
more than the view does, and the same view always gives the same bytes.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

WIDTH, MARGIN, LINE, INDENT = 720, 16, 20, 18
"""Pixels: of the picture, around it, from line to line, and for each step inwards."""
LETTERS = 84
"""So many letters of the widest line fit into the picture."""
STYLE = "font:14px system-ui,sans-serif;fill:#1c1c1c"
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
UNKNOWN = "?"
YES_NO = {"en": ("yes", "no"), "pl": ("tak", "nie")}


def plain_board(title: str, view: Any, lang: str) -> str:
    """`view` is JSON-able data, `lang` "en" or "pl"; the SVG is as high as its lines need."""
    lines = [(0, title), *(line for key, value in view.items() for line in _lines(key, value, 0, lang))]
    wrapped = [(depth, part) for depth, text in lines for part in _wrapped(text, depth)]
    height = 2 * MARGIN + LINE * len(wrapped)
    drawn = "".join(_text(n, depth, text) for n, (depth, text) in enumerate(wrapped, 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" xml:lang="{_clean(lang)}"><title>{_clean(title)}</title>'
        f'<rect width="{WIDTH}" height="{height}" fill="#fdfbf5"/><g style="{STYLE}">{drawn}</g></svg>'
    )


def _lines(key: Any, value: Any, depth: int, lang: str) -> Iterator[tuple[int, str]]:
    """One line for what is simple, else a heading and what is in it, one step further in."""
    name = str(key).replace("_", " ")
    if isinstance(value, list) and not any(isinstance(item, dict | list) for item in value):
        yield depth, f"{name}: {', '.join(_word(item, lang) for item in value) or '-'}"
    elif isinstance(value, dict | list):
        yield depth, f"{name}:"
        items = value.items() if isinstance(value, dict) else enumerate(value, 1)
        for inner, item in items:
            yield from _lines(inner, item, depth + 1, lang)
    else:
        yield depth, f"{name}: {_word(value, lang)}"


def _word(value: Any, lang: str) -> str:
    if isinstance(value, bool):
        return YES_NO.get(lang, YES_NO["en"])[not value]
    return UNKNOWN if value is None else str(value)


def _wrapped(text: str, depth: int) -> list[str]:
    """Long lines go on below, whatever they consist of."""
    return textwrap.wrap(text, max(LETTERS - 2 * depth, 20), subsequent_indent="  ") or [""]


def _text(number: int, depth: int, text: str) -> str:
    weight = ' font-weight="bold"' if number == 1 else ""
    return (
        f'<text x="{MARGIN + INDENT * depth}" y="{MARGIN + LINE * number - 5}"{weight}>{_clean(text)}</text>'
    )


def _clean(text: str) -> str:
    """Fit for XML: escaped, without the characters that XML does not know."""
    return escape(NOT_XML.sub("\ufffd", text), {'"': "&quot;"})
