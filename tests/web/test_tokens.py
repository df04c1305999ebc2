"""The colours and sizes of the page: every text can be read, and no style sheet has sizes of its own."""

from __future__ import annotations

import re
from itertools import product

import pytest

from api.pages.modules import WEB

STYLE = (WEB / "style.css").read_text()
PAIR = re.compile(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);")
SIDE = re.compile(r'\[data-side="(\w+)"\] \{ --seat: light-dark\((#\w+), (#\w+)\)')
LEAST = 4.5
SCHEMES = ("light", "dark")
COLOURS = {name: dict(zip(SCHEMES, values, strict=True)) for name, *values in PAIR.findall(STYLE)}
SIDES = {name: dict(zip(SCHEMES, values, strict=True)) for name, *values in SIDE.findall(STYLE)}
SEATS = {name: value for name, value in COLOURS.items() if name.startswith("seat-")}
TEXTS = ("ink", "muted", "accent", "good", "bad", *SEATS)
GROUNDS = ("bg", "surface", "sunken")
OWN = re.compile(r"font(?:-size)?: [^;{}]*?(?<![\w.-])[\d.]+(?:rem|px)[^;{}]*")
ELSEWHERE = ("boards", "vendor")
"""Boards are drawings with coordinates of their own."""


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    shares = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_text_can_be_read_on_every_ground(scheme: str) -> None:
    found = {
        (text, ground): contrast(COLOURS[text][scheme], COLOURS[ground][scheme])
        for text, ground in product(TEXTS, GROUNDS)
    }
    assert {pair: round(value, 2) for pair, value in found.items() if value < LEAST} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_written_on_a_colour_can_be_read(scheme: str) -> None:
    assert contrast(COLOURS["on-accent"][scheme], COLOURS["accent"][scheme]) >= LEAST
    signs = {name: contrast(COLOURS["on-seat"][scheme], one[scheme]) for name, one in (SEATS | SIDES).items()}
    assert {name: round(value, 2) for name, value in signs.items() if value < LEAST} == {}


def test_seats_are_told_apart_by_form_too() -> None:
    forms = re.findall(r"^\.seat-\d \{ --seat: [^;]+; --form: ([^;]+); \}", STYLE, re.MULTILINE)
    assert len(forms) == len(set(forms)) == len(SEATS) == 6


def test_all_letters_have_one_of_five_sizes() -> None:
    assert len(re.findall(r"--size-\d: ", STYLE)) == 5
    sheets = [path for path in WEB.rglob("*.css") if path.relative_to(WEB).parts[0] not in ELSEWHERE]
    own = [f"{path.name}: {found}" for path in sheets for found in OWN.findall(path.read_text())]
    assert own == []
