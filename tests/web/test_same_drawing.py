"""What the service draws without a browser is what the page draws in one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page

from api.pictures.painter import Painter
from tests.api.test_pictures import captured
from tests.soaking import soaked

SAME = soaked(
    ("touche-watched", "romans-watched-orders", "age-of-war-watched", "nagaraja-watched-throw"),
    rare=("touche-watched", "romans-watched-orders", "age-of-war-watched"),
)


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    own = Painter()
    yield own
    own.close()


@pytest.mark.parametrize("name", SAME)
def test_a_picture_is_the_drawing_of_the_page(painter: Painter, page: Page, site: str, name: str) -> None:
    """The same elements with the same places and colours, whoever draws them."""
    ruleset, state = captured(name)
    svg = painter.draw({"ruleset": ruleset, "state": state, "width": 900, "dark": False, "png": False})
    page.goto(f"{site}/boards/harness.html?state=/states/{name}.json&ruleset=/states/rulesets.json")
    page.wait_for_selector("#board .kb-art")
    drawn = page.locator("#board .kb-art").evaluate("it => new XMLSerializer().serializeToString(it)")
    assert shapes(ElementTree.fromstring(drawn)) == shapes(ElementTree.fromstring(svg))


def shapes(root: ElementTree.Element) -> list[tuple[str, dict[str, str], str]]:
    """The elements of a drawing without what only the page or only a picture needs."""
    own = re.compile(r"aria-|data-|(role|class|width|height|style)$")
    inner = [element for element in root.iter() if element is not root]
    return [
        (
            element.tag.partition("}")[2],
            {k: v for k, v in element.attrib.items() if not own.match(k)} | geometry(element),
            element.text or "",
        )
        for element in inner
    ]


def geometry(element: ElementTree.Element) -> dict[str, str]:
    return {key: element.get(key, "") for key in ("width", "height")}
