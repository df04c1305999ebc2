"""Boxes in their places as one SVG, with nothing in it that a renderer has to look up: no style sheets, no scripts."""

from __future__ import annotations

import re
from html import escape
from itertools import count
from typing import Any

from stretchable import Edge

from api.pictures.layout import Box, border_width
from api.pictures.styles import OF_DRAWINGS, SIDES, Style, Styled
from api.pictures.text import Run, width_of
from api.pictures.values import CLEAR, INK, Colour, Scale, colour, length, parts

FAMILIES = {
    "sans": "DejaVu Sans, system-ui, sans-serif",
    "serif": "DejaVu Serif, Georgia, serif",
    "mono": "DejaVu Sans Mono, monospace",
}
DRAWN = (*OF_DRAWINGS, "opacity")
"""Properties of drawings that go into it as they are."""
MARGIN = 12
"""Around the board, in pixels."""
LENGTHS = ("stroke-width", "letter-spacing")
BELOW = 0.36
"""Of the letters' size: how far below the middle of a line its letters stand."""
BARE = re.compile("aria-|data-|class$|role$|tabindex$|title$|style$|xmlns|font|vars$")


def svg(box: Box, width: float, height: float, background: str) -> str:
    """The picture, with a margin around what the board draws."""
    painter = _Painter()
    painter.box(box, 0, 0)
    defined = f"<defs>{''.join(painter.defined)}</defs>" if painter.defined else ""
    body = "".join(painter.out)
    across, down = _n(width + 2 * MARGIN), _n(height + 2 * MARGIN)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {across} {down}" '
        f'width="{across}" height="{down}">{defined}'
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="100%" height="100%" fill="{background}"/>{body}</svg>'
    )


class _Painter:
    def __init__(self) -> None:
        self.out: list[str] = []
        self.defined: list[str] = []
        self._names = count(1)

    def box(self, box: Box, x: float, y: float) -> None:
        """`x`, `y`: where the box that holds it begins."""
        place = box.node.get_box()
        x, y, wide, high = x + place.x, y + place.y, place.width, place.height
        style = box.style
        if style.get("visibility") == "hidden":
            return
        turned = _turned(style, x, y, wide, high)
        seen = style.get("opacity", "1")
        grouped = bool(turned) or seen != "1"
        if grouped:
            opacity = f' opacity="{seen}"' if seen != "1" else ""
            self.out.append(f"<g{turned}{opacity}>")
        if box.drawing is not None:
            self._drawing(box.drawing, x, y, wide, high)
        else:
            self._ground(style, x, y, wide, high)
            self._words(box, x, y)
            for child in sorted(box.children, key=lambda one: one.style.get("position") == "absolute"):
                self.box(child, x, y)
        if grouped:
            self.out.append("</g>")

    def _ground(self, style: Style, x: float, y: float, wide: float, high: float) -> None:
        ink = colour(style.get("color", "#000")) or INK
        round_ = _radius(style, wide, high)
        for ring, shade in _rings(style, ink):
            self._rect(x - ring, y - ring, wide + 2 * ring, high + 2 * ring, round_ + ring, _fill(shade))
        fill = self._paint(style, ink)
        widths = {side: border_width(style, side) for side in SIDES}
        colours = {
            side: colour(style.get(f"border-{side}-color", "currentcolor"), ink) or ink for side in SIDES
        }
        kinds = {style.get(f"border-{side}-style") for side in SIDES}
        if len(set(widths.values())) == 1 and len(set(colours.values())) == 1:
            line = widths["top"]
            stroke = _stroke(colours["top"], line, kinds) if line and colours["top"].alpha else ""
            if fill or stroke:
                inset = line / 2
                self._rect(
                    x + inset,
                    y + inset,
                    wide - line,
                    high - line,
                    max(0, round_ - inset),
                    f"{fill or _fill(CLEAR)}{stroke}",
                )
            return
        if fill:
            self._rect(x, y, wide, high, round_, fill)
        self._sides(widths, colours, kinds, x, y, wide, high, round_)

    def _sides(
        self,
        widths: Any,
        colours: Any,
        kinds: Any,
        x: float,
        y: float,
        wide: float,
        high: float,
        round_: float,
    ) -> None:
        """Lines that differ from side to side, within the rounded corners."""
        name = f"c{next(self._names)}"
        corner = f' rx="{_n(round_)}"' if round_ else ""
        shape = f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}"{corner}/>'
        self.defined.append(f'<clipPath id="{name}">{shape}</clipPath>')
        self.out.append(f'<g clip-path="url(#{name})">')
        thin = min(widths.values())
        if thin:
            side = min(widths, key=widths.__getitem__)
            self._rect(
                x + thin / 2,
                y + thin / 2,
                wide - thin,
                high - thin,
                max(0, round_ - thin / 2),
                f"{_fill(CLEAR)}{_stroke(colours[side], thin, kinds)}",
            )
        for side, line in widths.items():
            if line > thin and colours[side].alpha:
                left = x + wide - line if side == "right" else x
                top = y + high - line if side == "bottom" else y
                across = line if side in ("left", "right") else wide
                down = line if side in ("top", "bottom") else high
                self._rect(left, top, across, down, 0, _fill(colours[side]))
        self.out.append("</g>")

    def _rect(self, x: float, y: float, wide: float, high: float, round_: float, paint: str) -> None:
        if wide > 0 and high > 0:
            corner = f' rx="{_n(min(round_, wide / 2, high / 2))}"' if round_ > 0 else ""
            self.out.append(
                f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}"{corner}{paint}/>'
            )

    def _paint(self, style: Style, ink: Colour) -> str:
        """What the ground is filled with; "" for nothing."""
        image = style.get("background-image", "none")
        found = re.fullmatch(r"(repeating-)?linear-gradient\((.*)\)", image)
        if found:
            return self._gradient(found[2], ink, bool(found[1]))
        shade = colour(style.get("background-color", "transparent"), ink)
        return _fill(shade) if shade and shade.alpha else ""

    def _gradient(self, text: str, ink: Colour, repeated: bool) -> str:
        told = parts(text)
        angle = told.pop(0) if re.match(r"-?[0-9.]+deg|to ", told[0]) else "180deg"
        stops = [stop for part in told for stop in _stops(part, ink)]
        if repeated:  # stripes so fine that their middle will do
            return _fill(stops[0][0])
        name = f"g{next(self._names)}"
        across = ' x2="1" y2="0"' if angle == "90deg" else ' x2="0" y2="1"'
        last, drawn = 0.0, []
        for at, (shade, where) in enumerate(stops):
            last = max(last, where if where is not None else at / max(1, len(stops) - 1))
            drawn.append(
                f'<stop offset="{_n(last)}" stop-color="{shade.hex}" stop-opacity="{_n(shade.alpha)}"/>'
            )
        self.defined.append(
            f'<linearGradient id="{name}" x1="0" y1="0"{across}>{"".join(drawn)}</linearGradient>'
        )
        return f' fill="url(#{name})"'

    def _words(self, box: Box, x: float, y: float) -> None:
        if not box.runs:
            return
        inner, outer = box.node.get_box(Edge.CONTENT), box.node.get_box()
        left, top = x + inner.x - outer.x, y + inner.y - outer.y
        align = box.runs[0].style.get("text-align", box.style.get("text-align", "left"))
        for line in box.lines(inner.width):
            spare = inner.width - line.width
            start = left + (spare / 2 if align == "center" else spare if align in ("right", "end") else 0)
            for piece in line.pieces:
                self._run(piece.run, start + piece.left, top + line.height / 2, piece.width)
            top += line.height

    def _run(self, run: Run, x: float, middle: float, width: float) -> None:
        text = run.text.strip()
        if not text:
            return
        blank = width_of(Run(" ", run.style)) if run.text.startswith(" ") else 0.0
        kind, _, bold = run.face.partition("-")
        shade = colour(run.style.get("color", "#000")) or INK
        weight = ' font-weight="700"' if bold else ""
        slanted = ' font-style="italic"' if run.style.get("font-style") == "italic" else ""
        self.out.append(
            f'<text x="{_n(x + blank)}" y="{_n(middle + run.size * BELOW)}" font-size="{_n(run.size)}" '
            f'font-family="{FAMILIES[kind]}"{weight}{slanted} textLength="{_n(width - blank)}" '
            f'lengthAdjust="spacingAndGlyphs"{_fill(shade)}>{escape(text)}</text>'
        )

    def _drawing(self, found: Styled, x: float, y: float, wide: float, high: float) -> None:
        self._ground(found.style, x, y, wide, high)
        pad = length(found.style.get("padding-left", "0"), Scale(float(found.style["font-size"]), wide)) or 0
        ratio = found.element.get("preserveAspectRatio")
        kept = f' preserveAspectRatio="{escape(ratio)}"' if ratio else ""
        view = escape(found.element.get("viewBox", "0 0 24 24"))
        self.out.append(
            f'<svg x="{_n(x + pad)}" y="{_n(y + pad)}" width="{_n(wide - 2 * pad)}" height="{_n(high - 2 * pad)}" '
            f'viewBox="{view}"{kept} overflow="visible">'
        )
        for child in found.children:
            if isinstance(child, Styled):
                self._shape(child)
        self.out.append("</svg>")

    def _shape(self, found: Styled) -> None:
        style, element = found.style, found.element
        if style.get("display") == "none" or element.tag == "title":
            return
        attributes = {
            name: value
            for name, value in element.attrib.items()
            if not BARE.match(name) and name not in style
        }
        attributes |= _presented(style)
        told = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        self.out.append(f"<{element.tag}{told}>")
        for child in found.children:
            if isinstance(child, Styled):
                self._shape(child)
            else:
                self.out.append(escape(child))
        self.out.append(f"</{element.tag}>")


def _presented(style: Style) -> dict[str, str]:
    """The properties of a part of a drawing, as attributes."""
    told = {name: style[name] for name in DRAWN if name in style}
    ink = colour(style.get("color", "#000")) or INK
    for name in ("fill", "stroke"):
        shade = colour(style.get(name, "none"), ink)
        if name in style:
            told[name] = shade.hex if shade and shade.alpha else "none"
        if shade and 0 < shade.alpha < 1:
            told[f"{name}-opacity"] = _n(shade.alpha)
    for name in LENGTHS:
        size = length(style.get(name, ""), Scale(float(style["font-size"]), 0))
        if size is not None:
            told[name] = _n(size)
    if style.get("transform", "none") != "none":
        told["transform"] = re.sub("px|deg", "", style["transform"])
    told["font-size"] = _n(float(style["font-size"]))
    told["font-weight"] = style.get("font-weight", "400")
    told["font-family"] = FAMILIES["sans"]
    return told


def _stops(part: str, ink: Colour) -> list[tuple[Colour, float | None]]:
    """A colour and where it stands, once or twice."""
    words = parts(part, " ")
    shade = colour(words[0], ink) or CLEAR
    scale = Scale(16, 0)
    places = [length(word, scale, 1.0) for word in words[1:]]
    return [(shade, place) for place in places] or [(shade, None)]


def _rings(style: Style, ink: Colour) -> list[tuple[float, Colour]]:
    """Shadows without blur, which are rings; others are not drawn."""
    rings = []
    for part in parts(style.get("box-shadow", "none")):
        words = parts(part, " ")
        if part == "none" or words[0] == "inset" or len(words) < 5:
            continue
        across, down, blur, spread = (length(word, Scale(16, 0)) or 0 for word in words[:4])
        shade = colour(" ".join(words[4:]), ink)
        if not across and not down and not blur and shade:
            rings.append((spread, shade))
    return rings[::-1]


def _radius(style: Style, wide: float, high: float) -> float:
    told = style.get("border-radius", "0")
    found = length(
        parts(told, " ")[0] if told else "0", Scale(float(style.get("font-size", "16")), 0), min(wide, high)
    )
    return min(found or 0.0, wide / 2, high / 2)


def _turned(style: Style, x: float, y: float, wide: float, high: float) -> str:
    """Of the ways to move a box those that the boards use: turned, and moved by a share of itself."""
    told = []
    for axis, size in (("X", wide), ("Y", high)):
        found = re.search(rf"translate{axis}\((-?[0-9.]+)%\)", style.get("transform", ""))
        if found:
            by = float(found[1]) * size / 100
            told.append(f"translate({_n(by if axis == 'X' else 0)} {_n(by if axis == 'Y' else 0)})")
    turn = re.search(r"(-?[0-9.]+)deg", style.get("rotate", "") or style.get("transform", ""))
    if turn:
        told.append(f"rotate({turn[1]} {_n(x + wide / 2)} {_n(y + high / 2)})")
    return f' transform="{" ".join(told)}"' if told else ""


def _fill(shade: Colour) -> str:
    if not shade.alpha:
        return ' fill="none"'
    seen = f' fill-opacity="{_n(shade.alpha)}"' if shade.alpha < 1 else ""
    return f' fill="{shade.hex}"{seen}'


def _stroke(shade: Colour, width: float, kinds: set[str | None]) -> str:
    dashes = {"dashed": 3, "dotted": 1.5}
    apart = next((dashes[kind] for kind in kinds if kind in dashes), 0)
    drawn = f' stroke-dasharray="{_n(width * apart)} {_n(width * 2)}"' if apart else ""
    seen = f' stroke-opacity="{_n(shade.alpha)}"' if shade.alpha < 1 else ""
    return f' stroke="{shade.hex}" stroke-width="{_n(width)}"{seen}{drawn}'


def _n(number: float) -> str:
    """Two places are a fiftieth of a pixel."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
