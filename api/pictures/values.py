"""Values of style sheets made plain: variables put in, colours mixed, lengths in pixels."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tinycss2.color4 import parse_color

ROOT_FONT = 16.0
LENGTH = re.compile(r"(-?[0-9]*\.?[0-9]+)(px|rem|em|cqi|cqw|cqh|vw|vh|%|fr|deg|)")
DEEPEST = 20
"""Variables within variables."""


class Colour(NamedTuple):
    """Red, green, blue and opacity, each 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @property
    def hex(self) -> str:
        return "#" + "".join(f"{round(part * 255):02x}" for part in self[:3])


CLEAR = Colour(0, 0, 0, 0)
INK = Colour(0, 0, 0)


class Scale(NamedTuple):
    """What relative lengths are relative to, in pixels: the letters' size, and the width of the picture."""

    font: float
    width: float


def parts(text: str, separator: str = ",") -> list[str]:
    """The parts of a value, split where no parenthesis is open; by blanks for " "."""
    found, depth, part = [], 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and (letter == separator or (separator == " " and letter.isspace())):
            found.append(part.strip())
            part = ""
        else:
            part += letter
    return [one for one in [*found, part.strip()] if one]


def calls(text: str, name: str) -> Iterator[tuple[int, int, str]]:
    """Where a function is called in a text, and what is within its parentheses."""
    if f"{name}(" not in text:
        return
    for found in re.finditer(rf"(?<![\w-]){re.escape(name)}\(", text):
        depth, at = 1, found.end()
        while at < len(text) and depth:
            depth += (text[at] == "(") - (text[at] == ")")
            at += 1
        yield found.start(), at, text[found.end() : at - 1]


def filled(text: str, variables: Mapping[str, str], dark: bool, depth: int = 0) -> str | None:
    """A value with its variables and the choice between light and dark put in; None when a variable is missing."""
    for start, end, inner in calls(text, "var"):
        name, *otherwise = parts(inner)
        value = variables.get(name, otherwise[0] if otherwise else None)
        if value is None or depth > DEEPEST:
            return None
        return filled(text[:start] + value + text[end:], variables, dark, depth + 1)
    for start, end, inner in calls(text, "light-dark"):
        return filled(text[:start] + parts(inner)[dark] + text[end:], variables, dark, depth)
    return text


def colour(text: str, ink: Colour = INK) -> Colour | None:
    """None for what is no colour. `ink` is the one of letters."""
    text = text.strip()
    if text.lower() == "currentcolor":
        return ink
    if text == "transparent":
        return CLEAR
    for start, end, inner in calls(text, "color-mix"):
        if (start, end) == (0, len(text)):
            return _mixed(parts(inner)[1:], ink)
    found = parse_color(text)
    if found is None or isinstance(found, str):
        return None
    there = found.to("srgb")
    red, green, blue = (min(1.0, max(0.0, part or 0.0)) for part in there.coordinates)
    return Colour(red, green, blue, 1.0 if there.alpha is None else there.alpha)


def _mixed(pair: list[str], ink: Colour) -> Colour | None:
    shares: list[float | None] = []
    colours = []
    for text in pair:
        found = re.search(r"\s([0-9.]+)%$", text)
        shares.append(float(found[1]) / 100 if found else None)
        colours.append(colour(text[: found.start()] if found else text, ink))
    one, other = colours
    if one is None or other is None:
        return None
    share = shares[0] if shares[0] is not None else 1 - (shares[1] if shares[1] is not None else 0.5)
    alpha = one.alpha * share + other.alpha * (1 - share)
    if not alpha:
        return CLEAR
    mixed = [
        (a * one.alpha * share + b * other.alpha * (1 - share)) / alpha
        for a, b in zip(one[:3], other[:3], strict=True)
    ]
    return Colour(mixed[0], mixed[1], mixed[2], alpha)


def length(text: str, scale: Scale, whole: float | None = None) -> float | None:
    """A length in pixels, of `whole` for per cent; None for what is none, such as `auto`."""
    text = text.strip()
    for name in ("min", "max", "clamp", "calc"):
        for start, end, inner in calls(text, name):
            if (start, end) == (0, len(text)):
                return _reckoned(name, inner, scale, whole)
    found = LENGTH.fullmatch(text)
    if found is None:
        return None
    number, unit = float(found[1]), found[2]
    if unit == "%":
        return None if whole is None else number * whole / 100
    if unit in ("fr", "deg"):
        return None
    units = {"px": 1, "": 1, "rem": ROOT_FONT, "em": scale.font}
    return number * units.get(unit, scale.width / 100)


def _reckoned(name: str, inner: str, scale: Scale, whole: float | None) -> float | None:
    if name == "calc":
        return _sum(inner, scale, whole)
    found = [_sum(part, scale, scale.width if whole is None else whole) for part in parts(inner)]
    given = [one for one in found if one is not None]
    if len(given) != len(found) or not given:
        return None
    if name == "clamp":
        low, wanted, high = given
        return max(low, min(wanted, high))
    return min(given) if name == "min" else max(given)


def _sum(text: str, scale: Scale, whole: float | None) -> float | None:
    """Terms with signs between them (and blanks around these), factors with * and /."""
    total, sign = 0.0, 1.0
    for term in re.split(r"\s([+-])\s(?![^()]*\))", text):
        if term in ("+", "-"):
            sign = 1.0 if term == "+" else -1.0
            continue
        factors = [length(one, scale, whole) for one in re.split(r"\s*\*\s*(?![^()]*\))", term.strip(" ()"))]
        if any(one is None for one in factors):
            return None
        total += sign * math.prod(one for one in factors if one is not None)
    return total
