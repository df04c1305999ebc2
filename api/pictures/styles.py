"""The style sheets of a board applied to what it draws: what each element looks like, with nothing left open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement

import cssselect2
import tinycss2

from api.pages.modules import WEB
from api.pictures.values import Scale, filled, length, parts

Style = Mapping[str, str]
SHEETS = ("style.css", "boards/board.css")
USUAL = """
div, section, article, header, footer, p, h1, h2, h3, ul, ol, li, dl, dt, dd, figure, table, tr { display: block }
ul, ol { padding-left: 2.5rem; margin: 1em 0 } p, dl { margin: 1em 0 } dd { margin-left: 2.5rem }
h1, h2, h3, b, strong, th { font-weight: 700 } small { font-size: .83em } i, em { font-style: italic }
button { display: inline-block }
"""
OF_DRAWINGS = (
    "fill-opacity",
    "fill-rule",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "stroke-opacity",
    "text-anchor",
    "dominant-baseline",
)
"""Of drawings alone: they go into a picture as they are."""
INHERITED = frozenset(
    [
        *OF_DRAWINGS,
        "color",
        "font-family",
        "font-size",
        "font-weight",
        "font-style",
        "line-height",
        "text-align",
        "white-space",
        "letter-spacing",
        "fill",
        "stroke",
        "stroke-width",
        "visibility",
        "text-transform",
    ]
)
SIDES = ("top", "right", "bottom", "left")
PRESENTED = INHERITED | {"opacity", "transform", "display"}
"""What an attribute of an element of a drawing may say."""
OTHERS = re.compile("reduced-motion|pointer|print")
"""Conditions of those who read a page, and of none who looks at a picture."""
WIDTHS = re.compile(r"\((min|max)-width:\s*([^)]+)\)")


class Rule(NamedTuple):
    """A rule of a sheet; `needs`: under which widths it holds."""

    selectors: Any
    declared: tuple[tuple[str, str, bool], ...]
    needs: tuple[tuple[str, str], ...]


@cache
def rules(board: str) -> tuple[Rule, ...]:
    """Those of a board, the usual ones of browsers first."""
    sheets = [
        *(WEB / name for name in (*SHEETS, f"boards/{board}.css")),
        Path(__file__).with_name("picture.css"),
    ]
    texts = [USUAL, *(sheet.read_text() for sheet in sheets)]
    return tuple(rule for text in texts for rule in _rules(tinycss2.parse_stylesheet(text, True, True), ()))


def _rules(nodes: Any, needs: tuple[tuple[str, str], ...]) -> Iterator[Rule]:
    for node in nodes:
        if node.type == "qualified-rule":
            found = _rule(node, needs)
            if found is not None:
                yield found
        elif node.type == "at-rule" and node.lower_at_keyword in ("container", "media"):
            condition = tinycss2.serialize(node.prelude)
            if not OTHERS.search(condition) and node.content is not None:
                inner = tinycss2.parse_rule_list(node.content, True, True)
                yield from _rules(inner, (*needs, *WIDTHS.findall(condition)))


def _rule(node: Any, needs: tuple[tuple[str, str], ...]) -> Rule | None:
    """None for what nobody sees who only looks on: rules of focus and the like."""
    try:
        selectors = cssselect2.compile_selector_list(node.prelude)
    except cssselect2.SelectorError:
        return None
    declared = tuple(
        (one.name, tinycss2.serialize(one.value).strip(), one.important)
        for one in tinycss2.parse_blocks_contents(node.content, True, True)
        if one.type == "declaration"
    )
    return Rule(selectors, declared, needs)


class Styled(NamedTuple):
    """An element with what it looks like, and what is in it."""

    element: Element
    style: Style
    children: tuple[Styled | str, ...]


class Sheets:
    """The sheets of a board at a width in pixels, light or dark."""

    def __init__(self, board: str, width: float, dark: bool) -> None:
        self._width, self._dark = width, dark
        self._matcher = cssselect2.Matcher()
        for rule in rules(board):
            if all(self._holds(*need) for need in rule.needs):
                for selector in rule.selectors:
                    self._matcher.add_selector(selector, rule.declared)

    def _holds(self, bound: str, size: str) -> bool:
        limit = length(size, Scale(16, self._width)) or 0
        return self._width >= limit if bound == "min" else self._width <= limit

    def styled(self, tree: Any) -> Styled:
        """What a board has drawn, in a page of its own."""
        html = Element("html", {"data-theme": "dark" if self._dark else "light"})
        root = _element(SubElement(html, "body"), tree)
        page = cssselect2.ElementWrapper.from_xml_root(html)
        style: Style = {"font-size": "16", "color": "#000"}
        for wrapper in (page, *_way_to(page, root)):
            style = self._style(wrapper, style, None)
        return self._below(_wrapped(page, root), style)

    def _below(self, wrapper: Any, style: Style) -> Styled:
        children: list[Styled | str] = [*self._put_in(wrapper, style, "before")]
        element = wrapper.etree_element
        if element.text:
            children.append(element.text)
        for child in wrapper.iter_children():
            children.append(self._below(child, self._style(child, style, None)))
            if child.etree_element.tail:
                children.append(child.etree_element.tail)
        return Styled(element, style, (*children, *self._put_in(wrapper, style, "after")))

    def _put_in(self, wrapper: Any, style: Style, place: str) -> Iterator[Styled]:
        found = self._style(wrapper, style, place)
        text = found.get("content", "none")
        if text not in ("none", "normal"):
            yield Styled(Element("span"), found, tuple(re.findall('"([^"]+)"', text)))

    def _style(self, wrapper: Any, above: Style, place: str | None) -> Style:
        declared = sorted(
            (
                (importance, specificity, order, name, value)
                for specificity, order, pseudo, payload in self._matcher.match(wrapper)
                if pseudo == place
                for name, value, importance in payload
            ),
            key=lambda it: it[:3],
        )
        element = wrapper.etree_element
        shown = [(name, value) for name, value in element.attrib.items() if name in PRESENTED]
        said = [*shown, *((name, value) for *_, name, value in declared)]
        own = _own(element) if place is None else {}
        variables = {name: value for name, value in above.items() if name.startswith("--")}
        named = {name: value for name, value in said if name.startswith("--")} | own
        for name, value in named.items():
            variables[name] = filled(value, {**variables, **named}, self._dark) or ""
        style = {name: value for name, value in above.items() if name in INHERITED} | variables
        for name, value in said:
            plain = None if name.startswith("--") else filled(value, variables, self._dark)
            if plain is not None:
                self._set(style, name, plain.removesuffix("!important").strip(), above)
        return style

    def _set(self, style: dict[str, str], name: str, value: str, above: Style) -> None:
        for longhand, told in longhands(name, value):
            if told == "inherit":
                told = above.get(longhand, "")
            if longhand == "font-size":
                scale = Scale(float(above["font-size"]), self._width)
                size = length(told, scale, scale.font)
                told = above["font-size"] if size is None else str(size)
            style[longhand] = told


def _own(element: Element) -> dict[str, str]:
    return dict(pair.split("\t", 1) for pair in element.get("data-set", "").split("\n") if pair)


def _element(parent: Element, tree: Any) -> Element:
    tag, attributes, own, children = tree
    made = SubElement(parent, tag, attributes)
    if own:
        made.set("data-set", "\n".join(f"{name}\t{value}" for name, value in own.items()))
    for child in children:
        if not isinstance(child, str):
            _element(made, child)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + child
        else:
            made.text = (made.text or "") + child
    return made


def _wrapped(page: Any, element: Element) -> Any:
    return next(it for it in page.iter_subtree() if it.etree_element is element)


def _way_to(page: Any, element: Element) -> list[Any]:
    found, way = _wrapped(page, element), []
    while found is not None and found.etree_element is not page.etree_element:
        way.append(found)
        found = found.parent
    return way[::-1]


def longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """A declaration as those of single properties."""
    if name in ("margin", "padding", "inset"):
        for side, told in zip(SIDES, _four(value), strict=True):
            yield (side if name == "inset" else f"{name}-{side}"), told
    elif name == "border" or re.fullmatch("border-(top|right|bottom|left)", name):
        sides = SIDES if name == "border" else (name.removeprefix("border-"),)
        for side in sides:
            yield from _border(side, value)
    elif name in ("border-color", "border-style", "border-width"):
        for side, told in zip(SIDES, _four(value), strict=True):
            yield f"border-{side}-{name.removeprefix('border-')}", told
    elif name == "font" and value != "inherit":
        yield from _font(value)
    elif name == "font":
        yield from ((f"font-{one}", "inherit") for one in ("family", "size", "weight", "style"))
    elif name == "flex":
        yield from _flex(value)
    elif name in ("place-items", "place-content"):
        align, *justify = parts(value, " ")
        kind = name.removeprefix("place-")
        yield f"align-{kind}", align
        yield f"justify-{kind}", (justify or [align])[0]
    elif name == "gap":
        row, *column = parts(value, " ")
        yield "row-gap", row
        yield "column-gap", (column or [row])[0]
    elif name == "background":
        yield "background-image" if "gradient(" in value else "background-color", value
        if "gradient(" not in value:
            yield "background-image", "none"
    else:
        yield name, value


def _four(value: str) -> list[str]:
    """Top, right, bottom, left, of which the later ones may not be told."""
    told = parts(value, " ")
    return [
        told[at] for at in {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1)}.get(len(told), (0, 1, 2, 3))
    ]


def _border(side: str, value: str) -> Iterator[tuple[str, str]]:
    told = {"width": "medium", "style": "none", "color": "currentcolor"}
    for part in parts(value, " "):
        if part in ("solid", "dashed", "dotted", "none"):
            told["style"] = part
        elif re.match(r"-?[.0-9]", part) or part == "0":
            told["width"] = part
        else:
            told["color"] = part
    yield from ((f"border-{side}-{kind}", one) for kind, one in told.items())


def _font(value: str) -> Iterator[tuple[str, str]]:
    told = parts(value, " ")
    at = next(
        at for at, part in enumerate(told) if re.match(r"(\.?[0-9.]+(px|rem|em|%)|clamp\(|max\(|min\()", part)
    )
    weight = next((part for part in told[:at] if part.isdecimal() or part == "bold"), "400")
    size, _, line = told[at].partition("/")
    yield "font-weight", "700" if weight == "bold" else weight
    yield "font-size", size
    yield "line-height", line or "normal"
    yield "font-family", " ".join(told[at + 1 :])


def _flex(value: str) -> Iterator[tuple[str, str]]:
    if value == "none":
        grow, shrink, basis = "0", "0", "auto"
    else:
        told = [*parts(value, " ")]
        numbers = [part for part in told if re.fullmatch(r"[0-9.]+", part)]
        lengths = [part for part in told if part not in numbers]
        grow = numbers[0] if numbers else "1"
        shrink = numbers[1] if len(numbers) > 1 else "1"
        basis = lengths[0] if lengths else "0"
    yield "flex-grow", grow
    yield "flex-shrink", shrink
    yield "flex-basis", basis
