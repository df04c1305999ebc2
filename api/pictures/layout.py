"""Where everything lies: the boxes of what a board has drawn, put in their places by Taffy (flexbox, grids, blocks)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import attrs
from stretchable import Edge, Node
from stretchable.style import (
    AUTO,
    PCT,
    AlignContent,
    AlignItems,
    AlignSelf,
    BoxSizing,
    Display,
    FlexDirection,
    FlexWrap,
    GridAutoFlow,
    JustifyContent,
    JustifyItems,
    JustifySelf,
    Position,
    Rect,
    Size,
)
from stretchable.style import Style as Styling
from stretchable.style.geometry.size import SizePoints

from api.pictures.styles import SIDES, Style, Styled
from api.pictures.text import Line, Run, lines, squeezed, width_of, words
from api.pictures.values import Scale, calls, length, parts

INLINE = ("inline", "none")
FILLED = re.compile(r"repeat\(auto-(fill|fit), minmax\((.*), 1fr\)\)")
DEEPEST_GRIDS = 3
"""Grids within grids."""
BETWEEN_WORDS = 0.28
"""Of the letters' size, between pictures in a line of text."""


class Box:
    """Something that takes a place: an element, a paragraph (`runs`), or a drawing. `node` is its place."""

    def __init__(self, style: Style, children: Sequence[Box] = (), runs: Sequence[Run] = ()) -> None:
        self.style, self.children, self.runs = style, children, runs
        self.drawing: Styled | None = None
        self.node: Node = None

    def lines(self, width: float) -> list[Line]:
        found = lines(self.runs, width)
        return [squeezed(line, width) for line in found] if self.is_squeezed else found

    @property
    def is_squeezed(self) -> bool:
        """Whether words may be drawn narrower: a page cuts them off, but nobody can ask a picture for the rest."""
        return bool(self.runs) and self.runs[0].style.get("text-overflow") == "ellipsis"


def laid_out(page: Styled, width: float) -> tuple[Box, float]:
    """The boxes of a page so many pixels wide, and its height."""
    maker = _Maker(width)
    box = maker.box(page)
    assert box is not None
    root = Node(box.node, size=(width, AUTO), display=Display.BLOCK)
    for _ in range(DEEPEST_GRIDS + 1):
        root.compute_layout((width, None))
        if not _counted(maker.filled):
            break
    return box, root.get_box().height


class Filled(NamedTuple):
    """A grid with as many columns as fit, each at least `least` pixels wide; `fit`: no more than it has boxes."""

    box: Box
    least: float
    gap: float
    fit: bool
    told: dict[str, Any]


def _columns(grid: Filled) -> list[str]:
    """The columns that fit in the width that the grid has got. (Taffy counts them too, and forgets the gaps.)"""
    most = int((grid.box.node.get_box(Edge.CONTENT).width + grid.gap + 0.5) // (grid.least + grid.gap))
    columns = max(1, min(most, len(grid.box.children)) if grid.fit else most)
    return [f"repeat({columns},minmax({grid.least:g}px,1fr))"]


def _counted(grids: Sequence[Filled]) -> bool:
    """Give each grid its columns; whether that changes any."""
    found = [(grid, _columns(grid)) for grid in grids]
    other = [(grid, tracks) for grid, tracks in found if grid.told.get("grid_template_columns") != tracks]
    for grid, tracks in other:
        grid.told["grid_template_columns"] = tracks
        grid.box.node.style = Styling(**grid.told)
    return bool(other)


class _Maker:
    def __init__(self, width: float) -> None:
        self._width = width
        self.filled: list[Filled] = []

    def box(self, found: Styled) -> Box | None:
        """None for what is not to be seen."""
        style = found.style
        if style.get("display") == "none" or "vh" in found.element.get("class", "").split():
            return None
        if found.element.tag == "svg":
            return self._drawing(found)
        kind = style.get("display", "inline")
        children = list(self._children(found, kind))
        only = children[0] if len(children) == 1 else None
        if kind in ("block", "inline", "inline-block", "list-item") and only is not None and only.runs:
            return self._paragraph(style, only.runs)
        flows = kind not in ("grid", "inline-grid", "flex", "inline-flex") and any(
            not _stands_alone(one) for one in found.children if isinstance(one, Styled)
        )
        box = Box(style, children)
        display = (
            Display.FLEX if flows or "flex" in kind else Display.GRID if "grid" in kind else Display.BLOCK
        )
        told = self._style(style, display)
        if flows:
            gap = BETWEEN_WORDS * float(style["font-size"])
            told |= {"flex_wrap": FlexWrap.WRAP, "align_items": AlignItems.CENTER, "gap": (_exact(gap), 0)}
        nodes = [node for child in children for node in _pushed(child, display)]
        box.node = Node(*nodes, **told)
        self._note_filled(box, told)
        return box

    def _paragraph(self, style: Style, runs: Sequence[Run]) -> Box:
        """Taffy lets what has a limit of its own be wider than its column: the column counts, then."""
        box = Box(style, runs=runs)
        told = self._style(style, Display.BLOCK)
        if style.get("max-width", "none") != "none":
            told["max_size"] = Size(100 * PCT, AUTO)
        box.node = Node(measure=_measured(box), **told)
        return box

    def _note_filled(self, box: Box, told: dict[str, Any]) -> None:
        found = FILLED.fullmatch(box.style.get("grid-template-columns", "").strip())
        if found and told["display"] is Display.GRID:
            least = length(found[2], self._scale(box.style), self._width) or 1.0
            self.filled.append(Filled(box, least, told["gap"][0], found[1] == "fit", told))

    def _children(self, found: Styled, kind: str) -> Iterable[Box]:
        """Elements, and paragraphs of the text between them; in a flexbox or grid each element stands by itself."""
        alone = "flex" in kind or "grid" in kind
        runs: list[Run] = []
        boxes: list[tuple[float, Box]] = []

        def paragraph() -> None:
            if words(runs):
                box = Box({}, runs=tuple(runs))
                box.node = Node(measure=_measured(box), display=Display.BLOCK)
                boxes.append((0, box))
            runs.clear()

        for child in found.children:
            if isinstance(child, str):
                runs.append(Run(child, found.style))
            elif not alone and _is_text(child):
                runs.extend(_runs_of(child))
            else:
                paragraph()
                box = self.box(child)
                if box is not None:
                    boxes.append((float(child.style.get("order", "0")), box))
        paragraph()
        return [box for _, box in sorted(boxes, key=lambda it: it[0])]

    def _drawing(self, found: Styled) -> Box:
        box = Box(found.style)
        box.drawing = found
        _, _, wide, high = map(float, found.element.get("viewBox", "0 0 24 24").split())
        told = self._style(found.style, Display.BLOCK)
        sized = [found.style.get(name, "auto") != "auto" for name in ("width", "height")]
        if not any(sized) and "flex-basis" not in found.style:
            told["size"] = Size(100 * PCT, AUTO)
        if not all(sized):  # (Taffy would follow it even then, now and then)
            told["aspect_ratio"] = wide / high
        if found.style.get("max-width", "none") == "100%":
            told["max_size"] = Size(100 * PCT, self._size(found.style, "max-height"))
        box.node = Node(**told)
        return box

    def _style(self, style: Style, display: Display) -> dict[str, Any]:
        wide, widest = self._width_of(style)
        placed = style.get("position")
        told: dict[str, Any] = {
            "display": display,
            "box_sizing": BoxSizing.BORDER,
            "position": Position.ABSOLUTE if placed == "absolute" else Position.RELATIVE,
            "size": Size(wide, self._size(style, "height")),
            "min_size": Size(self._size(style, "min-width"), self._size(style, "min-height")),
            "max_size": Size(widest, self._size(style, "max-height")),
            "margin": self._rect(style, "margin-{}"),
            "padding": self._rect(style, "padding-{}"),
            "border": Rect(*(border_width(style, side) for side in ("top", "right", "bottom", "left"))),
            "gap": (self._length(style, "column-gap") or 0, self._length(style, "row-gap") or 0),
            "flex_grow": float(style.get("flex-grow", "0")),
            "flex_shrink": float(style.get("flex-shrink", "1")),
            "flex_basis": self._size(style, "flex-basis"),
        }
        if placed == "absolute":
            told["inset"] = self._rect(style, "{}", AUTO)
        if "/" in style.get("aspect-ratio", ""):
            across, down = style["aspect-ratio"].split("/")
            told["aspect_ratio"] = float(across) / float(down)
        told |= _alignment(style)
        told |= self._grid(style)
        if style.get("flex-wrap") == "wrap":
            told["flex_wrap"] = FlexWrap.WRAP
        if style.get("flex-direction") == "column":
            told["flex_direction"] = FlexDirection.COLUMN
        return told

    def _width_of(self, style: Style) -> tuple[Any, Any]:
        """The width, and the widest; `min(100%, 5rem)` is all there is, and at most so much."""
        text = style.get("width", "auto")
        for start, end, inner in calls(text, "min"):
            share, most = parts(inner)
            if (start, end) == (0, len(text)) and share.endswith("%"):
                return float(share[:-1]) * PCT, length(most, self._scale(style)) or AUTO
        return self._size(style, "width"), self._size(style, "max-width")

    def _scale(self, style: Style) -> Scale:
        return Scale(float(style.get("font-size", "16")), self._width)

    def _length(self, style: Style, name: str) -> float | None:
        found = length(style.get(name, ""), self._scale(style))
        return None if found is None else _exact(found)

    def _size(self, style: Style, name: str) -> Any:
        text = style.get(name, "auto")
        if re.fullmatch("-?[0-9.]+%", text):
            return float(text[:-1]) * PCT
        found = self._length(style, name)
        return AUTO if found is None else found

    def _rect(self, style: Style, name: str, otherwise: Any = 0) -> Rect:
        found = [style.get(name.format(side)) for side in SIDES]
        return Rect(*(otherwise if text is None else self._side(style, text) for text in found))

    def _side(self, style: Style, text: str) -> Any:
        if re.fullmatch("-?[0-9.]+%", text):
            return float(text[:-1]) * PCT
        found = length(text, self._scale(style))
        return AUTO if found is None else found

    def _grid(self, style: Style) -> dict[str, Any]:
        told: dict[str, Any] = {}
        for name in ("columns", "rows"):
            text = style.get(f"grid-template-{name}", "none")
            if text != "none":
                told[f"grid_template_{name}"] = [self._track(style, one) for one in parts(text, " ")]
        for name in ("column", "row"):
            if style.get(f"grid-{name}", "auto") != "auto":
                told[f"grid_{name}"] = style[f"grid-{name}"]
        if style.get("display", "") == "grid" and not told and style.get("grid-auto-flow") != "column":
            told["grid_template_columns"] = ["minmax(0px,1fr)"]
        if style.get("grid-auto-flow") == "column":
            told["grid_auto_flow"] = GridAutoFlow.COLUMN
            told["grid_auto_columns"] = [self._track(style, style.get("grid-auto-columns", "auto"))]
        return told

    def _track(self, style: Style, text: str) -> str:
        """A track as Taffy reads it: lengths in pixels."""
        for name in ("repeat", "minmax"):
            for start, end, inner in calls(text, name):
                if (start, end) == (0, len(text)):
                    first, rest = inner.split(",", 1) if name == "repeat" else ("", inner)
                    tracks = parts(rest, " ") if name == "repeat" else parts(rest)
                    told = [self._track(style, one) for one in tracks]
                    return (
                        f"repeat({first.strip()},{' '.join(told)})" if first else f"minmax({','.join(told)})"
                    )
        found = length(text, self._scale(style), self._width if "(" in text else None)
        return text if found is None else f"{found:g}px"


def _pushed(child: Box, display: Display) -> list[Node]:
    """A box in its row; what an automatic margin pushes away stands behind a space. (Taffy forgets the gaps of such a row.)"""
    if display is not Display.FLEX or child.style.get("margin-left") != "auto":
        return [child.node]
    child.node.style = attrs.evolve(child.node.style, margin=Rect(0, 0, 0, 0))
    return [Node(flex_grow=1.0, display=Display.BLOCK), child.node]


def border_width(style: Style, side: str) -> float:
    """In pixels; nothing where no line is drawn."""
    if style.get(f"border-{side}-style", "none") == "none":
        return 0.0
    return (
        length(style.get(f"border-{side}-width", "0"), Scale(float(style.get("font-size", "16")), 0)) or 0.0
    )


def _alignment(style: Style) -> dict[str, Any]:
    told = {}
    kinds: Any = (AlignItems, JustifyItems, AlignSelf, JustifySelf, AlignContent, JustifyContent)
    names = ("align-items", "justify-items", "align-self", "justify-self", "align-content", "justify-content")
    for name, kind in zip(names, kinds, strict=True):
        wanted = style.get(name, "").upper().replace("-", "_")
        if wanted in kind.__members__:
            told[name.replace("-", "_")] = kind[wanted]
    return told


def _is_text(found: Styled) -> bool:
    """Whether an element is words in a line, and nothing else."""
    plain = found.style.get("display", "inline") == "inline" and found.element.tag != "svg"
    return (
        plain
        and found.style.get("position") != "absolute"
        and all(isinstance(one, str) or _is_text(one) for one in found.children)
    )


def _stands_alone(found: Styled) -> bool:
    """Whether it has lines to itself."""
    kind = found.style.get("display", "inline")
    return not kind.startswith("inline") or _is_text(found) or found.style.get("position") == "absolute"


def _runs_of(found: Styled) -> Iterable[Run]:
    for child in found.children:
        if isinstance(child, str):
            yield Run(child, found.style)
        else:
            yield from _runs_of(child)


def _measured(box: Box) -> Any:
    """How large a paragraph is in so much room."""
    widths = [width_of(Run(word.text.strip(), word.style)) for word in words(box.runs)]
    narrowest = 0.0 if box.is_squeezed else max(widths, default=0.0)

    @cache
    def size(width: float) -> tuple[float, float]:
        found = box.lines(width)
        wide = max((line.width for line in found), default=0.0)
        return _exact(wide), sum(line.height for line in found)

    def measure(node: Node, known: Any, room: Any) -> SizePoints:
        given = known.width.value
        if not math.isnan(given):
            return SizePoints(given, size(given)[1])
        return SizePoints(*size(_room(room.width, narrowest)))

    return measure


def _exact(size: float) -> float:
    """Rounded up so that sums of sizes have no errors: else what just fits would not."""
    return math.ceil(size * 16) / 16


def _room(available: Any, narrowest: float) -> float:
    name = str(available)
    if "min" in name:
        return narrowest
    return float("inf") if "max" in name else available.value
