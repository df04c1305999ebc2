"""Text broken into lines, measured with the widths of one family of letters; others are drawn to the same width."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from api.pictures.styles import Style

USUAL_LINE = 1.2
BOLD = 600
UNKNOWN = 700
"""The width of a character that is not in the table, in thousandths of the letters' size."""


class Run(NamedTuple):
    """Words that look alike."""

    text: str
    style: Style

    @property
    def size(self) -> float:
        return float(self.style["font-size"])

    @property
    def line(self) -> float:
        """The height of a line of it, in pixels."""
        told = self.style.get("line-height", "normal")
        try:
            return float(told) * self.size
        except ValueError:
            return (0.0 if told == "0" else USUAL_LINE) * self.size

    @property
    def face(self) -> str:
        family = self.style.get("font-family", "")
        kind = (
            "mono" if "mono" in family.lower() else "serif" if family.rstrip().endswith(" serif") else "sans"
        )
        bold = kind != "mono" and float(self.style.get("font-weight", "400")) >= BOLD
        return f"{kind}-bold" if bold else kind


class Piece(NamedTuple):
    """A run on one line, from `left` on."""

    run: Run
    left: float
    width: float


class Line(NamedTuple):
    pieces: tuple[Piece, ...]
    width: float
    height: float


@cache
def _widths(face: str) -> dict[str, int]:
    table = json.loads(Path(__file__).with_name("widths.json").read_text())
    return dict(zip(table["characters"], table[face], strict=True))


def width_of(run: Run) -> float:
    """In pixels."""
    widths = _widths(run.face)
    spacing = run.style.get("letter-spacing", "")
    apart = float(spacing.removesuffix("em")) * run.size if spacing.endswith("em") else 0.0
    return sum(widths.get(letter, UNKNOWN) for letter in run.text) * run.size / 1000 + apart * len(run.text)


def words(runs: Sequence[Run]) -> list[Run]:
    """Words, each with the blank before it, where there is one."""
    found: list[Run] = []
    blank = False
    for text, style in runs:
        pieces = text.split()
        starts_blank = text[:1].isspace()
        for at, word in enumerate(pieces):
            parted = blank or starts_blank if at == 0 else True
            found.append(Run(f" {word}" if parted and found else word, style))
        blank = text[-1:].isspace() if pieces else blank or bool(text)
    return found


def lines(runs: Sequence[Run], room: float) -> list[Line]:
    """The lines of a paragraph that has so much room, in pixels. A word that is wider has a line of its own."""
    together = any(run.style.get("white-space") == "nowrap" for run in runs)
    rows: list[list[Run]] = [[]]
    filled = 0.0
    for word in words(runs):
        wide = width_of(word)
        if rows[-1] and not together and word.text.startswith(" ") and filled + wide > room + 0.5:
            rows.append([])
            word, filled = word._replace(text=word.text[1:]), 0.0
            wide = width_of(word)
        rows[-1].append(word)
        filled += wide
    return [_line(row) for row in rows if row]


def squeezed(line: Line, room: float) -> Line:
    """A line drawn narrower where it has less room than it needs."""
    share = min(1.0, room / line.width) if line.width else 1.0
    pieces = (piece._replace(left=piece.left * share, width=piece.width * share) for piece in line.pieces)
    return line._replace(pieces=tuple(pieces), width=line.width * share)


def _line(row: Sequence[Run]) -> Line:
    joined: list[Run] = []
    for word in row:
        if joined and joined[-1].style is word.style:
            joined[-1] = Run(joined[-1].text + word.text, word.style)
        else:
            joined.append(word)
    pieces, left = [], 0.0
    for run in joined:
        pieces.append(Piece(run, left, width_of(run)))
        left += pieces[-1].width
    return Line(tuple(pieces), left, max(run.line for run in joined))
