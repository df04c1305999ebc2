"""What is written on the boards can be read: its colour against the pixels that lie behind it, day and night."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

from tests.soaking import soaked
from tests.web.boards_site import names, show

LEAST = 4.5
PAINTED = 10
"""By so much, of 255, a pixel changes that belongs to a sign."""
EDGES = 0.1
"""The part of a text's pixels that may lie on a line or an edge."""
WRITTEN = (Path(__file__).parent / "written.js").read_text()
EVERY_DAY = ("nagaraja-slide-line", "romans-discard-fort", "touche-six")
Colour = tuple[float, ...]


@pytest.mark.parametrize("name", soaked(names(), [name for name in names() if name not in EVERY_DAY]))
@pytest.mark.parametrize("theme", soaked(["light", "dark"], ["light"]))
def test_what_is_written_stands_out_from_what_lies_behind_it(
    page: Page, site: str, name: str, theme: str
) -> None:
    show(page, site, name, theme=theme)
    written, before = page.evaluate(WRITTEN), picture_of(page)
    page.locator(".kb-art text").evaluate_all("all => all.forEach((it) => (it.style.visibility = 'hidden'))")
    behind = picture_of(page)
    signs = ImageChops.difference(before, behind).convert("L").point(lambda it: 255 * (it > PAINTED), "1")
    found = [(one["text"], contrast_of(one, behind, signs)) for one in written]
    pale = [(text, round(ratio, 1)) for text, ratio in found if ratio < LEAST]
    assert pale == []


def picture_of(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def contrast_of(written: dict[str, Any], behind: Image.Image, signs: Image.Image) -> float:
    """Of a text with most of the pixels that its signs cover."""
    box = tuple(round(edge) for edge in written["box"])
    fill = tuple(float(part) for part in re.findall(r"[\d.]+", written["fill"])[:3])
    pixels, covered = (list[Any](image.crop(box).get_flattened_data()) for image in (behind, signs))
    grounds = Counter(pixel for pixel, sign in zip(pixels, covered, strict=True) if sign)
    ratios = sorted(contrast(over(fill, ground, written["opacity"]), ground) for ground in grounds.elements())
    return ratios[int(len(ratios) * EDGES)] if ratios else 1


def over(colour: Colour, ground: Colour, opacity: float) -> Colour:
    return tuple(opacity * one + (1 - opacity) * other for one, other in zip(colour, ground, strict=True))


def contrast(one: Colour, other: Colour) -> float:
    """WCAG 2.2, of colours in 0 to 255."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    linear = [
        (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in (v / 255 for v in colour)
    ]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
